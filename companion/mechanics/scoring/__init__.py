"""Final scores, the form of the score calculator, and score sheets."""
