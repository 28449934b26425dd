"""The score calculator: final scores computed without a table."""
