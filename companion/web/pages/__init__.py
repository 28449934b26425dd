"""The first page, New game, joining, the table's pages, printed numbers: one blueprint each."""
