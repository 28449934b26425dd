"""Auctions in turns: each bid is higher than the last, and the last seat left wins.

``Auction`` is the state of one: whose turn it is, who passed, the highest bid. What differs between
games is declared once, in a game's ``AuctionPolicy``: the rules that refusals cite, how much a seat
can bid, what the award leads to. From it the actions are made: ``Bid`` and ``Pass`` here,
``early_pass.PassEarly`` and ``recorded_sale.RecordSale``. The events are ``BidMade`` and
``Passed``.

Where a game has the setting ``app_passes`` and the table chose it, the app passes for every seat
that cannot outbid the highest bid, in the step of that bid.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from companion.mechanics import deprecated, loans
from companion.mechanics.event_sourcing import Action, Button, Event, event
from companion.mechanics.menu import Candidate, Range
from companion.mechanics.options import Choice, Option
from companion.mechanics.pending_events import PendingEvents
from companion.mechanics.refusal import Refusal, not_none
from companion.mechanics.table import PendingDecision, TableState, require_seat, require_stage
from companion.mechanics.words import Sentence, say

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    D = TypeVar("D", bound=DataclassInstance)

S = TypeVar("S", bound=TableState)


def app_passes(who: Sentence, hint: Sentence | None = None) -> Option:
    """Return the setting whether the app passes for seats that cannot do anything else."""
    choices = Choice(True, say("the app passes at once")), Choice(False, say("passes by tapping"))
    return Option("app_passes", who, choices, hint, is_late=True)


def speaking_order(seats: int, first: int, *, clockwise: bool = True) -> tuple[int, ...]:
    """Return all seats in bidding order; seats are numbered clockwise from 0."""
    step = 1 if clockwise else -1
    return tuple((first + step * place) % seats for place in range(seats))


@dataclass(frozen=True, slots=True)
class StandingBid:
    """The highest bid so far."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Award:
    """The result of an auction."""

    seat: int | None
    """The winner; None if nobody bid."""
    amount: int
    """The price, 0 if nobody bid."""


class AscendingAuction:
    """Base of auctions in which bids rise and a seat that passes is out."""

    __slots__ = ()
    passed: frozenset[int]
    standing: StandingBid | None
    floor: int
    """The lowest first bid."""
    step: int
    """The least by which a bid must rise."""

    @property
    def lowest_bid(self) -> int:
        """The lowest bid that is legal now."""
        return self.floor if self.standing is None else self.standing.amount + self.step

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that have not passed."""
        raise NotImplementedError

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may bid or pass now."""
        raise NotImplementedError

    @property
    def award(self) -> Award | None:
        """The result, None while the auction goes on."""
        raise NotImplementedError

    def bid(self, seat: int, amount: int) -> Self:
        """Return the auction after a legal bid."""
        raise NotImplementedError

    def pass_by(self, seat: int) -> Self:
        """Return the auction after a seat passed."""
        raise NotImplementedError


B = TypeVar("B", bound=AscendingAuction)


def bidding_status(auction: AscendingAuction | None, seat: int) -> str:
    """Return "passed", "high" for the highest bidder, otherwise "in"; "" without an auction."""
    if auction is None:
        return ""
    if seat in auction.passed:
        return "passed"
    standing = auction.standing
    return "high" if standing is not None and standing.seat == seat else "in"


@dataclass(frozen=True, slots=True)
class Auction(AscendingAuction):
    """The state of one auction in turns."""

    order: tuple[int, ...]
    """The seats in bidding order."""
    turn: int
    """The seat whose turn it is."""
    passed: frozenset[int] = frozenset()
    standing: StandingBid | None = None
    floor: int = 1
    step: int = 1
    free_for_last: bool = False
    """Whether the last seat of the order wins for nothing if all others pass."""
    spoken: frozenset[int] = frozenset()
    """The seats that have bid or passed at least once."""

    @classmethod
    def opened(
        cls, order: Iterable[int], *, floor: int = 1, step: int = 1, free_for_last: bool = False
    ) -> Auction:
        """Return an auction without bids; the first seat of the order begins."""
        seats = tuple(order)
        return cls(seats, seats[0], floor=floor, step=step, free_for_last=free_for_last)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The one seat whose turn it is."""
        return (self.turn,)

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that have not passed, in bidding order."""
        return tuple([seat for seat in self.order if seat not in self.passed])

    @property
    def award(self) -> Award | None:
        """The result, None while the auction goes on.

        A seat left alone without a bid may still bid, unless it wins for nothing.
        """
        active = self.active
        if not active:
            return Award(None, 0)
        if len(active) > 1:
            return None
        if self.standing is not None:
            return Award(self.standing.seat, self.standing.amount)
        if self.free_for_last and active[0] == self.order[-1]:
            return Award(active[0], 0)
        return None

    def bid(self, seat: int, amount: int) -> Self:
        raised = replace(self, standing=StandingBid(seat, amount), spoken=self.spoken | {seat})
        return replace(raised, turn=raised._after(seat))

    def pass_by(self, seat: int) -> Self:
        """Return the auction after a seat passed, in its turn or before it."""
        fewer = replace(self, passed=self.passed | {seat}, spoken=self.spoken | {seat})
        return replace(fewer, turn=fewer._after(seat)) if seat == self.turn else fewer

    def restarted(self) -> Auction:
        """Return the auction as it was opened, without bids and passes."""
        return Auction.opened(
            self.order, floor=self.floor, step=self.step, free_for_last=self.free_for_last
        )

    def _after(self, seat: int) -> int:
        """Return the next active seat after a seat, or the seat itself if it is alone."""
        place = self.order.index(seat)
        for other in self.order[place + 1 :] + self.order[:place]:
            if other not in self.passed:
                return other
        return seat


def require_not_passed(passed: Collection[int], seat: int, rule: str) -> None:
    """Raise ``already_passed`` if the seat has passed."""
    if seat in passed:
        raise Refusal(
            "already_passed",
            rule,
            say("Whoever passed is out of this auction; wait for the next one."),
        )


def require_turn(
    auction: Auction, seat: int, *, pass_rule: str, order_rule: str, name: str
) -> None:
    """Raise ``already_passed`` or ``out_of_turn`` unless it is the seat's turn.

    name: the player whose turn it is.
    """
    require_not_passed(auction.passed, seat, pass_rule)
    if seat != auction.turn:
        raise Refusal(
            "out_of_turn",
            order_rule,
            say("It is {name}’s turn to bid or pass.", name=name),
        )


def require_auction(state: S, waiting: Callable[[S], PendingDecision], rule: str) -> Auction:
    """Return the auction of a table at stage "auction"; raises ``game_over``, ``not_now``."""
    table: Any = state  # No type is both a TableState and a table with an auction.
    require_stage(table, "auction", rule, waiting)
    auction: Auction = table.auction
    return auction


def require_turn_to_bid(
    state: S,
    seat: int,
    waiting: Callable[[S], PendingDecision],
    rule: str,
    *,
    seat_rule: str,
    pass_rule: str = "",
    order_rule: str = "",
) -> Auction:
    """Return the auction of a table at stage "auction", if it is the seat's turn.

    rule: cited where no other rule is given. Raises ``unknown_seat``, ``game_over``, ``not_now``,
    ``already_passed``, ``out_of_turn``.
    """
    require_seat(state, seat, seat_rule)
    auction = require_auction(state, waiting, rule)
    if seat != auction.turn:
        name = state.name(auction.turn)
        require_turn(
            auction, seat, pass_rule=pass_rule or rule, order_rule=order_rule or rule, name=name
        )
    return auction


def bid_prompt(name: str, lowest: int) -> Sentence:
    """Return the prompt for a player's bid or pass."""
    prompt = say("{name} bids {lowest} or more, or passes.", name=name, lowest=lowest)
    return prompt.to_you("Bid {lowest} or more, or pass.")


def bidder_prompt(state: TableState) -> PendingDecision:
    """Return the pending decision of the seat whose turn it is in ``state.auction``."""
    table: Any = state
    auction: Auction = table.auction
    return PendingDecision(
        bid_prompt(state.name(auction.turn), auction.lowest_bid), (auction.turn,)
    )


def cannot_bid(name: str, lowest: int) -> Sentence:
    """Return the prompt for a player who has too little to bid and must pass."""
    prompt = say("{name} cannot bid {lowest} and has to pass.", name=name, lowest=lowest)
    return prompt.to_you("You cannot bid {lowest}: pass.")


def require_amount(
    auction: AscendingAuction, amount: int, rule: str, allowed: Sentence | None = None
) -> None:
    """Raise ``bid_too_low`` for less than the lowest bid.

    allowed: what a bidder may do who cannot pay the lowest bid.
    """
    if amount < auction.lowest_bid:
        raise _too_low(auction.lowest_bid, rule, allowed)


def _too_low(lowest: int, rule: str, allowed: Sentence | None) -> Refusal:
    more = say("Bid {lowest} or more, or pass.", lowest=lowest)
    return Refusal("bid_too_low", rule, more if allowed is None else allowed)


@dataclass(frozen=True, slots=True)
class BidLimit:
    """The range of a seat's legal bids."""

    most: int | None
    """The highest legal bid, None without a limit."""
    lowest: int
    why: Callable[[bool], Refusal]
    """Makes the refusal of a bid above ``most``; True: ``most`` is below ``lowest``."""

    @property
    def instead(self) -> Sentence | None:
        """What a seat may do that cannot pay the lowest bid, None for any other seat."""
        is_short = self.most is not None and self.most < self.lowest
        return self.why(True).sentence if is_short else None

    def above(self, amount: int) -> Refusal | None:
        """Return the refusal of a bid above the limit, None for a bid within it."""
        if self.most is None or amount <= self.most:
            return None
        return self.why(self.most < self.lowest)

    def require(self, amount: int, rule: str) -> None:
        """Raise ``bid_too_low``, citing the rule, or the refusal of a bid above the limit."""
        if amount < self.lowest:
            raise _too_low(self.lowest, rule, self.instead)
        if self.most is not None and amount > self.most:
            raise self.why(self.most < self.lowest)


def limit_prompt(most: int | None, lowest: int, reach: int, is_short: bool) -> Sentence:
    """Return the remedy of a seat that holds ``most``; reach: its limit with a loan."""
    if is_short and reach >= lowest:
        return say("You have {highest}: borrow first, or pass.", highest=most)
    if is_short:
        return say("You have {highest}: pass.", highest=most)
    if reach > (most or 0):
        return say("You have {highest}: bid no more, borrow first, or pass.", highest=most)
    return say("You have {highest}: bid no more, or pass.", highest=most)


@dataclass(frozen=True, slots=True)
class AuctionEvent(Event):
    """Base of a bid and a pass."""

    within: ClassVar[tuple[str, str] | None] = None
    """The field of the state that holds the lot, and the lot's field that holds the auction.

    None: the field ``auction`` of the state holds the auction.
    """
    seat: int

    def changed(self, auction: B) -> B:
        """Return the auction after the event."""
        raise NotImplementedError

    def apply(self, state: D) -> D:
        if self.within is None:
            return self._applied(state, "auction")
        lot, bids = self.within
        return replace(state, **{lot: self._applied(getattr(state, lot), bids)})

    def _applied(self, holder: D, name: str) -> D:
        return replace(holder, **{name: self.changed(getattr(holder, name))})


@event("bid_made")
class BidMade(AuctionEvent):
    """A seat bid an amount."""

    amount: int
    line: ClassVar[Sentence | None] = say("{name} bids {amount}.")

    def changed(self, auction: B) -> B:
        return auction.bid(self.seat, self.amount)


@event("passed")
class Passed(AuctionEvent):
    """A seat left the auction."""

    line: ClassVar[Sentence | None] = say("{name} passes.")

    def changed(self, auction: B) -> B:
        return auction.pass_by(self.seat)


@event("passed_by_app")
class PassedByApp(Passed):
    """The app passed for a seat that cannot make the lowest bid."""

    line: ClassVar[Sentence | None] = say("{name} cannot bid {lowest} and passes.")
    lowest: int


class AuctionRules(NamedTuple):
    """The ids of the rules that the refusals of an auction cite."""

    seats: str
    """By which seats are known."""
    start: str
    """By which an auction begins, cited where there is none."""
    turns: str
    """By which seats bid in turn."""
    bids: str
    """By which bids rise."""
    passes: str
    """By which a seat that passed is out."""
    end: str
    """By which an auction ends."""


class AuctionPolicy(Generic[S]):
    """A game's auctions, declared once for its bids, passes and recorded sales.

    S: the state of a table. Auctions in turns have a ``TurnAuctionPolicy``.
    """

    rules: ClassVar[AuctionRules]
    bid_made: ClassVar[Callable[..., AuctionEvent]] = BidMade
    """Makes the event of a bid from a seat and an amount."""
    passed: ClassVar[Callable[..., AuctionEvent]] = Passed
    """Makes the event of a pass from a seat."""
    passed_by_app: ClassVar[Callable[..., AuctionEvent]] = PassedByApp
    """Makes the event of a pass by the app from a seat and the lowest bid."""

    def rules_at(self, state: S) -> AuctionRules:
        """Return the rules of the auction under way; they may differ between lots."""
        return self.rules

    def number(self, state: S) -> int:
        """Return the number of the auction under way, so that late bids and passes are refused."""
        raise NotImplementedError

    def auction_in(self, state: S) -> AscendingAuction | None:
        """Return the auction under way, None without one."""
        raise NotImplementedError

    def require_auction(self, state: S) -> AscendingAuction:
        """Return the auction under way; raises Refusal without one."""
        raise NotImplementedError

    def require_turn(self, state: S, seat: int, number: int | None) -> AscendingAuction:
        """Return the auction in which a seat may bid or pass now; raises Refusal.

        number: the auction that the action names, None for the one under way.
        """
        raise NotImplementedError

    def require_eligible(self, state: S, seat: int) -> None:
        """Raise a Refusal if a seat may not buy the lot at any price."""

    def require_bid(self, state: S, seat: int, amount: int) -> None:
        """Raise ``bid_too_low``, or the refusal of a bid above the seat's limit."""
        self.bid_limit(state, seat).require(amount, self.rules_at(state).bids)

    def bid_limit(self, state: S, seat: int) -> BidLimit:
        """Return the range of a seat's bids."""
        raise NotImplementedError

    def must_pass(self, state: S, seat: int, lowest: int) -> bool:
        """Return whether a seat cannot bid ``lowest``, if that is no secret."""
        return False

    def seats_to_pass(self, state: S) -> tuple[int, ...]:
        """Return the seats that the app passes for now, if the table chose that.

        Empty before the first bid: there is nothing to outbid yet.
        """
        auction = self.auction_in(state)
        standing = None if auction is None else auction.standing
        if auction is None or standing is None or not state.setup.options.get("app_passes"):
            return ()
        return tuple(
            seat
            for seat in auction.active
            if seat != standing.seat and self.must_pass(state, seat, auction.lowest_bid)
        )

    def award(self, pending: PendingEvents[S], award: Award) -> None:
        """Emit the events that a decided auction leads to."""
        raise NotImplementedError

    def settle(self, pending: PendingEvents[S]) -> None:
        """Emit the passes by the app, and the award if the auction is decided."""
        for seat in self.seats_to_pass(pending.state):
            lowest = not_none(self.auction_in(pending.state)).lowest_bid
            pending.emit(self.passed_by_app(seat, lowest))
        auction = self.auction_in(pending.state)
        if auction is not None and auction.award is not None:
            self.award(pending, auction.award)

    def after(self, state: S, *events: Event) -> tuple[Event, ...]:
        """Return the events of a bid, a pass or anything like it, and those that follow."""
        pending = PendingEvents(state, *events)
        self.settle(pending)
        return pending.events

    def awarded(self, state: S, award: Award) -> tuple[Event, ...]:
        """Return the events of an auction that ends now."""
        pending = PendingEvents(state)
        self.award(pending, award)
        return pending.events


class TurnAuctionPolicy(AuctionPolicy[S]):
    """The policy of auctions in turns, at tables with a stage and a field "auction".

    waiting: returns the pending decision of a table, for the refusal ``not_now``.
    """

    def __init__(self, waiting: Callable[[S], PendingDecision]) -> None:
        self.waiting = waiting

    def auction_in(self, state: S) -> Auction | None:
        table: Any = state
        auction: Auction | None = table.auction
        return auction

    def require_auction(self, state: S) -> Auction:
        """Return the auction under way; raises ``game_over`` or ``not_now``."""
        return require_auction(state, self.waiting, self.rules_at(state).start)

    def require_turn(self, state: S, seat: int, number: int | None = None) -> Auction:
        """Return the auction if it is the seat's turn.

        Raises ``unknown_seat``, ``game_over``, ``not_now``, ``already_passed``, ``out_of_turn``.
        """
        rules = self.rules_at(state)
        return require_turn_to_bid(
            state,
            seat,
            self.waiting,
            rules.start,
            seat_rule=rules.seats,
            pass_rule=rules.passes,
            order_rule=rules.turns,
        )

    def bid_limit(self, state: S, seat: int) -> BidLimit:
        """Return the range of a seat's bids: by default, up to the money in its purse."""
        held, lowest = state.money(seat), not_none(self.auction_in(state)).lowest_bid

        def why(is_short: bool) -> Refusal:
            words = limit_prompt(held, lowest, self.reach(state, seat), is_short)
            return Refusal("bid_above_purse", self.rules_at(state).bids, words)

        return BidLimit(held, lowest, why)

    def reach(self, state: S, seat: int) -> int:
        """Return a seat's limit with a loan, 0 at a table without loans."""
        return loans.reach(state, seat) if hasattr(state, "certificates") else 0


@dataclass(frozen=True, slots=True)
class AuctionAction(Action, Generic[S]):
    """Base of a bid and a pass."""

    button = Button(is_relayed=True)
    policy: ClassVar[AuctionPolicy[Any]]
    seat: int

    def __init_subclass__(cls) -> None:
        super(AuctionAction, cls).__init_subclass__()
        deprecated.add_policy(cls)

    @classmethod
    def candidates(cls, state: S, seat: int | None) -> Iterable[Candidate]:
        auction = None if seat is None else cls.policy.auction_in(state)
        if seat is None or auction is None or seat not in auction.to_act:
            return ()
        return (cls.candidate(state, auction, seat),)

    @classmethod
    def candidate(cls, state: S, auction: AscendingAuction, seat: int) -> Candidate:
        """Return the candidate of a seat that may act."""
        return Candidate(cls(seat))

    def current_auction(self, state: S) -> AscendingAuction:
        """Return the auction in which the seat may bid or pass now; raises Refusal."""
        return self.policy.require_turn(state, self.seat, getattr(self, "auction", None))

    def checked_event(self, state: S) -> AuctionEvent:
        """Return the event of the action; raises Refusal for an illegal bid."""
        raise NotImplementedError

    def decide(self, state: S) -> tuple[Event, ...]:
        self.current_auction(state)
        return self.policy.after(state, self.checked_event(state))


@dataclass(frozen=True, slots=True)
class Bid(AuctionAction[S]):
    """Bid an amount."""

    amount: int

    def label(self, state: S) -> Sentence:
        return say("Bid {amount}", amount=self.amount)

    @classmethod
    def candidate(cls, state: S, auction: AscendingAuction, seat: int) -> Candidate:
        limit = cls.policy.bid_limit(state, seat)
        return Candidate(cls(seat, limit.lowest), amount=Range(limit.lowest, limit.most))

    def checked_event(self, state: S) -> AuctionEvent:
        self.policy.require_eligible(state, self.seat)
        self.policy.require_bid(state, self.seat, self.amount)
        return self.policy.bid_made(self.seat, self.amount)


@dataclass(frozen=True, slots=True)
class Pass(AuctionAction[S]):
    """Leave the auction."""

    button = Button(say("Pass"), is_relayed=True)

    def checked_event(self, state: S) -> AuctionEvent:
        return self.policy.passed(self.seat)


if not TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)
