"""The cards of The Big Cheese, and the workers and dice that the players provide."""

from __future__ import annotations

from dataclasses import dataclass

from companion.mechanics.language.words import Sentence, say

WORKERS = 10
NUMBERS = ("2", "4", "6", "8", "10", "12", "20")
VETO = "veto"
BIG_CHEESE = "big_cheese"
SPECIALS = (VETO, BIG_CHEESE)
OF_A_KIND = 4
ODD_OR_EVEN = "2"
"""The card without a matching die in the set (BC-S2).

Any die may be rolled for this card. An odd face scores 1 point, an even face 2.
"""
LARGEST_DIE = 20
PLAIN_DIE = 6
EXACT_TARGET = 30
LOWEST_TARGETS = {"one_die": 200, "dice_set": 40}

SPECIAL_WORDS = {VETO: say("Veto"), BIG_CHEESE: say("Big Cheese")}


def card_words(card: str) -> Sentence | str:
    """Return the display name of a card: its number, "Veto" or "Big Cheese"."""
    return SPECIAL_WORDS.get(card, card)


def cards_of(*, specials: bool) -> tuple[str, ...]:
    """Return the kinds of cards in the deck: numbers in ascending order, then special cards."""
    return (*NUMBERS, *SPECIALS) if specials else NUMBERS


@dataclass(frozen=True, slots=True)
class Scoring:
    """The rules for converting a die roll into points."""

    is_one_die: bool
    """Whether a six-sided die is rolled and multiplied by the card (BC-S1).

    Otherwise, each card has a different die (BC-S2).
    """

    def sides(self, card: str) -> int:
        """Return the highest face of the die that is rolled for a card.

        With a set of dice, any die may be rolled for card "2", so this is the largest in the set.
        """
        if self.is_one_die:
            return PLAIN_DIE
        return LARGEST_DIE if card == ODD_OR_EVEN else int(card)

    def points(self, card: str, value: int) -> int:
        """Return the points for rolling this value for a numbered card."""
        if self.is_one_die:
            return value * int(card)
        return value if card != ODD_OR_EVEN else 2 - value % 2

    @property
    def rule(self) -> str:
        """The id of the scoring rule in use."""
        return "BC-S1" if self.is_one_die else "BC-S2"
