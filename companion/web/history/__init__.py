"""The history of a table, line by line, and the statement of an account."""
