"""The components and printed amounts of Big Deal. All amounts are in millions of dollars."""

from __future__ import annotations

from dataclasses import dataclass

from companion.mechanics.language.words import Sentence, say, say_many, together

STEP = 50
"""The unit of all printed amounts and takeover bids, in millions (BD-K2)."""

SHARES = 7
"""The number of shares of each company in the box."""

SLOTS = 14
"""The number of price slots on the wheel of each resource, and of tokens of that resource."""

HAND = 5
"""The maximum number of cards in a hand at the end of a turn (BD-T4)."""

LEAST = 2
"""The minimum number of shares in a new company and in each part of a split (BD-C1, BD-C4)."""

TRADES = 3
"""The number of resources a player may buy per turn, and the number they may sell (BD-R1)."""

OVERS = 7
"""The number of Game Over cards in the deck (BD-S2)."""

UPPER_OVERS = 3
"""The number of Game Over cards in the upper half of the deck (BD-S2)."""

FINAL_PRICE = 150
"""The price of each share and each resource at the end of the game, in millions (BD-E1)."""

RAISE_BY_SEAT = 150
"""The amount by which starting money rises from one player to the next, in millions (BD-S1)."""

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
"""The printed name of each company, by the company's key in the log."""


@dataclass(frozen=True, slots=True)
class Packing:
    """The deck and the starting money for a given number of players."""

    shares: int
    """The number of shares of each company in play."""
    companies: tuple[str, ...]
    """The keys of the companies in play."""
    left_out: tuple[str, ...]
    """The keys of the companies that stay in the box."""
    cash_cards: int
    """The number of Cash cards in the deck."""
    start: int
    """The first player's starting money, in millions."""

    @property
    def upper_half(self) -> int:
        """The number of cards in the upper half of the deck, not counting Game Over cards."""
        return (self.shares * len(self.companies) + self.cash_cards) // 2

    @property
    def spare(self) -> int:
        """The number of shares of each company in play that stay in the box."""
        return SHARES - self.shares

    @property
    def shuffling(self) -> Sentence:
        """Instructions for shuffling the deck and dealing (BD-S2)."""
        return say(
            "Shuffle and halve it. Shuffle 3 Game Over cards into the upper half, 4 into the "
            "lower. Deal 5 cards each. Put a Game Over card that is dealt on the "
            "board and replace it."
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
"""The deck and the starting money by number of players, from the rule book's set-up table."""


def title(company: str) -> str:
    return COMPANIES[company]


def shares_words(count: int) -> Sentence:
    return say_many("{count} share", "{count} shares", count=count)


def cash_words(count: int) -> Sentence:
    return say_many("{count} Cash card", "{count} Cash cards", count=count)


def laid_words(shares: int, cash_cards: int) -> object:
    """Return the cards that an attacker laid, in words such as "2 shares and 1 Cash card"."""
    laid = (shares_words(shares), shares), (cash_words(cash_cards), cash_cards)
    return together([words for words, count in laid if count])


def resource_words(resource: str) -> Sentence:
    return RESOURCE_WORDS[resource]
