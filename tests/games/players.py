"""Who plays each game by chance, and all the ways it can be played."""

from __future__ import annotations

import os
from random import Random
from typing import Any

from companion.mechanics.game import Setup
from companion.testing.households import Household, a_record
from tests.games.big_cheese import big_cheese_player
from tests.games.big_deal import big_deal_player
from tests.games.big_shot import big_shot_player
from tests.games.free_bank import free_bank_player
from tests.games.monopoly import monopoly_player

PLAYERS = {
    "big_cheese": big_cheese_player,
    "big_deal": big_deal_player,
    "big_shot": big_shot_player,
    "free_bank": free_bank_player,
    "monopoly": monopoly_player,
}
EVERY_WAY = [(name, way) for name, player in PLAYERS.items() for way in player.WAYS]
SOME_WAYS = EVERY_WAY[
    :: -(-len(EVERY_WAY) // max(1, int(os.environ.get("RANDOM_GAMES", len(EVERY_WAY)))))
]
"""As many as RANDOM_GAMES says, of each game some; all where it says nothing."""

ALIKE: dict[str, dict[str, Any]] = {
    "free_bank": {"players": 3, "salary": 200, "movers": "pay_and_take"},
    "monopoly": {"players": 3, "copy": monopoly_player.dear_copy(3)},
}
"""What is the same at all tables of a game."""
STEPS = 150
"""Steps of a game that is looked at; by then every stage came."""


def setup_of(name: str, way: str, **said: Any) -> Setup:
    """Return the set-up of a game played in one of its ways."""
    setup: Setup = PLAYERS[name].a_setup(**PLAYERS[name].WAYS[way] | said)
    return setup


def household(name: str, seed: object) -> Household[Any]:
    """Return people who play a game."""
    found: Household[Any] = PLAYERS[name].Household(Random(f"{name} {seed}"))
    return found


def random_game(game: str, seed: int) -> dict[str, Any]:
    """Return a game by chance, at a table whose options the seed decides."""
    way = Random(seed).choice([way for name, way in EVERY_WAY if name == game])
    return a_record(household(game, seed), setup_of(game, way, **ALIKE.get(game, {})), 3 * STEPS)
