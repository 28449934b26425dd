"""The games in the guide are complete: they are played as they are printed there."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.mechanics.game import AnyGame, apply_events
from companion.testing.households import Household, Play, seated
from companion.testing.tables import ANNA, BRUNO, assert_refused
from tests.sources import ROOT

GUIDE = ROOT / "docs/write-a-plugin.md"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """The game of the guide's first Python block, as a package."""
    block = GUIDE.read_text("utf-8").split("```python\n")[1].split("```")[0]
    package = tmp_path / "first_to_ten"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "game.py").write_text(block, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("first_to_ten", "first_to_ten.game"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    found: AnyGame = import_module("first_to_ten.game").GAME
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_random_games_of_the_minimal_game_are_played_to_the_end(
    game: AnyGame, players: int
) -> None:
    people = type("People", (Household,), {"game": game})

    *_, last = people(Random(players)).played(Play.of(people, seated(players)).setup)

    outcome = game.final.outcome(last.after)
    assert outcome is not None and outcome.standings[0].total >= 10


def test_a_move_beside_the_turn_is_refused_by_its_rule(game: AnyGame) -> None:
    take: Any = game.action_kinds["take"]
    people = type("People", (Household,), {"game": game})
    state = game.rules.begin(Play.of(people, seated(2)).setup)

    assert_refused("out_of_turn", "FT-2", lambda: state, take(seat=BRUNO, coins=1))
    later = apply_events(game, state, take(seat=ANNA, coins=3).decide(state))
    assert (later.money(ANNA), later.turn_of) == (1 + 3, BRUNO)


def test_the_game_of_the_tutorial_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "companion_fruit_stand"
    package.mkdir()
    (package / "__init__.py").touch()
    page = GUIDE.read_text("utf-8")
    printed = re.findall(
        r"^### companion_fruit_stand/(\w+\.py)\n\n```python\n(.*?)^```$",
        page,
        re.MULTILINE | re.DOTALL,
    )
    for name, text in printed:
        (package / name).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    names = [f"{package.name}.{name.removesuffix('.py')}" for name, _ in printed]
    for module in (package.name, *names):
        monkeypatch.delitem(sys.modules, module, raising=False)

    import_module(f"{package.name}.turns")
    game = import_module(f"{package.name}.game").FruitStandGame()
    people = type("People", (Household,), {"game": game})
    *_, last = people(Random(3)).played(Play.of(people, seated(3)).setup)

    outcome = game.final.outcome(last.after)
    assert outcome is not None and len(outcome.standings) == 3
    assert sum(len(text.splitlines()) for _, text in printed) <= 230
