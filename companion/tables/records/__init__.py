"""A table as a file: written, read with every check, and played through today's rules."""
