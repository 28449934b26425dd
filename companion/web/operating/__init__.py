"""Pages and metrics for people who run a server: health, metrics, the request log."""
