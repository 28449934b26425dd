"""What a banker put right at a table of Big Deal outside the rules, beside its money."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.mechanics.game import Fact


@dataclass(frozen=True, slots=True)
class TokensSet(Fact):
    """So many tokens of a resource lie before a seat; the rest is in the wheel."""

    kind: ClassVar[str] = "tokens_set"
    seat: int
    resource: str
    count: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class GroupSet(Fact):
    """A group of a seat has so many shares, 0: it is closed."""

    kind: ClassVar[str] = "group_set"
    seat: int
    company: str
    group: int
    shares: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SharesSet(Fact):
    """So many shares of a company lie in the pool, or are discarded. place: as in the action."""

    kind: ClassVar[str] = "shares_set"
    company: str
    place: str
    count: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class OversSet(Fact):
    """So many Game Over cards lie on the board."""

    kind: ClassVar[str] = "overs_set"
    count: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CashCardsSet(Fact):
    """So many Cash cards have been played."""

    kind: ClassVar[str] = "cash_cards_set"
    count: int
    reason: str = ""
