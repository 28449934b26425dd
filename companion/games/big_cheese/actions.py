"""What can be asked for at a table of The Big Cheese; seats are numbered clockwise from 0.

A project is named by its number: 1 for the first card won in the game, 2 for the second.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.mechanics.corrections import Adjustment
from companion.mechanics.game import Action, By


@dataclass(frozen=True, slots=True)
class Open(Action):
    """Say who opens the first auction (BC-A1)."""

    kind: ClassVar[str] = "open"
    by: ClassVar[By] = "player"
    seat: int


@dataclass(frozen=True, slots=True)
class OfferCard(Action):
    """Say which card is up: "2" to "20", "veto" or "big_cheese" (BC-C)."""

    kind: ClassVar[str] = "offer"
    by: ClassVar[By] = "player"
    card: str


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid so many workers (BC-A3)."""

    kind: ClassVar[str] = "bid"
    seat: int
    workers: int


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Leave this auction (BC-A4)."""

    kind: ClassVar[str] = "pass"
    seat: int


@dataclass(frozen=True, slots=True)
class Veto(Action):
    """Play a Veto instead of a bid (BC-V1)."""

    kind: ClassVar[str] = "veto"
    seat: int


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Roll for a finished project (BC-S1, BC-S2); value: the die's face, None: the app rolls.

    by_app: the app threw the die.
    """

    kind: ClassVar[str] = "roll"
    seat: int
    project: int
    value: int | None = None
    by_app: bool = False

    @property
    def is_chance(self) -> bool:
        """Tell whether the app threw the die."""
        return self.by_app or self.value is None


@dataclass(frozen=True, slots=True)
class Reroll(Roll):
    """Play a Big Cheese and roll again for one's own project (BC-B1)."""

    kind: ClassVar[str] = "reroll"


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Let a result stand though one holds a Big Cheese (BC-B1)."""

    kind: ClassVar[str] = "keep"
    seat: int
    project: int


@dataclass(frozen=True, slots=True)
class SetWorkers(Adjustment):
    """Say how many workers are really on a project; the others are free."""

    kind: ClassVar[str] = "set_workers"
    project: int
    workers: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetScore(Adjustment):
    """Say what score really stands on the paper."""

    kind: ClassVar[str] = "set_score"
    seat: int
    score: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetCards(Adjustment):
    """Say how many Veto and Big Cheese cards really lie before a player."""

    kind: ClassVar[str] = "set_cards"
    seat: int
    vetoes: int
    big_cheeses: int
    reason: str = ""


ACTIONS: tuple[type[Action], ...] = (
    Open,
    OfferCard,
    Bid,
    Pass,
    Veto,
    Roll,
    Reroll,
    Keep,
    SetWorkers,
    SetScore,
    SetCards,
)
