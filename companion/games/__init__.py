"""All available games: the packages of this directory, and the games of installed plugins.

Game packages are discovered by scanning, so a new game needs no change in this module.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame
from companion.mechanics.language.texts import tidy
from companion.mechanics.language.words import say
from companion.mechanics.plugins import Plugins, find_plugins


@cache
def all_games() -> dict[str, AnyGame]:
    """Return every available game, keyed by name and sorted alphabetically."""
    own = {name: importlib.import_module(f"{__name__}.{name}").GAME for name in _own()}
    return dict(sorted({**own, **from_elsewhere().games}.items()))


def _own() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]


@cache
def from_elsewhere() -> Plugins:
    """Return the games of installed plugins, and an explanation for each plugin left out."""
    return find_plugins(_own())


def game_named(name: object) -> AnyGame:
    """Return the game with this name; raise ``unknown_game`` if there is none.

    name: untrusted, so it may be of any type.
    """
    game = all_games().get(name) if isinstance(name, str) else None
    if game is None:
        words = say(
            "There is no game “{name}”. Choose one of: {games}.",
            name=tidy(str(name))[:40],
            games=tuple(all_games()),
        )
        raise Refusal("unknown_game", "", words)
    return game
