"""The history of a table and the statements of its accounts."""
