"""Games written down step by step, to see what a change changes."""
