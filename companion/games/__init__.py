"""The games, one package each, found by scan: a new game needs no edit here."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from companion.mechanics.game import AnyGame
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


@cache
def all_games() -> dict[str, AnyGame]:
    """Return every game by its name, in alphabetical order of names."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return {name: importlib.import_module(f"{__name__}.{name}").GAME for name in names}


def game_named(name: object) -> AnyGame:
    """Return the game of that name; raises the refusal ``unknown_game``."""
    game = all_games().get(name) if isinstance(name, str) else None
    if game is None:
        raise Refusal(
            "unknown_game",
            "",
            say(
                "The game “{name}” is not one of: {games}.",
                name=str(name)[:40],
                games=tuple(all_games()),
            ),
        )
    return game
