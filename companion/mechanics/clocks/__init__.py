"""Clocks: an agreed time, a time for each turn or player, and what the app does at its end."""
