"""The log of a table, its replay, and the times that follow from it."""
