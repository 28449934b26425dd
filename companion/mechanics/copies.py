"""Files of printed numbers: their header, the same for every game, and copies ready to use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.mechanics.refusal import Refusal
from companion.mechanics.schema import malformed
from companion.mechanics.texts import shown
from companion.mechanics.words import Sentence, say

FORMAT, VERSION = "companion copy", 1


@dataclass(frozen=True, slots=True)
class ReadyCopy:
    """A copy that a game brings along, so that nobody has to enter its numbers."""

    label: Sentence
    language: str
    """The tag of the language in which the copy is printed."""
    numbers: Mapping[str, object]

    @property
    def name(self) -> str:
        """The name under which a household's correction of it is stored: the English label."""
        return self.label.template


def copy_file(game: str, numbers: Mapping[str, object]) -> dict[str, object]:
    """Return the content of a household's file: the header, then the numbers."""
    return {"format": FORMAT, "version": VERSION, "game": game, **numbers}


def copy_in(data: object, shape: str, game: str, title: str) -> Mapping[str, object]:
    """Return a copy from outside, with or without the header of a file.

    shape: named by ``malformed`` if the copy is no object. Raises also ``copy_newer``,
    ``copy_of_another_game``.
    """
    if not isinstance(data, Mapping):
        raise malformed(shape)
    _require_head(data, game, title)
    return data


def named_twice(names: Iterable[str]) -> str | None:
    """Return the first name that occurs twice, None if there is none."""
    return next((name for name, count in Counter(names).items() if count > 1), None)


def _require_head(data: Mapping[str, object], game: str, title: str) -> None:
    """Refuse a file of another kind, another game or a newer version."""
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
            say("These figures were saved by a newer Companion; update this one to read them."),
        )
    if data.get("game") != game:
        raise Refusal(
            "copy_of_another_game",
            "",
            say(
                "These figures belong to {game}, not to {title}.",
                game=shown(data.get("game")),
                title=title,
            ),
        )
