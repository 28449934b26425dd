"""A random draw chooses the first player where no dice do."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import game_named
from companion.mechanics.game import apply_events
from companion.mechanics.play.first_player import Drawn
from companion.mechanics.values.codec import from_json
from tests.games.players import PLAYERS


@pytest.mark.parametrize(
    ("name", "posted", "first"),
    [
        ("big_cheese", {"kind": "open", "seat": None}, "opener"),
        ("big_deal", {"kind": "deal", "first": None, "overs": 0}, "first"),
    ],
)
def test_a_random_draw_chooses_the_first_player(
    name: str, posted: dict[str, Any], first: str
) -> None:
    game = game_named(name)
    state = game.rules.begin(PLAYERS[name].a_setup(players=4))

    action = from_json(posted, game.action_kinds).with_chance(state, lambda sides: sides - 1)
    events = action.decide(state)

    assert action.is_chance and events[0] == Drawn((0, 1, 2, 3), 2)
    assert getattr(apply_events(game, state, events), first) == 2
