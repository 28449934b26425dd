"""Auctions with open bids, or with sealed bids that are opened together (FB-A).

Only one auction runs at a time. Payments continue during an auction, but the winner can always pay:

- An open bid cannot exceed the seat's money, and the money must cover the bid as long as it stands.
- A sealed bid cannot exceed the seat's money when it is made. If the money no longer covers the bid
  when the bids are opened, the bid does not count.

If the price would go to the winner's own purse, it goes to the bank instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar, Self

from companion.games.free_bank.auction_kinds import (
    KINDS,
    How,
    fall_of,
    proxy_result,
    second_price,
)
from companion.games.free_bank.draft import chips
from companion.games.free_bank.payments import Amounted, OwnAmount
from companion.games.free_bank.state import (
    MOST,
    FreeBankState,
    MoneyEvent,
    Opened,
    Stage,
    UpForAuction,
    require_limits,
    require_player,
    waiting,
)
from companion.mechanics.actions.base import (
    Action,
    Button,
    Event,
    TableAction,
    TimedAction,
    action,
    event,
)
from companion.mechanics.actions.menu import Candidate, OneOf, Range
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal, is_legal, not_none
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.auctions import auction, recorded_sale
from companion.mechanics.auctions.auction import (
    AuctionPolicy,
    AuctionRules,
    Award,
    BidLimit,
    require_not_passed,
)
from companion.mechanics.auctions.once_around import OnceAround
from companion.mechanics.auctions.open_auction import (
    Numbered,
    OpenAuction,
    require_bidder,
    require_same_auction,
)
from companion.mechanics.clocks import time_limit
from companion.mechanics.clocks.clock import Due, Timer
from companion.mechanics.clocks.turn_clock import next_seat, require_seconds
from companion.mechanics.language.texts import single_spaced
from companion.mechanics.language.words import Sentence, say, together
from companion.mechanics.money.ledger import BANK, Transfer, purse, require_account, seat_of
from companion.mechanics.play.dice import Dice
from companion.mechanics.play.first_player import Drawn, random_draw
from companion.mechanics.play.table import not_now, require_running, require_seat

LONGEST_WHAT = 40
LAST_SECONDS = 15
"""The seconds that remain after a late bid in an auction with an agreed time (FB-A13)."""


# A payment must not make this form stale. A second auction is refused anyway.
@action("put_up", by="player", turn_bound=False)
class PutUp(OwnAmount):
    """Put a lot up for auction (FB-A1).

    The inherited ``amount`` is the lowest bid; None means 1.
    """

    what: str = ""
    """The name of the lot; may be empty."""
    how: How = "open"
    target: str = BANK
    """The account that receives the price."""
    seconds: int = 0
    """The time of the auction, or of each price if the price falls; 0 for no limit."""
    at: int | None = field(default=None, kw_only=True)
    """The current time in whole seconds since the epoch; requests cannot set it."""

    def timed(self, state: FreeBankState, at: int) -> Self:
        return replace(self, at=at) if self.seconds else self

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and state.stage == "free":
            yield Candidate(cls(amount=1), amount=Range(1, MOST))

    def label(self, state: FreeBankState) -> Sentence:
        return KINDS[self.how].label

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        """Return the event that opens the auction."""
        require_no_auction(state)
        if not state.has_auctions:
            raise Refusal("no_auctions", "FB-S4", say("Auctions are turned off at this table."))
        what = single_spaced(self.what)
        if len(what) > LONGEST_WHAT:
            raise Refusal(
                "name_too_long", "FB-A1", say("Enter at most {most} characters.", most=LONGEST_WHAT)
            )
        require_account(state.ledger, self.target, "FB-M3")
        lowest = state.denomination.require(1 if self.amount is None else self.amount, 1, "FB-M1")
        opened = AuctionOpened(state.auctions + 1, what, self.how, self.target, lowest)
        if not self.seconds:
            return (opened,)
        seconds = require_seconds(self.seconds, "FB-A13")
        return (replace(opened, seconds=seconds, at=self.at),)


def require_no_auction(state: FreeBankState, rule: str = "FB-A1") -> None:
    """Raise ``game_over`` after the end of the game, or ``auction_running`` during an auction."""
    require_running(state)
    if state.auction is not None:
        raise Refusal(
            "auction_running",
            rule,
            say("Finish the auction first, or ask the banker to call it off."),
        )


@event("auction_opened")
class AuctionOpened(MoneyEvent):
    """A lot was put up for auction."""

    number: int
    """The number of the auction, counted from 1."""
    what: str
    """The name of the lot; may be empty."""
    how: How
    target: str
    """The account that receives the price."""
    lowest: int
    """The lowest allowed bid."""
    seconds: int = 0
    """The time of the auction, or of each price if the price falls; 0 for no limit."""
    at: int | None = None
    """The start of the time in seconds since the epoch, if there is a limit."""

    def apply(self, state: FreeBankState) -> FreeBankState:
        bids = _empty_auction(state, self)
        auction = UpForAuction(self.number, self.what, self.how, self.target, self.lowest, bids)
        if self.at is not None:
            timer = Timer(self.at + self.seconds, kept_by_app=True, each=self.seconds)
            auction = replace(auction, timer=timer)
        return replace(state, auction=auction, auctions=self.number)

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        return {
            "open": say("{what}: open bids, from {lowest}."),
            "sealed": say("{what}: sealed bids, from {lowest}."),
            "second": say(
                "{what}: sealed bids, from {lowest}. The winner pays the second-highest bid."
            ),
            "proxy": say("{what}: secret limits, from {lowest}. The app bids for everyone."),
            "once": say("{what}: one bid each, in turn, from {lowest}."),
            "dutch": say("{what}: the price falls from {lowest}. The first bid wins."),
        }[self.how]


def _empty_auction(state: FreeBankState, opened: AuctionOpened) -> OpenAuction | OnceAround:
    """Return the auction without bids.

    Once around, the first to bid is the player to the left of the seller, if a player sells.
    """
    if not KINDS[opened.how].has_turns:
        return OpenAuction.opened(state.here, floor=opened.lowest)
    seller = seat_of(opened.target)
    first = state.here[0] if seller is None else next_seat(state, seller)
    order = (seat for seat in state.clockwise_from(first) if seat in state.here)
    return OnceAround.opened(order, floor=opened.lowest)


def _running_auction(
    state: FreeBankState, stages: tuple[Stage, ...], rule: str, number: int | None = None
) -> UpForAuction:
    """Return the auction under way, which must be in one of the given stages.

    number: the number of the auction that the player saw, or None for any.
    """
    require_running(state)
    up = state.auction
    if up is None or state.stage not in stages:
        raise not_now(rule, waiting(state))
    require_same_auction(up.number, number, rule)
    return up


def _limit_for(state: FreeBankState, seat: int, lowest: int) -> BidLimit:
    """Return the lowest and highest amount that a seat may bid, open or sealed."""
    most, money = highest_bid(state, seat), max(state.money(seat), 0)
    why = partial(_bid_too_high, state, seat, lowest)
    up = state.auction
    if up is not None and up.kind.falls:
        # The price itself is the only bid.
        most = min(most, lowest)
    at_hand = money if money < most else None
    return BidLimit(most, lowest, why, at_hand, state.denomination)


def _bid_too_high(state: FreeBankState, seat: int, lowest: int, is_short: bool) -> Refusal:
    """Return the refusal for a bid that the seat could not pay.

    is_short: whether the seat cannot even pay the lowest bid.
    """
    values = {"most": state.said(highest_bid(state, seat)), "lowest": state.said(lowest)}
    rule = "FB-A5" if state.stage == "sealed" else "FB-A2"
    if not is_short and state.auction is not None and state.auction.kind.falls:
        words = say("The price is {lowest}. Bid that, or wait.", lowest=values["lowest"])
    elif not is_short:
        words = say("You can pay {most}. Bid up to {most}.", most=values["most"])
    elif state.stage == "sealed":
        words = say("You can pay {most}, but the lowest bid is {lowest}. Make no bid.", **values)
    else:
        words = say(
            "You can pay {most}, but the lowest bid is {lowest}. Pass, or get money first.",
            **values,
        )
    return Refusal("bid_above_purse", rule, words)


def highest_bid(state: FreeBankState, seat: int) -> int:
    """Return the highest amount that a seat can pay, including the debt that the settings allow."""
    return not_none(state.can_spend(purse(seat)))


def _require_covered(state: FreeBankState, seat: int, amount: int, limit: BidLimit) -> None:
    """Raise ``bid_above_purse`` or ``account_full`` if a sealed bid could not be paid."""
    refusal = limit.above(amount)
    if refusal is not None:
        raise refusal
    _require_room(state, seat, amount)


def _require_room(state: FreeBankState, seat: int, amount: int) -> None:
    """Raise ``account_full`` if the price would push the target account over its limit (FB-M5)."""
    target = _receiving_account(state, seat)
    require_limits(state, {target: state.ledger.balance(target) + amount})


def _receiving_account(state: FreeBankState, seat: int) -> str:
    """Return the account that receives the price if this seat wins.

    If the target is the seat's own purse, the bank receives the price instead.
    """
    assert state.auction is not None
    return BANK if state.auction.target == purse(seat) else state.auction.target


@event("sold")
class Sold(MoneyEvent):
    """A seat won the lot and paid the price to the target account."""

    seat: int
    amount: int
    what: str
    target: str

    def transfers(self) -> tuple[Transfer, ...]:
        why = say("auction: {what}", what=self.what) if self.what else say("auction")
        return (Transfer(purse(self.seat), self.target, self.amount, why),)

    def apply(self, state: FreeBankState) -> FreeBankState:
        # The winner's secret limit was never opened.
        is_proxy = state.auction is not None and state.auction.kind.is_proxy
        unread = is_proxy and bool(not_none(state.auction).sealed)
        return replace(state, auction=None, unread=state.unread or unread)

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        if self.target == BANK:
            return say("{what}: {name} wins it for {amount}.").to_you(
                "{what}: you win it for {amount}."
            )
        return say("{what}: {name} wins it for {amount}, paid to: {target}.").to_you(
            "{what}: you win it for {amount}, paid to: {target}."
        )

    def scenes(self, state: FreeBankState) -> tuple[Scene, ...]:
        shows = {"seat": self.seat, "price": state.said(self.amount), "lot": self.what}
        return (self.scene(state, "sold", shows, cheers=self.seat),)


@event("not_sold")
class NotSold(MoneyEvent):
    """An auction ended without a sale."""

    what: str
    called_off: bool = False
    """Whether the banker called the auction off; otherwise nobody bid."""

    def apply(self, state: FreeBankState) -> FreeBankState:
        auction = not_none(state.auction)
        unread = self.called_off and bool(auction.sealed) and not auction.tied
        return replace(state, auction=None, unread=state.unread or unread)

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        if self.called_off:
            return say("{what}: called off.")
        return say("{what}: nobody bid.")


@dataclass(frozen=True, slots=True)
class LotEvent(MoneyEvent, auction.AuctionEvent):
    """Base class for the events of an open auction: bids and passes."""

    within = "auction", "bids"


@event("bid_made")
class BidMade(LotEvent, auction.BidMade):
    """A seat bid in an open auction."""

    by_limits: bool = False
    """Whether the price follows from secret limits, and so reveals one of them (FB-A10)."""

    @property
    def reveals(self) -> bool:  # type: ignore[override]
        """Whether only the banker can undo the bid."""
        return self.by_limits

    def shown_to(self) -> tuple[int, ...]:
        """Return no seat, because the price shows neither limit."""
        return ()


@event("passed")
class Passed(LotEvent, auction.Passed):
    """A seat passed in an open auction."""


@event("passed_by_app")
class PassedByApp(LotEvent, auction.PassedByApp):
    """The app passed for a seat that could not pay the lowest bid."""


class LotAuctions(AuctionPolicy[FreeBankState]):
    """The rules of auctions with open bids, and of the sale that ends any auction."""

    rules = AuctionRules(
        seats="FB-S1", start="FB-A2", turns="FB-A2", bids="FB-A2", passes="FB-A3", end="FB-A4"
    )
    bid_made = BidMade
    passed = Passed
    passed_by_app = PassedByApp

    def number(self, state: FreeBankState) -> int:
        return not_none(state.auction).number

    def auction_in(self, state: FreeBankState) -> OpenAuction | OnceAround | None:
        return state.auction.bids if state.auction is not None and state.stage == "open" else None

    def require_auction(self, state: FreeBankState) -> OpenAuction | OnceAround:
        return _running_auction(state, ("open",), "FB-A4").bids

    def require_turn(
        self, state: FreeBankState, seat: int, number: int | None
    ) -> OpenAuction | OnceAround:
        """Return the open auction, or raise a refusal if the seat may not bid or pass in it.

        number: the number of the auction that the action names, or None for the current one.
        """
        require_player(state, seat)
        bids = _running_auction(state, ("open",), "FB-A2", number).bids
        if isinstance(bids, OnceAround):
            require_not_passed(bids.passed, seat, "FB-A3")
            if seat not in bids.to_act:
                raise not_now("FB-A11", waiting(state))
        else:
            money = state.denomination
            require_bidder(bids, seat, pass_rule="FB-A3", high_rule="FB-A2", money=money)
        return bids

    def require_bid(self, state: FreeBankState, seat: int, amount: int) -> None:
        """Raise a refusal unless the seat may bid this amount."""
        self.bid_limit(state, seat).require(amount, "FB-A2")
        _require_room(state, seat, amount)

    def bid_limit(self, state: FreeBankState, seat: int) -> BidLimit:
        return _limit_for(state, seat, not_none(state.auction).bids.lowest_bid)

    def shortfall(self, state: FreeBankState, at_hand: int, missing: int) -> Sentence:
        return say(
            "You have {cash}. You would owe the other {missing}.",
            cash=state.said(at_hand),
            missing=state.said(missing),
        )

    def must_pass(self, state: FreeBankState, seat: int, lowest: int) -> bool:
        """Return whether the seat cannot pay ``lowest`` and may not take more money (FB-S2).

        If balances are hidden, the app passes for nobody.
        """
        if state.is_hidden:
            return False
        return state.movers != "pay_and_take" and highest_bid(state, seat) < lowest

    def settle(self, pending: PendingEvents[FreeBankState]) -> None:
        """Emit the passes by the app, and the sale if the auction has ended."""
        up = pending.state.auction
        if up is not None and up.kind.falls and up.bids.standing is not None:
            self.award(pending, up.bids.hammer)
        else:
            AuctionPolicy.settle(self, pending)

    def award(self, pending: PendingEvents[FreeBankState], award: Award) -> None:
        """Emit the sale, or the end of the auction if nobody bid.

        Raises ``account_full`` if the price would push the target account over its limit. Payments
        since the bid can cause this.
        """
        state, seat = pending.state, award.seat
        what = not_none(state.auction).what
        if seat is None:
            pending.emit(NotSold(what))
            return
        _require_room(state, seat, award.amount)
        pending.emit(Sold(seat, award.amount, what, _receiving_account(state, seat)))


LOTS = LotAuctions()


@action("bid")
class PlaceBid(Numbered, Amounted):
    """Bid in an open auction (FB-A2)."""

    button = Button(is_relayed=True)

    policy = LOTS
    seat: int
    auction: int | None = None
    at: int | None = field(default=None, kw_only=True)
    """The current time if the auction has a limit; requests cannot set it."""

    def timed(self, state: FreeBankState, at: int) -> Self:
        has_limit = state.auction is not None and state.auction.timer is not None
        return replace(self, at=at) if has_limit else self

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and LOTS.auction_in(state) is not None:
            limit = LOTS.bid_limit(state, seat)
            yield Candidate(cls(seat, amount=limit.lowest), amount=limit.range)

    def label(self, state: FreeBankState) -> Sentence:
        amount, up = state.said(self.amount or 0), state.auction
        if up is not None and up.kind.is_proxy:
            return say("Bid up to {amount}", amount=amount)
        if up is not None and up.kind.falls:
            return say("Take it for {amount}", amount=amount)
        return say("Bid {amount}", amount=amount)

    def loss(self, state: FreeBankState) -> Sentence | None:
        return LOTS.question(state, self.seat, self.amount or 0)

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        """Return the bid, followed by the app's passes, and the sale if no other seat is left."""
        LOTS.require_turn(state, self.seat, self.auction)
        amount = state.denomination.require(self.amount, 1, "FB-M1")
        LOTS.require_bid(state, self.seat, amount)
        up = not_none(state.auction)
        longer = _prolonged(up, self.at)
        if not up.kind.is_proxy:
            return LOTS.after(state, BidMade(self.seat, amount), *longer)
        limits = {
            seat: min(limit, highest_bid(state, seat))
            for seat, limit in {**up.sealed, self.seat: amount}.items()
            if seat not in up.bids.passed
        }
        leader = None if up.bids.standing is None else up.bids.standing.seat
        seat, price = proxy_result(limits, leader, up.bids.lowest_bid)
        sealed, made = BidSealed(self.seat, amount), BidMade(seat, price, by_limits=True)
        return LOTS.after(state, sealed, made, *longer)


def _prolonged(up: UpForAuction, at: int | None) -> tuple[AuctionProlonged, ...]:
    """Return the event that a bid in the last seconds causes, or an empty tuple (FB-A13).

    at: the time of the bid in seconds since the epoch, or None if it does not matter.
    """
    if at is None or up.timer is None or not up.kind.is_prolonged:
        return ()
    return (AuctionProlonged(at + LAST_SECONDS),) if up.timer.ends_at < at + LAST_SECONDS else ()


@event("auction_prolonged")
class AuctionProlonged(Event[FreeBankState]):
    """A bid in the last seconds prolonged the auction."""

    line = say("More time to bid.")
    is_minor = True
    ends_at: int
    """The new end in seconds since the epoch."""

    def apply(self, state: FreeBankState) -> FreeBankState:
        return with_end(state, self.ends_at)


def with_end(state: FreeBankState, ends_at: int) -> FreeBankState:
    """Return the state with a new end of the auction's time."""
    up = not_none(state.auction)
    timer = up.timer and replace(up.timer, ends_at=ends_at)
    return replace(state, auction=replace(up, timer=timer))


@action("pass", turn_bound=False)
class Pass(Numbered, auction.Pass[FreeBankState]):
    """Pass in an open auction (FB-A3).

    Passing is optional, because the banker can end the auction at any time with ``Hammer``.
    """

    button = Button(say("Pass"), is_relayed=True, is_rare=True)
    policy = LOTS
    auction: int | None = None


@action("seal_bid")
class SealBid(Amounted):
    """Make or replace a sealed bid; an amount of 0 means no bid (FB-A5)."""

    seat: int
    auction: int | None = None

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.auction is not None and state.stage == "sealed":
            limit = _limit_for(state, seat, state.auction.lowest)
            can_bid = is_legal(_require_covered, state, seat, limit.lowest, limit)
            # An amount of 0, meaning no bid, is always legal.
            amounts = Range(limit.lowest, limit.highest) if can_bid else OneOf((0,))
            yield Candidate(cls(seat, amount=0), amount=amounts)

    def label(self, state: FreeBankState) -> Sentence:
        return say("Submit bid") if self.amount else say("No bid")

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        """Return the sealed bid, followed by the opening of all bids once every seat has made one.

        No refusal reveals another seat's bid.
        """
        require_player(state, self.seat)
        up = _running_auction(state, ("sealed",), "FB-A5", self.auction)
        amount = state.denomination.require(self.amount, 0, "FB-M1")
        limit = _limit_for(state, self.seat, up.lowest)
        if 0 < amount < up.lowest:
            more = say("Bid {lowest} or more, or make no bid.", lowest=state.said(up.lowest))
            raise Refusal("bid_too_low", "FB-A5", limit.instead or more)
        _require_covered(state, self.seat, amount, limit)
        pending = PendingEvents(state, BidSealed(self.seat, amount))
        if len(not_none(pending.state.auction).sealed) == len(state.here):
            _emit_opening(pending)
        return pending.events


def _emit_opening(pending: PendingEvents[FreeBankState]) -> None:
    """Emit the opening of the bids, and the sale unless the highest bid is tied (FB-A6)."""
    state = pending.state
    sealed = not_none(state.auction).sealed
    bids = tuple(sorted(sealed.items(), key=lambda bid: (-bid[1], bid[0])))
    void = tuple(seat for seat, amount in bids if amount > highest_bid(state, seat))
    opened = BidsOpened(bids, void)
    pending.emit(opened)
    winners = winners_of(opened)
    if len(winners) <= 1:
        price = _price(not_none(state.auction), opened) if winners else 0
        LOTS.award(pending, Award(winners[0] if winners else None, price))


def _price(up: UpForAuction, opened: BidsOpened) -> int:
    """Return the price for the winner: their bid, or the second-highest (FB-A9)."""
    bids = tuple(bid for seat, bid in opened.bids if bid and seat not in opened.void)
    return second_price(bids, up.lowest) if up.kind.pays_second else bids[0]


def winners_of(opened: BidsOpened) -> tuple[int, ...]:
    """Return the seats with the highest valid bid, or an empty tuple if no bid is valid (FB-A6)."""
    counted = [(seat, bid) for seat, bid in opened.bids if bid and seat not in opened.void]
    top = max((bid for _, bid in counted), default=0)
    return tuple(seat for seat, bid in counted if bid == top)


@event("bids_opened", reveals=True)
class BidsOpened(Event[FreeBankState]):
    """All sealed bids were opened at once."""

    bids: tuple[tuple[int, int], ...]
    """Pairs of seat and amount, highest bid first."""
    void: tuple[int, ...] = ()
    """The seats whose bid does not count, because their money no longer covers it."""

    def apply(self, state: FreeBankState) -> FreeBankState:
        auction = not_none(state.auction)
        winners = winners_of(self)
        tied = winners if len(winners) > 1 else ()
        opened = Opened(auction.what, self.bids, self.void)
        return replace(state, auction=replace(auction, tied=tied, timer=None), opened=opened)

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence:
        bids = tuple(opened_bid(state, other, amount, self.void) for other, amount in self.bids)
        return say("The bids: {bids}.", bids=bids) if bids else say("Nobody submitted a bid.")

    def scenes(self, state: FreeBankState) -> tuple[Scene, ...]:
        best = winners_of(self)
        bids = tuple(
            (seat, state.said(amount) if amount else "–", seat in best, seat in self.void)
            for seat, amount in reversed(self.bids)
        )
        return (self.scene(state, "bids", {"bids": bids}),) if bids else ()


def opened_bid(
    state: FreeBankState, seat: int, amount: int, void: tuple[int, ...] = ()
) -> Sentence:
    """Return a seat's opened bid in words, with a note if the bid does not count.

    void: the seats whose bids do not count.
    """
    values = {"name": state.name(seat), "amount": state.said(amount)}
    if not amount:
        return say("{name} nothing", name=state.name(seat))
    if seat in void:
        return say("{name} {amount} (more than they have)", **values)
    return say("{name} {amount}", **values)


@event("bid_sealed", is_secret=True)
class BidSealed(Event[FreeBankState]):
    """A seat made a sealed bid, or replaced its earlier one.

    A bid stays secret until the bids are opened. A bid that is never opened stays secret until the
    end of the game.
    """

    line = say("{name} submits a sealed bid.").to_you("Your sealed bid is in.")
    seat: int
    amount: int

    def apply(self, state: FreeBankState) -> FreeBankState:
        auction = not_none(state.auction)
        replaced = self.seat in auction.sealed
        sealed = {**auction.sealed, self.seat: self.amount}
        return replace(
            state, auction=replace(auction, sealed=sealed), unread=state.unread or replaced
        )


@action("hammer", by="banker")
class Hammer(TableAction[FreeBankState]):
    """End the bidding: the highest open bid wins, or the sealed bids are opened (FB-A4, FB-A6)."""

    button = Button(shows_automatically=True)

    def label(self, state: FreeBankState) -> Sentence:
        up = state.auction
        if up is not None and up.kind.is_sealed:
            return say("Open the bids now")
        return say("Nobody bids") if up is None or up.bids.standing is None else say("Sold!")

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        up = _running_auction(state, ("open", "sealed"), "FB-A4")
        if not up.kind.is_sealed:
            return LOTS.awarded(state, up.bids.hammer)
        pending = PendingEvents(state)
        _emit_opening(pending)
        return pending.events


@action("lower_price", by="banker")
class LowerPrice(TableAction[FreeBankState]):
    """Lower the price in an auction with a falling price (FB-A12)."""

    button = Button(shows_automatically=True)

    def label(self, state: FreeBankState) -> Sentence:
        return say("Lower to {amount}", amount=state.said(_lower_price(state)))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        """Return the lower price, or the end of the auction if there is none."""
        up = _running_auction(state, ("open",), "FB-A12")
        if not up.kind.falls:
            raise not_now("FB-A12", waiting(state))
        price = _lower_price(state)
        return (PriceLowered(up.what, price),) if price else (NotSold(up.what),)


def _lower_price(state: FreeBankState) -> int:
    up = not_none(state.auction)
    return fall_of(up.bids.floor, up.lowest)


@event("price_lowered")
class PriceLowered(MoneyEvent):
    """The price of the lot fell."""

    line = say("{what}: {amount}.")
    what: str
    amount: int
    ends_at: int | None = None
    """The end of this price's time in seconds since the epoch, if the app lowered the price."""

    def apply(self, state: FreeBankState) -> FreeBankState:
        auction = not_none(state.auction)
        later = replace(
            state, auction=replace(auction, bids=replace(auction.bids, floor=self.amount))
        )
        return later if self.ends_at is None else with_end(later, self.ends_at)


@action("mark_time", by="banker", turn_bound=False, keeps_turn=True)
class MarkTime(TimedAction[FreeBankState]):
    """Mark the end of a time: that of an auction ends it, or lowers its price (FB-A13)."""

    button = time_limit.MarkTime.button
    is_offered: ClassVar[bool] = False

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        up = state.auction
        if up is None or up.timer is None or self.at != up.timer.ends_at:
            return time_limit.MarkTime(at=self.at).decide(state)
        if not up.kind.falls:
            return Hammer().decide(state)
        events = LowerPrice().decide(state)
        next_end = up.timer.ends_at + up.timer.each
        return tuple(
            replace(one, ends_at=next_end) if isinstance(one, PriceLowered) else one
            for one in events
        )


def due(state: FreeBankState) -> Due | None:
    """Return the next end of a time that the app marks: the auction's or that of another clock."""
    other, timer = time_limit.due(state), None if state.auction is None else state.auction.timer
    ends = [] if other is None else [other.at]
    if timer is not None and not state.is_over:
        ends.append(timer.ends_at)
    return Due(min(ends), MarkTime(at=min(ends))) if ends else None


@action("tell_sale")
class RecordSale(recorded_sale.RecordSale[FreeBankState]):
    """Record the result of a spoken auction: a sale, or no sale (FB-A4).

    With hidden balances, players bid on their own phones, because a refusal here would reveal how
    much they have.
    """

    policy = LOTS

    def accounts_read(self, state: FreeBankState) -> tuple[str, ...]:
        return () if self.seat is None else (purse(self.seat),)

    @classmethod
    def amounts(cls, state: FreeBankState, seat: int) -> Range | None:
        if purse(seat) in state.hidden_accounts(None):
            return None
        # Plain super() does not work in a dataclass with slots.
        return super(RecordSale, cls).amounts(state, seat)  # noqa: UP008

    def figure(self, state: FreeBankState) -> Sentence | str:
        return state.figure(self.amount)

    @classmethod
    def lot(cls, state: FreeBankState) -> str:
        return not_none(state.auction).what

    @classmethod
    def step(cls, state: FreeBankState) -> int:
        return max(
            (chip for chip in chips(state) if chip * recorded_sale.CHIPS <= state.start),
            default=state.denomination.scale,
        )


@action("award", by="banker")
class AwardLot(Action[FreeBankState]):
    """Choose the winner among tied sealed bids, or let a random draw choose (FB-A7)."""

    chance = "seat"
    seat: int | None
    """The winner; None for a random draw."""
    by_app: bool = False
    """Whether a random draw chose the seat."""

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and state.auction is not None and state.auction.tied:
            tied = state.auction.tied
            yield Candidate(cls(tied[0]), seat=OneOf(tied))

    def with_chance(self, state: FreeBankState, dice: Dice) -> Self:
        if self.seat is not None or state.auction is None or not state.auction.tied:
            return self
        return replace(self, seat=random_draw(state.auction.tied, dice), by_app=True)

    def label(self, state: FreeBankState) -> Sentence:
        if self.seat is None:
            return say("Random draw")
        return say("Sell to {name}", name=state.name(self.seat))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        seat = require_seat(state, self.seat, "FB-A7")
        sold = LOTS.awarded(state, Award(seat, require_award(state, seat)))
        return (Drawn(not_none(state.auction).tied, seat), *sold) if self.by_app else sold


def require_award(state: FreeBankState, seat: int) -> int:
    """Return the price that a seat pays if it is chosen among tied bids (FB-A7)."""
    require_player(state, seat)
    auction = _running_auction(state, ("tied",), "FB-A7")
    if seat not in auction.tied:
        raise Refusal(
            "not_tied",
            "FB-A7",
            say("Choose one of: {names}.", names=together(map(state.name, auction.tied))),
        )
    amount = auction.sealed[seat]
    if amount > highest_bid(state, seat):
        values = {"name": state.name(seat), "amount": state.said(amount)}
        words = say("{name} can no longer pay {amount}.", **values).to_you(
            "You can no longer pay {amount}."
        )
        raise Refusal("bid_above_purse", "FB-A7", words, about=(seat,))
    _require_room(state, seat, amount)
    return amount


@action("call_off", by="banker")
class CallOff(TableAction[FreeBankState]):
    """Call off the auction without a sale (FB-A8).

    Sealed bids that have not been opened stay secret until the end of the game.
    """

    button = Button(say("Call it off"))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        auction = _running_auction(state, ("open", "sealed", "tied"), "FB-A8")
        return (NotSold(auction.what, called_off=True),)


def keeps_secret(state: FreeBankState) -> bool:
    """Return whether the game has sealed bids that must still be kept secret.

    They also stay secret in a stopped game, because an undo may resume it.
    """
    is_sealed = state.auction is not None and state.auction.lies_sealed
    return (is_sealed or state.unread) and (state.is_stopped or not state.is_over)
