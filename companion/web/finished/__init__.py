"""Finished games: replay, picture of the result, export to BG Stats, game nights."""
