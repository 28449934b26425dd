"""The course of a game: seats, the first player, dice, pauses and the end."""
