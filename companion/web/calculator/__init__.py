"""The score calculator, which computes final scores without a table."""
