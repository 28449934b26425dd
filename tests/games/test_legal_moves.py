"""The filters and the fast guards of the menu agree with ``decide`` in random games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields, replace
from itertools import islice, product
from typing import Any

import pytest

from companion.games import all_games
from companion.mechanics.actions.base import Action, OfferedAction, listed_in
from companion.mechanics.actions.menu import Candidate, MultiStepCandidate, OneOf, dry_run
from companion.mechanics.actions.refusal import is_legal, refusal_of
from tests.extent import choose
from tests.games.players import AUCTIONED, EVERY_WAY, PLAYERS, household, setup_of

GAMES = choose(check=1, test=2, full=30)
"""The number of random games of each game, each in another variant."""
APART = choose(check=9, test=5, full=1)
"""How many steps apart the states are that are checked."""


def states(name: str) -> Iterator[Any]:
    """Yield some states of random games."""
    ways = [way for game, way in EVERY_WAY if game == name]
    for number in range(GAMES):
        way = ways[number * len(ways) // GAMES]
        steps = household(name, f"{way} {number}").played(setup_of(name, way))
        yield from (step.after for step in islice(steps, 0, None, APART))


def examples(candidates: Iterable[Candidate]) -> Iterator[Action]:
    """Yield the actions of candidates: all values of their lists, the lowest of their numbers."""
    for candidate in candidates:
        if isinstance(candidate, MultiStepCandidate):
            continue
        ranges: dict[str, Any] = dict(candidate.ranges)
        values = [of.values if isinstance(of, OneOf) else (of.lowest,) for of in ranges.values()]
        for row in product(*values):
            yield replace(candidate.action, **dict(zip(ranges, row, strict=True)))


def without_filter(kind: type[OfferedAction], state: Any, seat: int | None) -> Iterator[Action]:
    """Yield the actions of a kind that are complete with a seat and the listed values."""
    listed: dict[str, Iterable[Any]] = dict(listed_in(kind.values, state))
    own = {"seat": (seat,)} if "seat" in kind.__dataclass_fields__ else {}
    given = {**own, **listed}
    if {one.name for one in fields(kind) if one.default is MISSING} <= given.keys():
        for row in product(*given.values()):
            yield kind(**dict(zip(given, row, strict=True)))


@pytest.mark.parametrize("name", AUCTIONED)
def test_menu_guards_refuse_only_what_decide_refuses(name: str) -> None:
    game, known, legal = all_games()[name], dict[tuple[str, int | None], Action](), 0

    for state in states(name):
        for seat, kind in product((None, *state.seats), game.actions):
            for action in examples(kind.candidates(state, seat)):
                known[kind.kind, seat] = action
        # Those that were candidates in an earlier state are mostly illegal now.
        for action in known.values():
            refusal, other = refusal_of(action.require_legal, state), dry_run(action, state).refusal
            assert (refusal and refusal.name) == (other and other.name), action
            legal += refusal is None
    assert legal


@pytest.mark.parametrize("name", PLAYERS)
def test_moves_that_the_menu_skips_are_refused(name: str) -> None:
    game = all_games()[name]
    kinds = [kind for kind in game.actions if issubclass(kind, OfferedAction) and kind.is_offered]

    for state in states(name):
        for seat, kind in product((None, *state.seats), kinds):
            if (seat is None) == ("seat" in kind.__dataclass_fields__):
                continue
            is_needless = kind.needs and not getattr(state, kind.needs)
            if is_needless or not kind.may_be_legal(state, seat):
                for action in without_filter(kind, state, seat):
                    assert not is_legal(action.decide, state), action
