"""Benchmarks (``make bench``). They print measurements; no test fails because of them.

The server runs as in production, on a separate core if the system can pin a process. This process
holds the connections of all phones and measures the time.
"""
