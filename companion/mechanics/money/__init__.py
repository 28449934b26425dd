"""Money and shares: the ledger, loans, corrections, and who holds the majority."""
