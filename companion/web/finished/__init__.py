"""Finished games: the replay, a picture of the result, a link to BG Stats, and game nights."""
