"""Saved games: exporting a table to a file, and validating, importing and verifying such files."""
