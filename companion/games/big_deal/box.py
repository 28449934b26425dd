"""What is printed and what lies in the box of Big Deal; money in millions of dollars."""

from __future__ import annotations

from dataclasses import dataclass

from companion.mechanics.words import Sentence, say

STEP = 50
"""Every amount on a card or a wheel is a multiple of it, and prices rise by it (BD-K2)."""

SHARES = 7
"""The shares of each company in the box."""

SLOTS = 14
"""The slots of a wheel, and the tokens of a colour."""

HAND = 5
"""What a hand holds at most when a turn is over (BD-T4)."""

LEAST = 2
"""The shares it takes to open a company, and in each part of a split (BD-C1, BD-C4)."""

TRADES = 3
"""The resources a player buys in a turn at most, and as many sold (BD-R1)."""

OVERS = 7
UPPER_OVERS = 3
"""Game Over cards in the deck, and in its upper half, from which the hands are dealt (BD-S2)."""

FINAL_PRICE = 150
"""What every share and every resource is sold for at the end (BD-E1)."""

RAISE_BY_SEAT = 150
"""How much more each later player starts with (BD-S1)."""

RESOURCES = ("human", "space", "energy", "technology")
RESOURCE_COLOURS = {"human": "blue", "space": "yellow", "energy": "red", "technology": "green"}
RESOURCE_WORDS = {
    "human": say("human resources"),
    "space": say("space"),
    "energy": say("energy"),
    "technology": say("technology"),
}

COMPANIES = {
    "security": "Security Inc.",
    "phonix": "Phönix Networks",
    "telcom": "TelCom Technologies",
    "funparks": "Funparks Corporation",
    "air_space": "Air & Space Enterprises",
    "new_energy": "New Energy Ltd.",
    "cybot": "Cybot Systems AG",
    "bioware": "BioWare Megacorp",
    "nanotech": "NanoTech Microsystems",
    "virtual": "Virtual Emotions Inc.",
    "worldwide": "WorldWide Logistics",
}
"""The companies by the name the log knows them by, as printed on their shares."""


@dataclass(frozen=True, slots=True)
class Packing:
    """What goes into the deck for a number of players. shares: of each company in play.

    companies: those in play. left_out: those that stay in the box. start: the first player's
    money in millions.
    """

    shares: int
    companies: tuple[str, ...]
    left_out: tuple[str, ...]
    cash_cards: int
    start: int

    @property
    def upper_half(self) -> int:
        """How many cards, beside the Game Over cards, lie in the upper half of the deck."""
        return (self.shares * len(self.companies) + self.cash_cards) // 2

    @property
    def spare(self) -> int:
        """How many shares of each company stay in the box."""
        return SHARES - self.shares

    @property
    def shuffling(self) -> Sentence:
        """How the deck is put together (BD-S2)."""
        return say(
            "Shuffle and halve it; 3 Game Over cards into the upper half, 4 into the lower. Deal 5 "
            "cards each; a Game Over that is dealt goes to the board and is replaced."
        )


def _packing(shares: int, left_out: int, cash_cards: int, start: int) -> Packing:
    names = tuple(COMPANIES)
    kept = len(names) - left_out
    return Packing(shares, names[:kept], names[kept:], cash_cards, start)


PACKINGS = {
    2: _packing(5, 3, 8, 1000),
    3: _packing(5, 3, 8, 1000),
    4: _packing(6, 2, 8, 1000),
    5: _packing(6, 0, 10, 1400),
    6: _packing(7, 0, 12, 1400),
}
"""What goes into the deck by number of players; the set-up table of the book."""


def title(company: str) -> str:
    """Return a company's name as printed."""
    return COMPANIES[company]


def resource_words(resource: str) -> Sentence:
    """Return a resource as it is said."""
    return RESOURCE_WORDS[resource]
