"""What a seat may do now; the same guards let the posted action through."""

from __future__ import annotations

from companion.games.free_bank.actions import (
    AddAccount,
    Award,
    Bid,
    CallOff,
    End,
    Hammer,
    Move,
    NextRound,
    Pass,
    Pay,
    PaySalaries,
    PutUp,
    Roll,
    Score,
    SealBid,
    SetSalary,
    StartClock,
    StopClock,
    Take,
    TakeSalary,
)
from companion.games.free_bank.aids import require_clock
from companion.games.free_bank.auctioneer import (
    highest_bid,
    require_award,
    require_bid,
    require_caller,
    require_no_auction,
    require_sealing,
)
from companion.games.free_bank.box import MOST, MOST_ROUND, MOST_SECONDS
from companion.games.free_bank.payments import require_salary
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.game import Offer, OneOf, Whole
from companion.mechanics.refusal import allows


def legal_actions(state: FreeBankState, seat: int | None) -> tuple[Offer, ...]:
    """Return what a seat may do now; seat None: what belongs to no seat."""
    if state.is_over:
        return ()
    return _for_the_table(state) if seat is None else _for_seat(state, seat)


def _for_the_table(state: FreeBankState) -> tuple[Offer, ...]:
    offers = [
        Offer(Move.kind, None, {"amount": Whole(1)}),
        Offer(SetSalary.kind, None, {"amount": Whole(0, MOST)}),
        Offer(AddAccount.kind),
        Offer(Roll.kind),
        Offer(StartClock.kind, None, {"seconds": Whole(1, MOST_SECONDS)}),
    ]
    if state.round < MOST_ROUND:
        offers.append(Offer(NextRound.kind))
    if allows(require_clock, state):
        offers.append(Offer(StopClock.kind))
    if allows(require_salary, state, state.seats):
        offers.append(Offer(PaySalaries.kind))
    if allows(require_no_auction, state):
        return (*offers, Offer(PutUp.kind, None, {"amount": Whole(1, MOST)}), Offer(End.kind))
    return (*offers, *_for_the_auctioneer(state))


def _for_the_auctioneer(state: FreeBankState) -> tuple[Offer, ...]:
    if state.stage != "tied":
        return (Offer(Hammer.kind), Offer(CallOff.kind))
    able = tuple(seat for seat in state.seats if allows(require_award, state, seat))
    award = (Offer(Award.kind, None, {"seat": OneOf(able)}),) if able else ()
    return (*award, Offer(CallOff.kind))


def _for_seat(state: FreeBankState, seat: int) -> tuple[Offer, ...]:
    most = highest_bid(state, seat)
    offers = [
        Offer(Take.kind, seat, {"amount": Whole(1)}),
        Offer(Roll.kind, seat),
        Offer(Score.kind, seat, {"amount": _points(state, seat)}),
    ]
    if most > 0:
        offers.append(Offer(Pay.kind, seat, {"amount": Whole(1, most)}))
    if allows(require_salary, state, (seat,)):
        offers.append(Offer(TakeSalary.kind, seat))
    if allows(require_sealing, state, seat):
        offers.append(Offer(SealBid.kind, seat, {"amount": _sealed_amounts(state, most)}))
    return (*offers, *_calls(state, seat, most))


def _points(state: FreeBankState, seat: int) -> Whole:
    held = state.points(seat)
    return Whole(max(-MOST, -MOST - held), min(MOST, MOST - held))


def _sealed_amounts(state: FreeBankState, most: int) -> Whole | OneOf:
    """Return what a sealed bid may be; 0, for no bid, it may always be."""
    assert state.auction is not None
    lowest = state.auction.lowest
    return Whole(lowest, most) if lowest <= most else OneOf((0,))


def _calls(state: FreeBankState, seat: int, most: int) -> tuple[Offer, ...]:
    """Return bid and pass in an open auction."""
    if not allows(require_caller, state, seat):
        return ()
    assert state.auction is not None
    lowest, passing = state.auction.bids.lowest_bid, Offer(Pass.kind, seat)
    if not allows(require_bid, state, seat, lowest, None):
        return (passing,)
    return (Offer(Bid.kind, seat, {"amount": Whole(lowest, most)}), passing)
