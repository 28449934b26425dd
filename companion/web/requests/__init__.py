"""Handling of requests and responses: forms, languages, errors, headers and compression."""
