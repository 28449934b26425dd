"""Everything around the running server: how it starts, its addresses and its lock."""
