"""From a table to what its screens show; see ``view_types``."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from companion.games.monopoly.box import LIST_WORDS
from companion.games.monopoly.dealing import undealt
from companion.games.monopoly.effects import effect_words
from companion.games.monopoly.money_view import (
    auction_view,
    bidding_status,
    buying,
    claim_views,
    debt_views,
)
from companion.games.monopoly.property_view import (
    deal_views,
    group_views,
    tradable,
    unsold_views,
    wants_view,
)
from companion.games.monopoly.standing import terms
from companion.games.monopoly.state import MonopolyState
from companion.games.monopoly.view_types import LineView, MonopolyView, SeatView
from companion.games.monopoly.waiting import waiting
from companion.mechanics.moment import Moment


def view(state: MonopolyState, seat: int | None) -> MonopolyView:
    """Return what a seat may see; seat None: an onlooker, who sees as much."""
    return replace(_table(Moment(state)), me=seat)


@lru_cache(maxsize=128)
def _table(moment: Moment[MonopolyState]) -> MonopolyView:
    """Return what everybody sees, made out once a step."""
    state = moment.state
    following = waiting(state).seats
    return MonopolyView(
        stage=state.stage,
        variant=state.variant,
        following=state.following,
        rent_is_automatic=state.is_rent_automatic,
        me=None,
        turn=state.turn,
        turn_seat=state.turn_seat,
        mover=state.mover,
        dice=state.dice,
        doubles=state.doubles,
        bail=state.board.bail,
        most_houses=state.most_houses,
        houses_left=state.houses_left,
        hotels_left=state.hotels_left,
        keys_left=state.keys_left,
        held_up=_held_up(state),
        seats=tuple(_seat(state, number, following) for number in state.seats),
        spaces=tuple(space.name for space in state.board.spaces),
        unsold=unsold_views(state),
        buying=buying(state),
        claims=claim_views(state),
        debts=debt_views(state),
        auction=auction_view(state),
        wants=wants_view(state),
        deals=deal_views(state),
        line=_line(state),
        undealt=_undealt(state),
        tradable=tuple(tradable(state, number) for number in state.seats),
        may_call_time=state.ends_at is not None and state.is_between_turns,
    )


def _held_up(state: MonopolyState) -> str:
    if state.debts:
        return "debt"
    if state.sale is not None:
        return "auction"
    return "wants" if state.wants is not None else ""


def _seat(state: MonopolyState, number: int, following: tuple[int, ...]) -> SeatView:
    worth = terms(state, number)
    wanted = None if state.wants is None else state.wants.said.get(number)
    return SeatView(
        number=number,
        name=state.name(number),
        cash=state.cash(number),
        space=state.spaces[number],
        space_name=state.board[state.spaces[number]].name,
        jail=state.jail[number],
        keys=state.keys[number],
        is_bankrupt=number in state.bankrupt,
        is_next=number in following,
        is_turn=number == state.turn_seat and state.stage != "over",
        wealth=sum(term.amount for term in worth),
        terms=worth,
        groups=group_views(state, number),
        bids=bidding_status(state, number),
        wants=None if wanted is None else state.names(wanted),
    )


def _undealt(state: MonopolyState) -> tuple[tuple[int, str], ...]:
    if state.stage != "deal":
        return ()
    return tuple((place, state.board[place].name) for place in undealt(state))


def _line(state: MonopolyState) -> LineView | None:
    if state.line is None:
        return None
    list_name, total = state.line
    effect = state.board.outcome(list_name, total) if total else None
    names = [space.name for space in state.board.spaces]
    return LineView(
        list_name=list_name,
        words=LIST_WORDS[list_name],
        total=total or None,
        effect=effect,
        says=None if effect is None else effect_words(effect, names),
    )
