"""What every request goes through: addresses, devices, languages, limits, errors."""
