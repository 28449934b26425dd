"""The course of a game: seats, the first player, dice, clocks, pauses and the end."""
