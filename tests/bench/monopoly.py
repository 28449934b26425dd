"""A table of Monopoly Travel under load: a game of chance, with many deeds at its end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from companion.games.monopoly import GAME
from companion.games.monopoly.seating import Begin
from companion.mechanics.codec import to_json
from companion.mechanics.game import Action, folded
from tests.bench.sittings import BANKER, NAMES, Script, Step
from tests.games.monopoly.monopoly_player import Household, a_setup

SEED, TAPS = 4, 400


class MonopolyScript(Script):
    """The first so many taps of a game that was played by chance before."""

    def opening(self) -> Step:
        return Step(BANKER, to_json(Begin(0)))

    def play(self) -> Iterator[Step]:
        yield from game_of_chance()


@cache
def game_of_chance() -> tuple[Step, ...]:
    """Return who taps what, from the first roll on."""
    household = Household(Random(SEED))
    state = folded(GAME, begun := GAME.rules.begin(a_setup(len(NAMES))), Begin(0).decide(begun))
    steps: list[Step] = []
    while len(steps) < TAPS and GAME.final.outcome(state) is None:
        action = household.next_action(state)
        steps.append(_step(action))
        state = folded(GAME, state, action.decide(state))
    return tuple(steps)


def _step(action: Action) -> Step:
    """Return who taps it: the seat it is for, else the banker."""
    seat = getattr(action, "seat", None) if action.by == "seat" else None
    return Step(BANKER if seat is None else seat, to_json(action))
