"""The games: one package each here, found by scan, and what other packages bring.

A new game needs no edit here.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from companion.mechanics.game import AnyGame
from companion.mechanics.plugins import Plugins, find_plugins
from companion.mechanics.refusal import Refusal
from companion.mechanics.texts import tidy
from companion.mechanics.words import say


@cache
def all_games() -> dict[str, AnyGame]:
    """Return every game by its name, in alphabetical order of names."""
    own = {name: importlib.import_module(f"{__name__}.{name}").GAME for name in _own()}
    return dict(sorted({**own, **from_elsewhere().games}.items()))


def _own() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]


@cache
def from_elsewhere() -> Plugins:
    """Return the games of other packages, and the reasons why some are left out."""
    return find_plugins(_own())


def game_named(name: object) -> AnyGame:
    """Return the game of that name; raises the refusal ``unknown_game``."""
    game = all_games().get(name) if isinstance(name, str) else None
    if game is None:
        words = say(
            "The game “{name}” is not one of: {games}.",
            name=tidy(str(name))[:40],
            games=tuple(all_games()),
        )
        raise Refusal("unknown_game", "", words)
    return game
