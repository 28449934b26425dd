"""The auctioneer: an open auction by calls, or sealed bids opened all at once (FB-A).

One auction at a time, and whoever pays can pay: an open bid is held to the purse, which then must
keep covering it; a sealed bid is held to the purse when it is put in and again when it is opened,
and one that is not covered then does not count. Payments go on meanwhile. Where the money would go
to the winner's own purse it goes to the bank instead.
"""

from __future__ import annotations

from companion.games.free_bank.actions import Award, Bid, CallOff, Hammer, Pass, PutUp, SealBid
from companion.games.free_bank.box import LONGEST_WHAT
from companion.games.free_bank.facts import (
    AuctionOpened,
    BidMade,
    BidSealed,
    BidsOpened,
    NotSold,
    Passed,
    Sold,
)
from companion.games.free_bank.guards import require_limits, require_running, require_seat
from companion.games.free_bank.state import FreeBankState, Stage, UpForAuction
from companion.games.free_bank.waiting import waiting
from companion.mechanics.amounts import require_amount_in
from companion.mechanics.auction import require_amount
from companion.mechanics.game import Fact
from companion.mechanics.ledger import BANK, purse, require_account
from companion.mechanics.open_auction import OpenAuction, require_bidder
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def require_no_auction(state: FreeBankState, rule: str = "FB-A1") -> None:
    """Raise ``game_over``, or ``auction_running`` while something is up for auction."""
    require_running(state)
    if state.auction is not None:
        raise Refusal(
            "auction_running",
            rule,
            say("Something is up for auction: bring the hammer down, or call it off first."),
        )


def decide_put_up(state: FreeBankState, action: PutUp) -> tuple[Fact, ...]:
    """Return that something is up for auction.

    Raises ``game_over``, ``auction_running``, ``name_too_long``, ``unknown_account``, and for the
    lowest bid what ``require_amount_in`` does.
    """
    require_no_auction(state)
    what = " ".join(action.what.split())
    if len(what) > LONGEST_WHAT:
        raise Refusal(
            "name_too_long", "FB-A1", say("At most {most} letters, please.", most=LONGEST_WHAT)
        )
    require_account(state.ledger, action.target, "FB-M3")
    lowest = require_amount_in(1 if action.amount is None else action.amount, 1, "FB-M1")
    return (AuctionOpened(state.auctions + 1, what, action.how, action.target, lowest),)


def _auction(
    state: FreeBankState, stages: tuple[Stage, ...], rule: str, number: int | None = None
) -> UpForAuction:
    """Return the auction; raises ``game_over``, ``not_now``, ``another_auction``."""
    require_running(state)
    auction = state.auction
    if auction is None or state.stage not in stages:
        raise Refusal("not_now", rule, say("Not now: {waiting}", waiting=waiting(state).sentence))
    if number is not None and number != auction.number:
        raise Refusal("another_auction", rule, say("That auction is over; look at what is up now."))
    return auction


def require_caller(state: FreeBankState, seat: int, number: int | None = None) -> OpenAuction:
    """Return the open auction in which the seat may call out or pass now; raises a refusal."""
    require_seat(state, seat)
    bids = _auction(state, ("open",), "FB-A2", number).bids
    require_bidder(bids, seat, pass_rule="FB-A3", high_rule="FB-A2")
    return bids


def highest_bid(state: FreeBankState, seat: int) -> int:
    """Return the most that a seat can pay."""
    most = state.can_spend(purse(seat))
    assert most is not None
    return most


def _require_covered(state: FreeBankState, seat: int, amount: int, rule: str) -> None:
    most = highest_bid(state, seat)
    if amount > most:
        raise Refusal(
            "bid_above_purse",
            rule,
            say("You can pay {most}: bid no more.", most=state.said(most)),
        )
    auction = state.auction
    if auction is not None and auction.target not in (BANK, purse(seat)):
        target = auction.target
        require_limits(state, {target: state.ledger.balance(target) + amount})


def require_bid(state: FreeBankState, seat: int, amount: int | None, number: int | None) -> int:
    """Return the amount of a bid that may be called out now.

    Raises what ``require_caller`` and ``require_amount_in`` do, ``bid_too_low``,
    ``bid_above_purse``, ``account_full``.
    """
    bids = require_caller(state, seat, number)
    bid = require_amount_in(amount, 1, "FB-M1")
    require_amount(bids, bid, "FB-A2")
    _require_covered(state, seat, bid, "FB-A2")
    return bid


def decide_bid(state: FreeBankState, action: Bid) -> tuple[Fact, ...]:
    """Return the bid, with the sale if everybody else has passed."""
    bid = require_bid(state, action.seat, action.amount, action.auction)
    assert state.auction is not None
    after = state.auction.bids.bid(action.seat, bid)
    return (BidMade(action.seat, bid), *_decided(state, after))


def decide_pass(state: FreeBankState, action: Pass) -> tuple[Fact, ...]:
    """Return the pass, with the sale if it leaves the highest bidder alone."""
    bids = require_caller(state, action.seat, action.auction)
    return (Passed(action.seat), *_decided(state, bids.pass_by(action.seat)))


def _decided(state: FreeBankState, bids: OpenAuction) -> tuple[Fact, ...]:
    award = bids.award
    return () if award is None else _sold(state, award.seat, award.amount)


def _sold(state: FreeBankState, seat: int | None, amount: int) -> tuple[Fact, ...]:
    auction = state.auction
    assert auction is not None
    if seat is None:
        return (NotSold(auction.what),)
    target = BANK if auction.target == purse(seat) else auction.target
    return (Sold(seat, amount, auction.what, target),)


def require_sealing(state: FreeBankState, seat: int, number: int | None = None) -> UpForAuction:
    """Return the auction into which the seat may put a sealed bid now; raises a refusal."""
    require_seat(state, seat)
    return _auction(state, ("sealed",), "FB-A5", number)


def decide_seal_bid(state: FreeBankState, action: SealBid) -> tuple[Fact, ...]:
    """Return the sealed bid; the last one opens them all.

    Raises what ``require_sealing`` and ``require_amount_in`` do, ``bid_too_low``,
    ``bid_above_purse``, ``account_full``. No refusal tells another's bid.
    """
    auction = require_sealing(state, action.seat, action.auction)
    amount = require_amount_in(action.amount, 0, "FB-M1")
    if 0 < amount < auction.lowest:
        raise Refusal(
            "bid_too_low",
            "FB-A5",
            say("Bid {lowest} or more, or make no bid.", lowest=state.said(auction.lowest)),
        )
    _require_covered(state, action.seat, amount, "FB-A5")
    sealed = {**auction.sealed, action.seat: amount}
    opening = _opened(state, sealed) if len(sealed) == len(state.seats) else ()
    return (BidSealed(action.seat, amount), *opening)


def _opened(state: FreeBankState, sealed: dict[int, int]) -> tuple[Fact, ...]:
    """Return the bids opened, with the sale unless several share the highest (FB-A6)."""
    bids = tuple(sorted(sealed.items(), key=lambda bid: (-bid[1], bid[0])))
    void = tuple(seat for seat, amount in bids if amount > highest_bid(state, seat))
    opened = BidsOpened(bids, void)
    winners = winners_of(opened)
    if len(winners) > 1:
        return (opened,)
    best = winners[0] if winners else None
    return (opened, *_sold(state, best, 0 if best is None else sealed[best]))


def winners_of(opened: BidsOpened) -> tuple[int, ...]:
    """Return the seats with the highest bid that counts; none where nobody bid (FB-A6)."""
    counted = [(seat, bid) for seat, bid in opened.bids if bid and seat not in opened.void]
    top = max((bid for _, bid in counted), default=0)
    return tuple(seat for seat, bid in counted if bid == top)


def decide_hammer(state: FreeBankState, action: Hammer) -> tuple[Fact, ...]:
    """Return the sale to the highest bid, or the sealed bids opened (FB-A4, FB-A6)."""
    auction = _auction(state, ("open", "sealed"), "FB-A4")
    if auction.how == "sealed":
        return _opened(state, dict(auction.sealed))
    award = auction.bids.hammer
    return _sold(state, award.seat, award.amount)


def require_award(state: FreeBankState, seat: int) -> int:
    """Return what a tied seat pays if it wins (FB-A7).

    Raises ``game_over``, ``unknown_seat``, ``not_now``, ``not_tied``, ``bid_above_purse``.
    """
    require_seat(state, seat)
    auction = _auction(state, ("tied",), "FB-A7")
    if seat not in auction.tied:
        raise Refusal(
            "not_tied",
            "FB-A7",
            say("Choose among: {names}.", names=tuple(map(state.name, auction.tied))),
        )
    amount = auction.sealed[seat]
    if amount > highest_bid(state, seat):
        raise Refusal(
            "bid_above_purse",
            "FB-A7",
            say(
                "{name} can no longer pay {amount}.",
                name=state.name(seat),
                amount=state.said(amount),
            ),
        )
    return amount


def decide_award(state: FreeBankState, action: Award) -> tuple[Fact, ...]:
    """Return the sale to one of the tied seats (FB-A7)."""
    return _sold(state, action.seat, require_award(state, action.seat))


def decide_call_off(state: FreeBankState, action: CallOff) -> tuple[Fact, ...]:
    """Return that nothing is sold (FB-A8)."""
    auction = _auction(state, ("open", "sealed", "tied"), "FB-A8")
    return (NotSold(auction.what, called_off=True),)
