"""What is printed and what lies in the box of Big Shot; money in whole millions of dollars."""

from __future__ import annotations

from companion.mechanics.words import Sentence, say

TURNS = 18
CUBES_A_TURN = 4
CUBES_IN_A_LOT = 7
CUBES_OF_A_COLOUR = 18
CUBES = 72
VALUED_LOTS = 11
PARKS = 2
CERTIFICATES = 30
START = 10
DEBT = 10
SIDES = 6
LOTS_TO_WIN = 2
COLOURS = ("red", "yellow", "white", "black")

PRINTED = "What is printed"
"""Cited where a refusal rests on the pieces in the box and not on a numbered rule."""

COLOUR_WORDS = {
    "red": say("red"),
    "yellow": say("yellow"),
    "white": say("white"),
    "black": say("black"),
    # Cubes of other boxes.
    "blue": say("blue"),
    "green": say("green"),
    "orange": say("orange"),
    "purple": say("purple"),
}


def colour_words(colour: str) -> Sentence | str:
    """Return a colour as it is said; a colour of another box as it was typed."""
    return COLOUR_WORDS.get(colour, colour)
