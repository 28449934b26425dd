"""What can be asked for at a table of Big Shot; seats are numbered clockwise from 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.mechanics.corrections import CORRECTION_ACTIONS, Adjustment
from companion.mechanics.game import Action, By


@dataclass(frozen=True, slots=True)
class Lead(Action):
    """Say who leads the first turn (BS-S2); seat None: the app rolls for everybody.

    rolls: the rounds rolled, a face for each seat, None for a seat that sat the round out.
    by_app: the app threw the dice.
    """

    kind: ClassVar[str] = "lead"
    by: ClassVar[By] = "player"
    seat: int | None = None
    rolls: tuple[tuple[int | None, ...], ...] = ()
    by_app: bool = False

    @property
    def is_chance(self) -> bool:
        """Tell whether the app threw the dice."""
        return self.by_app or self.seat is None


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Open the turn with the leader's die (BS-T1); value None: the app rolls it."""

    kind: ClassVar[str] = "roll"
    seat: int
    value: int | None = None
    by_app: bool = False

    @property
    def is_chance(self) -> bool:
        """Tell whether the app threw the die."""
        return self.by_app or self.value is None


@dataclass(frozen=True, slots=True)
class Borrow(Action):
    """Take a loan (BS-L1); with two players for one of one's colours (BS-2b)."""

    kind: ClassVar[str] = "borrow"
    turn_bound: ClassVar[bool] = False
    seat: int
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid so many millions (BS-A2)."""

    kind: ClassVar[str] = "bid"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Leave this auction (BS-A3)."""

    kind: ClassVar[str] = "pass"
    seat: int


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Say which purse pays, with two players (BS-2c)."""

    kind: ClassVar[str] = "pay"
    seat: int
    colour: str


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Place the four cubes, pairs of colour and lot in the order placed (BS-P1)."""

    kind: ClassVar[str] = "place"
    seat: int
    cubes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Settle(Action):
    """Type what lies on a lot when cubes are not followed: it gets its owner (BS-M1, BS-M3)."""

    kind: ClassVar[str] = "settle"
    by: ClassVar[By] = "player"
    turn_bound: ClassVar[bool] = False
    lot: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Score(Action):
    """Make up the final account when cubes are not followed."""

    kind: ClassVar[str] = "score"
    by: ClassVar[By] = "player"


@dataclass(frozen=True, slots=True)
class FallBack(Adjustment):
    """From here on follow the cubes on the table only (full to light tracking)."""

    kind: ClassVar[str] = "fall_back"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetLot(Adjustment):
    """Say which cubes really lie on an unsold lot; with seven it is sold."""

    kind: ClassVar[str] = "set_lot"
    lot: str
    counts: Mapping[str, int]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AssignLot(Adjustment):
    """Give a lot to a colour, or (after the last turn) to nobody."""

    kind: ClassVar[str] = "assign_lot"
    lot: str
    colour: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReopenLot(Adjustment):
    """Take back the sale of a lot; counts: what lies there now, where cubes are followed."""

    kind: ClassVar[str] = "reopen_lot"
    lot: str
    counts: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetLoans(Adjustment):
    """Say how many certificates really lie before a player (with two players: a colour)."""

    kind: ClassVar[str] = "set_loans"
    seat: int
    loans: int
    colour: str | None = None
    reason: str = ""


ACTIONS: tuple[type[Action], ...] = (
    Lead,
    Roll,
    Borrow,
    Bid,
    Pass,
    Pay,
    Place,
    Settle,
    Score,
    FallBack,
    SetLot,
    AssignLot,
    ReopenLot,
    SetLoans,
    *CORRECTION_ACTIONS,
)
