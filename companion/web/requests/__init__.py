"""Requests and responses: forms, languages, errors, headers, compression."""
