"""Score sheets made by users, and presets: used, changed, kept and shared."""
