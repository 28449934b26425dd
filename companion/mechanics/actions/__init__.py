"""Actions and events: base classes, legal moves, refusals, and the scenes of events."""
