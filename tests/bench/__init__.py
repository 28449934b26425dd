"""Speed, measured and printed, never judged by a test: ``make bench``.

The server runs as people run it, on a core of its own where the system can pin a process; this
process holds every phone's connection and looks at the clock.
"""
