"""Past turns and games: the history by turn, the replay, a picture of the result, and game nights."""
