"""The live screens of a table, rendered for each device and sent whenever they change."""
