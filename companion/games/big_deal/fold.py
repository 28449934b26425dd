"""Folding: each fact's effect on the state. Nothing here judges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.big_deal import adjustment_facts, facts, market_facts
from companion.games.big_deal.amid import going_on
from companion.games.big_deal.fold_takeover import TAKEOVER_EFFECTS
from companion.games.big_deal.learning import learning
from companion.games.big_deal.piles import resized, with_group, with_pile
from companion.games.big_deal.state import BigDealState, Collection, Group
from companion.mechanics.corrections import CashCounted, MoneyCorrected
from companion.mechanics.game import Fact


def evolve(state: BigDealState, fact: Fact) -> BigDealState:
    """Return the state after a fact, its transfers posted."""
    moved = fact.transfers()
    if moved:
        state = replace(state, ledger=state.ledger.posted(moved))
    return going_on(_EFFECTS[type(fact)](state, fact), fact)


def _game_begun(state: BigDealState, fact: facts.GameBegun) -> BigDealState:
    return replace(
        state, step="draw", turn=1, first=fact.first, active=fact.first, overs=fact.overs
    )


def _card_drawn(state: BigDealState, fact: facts.CardDrawn) -> BigDealState:
    return replace(state, step="income", overs=state.overs + fact.overs)


def _income_taken(state: BigDealState, fact: facts.IncomeTaken) -> BigDealState:
    return replace(state, step="actions", income=fact.terms)


def _with_token(state: BigDealState, seat: int, resource: str, change: int) -> BigDealState:
    held = state.tokens[seat].get(resource, 0)
    return _with_tokens(state, seat, resource, held + change)


def _with_tokens(state: BigDealState, seat: int, resource: str, count: int) -> BigDealState:
    tokens = list(state.tokens)
    tokens[seat] = with_pile(tokens[seat], resource, count)
    return replace(state, tokens=tuple(tokens))


def _resource_bought(state: BigDealState, fact: market_facts.ResourceBought) -> BigDealState:
    state = _with_token(state, fact.seat, fact.resource, 1)
    return replace(state, bought=state.bought + 1)


def _resource_sold(state: BigDealState, fact: market_facts.ResourceSold) -> BigDealState:
    state = _with_token(state, fact.seat, fact.resource, -1)
    return replace(state, sold=state.sold + 1)


def _changed(pile: Mapping[str, int], company: str, change: int) -> Mapping[str, int]:
    return with_pile(pile, company, pile.get(company, 0) + change)


def _shares_bought(state: BigDealState, fact: market_facts.SharesBought) -> BigDealState:
    return replace(state, pool=_changed(state.pool, fact.company, -fact.shares))


def _shares_sold(state: BigDealState, fact: market_facts.SharesSold) -> BigDealState:
    state = replace(state, pool=_changed(state.pool, fact.company, fact.shares))
    if fact.group is None:
        return state
    return resized(state, fact.group, -fact.shares)


def _company_opened(state: BigDealState, fact: market_facts.CompanyOpened) -> BigDealState:
    return with_group(state, Group(fact.group, fact.seat, fact.company, fact.shares))


def _shares_added(state: BigDealState, fact: market_facts.SharesAdded) -> BigDealState:
    return resized(state, fact.group, fact.shares)


def _shares_taken_back(state: BigDealState, fact: market_facts.SharesTakenBack) -> BigDealState:
    return resized(state, fact.group, -fact.shares)


def _company_sold(state: BigDealState, fact: market_facts.CompanySold) -> BigDealState:
    state = resized(state, fact.group, -fact.shares)
    return replace(state, discarded=_changed(state.discarded, fact.company, fact.shares))


def _company_split(state: BigDealState, fact: market_facts.CompanySplit) -> BigDealState:
    part = replace(state.groups[fact.group], number=fact.part, shares=fact.shares)
    return with_group(resized(state, fact.group, -fact.shares), part)


def _cash_card_played(state: BigDealState, fact: facts.CashCardPlayed) -> BigDealState:
    return replace(
        state,
        cash_cards=state.cash_cards + 1,
        collection=Collection(fact.seat, fact.opponents),
    )


def _collected(state: BigDealState, fact: facts.Collected) -> BigDealState:
    assert state.collection is not None
    waiting = tuple(seat for seat in state.collection.waiting if seat != fact.seat)
    rest = replace(state.collection, waiting=waiting) if waiting else None
    return replace(state, collection=rest)


def _turn_ended(state: BigDealState, fact: facts.TurnEnded) -> BigDealState:
    groups = {number: replace(group, won=None) for number, group in state.groups.items()}
    return replace(
        state,
        step="draw",
        turn=state.turn + 1,
        active=fact.following,
        groups=groups,
        bought=0,
        sold=0,
        income=(),
    )


def _last_over_shown(state: BigDealState, fact: facts.LastOverShown) -> BigDealState:
    """Return the table where hands are counted; what lay between two players went back."""
    return replace(state, step="hands", duel=None, spoils=None, collection=None)


def _hand_shown(state: BigDealState, fact: facts.HandShown) -> BigDealState:
    return replace(state, hands={**state.hands, fact.seat: fact.shares})


def _game_ended(state: BigDealState, fact: facts.GameEnded) -> BigDealState:
    return replace(state, step="over")


def _tokens_set(state: BigDealState, fact: adjustment_facts.TokensSet) -> BigDealState:
    return _with_tokens(state, fact.seat, fact.resource, fact.count)


def _group_set(state: BigDealState, fact: adjustment_facts.GroupSet) -> BigDealState:
    group = state.groups.get(fact.group)
    if group is None:
        return with_group(state, Group(fact.group, fact.seat, fact.company, fact.shares))
    return resized(state, fact.group, fact.shares - group.shares)


def _shares_set(state: BigDealState, fact: adjustment_facts.SharesSet) -> BigDealState:
    if fact.place == "pool":
        return replace(state, pool=with_pile(state.pool, fact.company, fact.count))
    return replace(state, discarded=with_pile(state.discarded, fact.company, fact.count))


def _overs_set(state: BigDealState, fact: adjustment_facts.OversSet) -> BigDealState:
    return replace(state, overs=fact.count)


def _cash_cards_set(state: BigDealState, fact: adjustment_facts.CashCardsSet) -> BigDealState:
    return replace(state, cash_cards=fact.count)


def _moved(state: BigDealState, fact: Fact) -> BigDealState:
    """Return the state as it is: the transfers were all there is."""
    return state


_EFFECTS: dict[type[Fact], Callable[[BigDealState, Any], BigDealState]] = {
    facts.GameBegun: _game_begun,
    facts.CompanyLearnt: learning,
    facts.PriceLearnt: learning,
    facts.CardDrawn: _card_drawn,
    facts.IncomeTaken: _income_taken,
    market_facts.ResourceBought: _resource_bought,
    market_facts.ResourceSold: _resource_sold,
    market_facts.SharesBought: _shares_bought,
    market_facts.SharesSold: _shares_sold,
    market_facts.CompanyOpened: _company_opened,
    market_facts.SharesAdded: _shares_added,
    market_facts.SharesTakenBack: _shares_taken_back,
    market_facts.CompanySold: _company_sold,
    market_facts.CompanySplit: _company_split,
    facts.CashCardPlayed: _cash_card_played,
    facts.Collected: _collected,
    facts.TurnEnded: _turn_ended,
    facts.LastOverShown: _last_over_shown,
    facts.HandShown: _hand_shown,
    facts.GameEnded: _game_ended,
    adjustment_facts.TokensSet: _tokens_set,
    adjustment_facts.GroupSet: _group_set,
    adjustment_facts.SharesSet: _shares_set,
    adjustment_facts.OversSet: _overs_set,
    adjustment_facts.CashCardsSet: _cash_cards_set,
    MoneyCorrected: _moved,
    CashCounted: _moved,
    **TAKEOVER_EFFECTS,
}
