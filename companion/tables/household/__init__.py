"""Who plays at a device's tables, how it went there, and how they go on at the next one."""
