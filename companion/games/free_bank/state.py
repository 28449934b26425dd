"""A free bank as it stands, and the plain questions one can ask it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games.free_bank.actions import How
from companion.games.free_bank.box import EVERYBODY, account_words, said
from companion.mechanics.game import Setup
from companion.mechanics.ledger import Ledger, purse, seat_of
from companion.mechanics.open_auction import OpenAuction
from companion.mechanics.words import Sentence, say

Stage = Literal["free", "open", "sealed", "tied", "over"]
Standing = Literal["most_money", "least_money", "most_points", "fewest_points"]


@dataclass(frozen=True, slots=True)
class UpForAuction:
    """What is up for auction. number: counted from 1. target: who gets the money.

    bids: of an open auction. sealed: put in so far, by seat. tied: the highest sealed bidders,
    once the bids are opened and several bid the same.
    """

    number: int
    what: str
    how: How
    target: str
    lowest: int
    bids: OpenAuction
    sealed: Mapping[int, int] = field(default_factory=dict)
    tied: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Opened:
    """The sealed bids just opened, highest first. void: bids no purse covered."""

    what: str
    bids: tuple[tuple[int, int], ...]
    void: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fallen:
    """The last dice that fell; seat None: the banker's."""

    seat: int | None
    sides: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PointsLine:
    """Points given (or taken) in a round."""

    seat: int
    points: int
    round: int
    reason: str


@dataclass(frozen=True, slots=True)
class FreeBankState:
    """A table of the free bank.

    auctions: put up so far. opened: the last sealed bids, until something else happens. unread:
    sealed bids were replaced or called off, so nobody may read them before the end. clock: seconds
    of the countdown and when it began. steps: how often money or points moved. moved_by: how often
    each seat moved money (None: the banker between accounts).
    """

    setup: Setup
    ledger: Ledger
    salary: int
    auction: UpForAuction | None = None
    auctions: int = 0
    opened: Opened | None = None
    unread: bool = False
    round: int = 1
    lines: tuple[PointsLine, ...] = ()
    fallen: Fallen | None = None
    clock: tuple[int, int] | None = None
    steps: int = 0
    moved_by: Mapping[int | None, int] = field(default_factory=dict)
    is_over: bool = False

    @property
    def seats(self) -> range:
        """The seats' numbers."""
        return range(len(self.setup.seats))

    @property
    def stage(self) -> Stage:
        """Where the table is: free, in an auction, or over."""
        if self.is_over:
            return "over"
        if self.auction is None:
            return "free"
        return "tied" if self.auction.tied else self.auction.how

    @property
    def movers(self) -> str:
        """Who moves money: "pay", "pay_and_take" or "banker" (FB-S2)."""
        return str(self.setup.options["movers"])

    @property
    def standing(self) -> Standing:
        """What the final account ranks by (FB-E1)."""
        standing: Standing = self.setup.options["standing"]  # type: ignore[assignment]
        return standing

    @property
    def unit(self) -> str:
        """What is written behind an amount."""
        return str(self.setup.options["unit"])

    @property
    def currency(self) -> str:
        """What the money is called, "" where nobody said."""
        return str(self.setup.options["currency"])

    @property
    def start(self) -> int:
        """What every purse began with."""
        start = self.setup.options["start"]
        assert isinstance(start, int)
        return start

    @property
    def accounts(self) -> tuple[str, ...]:
        """Every account: the purses clockwise, the bank, the pot, the named ones."""
        return tuple(self.ledger.balances)

    @property
    def uses_money(self) -> bool:
        """Whether anybody has, had or owes any."""
        balances = self.ledger.balances
        return self.start > 0 or self.salary > 0 or any(balances.values())

    def said(self, amount: int) -> str:
        """Return an amount with the table's unit."""
        return said(amount, self.unit)

    def name(self, seat: int) -> str:
        """Return the player's name."""
        return self.setup.seats[seat].name

    def words(self, account: str) -> Sentence | str:
        """Return what people call an account, or everybody."""
        if account == EVERYBODY:
            return say("everybody")
        seat = seat_of(account)
        return account_words(account) if seat is None else self.name(seat)

    def money(self, seat: int) -> int:
        """Return what a purse holds."""
        return self.ledger.balance(purse(seat))

    def can_spend(self, account: str) -> int | None:
        """Return the most an account can pay, None for the bank, which never runs dry."""
        if account not in self.ledger.floors:
            return None
        return self.ledger.balance(account) - self.ledger.floors[account]

    def points(self, seat: int) -> int:
        """Return a seat's points."""
        return sum(line.points for line in self.lines if line.seat == seat)
