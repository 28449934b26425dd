"""What a seat may do now; the same guards let the posted action through."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.monopoly import actions
from companion.games.monopoly.auctions import require_bid, require_sale, require_word
from companion.games.monopoly.bankruptcy import require_bankruptcy
from companion.games.monopoly.box import SIDES
from companion.games.monopoly.building import require_build, require_sell, require_sell_down
from companion.games.monopoly.guards import require_stage
from companion.games.monopoly.landing import require_choice, require_purchase
from companion.games.monopoly.mortgages import require_lift, require_mortgage
from companion.games.monopoly.payments import require_payment
from companion.games.monopoly.shortage import require_want, sites
from companion.games.monopoly.state import MonopolyState
from companion.games.monopoly.turns import require_bail, require_key
from companion.mechanics.game import Offer, OneOf, Whole
from companion.mechanics.refusal import allows


def legal_actions(state: MonopolyState, seat: int | None) -> tuple[Offer, ...]:
    """Return what a seat may do now; seat None: what belongs to no seat.

    Offering a deal, calling time and putting right are checked when they come.
    """
    if state.stage == "over":
        return ()
    if seat is None:
        return tuple(_for_the_table(state))
    if seat not in state.active:
        return ()
    return (*_of_the_turn(state, seat), *_of_the_moment(state, seat), *_at_any_time(state, seat))


def _for_the_table(state: MonopolyState) -> Iterator[Offer]:
    if state.stage == "deal":
        yield Offer(actions.DealDeeds.kind, None, {"seat": OneOf(state.undealt_seats)})
    if state.stage == "start" and not state.is_held_up:
        yield Offer(actions.Begin.kind, None, {"seat": OneOf(state.active)})
    if allows(require_sale, state):
        yield Offer(actions.KnockDown.kind)
    if state.ends_at is not None and state.is_between_turns:
        yield Offer(actions.CallTime.kind)


_FACES = Whole(1, SIDES)


def _of_the_turn(state: MonopolyState, seat: int) -> Iterator[Offer]:
    """Yield what the turn waits for from this seat."""
    if state.is_held_up or seat not in (state.turn_seat, state.mover):
        return
    if allows(require_stage, state, seat, "roll", "MO-T1"):
        yield Offer(actions.Roll.kind, seat, {"dice": _FACES})
        if allows(require_key, state, seat):
            yield Offer(actions.UseKey.kind, seat)
        if allows(require_bail, state, seat):
            yield Offer(actions.PayBail.kind, seat)
    elif allows(require_stage, state, seat, "space", "MO-T1"):
        yield Offer(actions.Land.kind, seat, {"space": Whole(0, len(state.board) - 1)})
    elif allows(require_choice, state, seat):
        if allows(require_purchase, state, seat):
            yield Offer(actions.Buy.kind, seat)
        yield Offer(actions.Decline.kind, seat)
    elif allows(require_stage, state, seat, "list", "MO-T6"):
        yield Offer(actions.RollList.kind, seat, {"dice": _FACES})
    elif allows(require_stage, state, seat, "line", "MO-T6"):
        yield Offer(actions.FollowLine.kind, seat)


def _of_the_moment(state: MonopolyState, seat: int) -> Iterator[Offer]:
    """Yield what an auction, a debt, a rent, an offer or a shortage asks this seat."""
    sale = state.sale
    if sale is not None and allows(require_word, state, seat):
        lowest = sale.auction.lowest_bid
        if allows(require_bid, state, seat, lowest):
            highest = None if sale.building is None else state.cash(seat)
            yield Offer(actions.Bid.kind, seat, {"amount": Whole(lowest, highest)})
        yield Offer(actions.Pass.kind, seat)
    if allows(require_payment, state, seat):
        yield Offer(actions.PayDebt.kind, seat)
    if allows(require_bankruptcy, state, seat):
        yield Offer(actions.GoBankrupt.kind, seat)
    claims = tuple(claim.position for claim in state.claims if claim.owner == seat)
    if claims:
        yield Offer(actions.AskRent.kind, seat, {"position": OneOf(claims)})
    if state.wants is not None and allows(require_want, state, seat, ()):
        places = sites(state, seat, state.wants.building)
        yield Offer(actions.Want.kind, seat, {"positions": OneOf(places)})
    yield from _answers(state, seat)


def _answers(state: MonopolyState, seat: int) -> Iterator[Offer]:
    offered = tuple(number for number, deal in state.deals.items() if deal.other == seat)
    if offered:
        yield Offer(actions.AcceptDeal.kind, seat, {"deal": OneOf(offered)})
        yield Offer(actions.DeclineDeal.kind, seat, {"deal": OneOf(offered)})
    own = tuple(number for number, deal in state.deals.items() if deal.seat == seat)
    if own:
        yield Offer(actions.WithdrawDeal.kind, seat, {"deal": OneOf(own)})


def _at_any_time(state: MonopolyState, seat: int) -> Iterator[Offer]:
    """Yield building, selling and mortgages, each with its properties."""
    places = tuple(space.position for space in state.owned(seat))
    free = () if state.is_held_up else tuple(p for p in places if state.owns_group(seat, p))
    built = tuple(place for place in places if state.level(place))
    flat = tuple(place for place in places if not state.deeds[place].mortgaged)
    down = tuple(place for place in places if state.deeds[place].mortgaged)
    for kind, guard, likely in (
        (actions.Build.kind, require_build, free),
        (actions.Sell.kind, require_sell, built),
        (actions.Mortgage.kind, require_mortgage, flat),
        (actions.Lift.kind, require_lift, down),
    ):
        able = tuple(place for place in likely if allows(guard, state, seat, place))
        if able:
            yield Offer(kind, seat, {"position": OneOf(able)})
    groups = dict.fromkeys(state.board[place].group or "" for place in built)
    able_groups = tuple(
        group for group in groups if allows(require_sell_down, state, seat, group, 0)
    )
    if able_groups:
        yield Offer(actions.SellDown.kind, seat, {"group": OneOf(able_groups)})
