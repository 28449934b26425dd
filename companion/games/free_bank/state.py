"""The state of a free bank: its accounts, the formatting of amounts, and the prompts.

Besides the seats' purses, there are accounts for the bank and the pot, and any accounts that the
table named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from companion.games.free_bank.auction_kinds import KINDS, AuctionKind, How
from companion.mechanics.actions.base import Action, Event
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.auctions.once_around import OnceAround
from companion.mechanics.auctions.open_auction import OpenAuction, waiting_for_bids
from companion.mechanics.clocks.clock import Timer
from companion.mechanics.clocks.turn_clock import turn_of, whose_turn
from companion.mechanics.language.amounts import WHOLE_NUMBERS, Denomination, grouped
from companion.mechanics.language.texts import single_spaced
from companion.mechanics.language.words import Sentence, say, together
from companion.mechanics.money.ledger import BANK, Ledger, purse, seat_of
from companion.mechanics.play.table import (
    PendingDecision,
    Setup,
    TableState,
    option,
    require_running,
    require_seat,
)
from companion.mechanics.values.codec import LARGEST

MOST = LARGEST
"""The maximum of a single amount and of any account's balance except the bank's.

Rules FB-M1 and FB-M5.
"""
MOST_HIDDEN = MOST // 1000
"""The maximum by which a hidden balance can grow at once, unless the agreed salary is higher.

A larger payment would reveal the balance: whether it is refused depends on what the account holds.
So the salary counts as it was agreed before the game, and only up to ``MOST_AGREED``.
"""
MOST_AGREED = MOST // 10
PLAYERS = range(1, 11)
POT = "pot"
NAMED = "account "
"""The prefix of the accounts that the table named."""
EVERYBODY = "all"
"""The source or target that means every seat except the one at the other end."""
USUAL_DICE = "1d6 2d6"
BETWEEN_NAMES = re.compile("[,;\n]")

Stage = Literal["free", "open", "sealed", "tied", "over"]
Movers = Literal["pay", "pay_and_take", "banker"]
Standing = Literal["most_money", "least_money", "most_points", "fewest_points"]


@dataclass(frozen=True, slots=True)
class UpForAuction:
    """An auction under way."""

    number: int
    """The number of the auction, counted from 1."""
    what: str
    """The name of the lot; may be empty."""
    how: How
    target: str
    """The account that receives the price."""
    lowest: int
    """The lowest allowed bid at the start."""
    bids: OpenAuction | OnceAround
    """The bids of an open auction."""
    sealed: Mapping[int, int] = field(default_factory=dict)
    """The sealed bids or secret limits, by seat."""
    tied: tuple[int, ...] = ()
    """The seats that share the highest bid, once the sealed bids are opened."""

    timer: Timer | None = None
    """The agreed time of the auction, or of one price if the price falls; None without a limit."""

    @property
    def kind(self) -> AuctionKind:
        """The policy of the auction."""
        return KINDS[self.how]

    @property
    def lies_sealed(self) -> bool:
        """Whether there are sealed bids that have not been opened."""
        return bool(self.sealed) and not self.tied


@dataclass(frozen=True, slots=True)
class Opened:
    """The sealed bids that have just been opened."""

    what: str
    bids: tuple[tuple[int, int], ...]
    """Pairs of seat and amount, highest bid first."""
    void: tuple[int, ...]
    """The seats whose money did not cover their bid, so that it does not count."""


@dataclass(frozen=True, slots=True)
class PointsLine:
    """Points that a seat gained or lost in a round."""

    seat: int
    points: int
    """Negative if points were taken away."""
    round: int
    reason: str


@dataclass(frozen=True, slots=True)
class PaymentRequest:
    """A payment that one seat asked another for, until it is answered or withdrawn."""

    number: int
    """The number of the request, counted from 1."""
    seat: int
    """The seat that asked."""
    payer: int
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class FreeBankState(TableState):
    """The state of a free bank."""

    end_rule, leave_rule, join_rule, order_rule = "FB-E1", "FB-E3", "FB-S6", "FB-S1"
    time_rule, team_rule = "FB-C1", "FB-S9"
    most_seats = PLAYERS[-1]
    called_off = {"is_over": True, "timer": None, "auction": None}
    setup: Setup
    ledger: Ledger
    salary: int
    auction: UpForAuction | None = None
    auctions: int = 0
    """The number of auctions so far."""
    opened: Opened | None = None
    """The latest opened bids, kept until the first event after their auction."""
    unread: bool = False
    """Whether some sealed bids were never opened and must stay secret until the end of the game.

    This happens if a sealed bid is replaced, or if the auction is called off.
    """
    round: int = 1
    lines: tuple[PointsLine, ...] = ()
    """The points given so far, oldest first."""
    fallen: tuple[int | None, int, tuple[int, ...]] | None = None
    """The latest dice roll: seat (None for the banker), number of sides, and faces."""
    steps: int = 0
    """The number of events so far that moved money or points."""
    moved_by: Mapping[int | None, int] = field(default_factory=dict)
    """The number of payments that each seat has made; the banker's are under None."""
    is_over: bool = False
    asked_for: tuple[PaymentRequest, ...] = ()
    """The requests that nobody has answered or withdrawn, oldest first."""
    requested: int = 0
    """The number of requests so far."""
    goods: Ledger = Ledger({})
    """The goods that were counted (FB-G1). An account is added when it is first used."""

    movers = option[Movers]("movers")
    """The people who may move money (FB-S2).

    "pay": players pay from their own purses. "pay_and_take": they may also take money from the
    bank, the pot and named accounts. "banker": only the banker moves money.
    """
    standing = option[Standing]("standing")
    """The criterion for the ranking: most or least money, or most or fewest points (FB-E1)."""
    unit = option[str]("unit")
    """The unit displayed after an amount; may be empty."""
    currency = option[str]("currency")
    """The name of the money; may be empty."""
    start = option[int]("start")
    """The starting money of every seat."""
    agreed_salary = option[int]("salary")
    """The salary that was agreed before the game; 0 if there was none."""
    dice = option[str]("dice", USUAL_DICE)
    """The dice that can be rolled with one tap, separated by spaces, or "none" (FB-S4)."""
    places = option[int]("places", 0)
    """The number of decimal places of the money: 0, 1 or 2 (FB-S8)."""
    has_auctions = option[bool]("auctions", True)
    """Whether auctions are enabled (FB-S4)."""
    is_hidden = option[bool]("hidden_money", False)
    """Whether each player sees only their own money until the end (FB-S7)."""

    @property
    def stage(self) -> Stage:
        """The current stage of the game.

        "free": no auction. "open" or "sealed": the kind of auction under way. "tied": the highest
        sealed bid is tied, and the banker chooses the winner. "over": the game has ended.
        """
        if self.is_over:
            return "over"
        if self.auction is None:
            return "free"
        if self.auction.tied:
            return "tied"
        return "sealed" if self.auction.kind.is_sealed else "open"

    @property
    def late_money(self) -> int:
        return self.start

    @property
    def requests(self) -> tuple[PaymentRequest, ...]:
        """The open requests between seats that have not left."""
        return tuple(one for one in self.asked_for if not {one.seat, one.payer} & set(self.gone))

    @property
    def accounts(self) -> tuple[str, ...]:
        """All accounts in order: purses of seats that have not left, bank, pot, named accounts."""
        return tuple(name for name in self.ledger.balances if seat_of(name) not in self.gone)

    @property
    def uses_money(self) -> bool:
        """Whether the game involves money: a starting amount, a salary, or any balance.

        If balances are hidden, this does not depend on them. Without any payment, only the goods
        may be what is hidden.
        """
        if self.start or self.salary:
            return True
        if self.is_hidden:
            return bool(self.moved_by) or not self.good_names
        return any(self.ledger.balances.values())

    @property
    def shows_money(self) -> bool:
        """Whether screens show money: it does if it is in use or decides the ranking."""
        return self.uses_money or self.standing.endswith("money")

    @property
    def denomination(self) -> Denomination:  # type: ignore[override]
        """How amounts are written at this table; "2M" means two million unless the unit is M."""
        names = tuple(filter(None, (self.unit, self.currency)))
        has_millions = not any(name.lower().startswith("m") for name in names)
        return Denomination(self.places, names, has_millions)

    @property
    def score_denomination(self) -> Denomination:  # type: ignore[override]
        return WHOLE_NUMBERS if self.standing.endswith("points") else self.denomination

    def figure(self, amount: int) -> Sentence | str:
        """Format an amount without its unit."""
        return self.denomination.said(amount)

    def coin(self, amount: int) -> Sentence | str:
        """Format the value of a chip; whole units have no decimal places, as on coins."""
        whole, part = divmod(amount, self.denomination.scale)
        return self.figure(amount) if part else grouped(whole)

    def said(self, amount: int) -> Sentence | str:
        """Format an amount with the table's unit."""
        return self.denomination.said(amount, self.unit)

    def written(self, amount: int) -> Sentence | str:
        return self.said(amount)

    def words(self, account: str) -> Sentence | str:
        """Return the display name of an account, or "Everyone" for ``EVERYBODY``."""
        if account == EVERYBODY:
            return say("Everyone")
        seat = seat_of(account)
        return account_words(account) if seat is None else self.name(seat)

    def can_spend(self, account: str) -> int | None:
        """Return the most that an account can pay, or None for the bank, which has no limit."""
        if account not in self.ledger.floors:
            return None
        return self.ledger.balance(account) - self.ledger.floors[account]

    def hidden_accounts(self, seat: int | None) -> frozenset[str]:
        """Return the accounts whose balances a seat may not see (FB-S7).

        The bank's balance is hidden too, because the sum of all balances is known. The account of
        a player who has left stays hidden, because an undo may bring the player back.
        """
        if not self.is_hidden or self.is_over:
            return frozenset()
        others = [purse(other) for other in self.seats if other != seat]
        return frozenset((BANK, *others)) if others else frozenset()

    def points(self, seat: int) -> int:
        return sum(line.points for line in self.lines if line.seat == seat)

    @property
    def good_names(self) -> tuple[str, ...]:
        """The names of the goods that are counted at this table."""
        return tuple(names_in(self.setup.options.get("goods", "")))

    def goods_of(self, seat: int) -> Mapping[str, int]:
        """Return how many of each good a seat has; none if its player has left (FB-G2)."""
        held = {} if seat in self.gone else self.goods.balances
        return {good: held.get(good_account(seat, good), 0) for good in self.good_names}

    def kept_for_bids(self, correction: Action | None = None) -> Mapping[str, int]:
        """Return the lowest balance that still covers the highest open bid, by account (FB-A2)."""
        standing = None if self.auction is None else self.auction.bids.standing
        if standing is None:
            return {}
        account = purse(standing.seat)
        return {account: standing.amount + self.ledger.floors[account]}

    def stopped(self) -> Self:
        """Return the state after the game is stopped.

        Sealed bids that were not opened stay secret.
        """
        unread = self.unread or (self.auction is not None and self.auction.lies_sealed)
        return replace(TableState.stopped(self), unread=unread)

    def resumed(self, at: int) -> Self:
        """Return the state after a pause, whose time is also added to that of the auction."""
        later, up = TableState.resumed(self, at), self.auction
        if up is None or up.timer is None or self.paused_at is None:
            return later
        timer = up.timer.put_off(self.paused_at, at)
        return replace(later, auction=replace(up, timer=timer))

    def check_balances(self, balances: Mapping[str, int]) -> None:
        for account in self.ledger.floors:
            if abs(balances[account] - self.ledger.balance(account)) > MOST:
                raise _too_large()
        require_limits(self, balances)

    def account_names(self) -> Mapping[str, Sentence]:
        within = {BANK: say("the bank"), POT: say("the pot")}
        return {
            one: within.get(one) or say("{name}", name=self.words(one))
            for one in self.ledger.balances
        }


@dataclass(frozen=True, slots=True)
class MoneyEvent(Event[FreeBankState]):
    """Base class for events that display whole numbers as amounts with the table's unit."""

    def display_value(self, state: FreeBankState, name: str) -> object:
        value = Event.display_value(self, state, name)
        if isinstance(value, int):
            return state.said(value)
        if name == "what":
            return value or say("The auction")
        return state.words(str(value)) if name == "target" else value


def named_account(name: str) -> str:
    """Return the identifier of the account with this name."""
    return NAMED + name


def good_account(owner: int | str, good: str) -> str:
    """Return the identifier of an account for a good.

    owner: a seat, or "stock".
    """
    return f"good {owner} {good}"


def names_in(text: object) -> list[str]:
    """Return the names in the text of a setting."""
    return [single_spaced(name) for name in BETWEEN_NAMES.split(str(text)) if name.strip()]


def account_words(account: str) -> Sentence | str:
    """Return the display name of an account that does not belong to a seat."""
    if account == BANK:
        return say("The bank")
    return say("The pot") if account == POT else account.removeprefix(NAMED)


def require_player(state: FreeBankState, seat: int) -> None:
    """Raise a refusal unless the game is running and the seat takes part in it.

    Raises ``game_over``, ``unknown_seat``, ``seat_left``.
    """
    require_running(state)
    require_seat(state, seat, "FB-S1")
    state.require_playing(seat)


def require_limits(state: FreeBankState, balances: Mapping[str, int]) -> None:
    """Raise ``account_full`` if any account but the bank's would exceed ``MOST`` (FB-M5).

    Raises ``amount_too_large`` if a hidden balance would grow by more than ``MOST_HIDDEN``
    and the agreed salary.

    balances: the new balances of the accounts that change.
    """
    most_at_once = max(MOST_HIDDEN, min(state.agreed_salary, MOST_AGREED))
    for account in balances.keys() & state.ledger.floors.keys() & state.hidden_accounts(None):
        if balances[account] - state.ledger.balance(account) > most_at_once:
            raise _too_large()
    for account, balance in balances.items():
        if account in state.ledger.floors and balance > MOST:
            raise account_full("FB-M5", state.words(account), state.denomination)


def _too_large() -> Refusal:
    words = say("This change is too large. Make it in two steps.")
    return Refusal("amount_too_large", "FB-M1", words)


def account_full(
    rule: str, account: Sentence | str, denomination: Denomination = WHOLE_NUMBERS
) -> Refusal:
    """Return the refusal for an account or score that would exceed ``MOST``.

    account: the name of the account, or of the player who scores.
    denomination: how the limit is written.
    """
    most = denomination.figure(MOST)
    words = say("{account} would have more than {most}.", account=account, most=most)
    return Refusal("account_full", rule, words)


def waiting(state: FreeBankState) -> PendingDecision:
    """Return the pending decision.

    It names the seats that may still bid. Without an auction, or after tied bids, it names none.
    """
    auction = state.auction
    if state.is_over:
        return PendingDecision(say("The game is over."))
    if auction is None and state.requests:
        return _waiting_for_payers(state)
    turn = turn_of(state)
    if auction is None and turn is not None:
        return PendingDecision(whose_turn(state, turn), () if turn in state.gone else (turn,))
    if auction is None:
        money = say("Round {round}. Pay whenever your game says so.", round=state.round)
        points = say("Round {round}. Enter points whenever your game says so.", round=state.round)
        return PendingDecision(money if state.shows_money else points)
    if isinstance(auction.bids, OnceAround):
        return PendingDecision(_turn_prompt(state, auction, auction.bids), auction.bids.to_act)
    if state.stage == "open":
        return waiting_for_bids(auction.bids, _bid_prompt(state, auction), state.denomination)
    if state.stage == "sealed":
        missing = tuple(seat for seat in state.here if seat not in auction.sealed)
        names = together(map(state.name, missing))
        return PendingDecision(
            say(
                "{what}: waiting for {names} to submit a sealed bid.",
                what=what_words(auction),
                names=names,
            ).to_you("{what}: submit your sealed bid."),
            missing,
        )
    return PendingDecision(
        say(
            "Tied: {names}. The banker chooses who wins {what}.",
            names=together(map(state.name, auction.tied)),
            what=what_words(auction),
        )
    )


def _waiting_for_payers(state: FreeBankState) -> PendingDecision:
    first, payers = state.requests[0], {one.payer for one in state.requests}
    if len(state.requests) > 1:
        names = together(map(state.name, sorted(payers)))
        words = say("Payments were asked for. Waiting for {names}.", names=names)
        return PendingDecision(
            words.to_you("Accept or decline the payments that others ask you for."),
            tuple(sorted(payers)),
        )
    sentence = say(
        "{name} asks {payer} for {amount}.",
        name=state.name(first.seat),
        payer=state.name(first.payer),
        amount=state.said(first.amount),
    ).to_you("{name} asks you for {amount}.")
    return PendingDecision(sentence, (first.payer,))


def what_words(auction: UpForAuction) -> Sentence | str:
    """Return the name of the lot, or "Auction" and its number if the lot has no name."""
    return auction.what or say("Auction {number}", number=auction.number)


def _turn_prompt(state: FreeBankState, auction: UpForAuction, bids: OnceAround) -> Sentence:
    return say(
        "{what}: {name} bids {lowest} or more, or passes.",
        what=what_words(auction),
        name=together(map(state.name, bids.to_act)),
        lowest=state.said(bids.lowest_bid),
    ).to_you("{what}: bid {lowest} or more, or pass.")


def _bid_prompt(state: FreeBankState, auction: UpForAuction) -> Sentence:
    standing = auction.bids.standing
    what, lowest = what_words(auction), auction.bids.lowest_bid
    if auction.kind.falls:
        return say(
            "{what}: who takes it for {lowest}?", what=what, lowest=state.said(lowest)
        ).to_you("{what}: take it for {lowest}, or wait.")
    if standing is None:
        return say(
            "{what}: who bids {lowest} or more?", what=what, lowest=state.said(lowest)
        ).to_you("{what}: bid {lowest} or more, or pass.")
    return say(
        "{what}: {name} bids {amount}. Who bids {lowest} or more?",
        what=what,
        name=state.name(standing.seat),
        amount=state.said(standing.amount),
        lowest=state.said(lowest),
    ).to_you("{what}: {name} bids {amount}. Bid {lowest} or more, or pass.")
