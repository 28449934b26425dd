"""Monitoring for server operators: health checks, metrics and the request log."""
