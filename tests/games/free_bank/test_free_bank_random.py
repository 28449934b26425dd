"""Hundreds of evenings at a free bank by chance: what must hold in every one of them.

RANDOM_GAMES sets how many games are played, 400 if it says nothing.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from companion.games.free_bank import GAME
from companion.games.free_bank.state import MOST, FreeBankState
from companion.mechanics.ledger import BANK, purse
from companion.testing.households import games_each
from tests.games.free_bank.free_bank_player import WAYS, Household, a_setup


def assert_sound(state: FreeBankState, debt: int) -> None:
    """Money is where it should be, and none appeared or vanished."""
    balances = state.ledger.balances
    assert sum(balances.values()) == state.ledger.opening == 0
    for account, held in balances.items():
        if account != BANK:
            least = -debt if account.startswith("seat") else 0
            assert least <= held <= MOST
    auction = state.auction
    if auction is not None and auction.bids.standing is not None:
        standing = auction.bids.standing
        assert state.ledger.can_pay(purse(standing.seat), standing.amount)


def assert_ranked(state: FreeBankState) -> None:
    """The account ranks by what it should, and all the best win."""
    outcome = GAME.final.outcome(state)
    assert outcome is not None
    totals = [place.total for place in outcome.standings]
    assert totals == sorted(totals, reverse=state.standing.startswith("most"))
    assert {place.seat: place.total for place in outcome.standings} == dict(
        enumerate(GAME.chart.wealth(state))
    )
    best = {place.seat for place in outcome.standings if place.total == totals[0]}
    assert set(outcome.winners) == best
    for place in outcome.standings:
        assert sum(term.amount for term in place.terms) == place.total
    assert GAME.final.of(json.loads(json.dumps(GAME.final.holdings(state)))) == outcome


@pytest.mark.parametrize("way", WAYS)
def test_whatever_is_played_money_is_conserved_and_the_account_is_right(way: str) -> None:
    for seed in games_each(WAYS, 400):
        for before, _, _, after in Household(Random(f"{seed} {way}"), 60).played(
            a_setup(**WAYS[way])
        ):
            assert_sound(after, WAYS[way].get("debt", 0))
            assert after.ledger.balances.keys() >= before.ledger.balances.keys()
        assert after.is_over
        assert_ranked(after)


def test_every_kind_of_step_but_a_broken_tie_is_played_sooner_or_later() -> None:
    by_hand = {"set_round", "award", "correct", "count_cash", "tell_sale", "stop"} | {
        "pause",
        "go_on",
        "leave",
    }
    offered = {kind.kind for kind in GAME.actions} - by_hand
    setup = a_setup(3, start=60, salary=10)

    kinds = {
        action.kind for seed in range(30) for _, action, *_ in Household(Random(seed)).played(setup)
    }

    assert kinds == offered
