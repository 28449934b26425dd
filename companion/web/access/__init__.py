"""Who sends a request: devices, addresses, personal links, limits, the trusted proxy."""
