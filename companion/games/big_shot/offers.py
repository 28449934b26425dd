"""What a seat may do now; the same guards let the posted action through."""

from __future__ import annotations

from companion.games.big_shot.actions import (
    Bid,
    Borrow,
    Lead,
    Pass,
    Pay,
    Place,
    Roll,
    Score,
    Settle,
)
from companion.games.big_shot.bidding import highest_bid, require_bid, require_pay, require_word
from companion.games.big_shot.borrowing import require_borrow
from companion.games.big_shot.box import SIDES
from companion.games.big_shot.cubes import require_placing
from companion.games.big_shot.light import require_score, require_settling
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.turns import require_roll
from companion.mechanics.game import Offer, OneOf, Whole
from companion.mechanics.refusal import allows


def legal_actions(state: BigShotState, seat: int | None) -> tuple[Offer, ...]:
    """Return what a seat may do now; seat None: what belongs to no seat."""
    if seat is None:
        return _for_the_table(state)
    if state.stage == "roll":
        if not allows(require_roll, state, seat):
            return ()
        return (Offer(Roll.kind, seat, {"value": Whole(1, SIDES)}),)
    if state.stage == "auction":
        return (*_word(state, seat), *_loans(state, seat))
    if state.stage == "pay":
        return _payments(state, seat)
    if state.stage == "place" and allows(require_placing, state, seat):
        return (Offer(Place.kind, seat),)
    return ()


def _for_the_table(state: BigShotState) -> tuple[Offer, ...]:
    if state.stage == "lead":
        seats = tuple(range(len(state.setup.seats)))
        return (Offer(Lead.kind, None, {"seat": OneOf(seats)}),)
    offers = []
    if allows(require_settling, state):
        lots = tuple(lot for lot in state.copy.lots if lot not in state.sold)
        if lots:
            offers.append(Offer(Settle.kind, None, {"lot": OneOf(lots)}))
    if allows(require_score, state):
        offers.append(Offer(Score.kind))
    return tuple(offers)


def _word(state: BigShotState, seat: int) -> tuple[Offer, ...]:
    """Return bid and pass for the seat whose word it is."""
    if not allows(require_word, state, seat):
        return ()
    assert state.auction is not None
    lowest = state.auction.lowest_bid
    passing = Offer(Pass.kind, seat)
    if not allows(require_bid, state, seat, lowest):
        return (passing,)
    amounts = Whole(lowest, highest_bid(state, seat))
    return (Offer(Bid.kind, seat, {"amount": amounts}), passing)


def _loans(state: BigShotState, seat: int) -> tuple[Offer, ...]:
    colours = loan_colours(state, seat)
    if not colours:
        return ()
    fields = {"colour": OneOf(colours)} if state.has_two_purses else {}
    return (Offer(Borrow.kind, seat, fields),)


def loan_colours(state: BigShotState, seat: int) -> tuple[str, ...]:
    """Return the colours for which a seat may borrow now."""
    colours = state.setup.seats[seat].colours
    return tuple(colour for colour in colours if allows(require_borrow, state, seat, colour))


def _payments(state: BigShotState, seat: int) -> tuple[Offer, ...]:
    colours = state.setup.seats[seat].colours
    able = tuple(colour for colour in colours if allows(require_pay, state, seat, colour))
    return (Offer(Pay.kind, seat, {"colour": OneOf(able)}),) if able else ()
