"""What lies in the box of The Big Cheese, and what the table brings: workers and dice."""

from __future__ import annotations

from companion.mechanics.words import Sentence, say

WORKERS = 10
NUMBERS = ("2", "4", "6", "8", "10", "12", "20")
VETO = "veto"
BIG_CHEESE = "big_cheese"
SPECIALS = (VETO, BIG_CHEESE)
OF_A_KIND = 4
ODD_OR_EVEN = "2"
"""The card without a die of its own: any die, odd counts 1, even 2 (BC-S2)."""
LARGEST_DIE = 20
PLAIN_DIE = 6
EXACT_TARGET = 30
LOWEST_TARGETS = {"one_die": 200, "dice_set": 40}

SPECIAL_WORDS = {VETO: say("Veto"), BIG_CHEESE: say("Big Cheese")}


def card_words(card: str) -> Sentence | str:
    """Return a card as it is said: its number, "Veto", or "Big Cheese"."""
    return SPECIAL_WORDS.get(card, card)


def cards_of(*, specials: bool) -> tuple[str, ...]:
    """Return the kinds of cards in the deck, lowest first (28 or 36 cards in all)."""
    return (*NUMBERS, *SPECIALS) if specials else NUMBERS


def sides_of(card: str, *, one_die: bool) -> int:
    """Return the largest face of a numbered card's die; any die will do for a 2 (BC-S1, BC-S2)."""
    if one_die:
        return PLAIN_DIE
    return LARGEST_DIE if card == ODD_OR_EVEN else int(card)


def points_of(card: str, value: int, *, one_die: bool) -> int:
    """Return what a face is worth on a numbered card (BC-S1, BC-S2)."""
    if one_die:
        return value * int(card)
    return value if card != ODD_OR_EVEN else 2 - value % 2


def scoring_rule(*, one_die: bool) -> str:
    """Return the rule by which a die is turned into points."""
    return "BC-S1" if one_die else "BC-S2"
