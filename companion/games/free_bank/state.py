"""The state of a free bank: its accounts, the wording of amounts, and the prompts.

The limits are the app's own. The accounts beside the seats are the bank, the pot, and those that
the table named.
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
"""The largest amount, and the most that any account except the bank may hold (FB-M1, FB-M5)."""
POT = "pot"
NAMED = "account "
"""The prefix of an account that the table named."""
EVERYBODY = "all"
"""As a source or a target: every seat except the one at the other end."""
USUAL_DICE = "1d6 2d6"
THIN, HARD = "\u202f", "\u00a0"
"""Blanks at which no line breaks."""

How = Literal["open", "sealed"]
Stage = Literal["free", "open", "sealed", "tied", "over"]
Movers = Literal["pay", "pay_and_take", "banker"]
Standing = Literal["most_money", "least_money", "most_points", "fewest_points"]


@dataclass(frozen=True, slots=True)
class UpForAuction:
    """An auction under way."""

    number: int
    """Counted from 1."""
    what: str
    """The name of the lot, "" for none."""
    how: How
    target: str
    """The account that gets the money."""
    lowest: int
    bids: OpenAuction
    """The bids of an open auction."""
    sealed: Mapping[int, int] = field(default_factory=dict)
    """The sealed bids by seat."""
    tied: tuple[int, ...] = ()
    """The seats with the same highest bid, once sealed bids are opened."""

    @property
    def lies_sealed(self) -> bool:
        """Whether there are sealed bids that are not opened."""
        return bool(self.sealed) and not self.tied


@dataclass(frozen=True, slots=True)
class Opened:
    """The sealed bids just opened."""

    what: str
    bids: tuple[tuple[int, int], ...]
    """Seat and amount, the highest first."""
    void: tuple[int, ...]
    """The seats whose money did not cover their bid."""


@dataclass(frozen=True, slots=True)
class PointsLine:
    """Points given (or taken) in a round."""

    seat: int
    points: int
    round: int
    reason: str


@dataclass(frozen=True, slots=True)
class FreeBankState(TableState):
    """The state of a free bank."""

    end_rule, leave_rule = "FB-E1", "FB-E3"
    called_off = {"is_over": True, "clock": None, "auction": None}
    setup: Setup
    ledger: Ledger
    salary: int
    auction: UpForAuction | None = None
    auctions: int = 0
    """The number of auctions so far."""
    opened: Opened | None = None
    """The last opened bids, until the next event after their auction."""
    unread: bool = False
    """Whether sealed bids were replaced or called off, so that they stay secret until the end."""
    round: int = 1
    lines: tuple[PointsLine, ...] = ()
    fallen: tuple[int | None, int, tuple[int, ...]] | None = None
    """The last dice: the seat that rolled (None: the banker), their sides, their faces."""
    clock: tuple[int, int] | None = None
    """The countdown: its seconds, and its start in seconds since the epoch."""
    steps: int = 0
    """The number of times that money or points moved."""
    moved_by: Mapping[int | None, int] = field(default_factory=dict)
    """The number of times that each seat moved money (None: the banker between accounts)."""
    is_over: bool = False

    movers = option[Movers]("movers")
    """Who moves money: "pay", "pay_and_take" or "banker" (FB-S2)."""
    standing = option[Standing]("standing")
    """What decides the ranking (FB-E1)."""
    unit = option[str]("unit")
    """What stands behind an amount."""
    currency = option[str]("currency")
    """The name of the money, "" for none."""
    start = option[int]("start")
    """The starting amount of every seat."""
    dice = option[str]("dice", USUAL_DICE)
    """The dice that one tap rolls, separated by spaces, or "none" (FB-S4)."""
    has_auctions = option[bool]("auctions", True)
    """Whether the table holds auctions (FB-S4)."""

    @property
    def stage(self) -> Stage:
        """The stage: free, an auction, or over."""
        if self.is_over:
            return "over"
        if self.auction is None:
            return "free"
        return "tied" if self.auction.tied else self.auction.how

    @property
    def accounts(self) -> tuple[str, ...]:
        """All accounts: those of present seats, clockwise, the bank, the pot, the named ones."""
        return tuple(name for name in self.ledger.balances if seat_of(name) not in self.gone)

    @property
    def uses_money(self) -> bool:
        """Whether anybody has, had or owes money."""
        balances = self.ledger.balances
        return self.start > 0 or self.salary > 0 or any(balances.values())

    def said(self, amount: int) -> str:
        """Return an amount with the table's unit."""
        return said(amount, self.unit)

    def words(self, account: str) -> Sentence | str:
        """Return the name of an account, or of everybody."""
        if account == EVERYBODY:
            return say("Everybody")
        seat = seat_of(account)
        return account_words(account) if seat is None else self.name(seat)

    def can_spend(self, account: str) -> int | None:
        """Return the most that an account can pay, None for the bank, which never runs out."""
        if account not in self.ledger.floors:
            return None
        return self.ledger.balance(account) - self.ledger.floors[account]

    def points(self, seat: int) -> int:
        """Return a seat's points."""
        return sum(line.points for line in self.lines if line.seat == seat)

    def kept_for_bids(self, correction: Action | None = None) -> Mapping[str, int]:
        """Return the account behind the standing open bid, and the balance to keep (FB-A2)."""
        standing = None if self.auction is None else self.auction.bids.standing
        if standing is None:
            return {}
        account = purse(standing.seat)
        return {account: standing.amount + self.ledger.floors[account]}

    def stopped(self) -> Self:
        """Return the state of the stopped game; sealed bids that are not opened stay secret."""
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
class MoneyEvent(Event[FreeBankState]):
    """An event about money, whose line has amounts with the table's unit."""

    def display_value(self, state: FreeBankState, name: str) -> object:
        value = Event.display_value(self, state, name)
        if isinstance(value, int):
            return state.said(value)
        if name == "what":
            return value or say("The auction")
        return state.words(str(value)) if name == "target" else value


def named_account(name: str) -> str:
    """Return the account of that name."""
    return NAMED + name


def account_words(account: str) -> Sentence | str:
    """Return the name of an account that belongs to no seat."""
    if account == BANK:
        return say("The bank")
    return say("The pot") if account == POT else account.removeprefix(NAMED)


def grouped(amount: int) -> str:
    """Return an amount with a real minus sign and, from five digits, in groups of three."""
    digits = f"{abs(amount):,}".replace(",", THIN) if abs(amount) >= 10_000 else str(abs(amount))
    return f"−{digits}" if amount < 0 else digits


def said(amount: int, unit: str) -> str:
    """Return an amount with its unit behind it, where the table has one."""
    return f"{grouped(amount)}{HARD}{unit}" if unit else grouped(amount)


def require_player(state: FreeBankState, seat: int) -> None:
    """Raise ``game_over``, ``unknown_seat`` or ``seat_left`` unless the seat is in the game."""
    require_running(state)
    require_seat(state, seat, "FB-S1")
    if seat in state.gone:
        sentence = say("{name} has left.", name=state.name(seat)).to_you("You have left.")
        raise Refusal("seat_left", "FB-E3", sentence, about=(seat,))


def require_limits(state: FreeBankState, balances: Mapping[str, int]) -> None:
    """Raise ``account_full`` if any account except the bank would hold more than ``MOST``."""
    for account, balance in balances.items():
        if account in state.ledger.floors and balance > MOST:
            raise account_full("FB-M5", state.words(account))


def account_full(rule: str, account: Sentence | str) -> Refusal:
    """Return the refusal of more than ``MOST`` in an account, or of points."""
    words = say("{account} would have more than {most}.", account=account, most=MOST)
    return Refusal("account_full", rule, words)


def waiting(state: FreeBankState) -> PendingDecision:
    """Return the pending decision, with the prompt; no seats: nobody in particular."""
    auction = state.auction
    if state.is_over:
        return PendingDecision(say("The game is over."))
    if auction is None:
        return PendingDecision(
            say("Round {round}: play on; pay when your game says so.", round=state.round)
        )
    if state.stage == "open":
        return waiting_for_bids(auction.bids, _bid_prompt(state, auction))
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
    """Return the name of the lot, or "Auction" with its number."""
    return auction.what or say("Auction {number}", number=auction.number)


def _bid_prompt(state: FreeBankState, auction: UpForAuction) -> Sentence:
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
