"""Thousands of whole games by chance: what must hold in every one of them.

RANDOM_GAMES sets how many games are played, 2,400 if it says nothing.
"""

from __future__ import annotations

from random import Random

import pytest

from companion.games.big_shot import GAME
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.turns import Roll
from companion.mechanics.ledger import BANK
from companion.testing.households import games_each
from tests.games.big_shot.big_shot_player import WAYS, Household, a_setup


def assert_sound(state: BigShotState) -> None:
    """Money and cubes are where they should be."""
    balances = state.ledger.balances
    assert sum(balances.values()) == 0
    assert all(amount >= 0 for account, amount in balances.items() if account != BANK)
    assert sum(state.loans.values()) <= 30 and max(state.loans.values()) <= 9
    used, left = state.cubes_used(), state.cubes_left()
    assert all(used[colour] + left[colour] == 18 and left[colour] >= 0 for colour in used)
    if state.tracking == "full":
        assert sum(used.values()) == 4 * state.turns_finished
    assert all(sum(pile.values()) < 7 for pile in state.counts.values())


@pytest.mark.parametrize("way", WAYS)
def test_whole_games_by_chance_keep_money_cubes_and_turns(way: str) -> None:
    setup = a_setup(**WAYS[way])
    for seed in games_each(WAYS, 2400):
        rolls = 0
        for place, (before, action, _, state) in enumerate(Household(Random(seed)).played(setup)):
            rolls += isinstance(action, Roll)
            if place % 5 == 0:
                assert_sound(state)
            assert state.turn - before.turn in (0, 1)
        outcome = GAME.final.outcome(state)
        assert_sound(state)
        assert rolls == 18 and outcome is not None
        assert sum(state.cubes_used().values()) == 72
        assert {place.seat for place in outcome.standings} == set(state.seats)
        assert sum(place.total for place in outcome.standings) == sum(GAME.chart.wealth(state))
