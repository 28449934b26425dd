"""A free bank as it stands: its accounts, how amounts are said, and what the table waits for.

No box prints any of it: the limits are the app's own, and the accounts beside the seats are the
bank, the pot, and those the table named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from companion.mechanics.codec import LARGEST
from companion.mechanics.event_sourcing import Action, Event
from companion.mechanics.ledger import BANK, Ledger, purse, seat_of
from companion.mechanics.open_auction import OpenAuction, waiting_for_bids
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import (
    PendingDecision,
    Setup,
    TableState,
    option,
    require_running,
    require_seat,
)
from companion.mechanics.words import Sentence, say, together

MOST = LARGEST
"""The largest amount, and the most that an account but the bank may hold (FB-M1, FB-M5)."""
POT = "pot"
NAMED = "account "
"""What stands before the name of an account that the table itself named."""
EVERYBODY = "all"
"""Stands for every seat but the one at the other end, as a source or as a target."""
USUAL_DICE = "1d6 2d6"
THIN, HARD = "\u202f", "\u00a0"
"""Blanks at which no line breaks."""

How = Literal["open", "sealed"]
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

    @property
    def lies_sealed(self) -> bool:
        """Whether sealed bids lie unopened."""
        return bool(self.sealed) and not self.tied


@dataclass(frozen=True, slots=True)
class Opened:
    """The sealed bids just opened, highest first. void: bids no purse covered."""

    what: str
    bids: tuple[tuple[int, int], ...]
    void: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PointsLine:
    """Points given (or taken) in a round."""

    seat: int
    points: int
    round: int
    reason: str


@dataclass(frozen=True, slots=True)
class FreeBankState(TableState):
    """A table of the free bank.

    auctions: put up so far. opened: the last sealed bids, until something else happens. unread:
    sealed bids were replaced or called off, so nobody may read them before the end. fallen: the
    last dice, who rolled (None: the banker), their sides, and what they show. clock: seconds of
    the countdown and when it began. steps: how often money or points moved. moved_by: how often
    each seat moved money (None: the banker between accounts).
    """

    end_rule, leave_rule = "FB-E1", "FB-E3"
    called_off = {"is_over": True, "clock": None, "auction": None}
    setup: Setup
    ledger: Ledger
    salary: int
    auction: UpForAuction | None = None
    auctions: int = 0
    opened: Opened | None = None
    unread: bool = False
    round: int = 1
    lines: tuple[PointsLine, ...] = ()
    fallen: tuple[int | None, int, tuple[int, ...]] | None = None
    clock: tuple[int, int] | None = None
    steps: int = 0
    moved_by: Mapping[int | None, int] = field(default_factory=dict)
    is_over: bool = False

    movers = option[str]("movers")
    """Who moves money: "pay", "pay_and_take" or "banker" (FB-S2)."""
    standing = option[Standing]("standing")
    """What the final account ranks by (FB-E1)."""
    unit = option[str]("unit")
    """What is written behind an amount."""
    currency = option[str]("currency")
    """What the money is called, "" where nobody said."""
    start = option[int]("start")
    """What every purse began with."""
    dice = option[str]("dice", USUAL_DICE)
    """The dice that one tap rolls, with blanks between, or "none" (FB-S4)."""
    has_auctions = option[bool]("auctions", True)
    """Whether anything is put up for auction (FB-S4)."""

    @property
    def stage(self) -> Stage:
        """Where the table is: free, in an auction, or over."""
        if self.is_over:
            return "over"
        if self.auction is None:
            return "free"
        return "tied" if self.auction.tied else self.auction.how

    @property
    def accounts(self) -> tuple[str, ...]:
        """Every account: purses of who is here, clockwise, the bank, the pot, the named ones."""
        return tuple(name for name in self.ledger.balances if seat_of(name) not in self.gone)

    @property
    def uses_money(self) -> bool:
        """Whether anybody has, had or owes any."""
        balances = self.ledger.balances
        return self.start > 0 or self.salary > 0 or any(balances.values())

    def said(self, amount: int) -> str:
        """Return an amount with the table's unit."""
        return said(amount, self.unit)

    def words(self, account: str) -> Sentence | str:
        """Return what people call an account, or everybody."""
        if account == EVERYBODY:
            return say("Everybody")
        seat = seat_of(account)
        return account_words(account) if seat is None else self.name(seat)

    def can_spend(self, account: str) -> int | None:
        """Return the most an account can pay, None for the bank, which never runs dry."""
        if account not in self.ledger.floors:
            return None
        return self.ledger.balance(account) - self.ledger.floors[account]

    def points(self, seat: int) -> int:
        """Return a seat's points."""
        return sum(line.points for line in self.lines if line.seat == seat)

    def kept_for_bids(self, correction: Action | None = None) -> Mapping[str, int]:
        """Return the purse that a standing open bid rests on, and what it must keep (FB-A2)."""
        standing = None if self.auction is None else self.auction.bids.standing
        if standing is None:
            return {}
        account = purse(standing.seat)
        return {account: standing.amount + self.ledger.floors[account]}

    def stopped(self) -> Self:
        """Return the game ended; sealed bids that lie there are never read."""
        unread = self.unread or (self.auction is not None and self.auction.lies_sealed)
        return replace(TableState.stopped(self), unread=unread)

    def check_balances(self, balances: Mapping[str, int]) -> None:
        for account in self.ledger.floors:
            if abs(balances[account] - self.ledger.balance(account)) > MOST:
                raise Refusal("amount_too_large", "FB-M1", say("Count this in two steps."))
        require_limits(self, balances)

    def account_names(self) -> Mapping[str, Sentence]:
        within = {BANK: say("the bank"), POT: say("the pot")}
        return {
            one: within.get(one) or say("{name}", name=self.words(one))
            for one in self.ledger.balances
        }


@dataclass(frozen=True, slots=True)
class MoneyEvent(Event):
    """What happened with money; an amount is told with the table's unit."""

    def display_value(self, state: FreeBankState, name: str) -> object:
        said = Event.display_value(self, state, name)
        if isinstance(said, int):
            return state.said(said)
        if name == "what":
            return said or say("The auction")
        return state.words(str(said)) if name == "target" else said


def named_account(name: str) -> str:
    """Return the account of that name."""
    return NAMED + name


def account_words(account: str) -> Sentence | str:
    """Return what people call an account that is no purse."""
    if account == BANK:
        return say("The bank")
    return say("The pot") if account == POT else account.removeprefix(NAMED)


def grouped(amount: int) -> str:
    """Return an amount as people read it: long ones in groups of three, a real minus before it."""
    digits = f"{abs(amount):,}".replace(",", THIN) if abs(amount) >= 10_000 else str(abs(amount))
    return f"−{digits}" if amount < 0 else digits


def said(amount: int, unit: str) -> str:
    """Return an amount with its unit behind it, where the table has one."""
    return f"{grouped(amount)}{HARD}{unit}" if unit else grouped(amount)


def require_player(state: FreeBankState, seat: int) -> None:
    """Raise ``game_over``, ``unknown_seat`` unless somebody sits there, or ``seat_left``."""
    require_running(state)
    require_seat(state, seat, "FB-S1")
    if seat in state.gone:
        told = say("{name} has left.", name=state.name(seat)).to_you("You have left.")
        raise Refusal("seat_left", "FB-E3", told, about=(seat,))


def require_limits(state: FreeBankState, balances: Mapping[str, int]) -> None:
    """Raise ``account_full`` where an account but the bank would hold more than any may."""
    for account, balance in balances.items():
        if account in state.ledger.floors and balance > MOST:
            raise account_full("FB-M5", state.words(account))


def account_full(rule: str, account: Sentence | str) -> Refusal:
    """Return the refusal of more than an account, or points, may ever be."""
    words = say("{account} would have more than {most}.", account=account, most=MOST)
    return Refusal("account_full", rule, words)


def waiting(state: FreeBankState) -> PendingDecision:
    """Return what the table waits for; no seats: nobody in particular."""
    auction = state.auction
    if state.is_over:
        return PendingDecision(say("The game is over."))
    if auction is None:
        return PendingDecision(
            say("Round {round}: play on; pay when your game says so.", round=state.round)
        )
    if state.stage == "open":
        return waiting_for_bids(auction.bids, _called(state, auction))
    if state.stage == "sealed":
        missing = tuple(seat for seat in state.here if seat not in auction.sealed)
        names = tuple(map(state.name, missing))
        return PendingDecision(
            say(
                "{what}: still to bid in secret: {names}.", what=what_words(auction), names=names
            ).to_you("{what}: make your sealed bid."),
            missing,
        )
    return PendingDecision(
        say(
            "Same bid from {names}: the banker says who takes {what}.",
            names=together(map(state.name, auction.tied)),
            what=what_words(auction),
        )
    )


def what_words(auction: UpForAuction) -> Sentence | str:
    """Return what is up for auction as it is said."""
    return auction.what or say("Auction {number}", number=auction.number)


def _called(state: FreeBankState, auction: UpForAuction) -> Sentence:
    standing = auction.bids.standing
    what, lowest = what_words(auction), auction.bids.lowest_bid
    if standing is None:
        return say("{what}: who bids {lowest} or more?", what=what, lowest=state.said(lowest))
    return say(
        "{what}: {name} bids {amount}. Who bids {lowest} or more?",
        what=what,
        name=state.name(standing.seat),
        amount=state.said(standing.amount),
        lowest=state.said(lowest),
    )
