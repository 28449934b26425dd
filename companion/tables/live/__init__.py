"""Tables in memory, and notifications of their changes to streams and other processes."""
