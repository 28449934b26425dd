"""Where tables are kept: the database, its one way in, backups, and what is forgotten."""
