"""What is asked for about properties at any time: building, selling, mortgages, deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.mechanics.game import Action, TimedAction


@dataclass(frozen=True, slots=True)
class Build(Action):
    """Build the next house, or the hotel, on a street (MO-B1, MO-B2).

    Where others could want the last of them, it says that one wants it (MO-B3).
    """

    kind: ClassVar[str] = "build"
    turn_bound: ClassVar[bool] = False
    seat: int
    position: int


@dataclass(frozen=True, slots=True)
class BuildUp(Action):
    """Bring every street of a group up to so many buildings, one more than the houses: a hotel."""

    kind: ClassVar[str] = "build_up"
    turn_bound: ClassVar[bool] = False
    seat: int
    group: str
    level: int


@dataclass(frozen=True, slots=True)
class Want(Action):
    """Say on which streets one wants a building, in order, where there are too few (MO-B3)."""

    kind: ClassVar[str] = "want"
    turn_bound: ClassVar[bool] = False
    seat: int
    positions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sell(Action):
    """Sell a house, or swap a hotel for its houses, at half price (MO-B4)."""

    kind: ClassVar[str] = "sell"
    turn_bound: ClassVar[bool] = False
    seat: int
    position: int


@dataclass(frozen=True, slots=True)
class SellDown(Action):
    """Sell a whole group down to so many houses on each street, hotels whole (MO-B4)."""

    kind: ClassVar[str] = "sell_down"
    turn_bound: ClassVar[bool] = False
    seat: int
    group: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class Mortgage(Action):
    """Mortgage a property (MO-M1)."""

    kind: ClassVar[str] = "mortgage"
    turn_bound: ClassVar[bool] = False
    seat: int
    position: int


@dataclass(frozen=True, slots=True)
class Lift(Action):
    """Lift a mortgage, with its tenth (MO-M2)."""

    kind: ClassVar[str] = "lift"
    turn_bound: ClassVar[bool] = False
    seat: int
    position: int


@dataclass(frozen=True, slots=True)
class ProposeDeal(Action):
    """Offer another player a deal (MO-D1); it takes the place of one's offer before.

    gives, pays, keys_given: what the other gets; takes, asks, keys_taken: what one gets for it.
    lifts: mortgaged properties among ``takes`` that one will lift at once (MO-M3).
    """

    kind: ClassVar[str] = "propose_deal"
    turn_bound: ClassVar[bool] = False
    seat: int
    other: int
    gives: tuple[int, ...] = ()
    takes: tuple[int, ...] = ()
    pays: int = 0
    asks: int = 0
    keys_given: int = 0
    keys_taken: int = 0
    lifts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AcceptDeal(TimedAction):
    """Agree to an offer (MO-D2). lifts: mortgaged properties one lifts at once (MO-M3)."""

    kind: ClassVar[str] = "accept_deal"
    turn_bound: ClassVar[bool] = False
    seat: int
    deal: int
    lifts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DeclineDeal(Action):
    """Turn an offer down."""

    kind: ClassVar[str] = "decline_deal"
    turn_bound: ClassVar[bool] = False
    seat: int
    deal: int


@dataclass(frozen=True, slots=True)
class WithdrawDeal(Action):
    """Take one's own offer back."""

    kind: ClassVar[str] = "withdraw_deal"
    turn_bound: ClassVar[bool] = False
    seat: int
    deal: int
