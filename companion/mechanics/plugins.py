"""Games that other packages bring: found by their entry points, each checked before it counts.

A package names its game in the group ``companion.games``: ``harvest = "harvest_game:GAME"``. One
that is broken is left out, with a sentence that says why; nothing it raises gets any further.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator
from gettext import GNUTranslations
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from companion.mechanics.game import AnyGame, Game
from companion.mechanics.words import Sentence, SentenceError, say

GROUP = "companion.games"
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""What a game may be called: it stands in addresses, in file names and in the database."""
LONGEST_REASON = 200


class Brought(NamedTuple):
    """Games by name, and a sentence for each that is left out."""

    games: dict[str, AnyGame]
    left_out: tuple[Sentence, ...] = ()


class Broken(SentenceError):
    """Why a game that can be imported is left out all the same."""


def brought(taken: Collection[str]) -> Brought:
    """Return the games of other packages; taken: the names of our own, which they cannot have.

    Of two with one name the one of the package counts that comes first by its name.
    """
    games: dict[str, AnyGame] = {}
    left_out = []
    try:
        points = sorted(entry_points(group=GROUP), key=lambda one: (_package(one), one.name))
    except Exception as error:
        words = say("Nobody can tell which packages bring games: {reason}.", reason=_as(error))
        return Brought({}, (words,))
    for point in points:
        try:
            if point.name in taken or point.name in games:
                raise Broken(say("there is a game of that name already"))
            games[point.name] = _checked(point)
        except KeyboardInterrupt:
            raise
        # Whatever it is: a package that leaves as it is imported takes nobody along.
        except BaseException as error:
            left_out.append(_left_out(point, error))
    return Brought(games, tuple(left_out))


def _package(point: EntryPoint) -> str:
    return point.dist.name.lower() if point.dist else ""


def _checked(point: EntryPoint) -> AnyGame:
    """Return the game of an entry point; raises whatever is wrong with it."""
    if not NAME.fullmatch(point.name):
        raise Broken(say("a name has small letters, digits and _ alone, 40 at most"))
    game = point.load()
    if not isinstance(game, Game):
        raise Broken(say("{object} is not a game", object=point.value))
    if getattr(game, "name", None) != point.name:
        raise Broken(say("it calls itself “{name}”", name=str(getattr(game, "name", ""))))
    for part in _wrong_parts(game):
        raise Broken(say("its “{part}” is missing, or is something else", part=part))
    # Every chapter is imported now, and every catalogue read, not when somebody sits at a table.
    if not (game.action_kinds and game.event_kinds):
        raise Broken(say("it has no chapters"))
    for file in folder_of(game).glob("translations/*/LC_MESSAGES/messages.mo"):
        with file.open("rb") as opened:
            GNUTranslations(opened)
    return game


def _wrong_parts(game: AnyGame) -> Iterator[str]:
    """Yield the names of what ``Game`` declares and this one has not, or of another type."""
    for part, hint in get_type_hints(Game).items():
        (kind,) = get_args(hint)
        kind = kind if isinstance(kind, UnionType) else get_origin(kind) or kind
        if not isinstance(getattr(game, part, _NOTHING), kind):
            yield part
    if not len(getattr(game, "players", ())):
        yield "players"


_NOTHING: Any = object()


def _left_out(point: EntryPoint, error: BaseException) -> Sentence:
    return say(
        "The game “{name}” of the package {package} is left out: {reason}.",
        name=point.name,
        package=_package(point),
        reason=error.sentence if isinstance(error, Broken) else _as(error),
    )


def _as(error: BaseException) -> str:
    """Return what an error says, on one line."""
    words = " ".join(f"{type(error).__name__}: {error}".split())
    return words[:LONGEST_REASON].rstrip(": ")


def folder_of(game: AnyGame) -> Path:
    """Return the folder of a game's package: its templates, static files and catalogues."""
    package = type(game).__module__.rpartition(".")[0]
    return Path(str(sys.modules[package].__file__)).parent
