"""What is open now: tables in memory, who is there, and word of changes to every process."""
