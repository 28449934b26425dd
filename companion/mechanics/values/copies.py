"""Copies: JSON objects with the numbers printed on the copy of a game that a household owns.

A copy can be saved as a file, which starts with the same header for all games. Some games include
ready-made copies to choose from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.texts import shown
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.values.schema import malformed

FORMAT, VERSION = "companion copy", 1
"""The format name in a file header, and the newest version of the format."""


@dataclass(frozen=True, slots=True)
class ReadyCopy:
    """A copy that is included with a game, so that nobody has to enter its printed numbers."""

    label: Sentence
    """The name that users see."""
    language: str
    """The language in which the game is printed, as a tag such as "it"; "" for any language."""
    numbers: Mapping[str, object]
    """The printed numbers, as a JSON object."""
    note: Sentence | None = None
    """A note for users that choose a copy."""

    @property
    def name(self) -> str:
        """The English label."""
        return self.label.template


def copy_file(game: str, numbers: Mapping[str, object]) -> dict[str, object]:
    """Return the content of a file with printed numbers: the header, followed by the numbers."""
    return {"format": FORMAT, "version": VERSION, "game": game, **numbers}


def copy_in(data: object, shape: str, game: str, title: str) -> Mapping[str, object]:
    """Return untrusted data if it is a JSON object whose file header is valid or absent.

    shape: a description of the expected data, which ``malformed`` quotes.
    game: the name of the game to which the copy must belong.
    title: the title of that game, for refusals.
    Raises ``malformed``, ``copy_newer`` or ``copy_of_another_game``.
    """
    if not isinstance(data, Mapping):
        raise malformed(shape)
    _require_header(data, game, title)
    return data


def named_twice(names: Iterable[str]) -> str | None:
    """Return the first name that occurs more than once, or None."""
    return next((name for name, count in Counter(names).items() if count > 1), None)


def _require_header(data: Mapping[str, object], game: str, title: str) -> None:
    """Raise a refusal if the header names another format, another game or a newer version.

    Data without a header is accepted.
    """
    if "format" not in data:
        return
    if data["format"] != FORMAT:
        raise malformed(f"format: {FORMAT}")
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise malformed("version")
    if version > VERSION:
        raise Refusal(
            "copy_newer",
            "",
            say(
                "These numbers were saved by a newer version of Companion. Update this one to "
                "read them."
            ),
        )
    if data.get("game") != game:
        raise Refusal(
            "copy_of_another_game",
            "",
            say(
                "These numbers belong to {game}, not to {title}.",
                game=shown(data.get("game")),
                title=title,
            ),
        )
