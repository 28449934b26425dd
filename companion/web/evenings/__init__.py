"""The end of a table and what comes after it: again, another box, and how the evenings went."""
