"""The contents of The Big Cheese, and the workers and dice that the players add."""

from __future__ import annotations

from dataclasses import dataclass

from companion.mechanics.words import Sentence, say

WORKERS = 10
NUMBERS = ("2", "4", "6", "8", "10", "12", "20")
VETO = "veto"
BIG_CHEESE = "big_cheese"
SPECIALS = (VETO, BIG_CHEESE)
OF_A_KIND = 4
ODD_OR_EVEN = "2"
"""The card without its own die: roll any die; odd counts 1, even 2 (BC-S2)."""
LARGEST_DIE = 20
PLAIN_DIE = 6
EXACT_TARGET = 30
LOWEST_TARGETS = {"one_die": 200, "dice_set": 40}

SPECIAL_WORDS = {VETO: say("Veto"), BIG_CHEESE: say("Big Cheese")}


def card_words(card: str) -> Sentence | str:
    """Return a card in words: its number, "Veto", or "Big Cheese"."""
    return SPECIAL_WORDS.get(card, card)


def cards_of(*, specials: bool) -> tuple[str, ...]:
    """Return the kinds of cards in the deck, lowest first (28 or 36 cards in all)."""
    return (*NUMBERS, *SPECIALS) if specials else NUMBERS


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of a die: one six-sided die (BC-S1), or the card's own die (BC-S2)."""

    is_one_die: bool

    def sides(self, card: str) -> int:
        """Return the largest face of a card's die; any die will do for a 2."""
        if self.is_one_die:
            return PLAIN_DIE
        return LARGEST_DIE if card == ODD_OR_EVEN else int(card)

    def points(self, card: str, value: int) -> int:
        """Return the points of a face on a numbered card."""
        if self.is_one_die:
            return value * int(card)
        return value if card != ODD_OR_EVEN else 2 - value % 2

    @property
    def rule(self) -> str:
        """The rule of a score."""
        return "BC-S1" if self.is_one_die else "BC-S2"
