"""Who sends a request: devices and cookies, addresses, passes, rate limits, the trusted proxy."""
