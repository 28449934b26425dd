"""Whole games of Big Deal by chance, each played once for all the tests that read it."""

from __future__ import annotations

from functools import cache
from random import Random

from companion.games.big_deal.state import BigDealState
from companion.testing.households import Step
from tests.games.big_deal.big_deal_player import Household, a_setup


@cache
def a_game(players: int, *, known: bool = True) -> tuple[Step[BigDealState], ...]:
    """Return the steps of a game, the shark's variant with an odd number of players."""
    setup = a_setup(players, shark=players % 2 == 1, known=known)
    return tuple(Household(Random(players)).played(setup))
