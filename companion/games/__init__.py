"""The games: one package each here, found by scan, and what other packages bring.

A new game needs no edit here.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from companion.games.elsewhere import Brought, brought
from companion.mechanics.game import AnyGame
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say


@cache
def all_games() -> dict[str, AnyGame]:
    """Return every game by its name, in alphabetical order of names."""
    own = {name: importlib.import_module(f"{__name__}.{name}").GAME for name in _own()}
    return dict(sorted({**own, **from_elsewhere()}.items()))


@cache
def _own() -> tuple[str, ...]:
    return tuple(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


@cache
def _brought() -> Brought:
    return brought(_own())


def from_elsewhere() -> dict[str, AnyGame]:
    """Return the games that other packages bring, by name; see ``elsewhere``."""
    return _brought()[0]


def left_out() -> tuple[Sentence, ...]:
    """Return a sentence for each game that a package brings and that cannot be played."""
    return _brought()[1]


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
