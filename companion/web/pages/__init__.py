"""The pages: first page, New game, joining, the table, printed numbers; one blueprint each."""
