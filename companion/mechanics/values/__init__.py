"""Declared values, such as settings and printed numbers: their checks, and JSON and back."""
