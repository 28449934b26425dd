"""Auctions in which seats bid in turn, and the last seat that has not passed wins.

``Auction`` is the state of one auction: whose turn it is, who has passed, and the highest bid.

``AuctionPolicy`` defines what differs between games: the rule ids that refusals cite, how much a
seat can bid, and which events follow the award. Four actions use the policy: ``Bid`` and ``Pass``
in this module, ``early_pass.PassEarly``, and ``recorded_sale.RecordSale``. A bid and a pass are
logged as the events ``BidMade`` and ``Passed``.

What a game defines to hold auctions:

- State: a field ``auction``, and "auction" as the ``stage`` while an auction is under way.
- Start: the event that puts a lot up for auction sets the field to
  ``Auction.opened(speaking_order(seats, first))``, with keywords for the minimum bid and raise.
- Policy: a subclass of ``TurnAuctionPolicy`` with ``rules`` and ``award``. The event that ``award``
  emits pays the price (``costs``), hands over the lot and sets ``auction`` to None.
- Actions: subclasses of ``Bid`` and ``Pass`` whose ``policy`` is an instance of that policy class.
- Chapters: this module in the game's ``shared_chapters``, for the events ``BidMade`` and
  ``Passed``.
- Prompt: the game's ``Rules.waiting`` returns ``bidder_prompt(state)`` during an auction.

What a policy may change:

- ``bid_limit``: how much a seat can bid; by default the money in its purse.
- ``require_eligible``: which seats must not buy the lot.
- ``must_pass``: which seats can only pass, so that the app passes for them.
- ``rules_at``: rule ids that depend on the lot.
- ``bid_made``, ``passed``, ``passed_by_app``: events with other history lines.

If the setting ``app_passes`` is on, the app passes for every seat for which ``must_pass`` is true,
once there is a bid. These passes belong to the same step as the action before them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from companion.mechanics.actions.base import Action, Button, Event, event
from companion.mechanics.actions.menu import Candidate, Range
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.language.amounts import WHOLE_NUMBERS, Denomination
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money import loans
from companion.mechanics.play.table import PendingDecision, TableState, require_seat, require_stage
from companion.mechanics.values.options import Choice, Option

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    D = TypeVar("D", bound=DataclassInstance)

S = TypeVar("S", bound=TableState)


def app_passes(who: Sentence, hint: Sentence | None = None) -> Option:
    """Return the setting that lets the app pass for seats that can only pass.

    who: the label of the setting, which describes those seats.
    hint: an explanation below the setting.
    """
    choices = Choice(True, say("pass automatically")), Choice(False, say("tap Pass"))
    return Option("app_passes", who, choices, hint, is_late=True)


def speaking_order(seats: int, first: int, *, clockwise: bool = True) -> tuple[int, ...]:
    """Return all seats in bidding order, beginning with ``first``.

    seats: the number of seats. Seats are numbered clockwise from 0.
    """
    step = 1 if clockwise else -1
    return tuple((first + step * place) % seats for place in range(seats))


@dataclass(frozen=True, slots=True)
class StandingBid:
    """The highest bid so far."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Award:
    """The winner of an auction and the price."""

    seat: int | None
    """The winner; None if nobody bid."""
    amount: int
    """The price; 0 if nobody bid, or if the last seat gets the lot for nothing."""


class AscendingAuction:
    """Base class for auctions in which bids rise and a seat that passes cannot bid again."""

    __slots__ = ()
    passed: frozenset[int]
    """The seats that have passed."""
    standing: StandingBid | None
    """The highest bid; None before the first bid."""
    floor: int
    """The minimum first bid."""
    step: int
    """The minimum raise over the highest bid."""

    @property
    def lowest_bid(self) -> int:
        """The minimum legal bid at this moment."""
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
        """The winner and the price; None while the auction is under way."""
        raise NotImplementedError

    def bid(self, seat: int, amount: int) -> Self:
        """Return the auction after a bid.

        Callers must check first that the bid is legal.
        """
        raise NotImplementedError

    def pass_by(self, seat: int) -> Self:
        """Return the auction after a seat has passed."""
        raise NotImplementedError


B = TypeVar("B", bound=AscendingAuction)


def bidding_status(auction: AscendingAuction | None, seat: int) -> str:
    """Return a seat's status in the auction, for display on screens.

    - "passed": the seat has passed.
    - "high": the seat is the highest bidder.
    - "in": the seat has neither passed nor made the highest bid.
    - "": no auction is under way.
    """
    if auction is None:
        return ""
    if seat in auction.passed:
        return "passed"
    standing = auction.standing
    return "high" if standing is not None and standing.seat == seat else "in"


@dataclass(frozen=True, slots=True)
class Auction(AscendingAuction):
    """The state of one auction in which seats bid in turn."""

    order: tuple[int, ...]
    """The seats in bidding order."""
    turn: int
    """The seat whose turn it is."""
    passed: frozenset[int] = frozenset()
    standing: StandingBid | None = None
    floor: int = 1
    step: int = 1
    free_for_last: bool = False
    """Whether the last seat in bidding order wins for nothing if all others pass without a bid."""
    spoken: frozenset[int] = frozenset()
    """The seats that have bid or passed at least once."""

    @classmethod
    def opened(
        cls, order: Iterable[int], *, floor: int = 1, step: int = 1, free_for_last: bool = False
    ) -> Auction:
        """Return a new auction, in which the first seat of ``order`` begins."""
        seats = tuple(order)
        return cls(seats, seats[0], floor=floor, step=step, free_for_last=free_for_last)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat whose turn it is, as a tuple of one."""
        return (self.turn,)

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that have not passed, in bidding order."""
        return tuple([seat for seat in self.order if seat not in self.passed])

    @property
    def award(self) -> Award | None:
        """The winner and the price; None while the auction is under way.

        If only one seat is left and nobody has bid, that seat may still bid. However, if it is
        the last seat in bidding order and ``free_for_last`` is set, it wins for nothing.
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
        return replace(raised, turn=raised._next_active(seat))

    def pass_by(self, seat: int) -> Self:
        """Return the auction after a seat has passed.

        A seat may also pass before its turn.
        """
        fewer = replace(self, passed=self.passed | {seat}, spoken=self.spoken | {seat})
        return replace(fewer, turn=fewer._next_active(seat)) if seat == self.turn else fewer

    def restarted(self) -> Auction:
        """Return the auction as it was at the start, without bids or passes."""
        return Auction.opened(
            self.order, floor=self.floor, step=self.step, free_for_last=self.free_for_last
        )

    def _next_active(self, seat: int) -> int:
        """Return the next active seat after ``seat``, or ``seat`` itself if no other is active."""
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
            say("Players who have passed are out until the next auction."),
        )


def require_turn(
    auction: Auction, seat: int, *, pass_rule: str, order_rule: str, name: str
) -> None:
    """Raise ``already_passed`` or ``out_of_turn`` unless it is the seat's turn.

    pass_rule: the rule that ``already_passed`` cites.
    order_rule: the rule that ``out_of_turn`` cites.
    name: the name of the player whose turn it is.
    """
    require_not_passed(auction.passed, seat, pass_rule)
    if seat != auction.turn:
        raise Refusal(
            "out_of_turn",
            order_rule,
            say("It is {name}’s turn to bid or pass.", name=name),
        )


def require_auction(state: S, waiting: Callable[[S], PendingDecision], rule: str) -> Auction:
    """Return the auction under way.

    waiting: a function that returns the pending decision, which ``not_now`` quotes.
    rule: the id of the rule that refusals cite.
    Raises ``game_over`` if the game is over, and ``not_now`` if the stage is not "auction".
    """
    table: Any = state  # Not every ``TableState`` has an auction, so mypy does not know the field.
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
    """Return the auction under way if it is the seat's turn; otherwise raise a refusal.

    waiting: a function that returns the pending decision, which ``not_now`` quotes.
    rule: the rule that ``game_over`` and ``not_now`` cite.
    seat_rule: the rule that ``unknown_seat`` cites.
    pass_rule: the rule that ``already_passed`` cites; by default ``rule``.
    order_rule: the rule that ``out_of_turn`` cites; by default ``rule``.
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
    """Return the prompt that asks a player to bid or pass."""
    prompt = say("{name} bids {lowest} or more, or passes.", name=name, lowest=lowest)
    return prompt.to_you("Bid {lowest} or more, or pass.")


def bidder_prompt(state: TableState) -> PendingDecision:
    """Return the pending decision of the auction: the seat whose turn it is must bid or pass."""
    table: Any = state
    auction: Auction = table.auction
    return PendingDecision(
        bid_prompt(state.name(auction.turn), auction.lowest_bid), (auction.turn,)
    )


def cannot_bid(name: str, lowest: int) -> Sentence:
    """Return the prompt for a player who cannot afford the minimum bid and must pass."""
    prompt = say("{name} cannot bid {lowest} and has to pass.", name=name, lowest=lowest)
    return prompt.to_you("You cannot bid {lowest}: pass.")


def require_amount(
    auction: AscendingAuction, amount: int, rule: str, allowed: Sentence | None = None
) -> None:
    """Raise ``bid_too_low`` if the amount is below the minimum bid.

    allowed: the sentence of the refusal. If None, the sentence asks for a higher bid.
    """
    if amount < auction.lowest_bid:
        raise _bid_too_low(str(auction.lowest_bid), rule, allowed)


def _bid_too_low(lowest: Sentence | str, rule: str, allowed: Sentence | None) -> Refusal:
    more = say("Bid {lowest} or more, or pass.", lowest=lowest)
    return Refusal("bid_too_low", rule, more if allowed is None else allowed)


@dataclass(frozen=True, slots=True)
class BidLimit:
    """The range of a seat's legal bids."""

    highest: int | None
    """The maximum legal bid; None if there is no maximum."""
    lowest: int
    """The minimum legal bid."""
    why: Callable[[bool], Refusal]
    """A function that returns the refusal of a bid above ``highest``.

    Its argument is True if the seat cannot even afford the minimum bid.
    """
    at_hand: int | None = None
    """The money that the seat has, if it may bid more and raise the rest later."""
    money: Denomination = WHOLE_NUMBERS
    """How refusals write amounts."""

    @property
    def range(self) -> Range:
        """The legal bids."""
        return Range(self.lowest, self.highest, at_hand=self.at_hand)

    @property
    def instead(self) -> Sentence | None:
        """The explanation of what a seat that cannot afford the minimum bid may do instead.

        None if the seat can afford the minimum bid.
        """
        is_short = self.highest is not None and self.highest < self.lowest
        return self.why(True).sentence if is_short else None

    def above(self, amount: int) -> Refusal | None:
        """Return the refusal if the amount is above the maximum, otherwise None."""
        if self.highest is None or amount <= self.highest:
            return None
        return self.why(self.highest < self.lowest)

    def require(self, amount: int, rule: str) -> None:
        """Raise a refusal unless the amount is within the limits.

        Raises ``bid_too_low``, citing ``rule``, or the refusal returned by ``why``.
        """
        if amount < self.lowest:
            raise _bid_too_low(self.money.figure(self.lowest), rule, self.instead)
        if self.highest is not None and amount > self.highest:
            raise self.why(self.highest < self.lowest)


def limit_prompt(most: int | None, lowest: int, reach: int, is_short: bool) -> Sentence:
    """Return the explanation, in the second person, of how much a seat may bid.

    Refusals of bids above the maximum use this sentence.

    most: the maximum bid that the seat can pay with its money; None if there is no maximum.
    lowest: the minimum bid.
    reach: the maximum bid that the seat could pay after one more loan; 0 without loans.
    is_short: whether the seat cannot afford the minimum bid.
    """
    if is_short and reach >= lowest:
        return say("You have {highest}. Borrow first, or pass.", highest=most)
    if is_short:
        return say("You have {highest}. You can only pass.", highest=most)
    if reach > (most or 0):
        return say("You have {highest}. Bid up to {highest}, borrow, or pass.", highest=most)
    return say("You have {highest}. Bid up to {highest}, or pass.", highest=most)


@dataclass(frozen=True, slots=True)
class AuctionEvent(Event):
    """Base class for the events that change an auction, such as a bid or a pass."""

    within: ClassVar[tuple[str, str] | None] = None
    """The path to the auction: the state's field for the lot, then the lot's field for the auction.

    If None, the auction is in the state's field ``auction``.
    """
    seat: int
    """The seat that bid or passed."""

    def changed(self, auction: B) -> B:
        """Return the auction after this event."""
        raise NotImplementedError

    def standing(self, state: Any) -> StandingBid | None:
        """Return the highest bid of the auction in a state, or None before the first bid."""
        lot, bids = self.within or ("", "auction")
        auction: AscendingAuction = getattr(getattr(state, lot) if lot else state, bids)
        return auction.standing

    def apply(self, state: D) -> D:
        lot, bids = self.within or ("", "auction")
        holder: Any = getattr(state, lot) if lot else state
        later: Any = replace(holder, **{bids: self.changed(getattr(holder, bids))})
        return replace(state, **{lot: later}) if lot else later


@event("bid_made")
class BidMade(AuctionEvent):
    """A seat bid an amount."""

    amount: int
    line: ClassVar[Sentence | None] = say("{name} bids {amount}.").to_you("You bid {amount}.")

    def changed(self, auction: B) -> B:
        return auction.bid(self.seat, self.amount)


@event("passed")
class Passed(AuctionEvent):
    """A seat passed and left the auction."""

    line: ClassVar[Sentence | None] = say("{name} passes.").to_you("You pass.")

    def changed(self, auction: B) -> B:
        return auction.pass_by(self.seat)


@event("passed_by_app")
class PassedByApp(Passed):
    """The app passed for a seat that cannot afford the minimum bid."""

    line: ClassVar[Sentence | None] = say("{name} cannot bid {lowest} and passes.").to_you(
        "You cannot bid {lowest}, so you pass."
    )
    lowest: int
    """The minimum bid when the app passed."""


class AuctionRules(NamedTuple):
    """The ids of the rules that an auction's refusals cite."""

    seats: str
    """The rule about seats, cited if a seat does not exist."""
    start: str
    """The rule for the start of an auction, cited if no auction is under way."""
    turns: str
    """The rule for the bidding order."""
    bids: str
    """The rule for the amount of a bid."""
    passes: str
    """The rule that forbids bids by a seat that has passed."""
    end: str
    """The rule for the end of an auction."""


class AuctionPolicy(Generic[S]):
    """Base class for the rules of a game's auctions.

    A game's bids, passes and recorded sales all use the same policy. If seats bid in turn, use
    ``TurnAuctionPolicy``. S is the type of the table's state.
    """

    rules: ClassVar[AuctionRules]
    """The rule ids that refusals cite (see ``rules_at``)."""
    bid_made: ClassVar[Callable[..., AuctionEvent]] = BidMade
    """Creates the event of a bid; called with the seat and the amount."""
    passed: ClassVar[Callable[..., AuctionEvent]] = Passed
    """Creates the event of a pass; called with the seat."""
    passed_by_app: ClassVar[Callable[..., AuctionEvent]] = PassedByApp
    """Creates the event of a pass by the app; called with the seat and the minimum bid."""

    def rules_at(self, state: S) -> AuctionRules:
        """Return the rule ids for the auction under way; by default ``rules``.

        Games override this method if the rule ids differ between lots.
        """
        return self.rules

    def number(self, state: S) -> int:
        """Return the number of the auction under way.

        A bid or pass with the number of an earlier auction is refused, because it came too late.
        """
        raise NotImplementedError

    def auction_in(self, state: S) -> AscendingAuction | None:
        """Return the auction under way, or None."""
        raise NotImplementedError

    def require_auction(self, state: S) -> AscendingAuction:
        """Return the auction under way; raise a Refusal if there is none."""
        raise NotImplementedError

    def require_turn(self, state: S, seat: int, number: int | None) -> AscendingAuction:
        """Return the auction under way; raise a Refusal unless the seat may bid or pass now.

        number: the number of the auction to which the action belongs. If None, the action applies
        to the auction under way.
        """
        raise NotImplementedError

    def require_eligible(self, state: S, seat: int) -> None:
        """Raise a Refusal if the seat is barred from buying the lot, whatever the price.

        By default, every seat is eligible.
        """

    def require_bid(self, state: S, seat: int, amount: int) -> None:
        """Raise a Refusal if the bid is too low or above the seat's maximum.

        Raises ``bid_too_low`` or the refusal returned by ``BidLimit.why``.
        """
        self.bid_limit(state, seat).require(amount, self.rules_at(state).bids)

    def bid_limit(self, state: S, seat: int) -> BidLimit:
        """Return the range of the seat's legal bids."""
        raise NotImplementedError

    def question(self, state: S, seat: int, amount: int) -> Sentence | None:
        """Return the question before a bid above the money that the seat has, or None."""
        at_hand = self.bid_limit(state, seat).at_hand
        if at_hand is None or amount <= at_hand:
            return None
        return self.shortfall(state, at_hand, amount - at_hand)

    def shortfall(self, state: S, at_hand: int, missing: int) -> Sentence:
        """Return a sentence that says how much of a bid is missing, and where it would come from.

        Games whose ``BidLimit`` has ``at_hand`` override this method.
        """
        return say(
            "You have {cash}. You would owe the other {missing}.", cash=at_hand, missing=missing
        )

    def must_pass(self, state: S, seat: int, lowest: int) -> bool:
        """Return whether the seat can only pass because it cannot bid ``lowest``; by default False.

        An override must return False if the answer would reveal a secret, such as hidden money.
        """
        return False

    def app_passes(self, state: S) -> bool:
        """Return whether the app passes for seats that can only pass.

        By default, the setting ``app_passes`` decides.
        """
        return bool(state.setup.options.get("app_passes"))

    def seats_to_pass(self, state: S) -> tuple[int, ...]:
        """Return the seats for which the app must pass now.

        There are none if ``app_passes`` is false, or before the first bid.
        """
        auction = self.auction_in(state)
        standing = None if auction is None else auction.standing
        if auction is None or standing is None or not self.app_passes(state):
            return ()
        return tuple(
            seat
            for seat in auction.active
            if seat != standing.seat and self.must_pass(state, seat, auction.lowest_bid)
        )

    def award(self, pending: PendingEvents[S], award: Award) -> None:
        """Emit the events that follow from the end of an auction, such as the payment."""
        raise NotImplementedError

    def settle(self, pending: PendingEvents[S]) -> None:
        """Emit the passes for ``seats_to_pass``, then the award if the auction has ended."""
        for seat in self.seats_to_pass(pending.state):
            lowest = not_none(self.auction_in(pending.state)).lowest_bid
            pending.emit(self.passed_by_app(seat, lowest))
        auction = self.auction_in(pending.state)
        if auction is not None and auction.award is not None:
            self.award(pending, auction.award)

    def after(self, state: S, *events: Event) -> tuple[Event, ...]:
        """Return the given events, followed by the events that result from them.

        These are passes by the app and, if the auction has ended, the events of the award.
        """
        pending = PendingEvents(state, *events)
        self.settle(pending)
        return pending.events

    def awarded(self, state: S, award: Award) -> tuple[Event, ...]:
        """Return the events that follow from an award."""
        pending = PendingEvents(state)
        self.award(pending, award)
        return pending.events


class TurnAuctionPolicy(AuctionPolicy[S]):
    """Base class for the rules of auctions in which seats bid in turn.

    The table's state must have a field ``auction``, and its stage must be "auction" while an
    auction is under way.

    waiting: a function that returns the pending decision, which ``not_now`` quotes.
    """

    def __init__(self, waiting: Callable[[S], PendingDecision]) -> None:
        self.waiting = waiting

    def auction_in(self, state: S) -> Auction | None:
        table: Any = state
        auction: Auction | None = table.auction
        return auction

    def require_auction(self, state: S) -> Auction:
        """Return the auction under way; raise ``game_over`` or ``not_now`` if there is none."""
        return require_auction(state, self.waiting, self.rules.start)

    def require_turn(self, state: S, seat: int, number: int | None = None) -> Auction:
        """Return the auction under way if it is the seat's turn; otherwise raise a refusal.

        number: ignored, because the action always applies to the auction under way.
        """
        rules = self.rules
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
        """Return the range of the seat's legal bids.

        By default, the maximum is the money in the seat's purse.
        """
        held, lowest = state.money(seat), not_none(self.auction_in(state)).lowest_bid

        def why(is_short: bool) -> Refusal:
            words = limit_prompt(held, lowest, self.reach(state, seat), is_short)
            return Refusal("bid_above_purse", self.rules.bids, words)

        return BidLimit(held, lowest, why)

    def reach(self, state: S, seat: int) -> int:
        """Return the maximum bid that the seat could pay after one more loan; 0 without loans."""
        return loans.reach(state, seat) if hasattr(state, "certificates") else 0


@dataclass(frozen=True, slots=True)
class AuctionAction(Action, Generic[S]):
    """Base class for bids and passes."""

    button = Button(is_relayed=True)
    policy: ClassVar[AuctionPolicy[Any]]
    """The rules of the game's auctions."""
    seat: int

    @classmethod
    def candidates(cls, state: S, seat: int | None) -> Iterable[Candidate]:
        auction = None if seat is None else cls.policy.auction_in(state)
        if seat is None or auction is None or seat not in auction.to_act:
            return ()
        return (cls.candidate(state, auction, seat),)

    @classmethod
    def candidate(cls, state: S, auction: AscendingAuction, seat: int) -> Candidate:
        """Return the candidate move of a seat that may bid or pass now."""
        return Candidate(cls(seat))

    def current_auction(self, state: S) -> AscendingAuction:
        """Return the auction under way; raise a Refusal unless the seat may bid or pass now."""
        return self.policy.require_turn(state, self.seat, getattr(self, "auction", None))

    def checked_event(self, state: S) -> AuctionEvent:
        """Check this action, and return its own event without those that follow.

        Raises a Refusal if the action is illegal for a reason that ``current_auction`` does not
        check, such as a bid that is too low.
        """
        raise NotImplementedError

    def require_legal(self, state: S) -> None:
        self.current_auction(state)
        self.checked_event(state)

    def decide(self, state: S) -> tuple[Event, ...]:
        self.current_auction(state)
        return self.policy.after(state, self.checked_event(state))


@dataclass(frozen=True, slots=True)
class Bid(AuctionAction[S]):
    """Bid an amount in the auction under way."""

    amount: int

    def label(self, state: S) -> Sentence:
        return say("Bid {amount}", amount=self.amount)

    def loss(self, state: S) -> Sentence | None:
        return self.policy.question(state, self.seat, self.amount)

    @classmethod
    def candidate(cls, state: S, auction: AscendingAuction, seat: int) -> Candidate:
        limit = cls.policy.bid_limit(state, seat)
        return Candidate(cls(seat, limit.lowest), amount=limit.range)

    def checked_event(self, state: S) -> AuctionEvent:
        self.policy.require_eligible(state, self.seat)
        self.policy.require_bid(state, self.seat, self.amount)
        return self.policy.bid_made(self.seat, self.amount)

    def decide(self, state: S) -> tuple[Event, ...]:
        auction, bid = self.current_auction(state), self.checked_event(state)
        later = auction.bid(self.seat, self.amount)
        if later.award is None and not self.policy.app_passes(state):
            return (bid,)  # Nothing can follow, so the whole state after the bid is not needed.
        return self.policy.after(state, bid)


@dataclass(frozen=True, slots=True)
class Pass(AuctionAction[S]):
    """Pass and leave the auction."""

    button = Button(say("Pass"), is_relayed=True)

    def checked_event(self, state: S) -> AuctionEvent:
        return self.policy.passed(self.seat)
