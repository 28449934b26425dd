"""The screens of a table as each seat sees them, drawn and pushed when something changed."""
