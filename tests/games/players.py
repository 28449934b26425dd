"""Random players of each game, and the variants in which they play it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sized
from random import Random
from typing import Any

from companion.mechanics.game import Setup
from companion.testing.contract import MORE
from companion.testing.households import Household, Play, a_record, games_each, pairwise
from tests.extent import choose
from tests.games.big_cheese import big_cheese_player
from tests.games.big_deal import big_deal_player
from tests.games.big_shot import big_shot_player
from tests.games.free_bank import free_bank_player
from tests.games.monopoly import monopoly_player
from tests.games.score_pad import score_pad_player
from tests.games.score_sheet import score_sheet_player

PLAYERS = {
    "big_cheese": big_cheese_player,
    "big_deal": big_deal_player,
    "big_shot": big_shot_player,
    "free_bank": free_bank_player,
    "monopoly": monopoly_player,
    "score_pad": score_pad_player,
    "score_sheet": score_sheet_player,
}
AUCTIONED = [name for name in PLAYERS if name not in ("score_pad", "score_sheet")]
"""The games with moves that a random player finds in the menu alone, auctions among them."""
EVERY_WAY = [(name, way) for name, player in PLAYERS.items() for way in player.WAYS]

ALIKE: dict[str, dict[str, Any]] = {
    "free_bank": {"players": 3, "salary": 200, "movers": "pay_and_take"},
    "monopoly": {"players": 3, "copy": monopoly_player.dear_copy(3)},
}
"""Options that are the same at all tables of a game."""
STEPS = 150
"""The number of steps after which every stage of a game has occurred."""


def setup_of(name: str, way: str, **said: Any) -> Setup:
    """Return the setup of a variant; said: other options."""
    setup: Setup = PLAYERS[name].a_setup(**PLAYERS[name].WAYS[way] | said)
    return setup


def plays_of(people: type[Household[Any]], ways: Mapping[str, dict[str, Any]]) -> tuple[Play, ...]:
    """Return the variants that this run plays; RANDOM_GAMES limits their number."""
    pairs, a_setup = pairwise(ways), PLAYERS[people.game.name].a_setup
    usual = choose(check=1, test=len(pairs), full=len(ways))
    wanted = [*pairs, *(way for way in ways if way not in pairs)]
    most = max(1, int(os.environ.get("RANDOM_GAMES", usual)))
    return tuple(Play(people, way, a_setup(**ways[way])) for way in wanted[:most])


def bold(people: type[Household[Any]]) -> Play:
    """Return a game of players who bid all their money, with passes by the app."""
    setup = PLAYERS[people.game.name].a_setup(players=4, app_passes=True)
    return Play(type("Bold", (people,), {"raises": (MORE,)}), "bold 3", setup)


def bold_plays(people: type[Household[Any]]) -> tuple[Play, ...]:
    """Return the game of ``bold`` players, none in `make check`."""
    return choose(check=(), test=(bold(people),), full=(bold(people),))


def games_of(plays: Sized, full: int) -> int:
    """Return the number of games per play; full: the total number in `make test-all`."""
    return len(games_each(plays, choose(check=len(plays), test=10, full=full)))


def household(name: str, seed: object) -> Household[Any]:
    """Return the random players of a game."""
    found: Household[Any] = PLAYERS[name].Household(Random(f"{name} {seed}"))
    return found


def random_game(game: str, seed: int) -> dict[str, Any]:
    """Return a random game as a saved game; the seed also decides the options."""
    way = Random(seed).choice([way for name, way in EVERY_WAY if name == game])
    return a_record(household(game, seed), setup_of(game, way, **ALIKE.get(game, {})), 3 * STEPS)
