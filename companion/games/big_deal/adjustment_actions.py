"""What a banker can put right at a table of Big Deal outside the rules, beside its money."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.mechanics.corrections import Adjustment


@dataclass(frozen=True, slots=True)
class SetTokens(Adjustment):
    """Say how many tokens of a resource really lie before a player."""

    kind: ClassVar[str] = "set_tokens"
    seat: int
    resource: str
    count: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetGroup(Adjustment):
    """Say how many shares an open company really has, 0 if it is closed.

    group None: it was opened and nobody said so.
    """

    kind: ClassVar[str] = "set_group"
    seat: int
    company: str
    shares: int
    group: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetShares(Adjustment):
    """Say how many shares of a company really lie in the pool, or were discarded for good."""

    kind: ClassVar[str] = "set_shares"
    company: str
    place: Literal["pool", "discards"]
    count: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetOvers(Adjustment):
    """Say how many Game Over cards really lie on the board; the seventh ends the game."""

    kind: ClassVar[str] = "set_overs"
    count: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetCashCards(Adjustment):
    """Say how many Cash cards have really been played."""

    kind: ClassVar[str] = "set_cash_cards"
    count: int
    reason: str = ""
