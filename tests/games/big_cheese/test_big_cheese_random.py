"""Thousands of whole games by chance: what must hold in every one of them.

RANDOM_GAMES sets how many games are played, 2,000 if it says nothing.
"""

from __future__ import annotations

from random import Random

import pytest

from companion.games.big_cheese import GAME
from companion.games.big_cheese.box import WORKERS, cards_of
from companion.games.big_cheese.state import BigCheeseState, free_account, work_account
from companion.testing.households import games_each
from tests.games.big_cheese.big_cheese_player import WAYS, Household, a_setup


def assert_sound(state: BigCheeseState) -> None:
    """Workers, cards and scores are where they should be."""
    for seat in state.seats:
        at_work = sum(project.workers for project in state.projects_of(seat))
        assert state.ledger.balance(work_account(seat)) == at_work
        assert state.ledger.balance(free_account(seat)) == WORKERS - at_work
    assert all(project.workers > 0 for project in state.projects)
    assert all(state.left(card) >= 0 for card in cards_of(specials=True))
    if state.is_exact:
        assert all(state.score(seat) <= 30 for seat in state.seats)
    assert (state.stage == "results") == bool(state.finished)
    if state.auction is not None:
        turn = state.auction.turn
        can_bid = state.free(turn) >= state.auction.lowest_bid
        assert can_bid or state.held[turn].vetoes, "nobody is asked who can but pass"


class Calendar:
    """Says of every project by which award it must be finished, and that it is (BC-A7)."""

    def __init__(self) -> None:
        self.due: dict[int, int] = {}

    def watch(self, before: BigCheeseState, after: BigCheeseState) -> None:
        """Look at one step."""
        if after.won > before.won:
            assert after.last is not None
            self.due[after.won] = after.won + after.last.workers
        leaving = {project.number for project in before.projects} - {
            project.number for project in after.projects
        }
        assert leaving == {number for number, award in self.due.items() if award == after.won} & {
            project.number for project in before.projects
        }


@pytest.mark.parametrize("way", WAYS)
def test_whole_games_by_chance_keep_workers_cards_and_dates(way: str) -> None:
    setup = a_setup(**WAYS[way])
    for seed in games_each(WAYS, 2000):
        calendar = Calendar()
        for before, _, _, state in Household(Random(seed)).played(setup):
            calendar.watch(before, state)
            assert_sound(state)
        outcome = GAME.final.outcome(state)
        assert outcome is not None and outcome.winners
        assert [place.total for place in outcome.standings if place.seat in outcome.winners] == [
            max(GAME.chart.wealth(state))
        ] * len(outcome.winners)
        assert sum(place.total for place in outcome.standings) == sum(GAME.chart.wealth(state))
