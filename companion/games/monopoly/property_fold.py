"""Folding the facts about buildings, mortgages, deals, and what the banker put right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.monopoly import property_facts as facts
from companion.games.monopoly.money_fold import PENDING, with_valid_claims
from companion.games.monopoly.state import Deal, Deed, MonopolyState, Wants
from companion.games.monopoly.turn_fold import with_jail, with_keys, with_space
from companion.mechanics.game import Fact


def with_level(state: MonopolyState, position: int, level: int) -> MonopolyState:
    """Return the state with so much built on a street, one more than the houses: a hotel."""
    hotel = level > state.most_houses
    deed = replace(state.deeds[position], houses=0 if hotel else level, hotel=hotel)
    return replace(state, deeds={**state.deeds, position: deed})


def _built(state: MonopolyState, fact: facts.Built) -> MonopolyState:
    state = with_level(state, fact.position, state.level(fact.position) + 1)
    if state.wants is None:
        return state
    left = list(state.wants.said.get(fact.seat, ()))
    if fact.position in left:
        left.remove(fact.position)
    said = {**state.wants.said, fact.seat: tuple(left)}
    return replace(state, wants=replace(state.wants, said=said))


def _sold(state: MonopolyState, fact: facts.BuildingsSold) -> MonopolyState:
    return with_level(state, fact.position, fact.after)


def _wants_opened(state: MonopolyState, fact: facts.WantsOpened) -> MonopolyState:
    return replace(state, wants=Wants(fact.building, {}, fact.asked))


def _wanted(state: MonopolyState, fact: facts.Wanted) -> MonopolyState:
    wants = state.wants
    assert wants is not None
    asked = tuple(seat for seat in wants.asked if seat != fact.seat)
    said: Mapping[int, tuple[int, ...]] = {**wants.said, fact.seat: fact.positions}
    return replace(state, wants=replace(wants, said=said, asked=asked))


def _wants_closed(state: MonopolyState, fact: facts.WantsClosed) -> MonopolyState:
    return replace(state, wants=None)


def _with_side(state: MonopolyState, position: int, *, mortgaged: bool) -> MonopolyState:
    deed = replace(state.deeds[position], mortgaged=mortgaged)
    return with_valid_claims(replace(state, deeds={**state.deeds, position: deed}))


def _mortgaged(state: MonopolyState, fact: facts.Mortgaged) -> MonopolyState:
    return _with_side(state, fact.position, mortgaged=True)


def _lifted(state: MonopolyState, fact: facts.Lifted) -> MonopolyState:
    return _with_side(state, fact.position, mortgaged=False)


def _proposed(state: MonopolyState, fact: facts.DealProposed) -> MonopolyState:
    deal = Deal(
        fact.number,
        fact.seat,
        fact.other,
        fact.gives,
        fact.takes,
        fact.pays,
        fact.asks,
        fact.keys_given,
        fact.keys_taken,
        fact.lifts,
    )
    others = {number: old for number, old in state.deals.items() if old.seat != fact.seat}
    return replace(state, deals={**others, fact.number: deal}, deals_opened=fact.number)


def _deal_off(
    state: MonopolyState, fact: facts.DealDeclined | facts.DealWithdrawn | facts.DealMade
) -> MonopolyState:
    deals = {number: deal for number, deal in state.deals.items() if number != fact.number}
    return replace(state, deals=deals)


def _deal_made(state: MonopolyState, fact: facts.DealMade) -> MonopolyState:
    state = _deal_off(state, fact)
    given = {place: replace(state.deeds[place], owner=fact.other) for place in fact.gives}
    taken = {place: replace(state.deeds[place], owner=fact.seat) for place in fact.takes}
    keys = fact.keys_taken - fact.keys_given
    state = with_keys(state, fact.seat, state.keys[fact.seat] + keys)
    state = with_keys(state, fact.other, state.keys[fact.other] - keys)
    return with_valid_claims(replace(state, deeds={**state.deeds, **given, **taken}))


def _space_set(state: MonopolyState, fact: facts.SpaceSet) -> MonopolyState:
    before = state.spaces[fact.seat]
    state = with_space(state, fact.seat, fact.space)
    if fact.seat != state.mover:
        return state
    claims = tuple(
        claim for claim in state.claims if (claim.debtor, claim.position) != (fact.seat, before)
    )
    stage = "roll" if state.stage in PENDING else state.stage
    return replace(state, stage=stage, claims=claims, line=None)


def _following_set(state: MonopolyState, fact: facts.FollowingSet) -> MonopolyState:
    return replace(state, following=fact.following)


def _deed_set(state: MonopolyState, fact: facts.DeedSet) -> MonopolyState:
    deeds = {place: deed for place, deed in state.deeds.items() if place != fact.position}
    if fact.owner is not None:
        deeds[fact.position] = replace(
            state.deeds.get(fact.position, Deed(fact.owner)),
            owner=fact.owner,
            mortgaged=fact.mortgaged,
        )
    estate = tuple(place for place in state.estate if place != fact.position)
    state = with_valid_claims(replace(state, deeds=deeds, estate=estate))
    is_bought = state.stage == "buy" and fact.owner is not None and _is_offered(state, fact)
    return replace(state, stage="roll") if is_bought else state


def _is_offered(state: MonopolyState, fact: facts.DeedSet) -> bool:
    return state.mover is not None and state.spaces[state.mover] == fact.position


def _buildings_set(state: MonopolyState, fact: facts.BuildingsSet) -> MonopolyState:
    for place, level in fact.levels.items():
        state = with_level(state, int(place), level)
    return state


def _keys_set(state: MonopolyState, fact: facts.KeysSet) -> MonopolyState:
    return with_keys(state, fact.seat, fact.keys)


def _jail_set(state: MonopolyState, fact: facts.JailSet) -> MonopolyState:
    return with_jail(state, fact.seat, fact.rolls)


def _turn_set(state: MonopolyState, fact: facts.TurnSet) -> MonopolyState:
    return replace(
        state,
        stage="roll",
        turn_seat=fact.seat,
        doubles=0,
        again=False,
        moving=False,
        line=None,
    )


EFFECTS: dict[type[Fact], Callable[[MonopolyState, Any], MonopolyState]] = {
    facts.Built: _built,
    facts.BuildingsSold: _sold,
    facts.WantsOpened: _wants_opened,
    facts.Wanted: _wanted,
    facts.WantsClosed: _wants_closed,
    facts.Mortgaged: _mortgaged,
    facts.Lifted: _lifted,
    facts.DealProposed: _proposed,
    facts.DealDeclined: _deal_off,
    facts.DealWithdrawn: _deal_off,
    facts.DealMade: _deal_made,
    facts.SpaceSet: _space_set,
    facts.FollowingSet: _following_set,
    facts.DeedSet: _deed_set,
    facts.BuildingsSet: _buildings_set,
    facts.KeysSet: _keys_set,
    facts.JailSet: _jail_set,
    facts.TurnSet: _turn_set,
}
