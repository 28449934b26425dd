"""What happened at a free bank. A fact says all of it, so folding never judges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.free_bank.actions import How
from companion.mechanics.corrections import CORRECTION_FACTS
from companion.mechanics.game import Fact
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.words import say


@dataclass(frozen=True, slots=True)
class MoneyMoved(Fact):
    """So much went from each of the sources to each of the targets; one side is one account.

    by: the seat that paid or took, None for the banker between any accounts.
    """

    kind: ClassVar[str] = "money_moved"
    sources: tuple[str, ...]
    targets: tuple[str, ...]
    amount: int
    reason: str = ""
    by: int | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """Return a transfer for each source and target."""
        why = say("payment: {reason}", reason=self.reason) if self.reason else say("payment")
        return tuple(
            Transfer(source, target, self.amount, why)
            for source in self.sources
            for target in self.targets
        )


@dataclass(frozen=True, slots=True)
class SalaryPaid(Fact):
    """The bank paid these seats the salary."""

    kind: ClassVar[str] = "salary_paid"
    seats: tuple[int, ...]
    amount: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return a payment to each seat."""
        return tuple(Transfer(BANK, purse(seat), self.amount, say("salary")) for seat in self.seats)


@dataclass(frozen=True, slots=True)
class SalarySet(Fact):
    """The salary is so much from now on."""

    kind: ClassVar[str] = "salary_set"
    amount: int


@dataclass(frozen=True, slots=True)
class AccountAdded(Fact):
    """There is one more account beside the seats."""

    kind: ClassVar[str] = "account_added"
    name: str


@dataclass(frozen=True, slots=True)
class AuctionOpened(Fact):
    """Something is up for auction; its money goes to the target."""

    kind: ClassVar[str] = "auction_opened"
    number: int
    what: str
    how: How
    target: str
    lowest: int


@dataclass(frozen=True, slots=True)
class BidMade(Fact):
    """A seat called out a bid."""

    kind: ClassVar[str] = "bid_made"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Passed(Fact):
    """A seat left the auction."""

    kind: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class BidSealed(Fact):
    """A seat put in a sealed bid; nobody else may read its amount before all are opened."""

    kind: ClassVar[str] = "bid_sealed"
    hides: ClassVar[bool] = True
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class BidsOpened(Fact):
    """The sealed bids were opened, all at once: seat and amount, highest first.

    void: seats whose bid does not count, because the purse does not cover it.
    """

    kind: ClassVar[str] = "bids_opened"
    shows: ClassVar[bool] = True
    bids: tuple[tuple[int, int], ...]
    void: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sold(Fact):
    """A seat took what was up for auction and paid the target."""

    kind: ClassVar[str] = "sold"
    seat: int
    amount: int
    what: str
    target: str

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the payment."""
        why = say("auction: {what}", what=self.what) if self.what else say("auction")
        return (Transfer(purse(self.seat), self.target, self.amount, why),)


@dataclass(frozen=True, slots=True)
class NotSold(Fact):
    """Nobody bid, or the auction was called off."""

    kind: ClassVar[str] = "not_sold"
    what: str
    called_off: bool = False


@dataclass(frozen=True, slots=True)
class Rolled(Fact):
    """Dice fell; seat None: the banker rolled."""

    kind: ClassVar[str] = "rolled"
    seat: int | None
    sides: int
    values: tuple[int, ...]
    by_app: bool = False


@dataclass(frozen=True, slots=True)
class RoundBegan(Fact):
    """It is this round now."""

    kind: ClassVar[str] = "round_began"
    round: int


@dataclass(frozen=True, slots=True)
class ClockStarted(Fact):
    """A countdown runs; at: since when, in seconds since the epoch."""

    kind: ClassVar[str] = "clock_started"
    seconds: int
    at: int


@dataclass(frozen=True, slots=True)
class ClockStopped(Fact):
    """The countdown was taken away."""

    kind: ClassVar[str] = "clock_stopped"


@dataclass(frozen=True, slots=True)
class PointsGiven(Fact):
    """A seat was given points; fewer than none: they were taken."""

    kind: ClassVar[str] = "points_given"
    seat: int
    points: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """The banker ended the game."""

    kind: ClassVar[str] = "game_ended"


FACTS: tuple[type[Fact], ...] = (
    MoneyMoved,
    SalaryPaid,
    SalarySet,
    AccountAdded,
    AuctionOpened,
    BidMade,
    Passed,
    BidSealed,
    BidsOpened,
    Sold,
    NotSold,
    Rolled,
    RoundBegan,
    ClockStarted,
    ClockStopped,
    PointsGiven,
    GameEnded,
    *CORRECTION_FACTS,
)
