"""Past turns and games: the history by turn, the replay, pictures of results, game nights."""
