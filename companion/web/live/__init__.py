"""The live screens of a table, rendered for each device and pushed when something changes."""
