"""Plugins: games from other packages, found by their entry points and checked before use.

A package declares its game in the entry point group ``companion.games``, for example
``harvest = "harvest_game:GAME"``. A broken plugin is left out with an explanation, and none of its
exceptions reach the app.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from companion.mechanics.game import AnyGame, Game
from companion.mechanics.language.words import Sentence, SentenceError, say

GROUP = "companion.games"
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""The pattern of a game's name, which is used in URLs, file names and the database."""
LONGEST_REASON = 200
"""The maximum length of an error message in ``Plugins.left_out``, in characters."""


class Plugins(NamedTuple):
    """The result of a search for plugins."""

    games: dict[str, AnyGame]
    """The working plugins, by name."""
    left_out: tuple[Sentence, ...] = ()
    """One sentence for each broken plugin, with its name and the problem."""


class BrokenPlugin(SentenceError):
    """The error of a plugin that cannot be used, for example because its name is invalid."""


def find_plugins(taken: Collection[str]) -> Plugins:
    """Return the working plugins, and an explanation for each broken one.

    If two plugins have the same name, the one from the alphabetically first package is used.

    taken: the names of built-in games, which plugins cannot use.
    """
    games: dict[str, AnyGame] = {}
    left_out = []
    try:
        points = sorted(entry_points(group=GROUP), key=lambda one: (_package_name(one), one.name))
    except Exception as error:
        sentence = say("Cannot look for installed plugins: {reason}.", reason=_short_message(error))
        return Plugins({}, (sentence,))
    for point in points:
        try:
            if point.name in taken or point.name in games:
                raise BrokenPlugin(say("a game with that name already exists"))
            games[point.name] = _complete_game(point)
        except KeyboardInterrupt:
            raise
        # This includes SystemExit: a package that calls ``sys.exit`` must not end the app.
        except BaseException as error:
            left_out.append(_left_out_sentence(point, error))
    return Plugins(games, tuple(left_out))


def _package_name(point: EntryPoint) -> str:
    return point.dist.name.lower() if point.dist else ""


def _complete_game(point: EntryPoint) -> AnyGame:
    """Import the game of a plugin, and return it if it is complete.

    Raises ``BrokenPlugin``, and the errors that the plugin's code raises while it is imported.
    """
    if not NAME.fullmatch(point.name):
        raise BrokenPlugin(
            say("its name may only have lower-case letters, digits and _, at most 40")
        )
    game = point.load()
    if not isinstance(game, Game):
        raise BrokenPlugin(say("{object} is not a game", object=point.value))
    if getattr(game, "name", None) != point.name:
        raise BrokenPlugin(
            say("the game in it is named “{name}”", name=str(getattr(game, "name", "")))
        )
    for part in _wrong_parts(game):
        raise BrokenPlugin(say("its “{part}” is missing or of the wrong type", part=part))
    # Import all chapters now, so that errors do not appear during a game.
    if not (game.action_kinds and game.event_kinds):
        raise BrokenPlugin(say("it has no chapters"))
    return game


def _wrong_parts(game: AnyGame) -> Iterator[str]:
    """Yield the names of attributes of ``Game`` that are missing or have the wrong type."""
    for part, hint in get_type_hints(Game).items():
        (kind,) = get_args(hint)
        kind = kind if isinstance(kind, UnionType) else get_origin(kind) or kind
        if not isinstance(getattr(game, part, _NOTHING), kind):
            yield part
    if not len(getattr(game, "players", ())):
        yield "players"


_NOTHING: Any = object()


def _left_out_sentence(point: EntryPoint, error: BaseException) -> Sentence:
    return say(
        "The plugin “{name}” of the package {package} was not loaded: {reason}.",
        name=point.name,
        package=_package_name(point),
        reason=error.sentence if isinstance(error, BrokenPlugin) else _short_message(error),
    )


def _short_message(error: BaseException) -> str:
    """Return the type and message of an error, shortened and without line breaks."""
    message = " ".join(f"{type(error).__name__}: {error}".split())
    return message[:LONGEST_REASON].rstrip(": ")


def folder_of(game: AnyGame) -> Path:
    """Return the folder of a game's package.

    It contains the game's templates, static files and translation catalogues.
    """
    package = type(game).__module__.rpartition(".")[0]
    return Path(str(sys.modules[package].__file__)).parent
