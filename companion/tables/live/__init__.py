"""The tables in memory, and notifications to streams and other processes when they change."""
