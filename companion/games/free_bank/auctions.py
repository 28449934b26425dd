"""The auctioneer: an open auction by calls, or sealed bids opened all at once (FB-A).

One auction at a time, and whoever pays can pay: an open bid is held to the purse, which then must
keep covering it; a sealed bid is held to the purse when it is put in and again when it is opened,
and one that is not covered then does not count. Payments go on meanwhile. Where the money would go
to the winner's own purse it goes to the bank instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from companion.games.free_bank.draft import chips
from companion.games.free_bank.payments import Amounted, OwnAmount
from companion.games.free_bank.state import (
    MOST,
    FreeBankState,
    How,
    MoneyEvent,
    Opened,
    Stage,
    UpForAuction,
    grouped,
    require_limits,
    require_player,
    waiting,
)
from companion.mechanics import auction, recorded_sale
from companion.mechanics.amounts import require_amount_in
from companion.mechanics.auction import Award as Decided
from companion.mechanics.auction import BidLimit
from companion.mechanics.event_sourcing import (
    Action,
    Button,
    Event,
    TableAction,
    action,
    event,
    its,
)
from companion.mechanics.ledger import BANK, Transfer, purse, require_account
from companion.mechanics.menu import Candidate, OneOf, Range
from companion.mechanics.open_auction import (
    Numbered,
    OpenAuction,
    require_bidder,
    require_same_auction,
)
from companion.mechanics.refusal import Refusal, is_legal, not_none
from companion.mechanics.table import not_now, require_running
from companion.mechanics.texts import single_spaced
from companion.mechanics.words import Sentence, say

LONGEST_WHAT = 40
NUMBER = its("auction.number")


# Anybody may pay meanwhile; a second auction beside this one is refused by name.
@action("put_up", by="player", turn_bound=False)
class PutUp(OwnAmount):
    """Put something up for auction (FB-A1); amount: the lowest bid, 1 where nothing is said.

    how: "open" to everybody's calls, or by "sealed" bids. target: who gets the money.
    """

    what: str = ""
    how: How = "open"
    target: str = BANK

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and state.stage == "free":
            yield Candidate(cls(amount=1), amount=Range(1, MOST))

    def label(self, state: FreeBankState) -> Sentence:
        return say("Everybody calls out") if self.how == "open" else say("Sealed bids")

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        """Return that something is up for auction.

        Raises ``game_over``, ``auction_running``, ``no_auctions``, ``name_too_long``,
        ``unknown_account``, and for the lowest bid what ``require_amount_in`` does.
        """
        require_no_auction(state)
        if not state.has_auctions:
            raise Refusal(
                "no_auctions", "FB-S4", say("This table holds no auctions, as it was set up.")
            )
        what = single_spaced(self.what)
        if len(what) > LONGEST_WHAT:
            raise Refusal(
                "name_too_long", "FB-A1", say("At most {most} letters, please.", most=LONGEST_WHAT)
            )
        require_account(state.ledger, self.target, "FB-M3")
        lowest = require_amount_in(1 if self.amount is None else self.amount, 1, "FB-M1")
        return (AuctionOpened(state.auctions + 1, what, self.how, self.target, lowest),)


def require_no_auction(state: FreeBankState, rule: str = "FB-A1") -> None:
    """Raise ``game_over``, or ``auction_running`` while something is up for auction."""
    require_running(state)
    if state.auction is not None:
        raise Refusal(
            "auction_running",
            rule,
            say("Something is up for auction: first it is sold, or the banker calls it off."),
        )


@event("auction_opened")
class AuctionOpened(MoneyEvent):
    """Something is up for auction; its money goes to the target."""

    line = say("{what}: everybody may bid, from {lowest}.")
    unless = "how", "sealed", say("{what}: sealed bids, from {lowest}.")
    number: int
    what: str
    how: How
    target: str
    lowest: int

    def apply(self, state: FreeBankState) -> FreeBankState:
        bids = OpenAuction.opened(state.here, floor=self.lowest)
        auction = UpForAuction(self.number, self.what, self.how, self.target, self.lowest, bids)
        return replace(state, auction=auction, auctions=self.number)


@action("bid")
class PlaceBid(Numbered, Amounted):
    """Call out a bid in an open auction (FB-A2); auction: its number, None: whichever is on."""

    button = Button(is_relayed=True)

    number = NUMBER
    seat: int
    auction: int | None = None

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.auction is not None and state.stage == "open":
            limit = _limit(state, seat, state.auction.bids.lowest_bid)
            amounts = Range(limit.lowest, limit.most)
            yield Candidate(cls(seat, amount=limit.lowest), amount=amounts)

    def label(self, state: FreeBankState) -> Sentence:
        return say("Bid {amount}", amount=state.said(self.amount or 0))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        """Return the bid, with the sale if everybody else has passed."""
        bid = BidMade(self.seat, require_bid(state, self.seat, self.amount, self.auction))
        return (bid, *Pass(self.seat).consequences(state, not_none(state.auction).bids, bid))


def require_bid(state: FreeBankState, seat: int, amount: int | None, number: int | None) -> int:
    """Return the amount of a bid that may be called out now.

    Raises what ``require_caller`` and ``require_amount_in`` do, ``bid_too_low``,
    ``bid_above_purse``, ``account_full``.
    """
    bids = require_caller(state, seat, number)
    bid = require_amount_in(amount, 1, "FB-M1")
    _limit(state, seat, bids.lowest_bid).require(bid, "FB-A2")
    _require_room(state, seat, bid)
    return bid


def require_caller(state: FreeBankState, seat: int, number: int | None = None) -> OpenAuction:
    """Return the open auction in which the seat may call out or pass now; raises a refusal."""
    require_player(state, seat)
    bids = _running_auction(state, ("open",), "FB-A2", number).bids
    require_bidder(bids, seat, pass_rule="FB-A3", high_rule="FB-A2")
    return bids


def _running_auction(
    state: FreeBankState, stages: tuple[Stage, ...], rule: str, number: int | None = None
) -> UpForAuction:
    """Return the auction; raises ``game_over``, ``not_now``, ``another_auction``."""
    require_running(state)
    up = state.auction
    if up is None or state.stage not in stages:
        raise not_now(rule, waiting(state))
    require_same_auction(up.number, number, rule)
    return up


def _limit(state: FreeBankState, seat: int, lowest: int) -> BidLimit:
    """Return what a seat can bid, called out or sealed."""
    return BidLimit(highest_bid(state, seat), lowest, partial(_too_much, state, seat, lowest))


def _too_much(state: FreeBankState, seat: int, lowest: int, is_short: bool) -> Refusal:
    """Return the refusal of more than a seat can pay; is_short: less than the lowest bid."""
    values = {"most": state.said(highest_bid(state, seat)), "lowest": state.said(lowest)}
    rule = "FB-A5" if state.stage == "sealed" else "FB-A2"
    if not is_short:
        words = say("You can pay {most}: bid no more.", most=values["most"])
    elif state.stage == "sealed":
        words = say("You can pay {most}, and {lowest} is the least: make no bid.", **values)
    else:
        words = say(
            "You can pay {most}, and {lowest} is the least: pass, or be paid first.", **values
        )
    return Refusal("bid_above_purse", rule, words)


def highest_bid(state: FreeBankState, seat: int) -> int:
    """Return the most that a seat can pay."""
    most = not_none(state.can_spend(purse(seat)))
    return most


def _require_covered(state: FreeBankState, seat: int, amount: int, limit: BidLimit) -> None:
    refusal = limit.above(amount)
    if refusal is not None:
        raise refusal
    _require_room(state, seat, amount)


def _require_room(state: FreeBankState, seat: int, amount: int) -> None:
    """Raise ``account_full`` unless the target can hold what the seat would pay (FB-M5)."""
    target = _target(state, seat)
    require_limits(state, {target: state.ledger.balance(target) + amount})


def _target(state: FreeBankState, seat: int) -> str:
    """Return who gets the money if a seat wins: nobody pays himself."""
    assert state.auction is not None
    return BANK if state.auction.target == purse(seat) else state.auction.target


def _sold(state: FreeBankState, award: Decided) -> tuple[Event, ...]:
    """Return the sale; raises ``account_full`` where the target was filled since the bid."""
    auction, seat = not_none(state.auction), award.seat
    if seat is None:
        return (NotSold(auction.what),)
    _require_room(state, seat, award.amount)
    return (Sold(seat, award.amount, auction.what, _target(state, seat)),)


@event("sold")
class Sold(MoneyEvent):
    """A seat took what was up for auction and paid the target."""

    line = say("{what}: {name} takes it for {amount}, paid to: {target}.")
    unless = "target", BANK, say("{what}: {name} takes it for {amount}.")
    sets = {"auction": None}
    seat: int
    amount: int
    what: str
    target: str

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the payment."""
        why = say("auction: {what}", what=self.what) if self.what else say("auction")
        return (Transfer(purse(self.seat), self.target, self.amount, why),)


@event("not_sold")
class NotSold(MoneyEvent):
    """Nobody bid, or the auction was called off."""

    line = say("{what}: nobody takes it.")
    unless = "called_off", True, say("{what}: called off.")
    what: str
    called_off: bool = False

    def apply(self, state: FreeBankState) -> FreeBankState:
        auction = not_none(state.auction)
        unread = self.called_off and bool(auction.sealed) and not auction.tied
        return replace(state, auction=None, unread=state.unread or unread)


@dataclass(frozen=True, slots=True)
class Called(MoneyEvent, auction.AuctionEvent):
    """What somebody called out in an open auction."""

    within = "auction", "bids"


@event("bid_made")
class BidMade(Called, auction.BidMade):
    """A seat called out a bid."""


@event("passed")
class Passed(Called, auction.Passed):
    """A seat left the auction."""


@event("passed_by_app")
class PassedByApp(Called, auction.PassedByApp):
    """A seat that could not pay so much left the auction."""


@action("pass", turn_bound=False)
class Pass(Numbered, auction.Pass):
    """Leave an open auction (FB-A3); mostly the hammer ends it."""

    button = Button(say("Pass"), is_relayed=True, is_rare=True)
    number = NUMBER
    awarded = staticmethod(_sold)
    made = Passed
    by_app = PassedByApp
    auction: int | None = None

    @classmethod
    def must_pass(cls, state: FreeBankState, seat: int, lowest: int) -> bool:
        """Tell whether a purse holds too little, where nobody takes from the bank (FB-S2)."""
        return state.movers != "pay_and_take" and highest_bid(state, seat) < lowest

    @classmethod
    def auction_in(cls, state: FreeBankState) -> OpenAuction | None:
        return state.auction.bids if state.auction is not None and state.stage == "open" else None

    def current_auction(self, state: FreeBankState) -> OpenAuction:
        return require_caller(state, self.seat, self.auction)


@action("seal_bid")
class SealBid(Amounted):
    """Put in a sealed bid, or another one instead; 0: no bid (FB-A5)."""

    seat: int
    auction: int | None = None

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.auction is not None and state.stage == "sealed":
            limit = _limit(state, seat, state.auction.lowest)
            can_bid = is_legal(_require_covered, state, seat, limit.lowest, limit)
            # 0, for no bid, it may always be.
            amounts = Range(limit.lowest, limit.most) if can_bid else OneOf((0,))
            yield Candidate(cls(seat, amount=0), amount=amounts)

    def label(self, state: FreeBankState) -> Sentence:
        return say("Seal the bid") if self.amount else say("No bid")

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        """Return the sealed bid; the last one opens them all.

        Raises what ``require_sealing`` and ``require_amount_in`` do, ``bid_too_low``,
        ``bid_above_purse``, ``account_full``. No refusal tells another's bid.
        """
        up = require_sealing(state, self.seat, self.auction)
        amount = require_amount_in(self.amount, 0, "FB-M1")
        limit = _limit(state, self.seat, up.lowest)
        if 0 < amount < up.lowest:
            more = say("Bid {lowest} or more, or make no bid.", lowest=state.said(up.lowest))
            raise Refusal("bid_too_low", "FB-A5", limit.instead or more)
        _require_covered(state, self.seat, amount, limit)
        sealed = {**up.sealed, self.seat: amount}
        opening = _opened(state, sealed) if len(sealed) == len(state.here) else ()
        return (BidSealed(self.seat, amount), *opening)


def require_sealing(state: FreeBankState, seat: int, number: int | None = None) -> UpForAuction:
    """Return the auction into which the seat may put a sealed bid now; raises a refusal."""
    require_player(state, seat)
    return _running_auction(state, ("sealed",), "FB-A5", number)


def _opened(state: FreeBankState, sealed: dict[int, int]) -> tuple[Event, ...]:
    """Return the bids opened, with the sale unless several share the highest (FB-A6)."""
    bids = tuple(sorted(sealed.items(), key=lambda bid: (-bid[1], bid[0])))
    void = tuple(seat for seat, amount in bids if amount > highest_bid(state, seat))
    opened = BidsOpened(bids, void)
    winners = winners_of(opened)
    if len(winners) > 1:
        return (opened,)
    award = Decided(winners[0], sealed[winners[0]]) if winners else Decided(None, 0)
    return (opened, *_sold(state, award))


def winners_of(opened: BidsOpened) -> tuple[int, ...]:
    """Return the seats with the highest bid that counts; none where nobody bid (FB-A6)."""
    counted = [(seat, bid) for seat, bid in opened.bids if bid and seat not in opened.void]
    top = max((bid for _, bid in counted), default=0)
    return tuple(seat for seat, bid in counted if bid == top)


@event("bids_opened", reveals=True)
class BidsOpened(Event):
    """The sealed bids were opened, all at once: seat and amount, highest first.

    void: seats whose bid does not count, because the purse does not cover it.
    """

    bids: tuple[tuple[int, int], ...]
    void: tuple[int, ...] = ()

    def apply(self, state: FreeBankState) -> FreeBankState:
        auction = not_none(state.auction)
        winners = winners_of(self)
        tied = winners if len(winners) > 1 else ()
        opened = Opened(auction.what, self.bids, self.void)
        return replace(state, auction=replace(auction, tied=tied), opened=opened)

    def tell(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        bids = tuple(opened_bid(state, other, amount, self.void) for other, amount in self.bids)
        return say("The bids: {bids}.", bids=bids) if bids else say("Nobody had put in a bid.")


def opened_bid(
    state: FreeBankState, seat: int, amount: int, void: tuple[int, ...] = ()
) -> Sentence:
    """Return what a seat bid; of a bid among the void ones, that it does not count."""
    values = {"name": state.name(seat), "amount": state.said(amount)}
    if not amount:
        return say("{name} nothing", name=state.name(seat))
    if seat in void:
        return say("{name} {amount}, more than they have", **values)
    return say("{name} {amount}", **values)


@event("bid_sealed", is_secret=True)
class BidSealed(Event):
    """A seat put in a sealed bid; nobody else may read its amount before all are opened."""

    line = say("{name} put in a sealed bid.")
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
class Hammer(TableAction):
    """Bring the hammer down: the highest bid wins, sealed bids are opened (FB-A4, FB-A6)."""

    button = Button(shows_automatically=True)

    def label(self, state: FreeBankState) -> Sentence:
        up = state.auction
        if up is not None and up.how == "sealed":
            return say("Open the bids now")
        return say("Nobody bids") if up is None or up.bids.standing is None else say("Sold!")

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        up = _running_auction(state, ("open", "sealed"), "FB-A4")
        if up.how == "sealed":
            return _opened(state, dict(up.sealed))
        return _sold(state, up.bids.hammer)


@action("tell_sale")
class RecordSale(recorded_sale.RecordSale):
    """Tell who takes it, and for how much; nobody: it is not sold (FB-A4)."""

    rule = "FB-A4"
    bid_rule = "FB-A2"
    pass_rule = "FB-A3"
    seat_rule = "FB-S1"
    bid = BidMade
    word = Pass

    def figure(self, state: FreeBankState) -> str:
        return grouped(self.amount)

    @classmethod
    def lot(cls, state: FreeBankState) -> str:
        return not_none(state.auction).what

    @classmethod
    def current_auction(cls, state: FreeBankState) -> OpenAuction:
        return _running_auction(state, ("open",), "FB-A4").bids

    @classmethod
    def bid_limit(cls, state: FreeBankState, seat: int) -> BidLimit:
        return _limit(state, seat, cls.current_auction(state).lowest_bid)

    @classmethod
    def step(cls, state: FreeBankState) -> int:
        return max(
            (chip for chip in chips(state) if chip * recorded_sale.CHIPS <= state.start), default=1
        )


@action("award", by="banker")
class AwardLot(Action):
    """Say which of the tied sealed bids wins (FB-A7)."""

    seat: int

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and state.auction is not None and state.auction.tied:
            tied = state.auction.tied
            yield Candidate(cls(tied[0]), seat=OneOf(tied))

    def label(self, state: FreeBankState) -> Sentence:
        return say("Sell to {name}", name=state.name(self.seat))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        return _sold(state, Decided(self.seat, require_award(state, self.seat)))


def require_award(state: FreeBankState, seat: int) -> int:
    """Return what a tied seat pays if it wins (FB-A7).

    Raises ``game_over``, ``unknown_seat``, ``not_now``, ``not_tied``, ``bid_above_purse``,
    ``account_full``.
    """
    require_player(state, seat)
    auction = _running_auction(state, ("tied",), "FB-A7")
    if seat not in auction.tied:
        raise Refusal(
            "not_tied",
            "FB-A7",
            say("Choose among: {names}.", names=tuple(map(state.name, auction.tied))),
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
class CallOff(TableAction):
    """Call the auction off; nobody pays, and sealed bids stay sealed until the end (FB-A8)."""

    button = Button(say("Call it off"))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        auction = _running_auction(state, ("open", "sealed", "tied"), "FB-A8")
        return (NotSold(auction.what, called_off=True),)


def keeps_secret(state: FreeBankState) -> bool:
    """Tell whether sealed bids lie unopened, or were never opened before the game's own end.

    A stopped game may go on, if that is taken back.
    """
    lying = state.auction is not None and state.auction.lies_sealed
    return (lying or state.unread) and (state.is_stopped or not state.is_over)
