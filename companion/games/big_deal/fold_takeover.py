"""Folding a takeover: each fact's effect on the state. Nothing here judges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.big_deal import takeover_facts as facts
from companion.games.big_deal.piles import resized, with_group, with_pile
from companion.games.big_deal.state import BigDealState, Duel, Group, Spoils
from companion.mechanics.game import Fact


def _begun(state: BigDealState, fact: facts.TakeoverBegun) -> BigDealState:
    duel = Duel(
        fact.seat,
        fact.defender,
        fact.group,
        fact.company,
        fact.shares,
        fact.cash_cards,
        fact.price,
        fact.seat,
    )
    return replace(state, duel=duel, cash_cards=state.cash_cards + fact.cash_cards)


def _raised(state: BigDealState, fact: facts.PriceRaised) -> BigDealState:
    assert state.duel is not None
    return replace(state, duel=replace(state.duel, price=fact.price, bidder=fact.seat))


def _gave_up(state: BigDealState, fact: facts.GaveUp) -> BigDealState:
    assert state.duel is not None
    duel = state.duel
    winner = duel.defender if fact.seat == duel.attacker else duel.attacker
    return replace(state, duel=replace(duel, winner=winner))


def _defended(state: BigDealState, fact: facts.TakeoverDefended) -> BigDealState:
    return state if fact.shares else replace(state, duel=None)


def _claimed(state: BigDealState, fact: facts.SharesClaimed) -> BigDealState:
    return replace(resized(state, fact.group, fact.into_company), duel=None)


def _to_raise(state: BigDealState, fact: facts.TakeoverWon) -> BigDealState:
    return state


def _paid(state: BigDealState, fact: facts.TakeoverPaid) -> BigDealState:
    number, won = state.takeovers + 1, fact.shares - fact.sold
    state = resized(state, fact.group, -fact.shares)
    state = _discarded(state, fact.company, fact.sold)
    spoils = Spoils(number, fact.company, won, fact.laid) if won else None
    return replace(state, duel=None, spoils=spoils, takeovers=number)


def _discarded(state: BigDealState, company: str, shares: int) -> BigDealState:
    count = state.discarded.get(company, 0) + shares
    return replace(state, discarded=with_pile(state.discarded, company, count))


def _failed(state: BigDealState, fact: facts.TakeoverFailed) -> BigDealState:
    return replace(_discarded(state, fact.company, fact.shares), duel=None)


def _won_sold(state: BigDealState, fact: facts.WonSold) -> BigDealState:
    return _left(_discarded(state, fact.company, fact.shares), fact.shares, 0)


def _won_opened(state: BigDealState, fact: facts.WonOpened) -> BigDealState:
    group = Group(fact.group, fact.seat, fact.company, fact.shares, fact.takeover)
    return _left(with_group(state, group), fact.won, fact.laid)


def _left(state: BigDealState, won: int, laid: int) -> BigDealState:
    """Return the table with what is left before the attacker; laid shares alone go to his hand."""
    assert state.spoils is not None
    spoils = state.spoils
    rest = replace(spoils, won=spoils.won - won, laid=spoils.laid - laid)
    return replace(state, spoils=rest if rest.won else None)


def _won_kept(state: BigDealState, fact: facts.WonKept) -> BigDealState:
    return replace(state, spoils=None)


TAKEOVER_EFFECTS: dict[type[Fact], Callable[[BigDealState, Any], BigDealState]] = {
    facts.TakeoverBegun: _begun,
    facts.PriceRaised: _raised,
    facts.GaveUp: _gave_up,
    facts.TakeoverDefended: _defended,
    facts.SharesClaimed: _claimed,
    facts.TakeoverWon: _to_raise,
    facts.TakeoverPaid: _paid,
    facts.TakeoverFailed: _failed,
    facts.WonSold: _won_sold,
    facts.WonOpened: _won_opened,
    facts.WonKept: _won_kept,
}
