"""Data that carries over from one game to the next, such as players, presets and results."""
