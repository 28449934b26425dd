"""Soak tests: a real server under load and faults, for minutes by ``make soak``, or for seconds."""
