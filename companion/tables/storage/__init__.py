"""The database: schema, reading and writing, backups, and deleting old tables."""
