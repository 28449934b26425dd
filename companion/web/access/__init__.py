"""Access control: devices, addresses, personal links, rate limits and the trusted proxy."""
