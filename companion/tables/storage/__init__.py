"""The database: its schema, reading and writing, backups, and deletion of old tables."""
