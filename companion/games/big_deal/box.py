"""The contents of the game Big Deal; money in millions of dollars."""

from __future__ import annotations

from dataclasses import dataclass

from companion.mechanics.words import Sentence, say

STEP = 50
"""Every printed amount is a multiple of it, and prices rise by it (BD-K2)."""

SHARES = 7
"""The shares of each company in the game."""

SLOTS = 14
"""The slots of a wheel, and the tokens of a colour."""

HAND = 5
"""The largest hand at the end of a turn (BD-T4)."""

LEAST = 2
"""The fewest shares that open a company or form a part of a split (BD-C1, BD-C4)."""

TRADES = 3
"""The most resources that a player buys in a turn, and the most sold (BD-R1)."""

OVERS = 7
UPPER_OVERS = 3
"""Game Over cards in the deck, and in its upper half, from which the hands are dealt (BD-S2)."""

FINAL_PRICE = 150
"""The price of every share and every resource at the end (BD-E1)."""

RAISE_BY_SEAT = 150
"""Each player starts with so much more than the one before (BD-S1)."""

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
"""The names printed on the shares, by the company's name in the log."""


@dataclass(frozen=True, slots=True)
class Packing:
    """The deck for a number of players."""

    shares: int
    """Of each company in play."""
    companies: tuple[str, ...]
    """The companies in play."""
    left_out: tuple[str, ...]
    """The companies that stay in the box."""
    cash_cards: int
    start: int
    """The first player's money, in millions."""

    @property
    def upper_half(self) -> int:
        """The number of cards in the upper half of the deck, without the Game Over cards."""
        return (self.shares * len(self.companies) + self.cash_cards) // 2

    @property
    def spare(self) -> int:
        """The number of shares of each company that stay in the box."""
        return SHARES - self.shares

    @property
    def shuffling(self) -> Sentence:
        """How to shuffle the deck (BD-S2)."""
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
"""The deck by number of players, as in the rule book's set-up table."""


def title(company: str) -> str:
    """Return a company's printed name."""
    return COMPANIES[company]


def resource_words(resource: str) -> Sentence:
    """Return a resource in words."""
    return RESOURCE_WORDS[resource]
