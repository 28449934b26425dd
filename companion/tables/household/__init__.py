"""What a household's devices remember from one game to the next."""
