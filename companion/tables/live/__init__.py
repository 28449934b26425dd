"""Tables in memory, and how processes and streams learn of their changes."""
