"""The head of a copy's file, the same for every game, and the copies a game brings ready-made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.mechanics.refusal import Refusal
from companion.mechanics.schema import malformed
from companion.mechanics.texts import shown
from companion.mechanics.words import Sentence, say

FORMAT, VERSION = "companion copy", 1


@dataclass(frozen=True, slots=True)
class ReadyCopy:
    """A copy as it is printed for many households, to play with at once.

    label: what the screen calls it; its source wording is the name it is kept under once a
    household corrects it. language: the tag of the language it is printed in.
    """

    label: Sentence
    language: str
    numbers: Mapping[str, object]

    @property
    def name(self) -> str:
        """The name it is kept under, the same in every language."""
        return self.label.template


def copy_file(game: str, numbers: Mapping[str, object]) -> dict[str, object]:
    """Return what a household's file holds: the head, then the numbers."""
    return {"format": FORMAT, "version": VERSION, "game": game, **numbers}


def copy_in(data: object, shape: str, game: str, title: str) -> Mapping[str, Any]:
    """Return a copy read from outside, of that shape; ``malformed`` for what is no object at all.

    Raises also what ``_require_head`` does.
    """
    if not isinstance(data, Mapping):
        raise malformed(shape)
    _require_head(data, game, title)
    return data


def named_twice(names: Iterable[str]) -> str | None:
    """Return the first name of a copy that two things in it have, None where there is none."""
    return next((name for name, count in Counter(names).items() if count > 1), None)


def _require_head(data: Mapping[str, object], game: str, title: str) -> None:
    """Refuse a file of another kind, another game or a newer version; no head is fine.

    Raises ``malformed``, ``copy_newer``, ``copy_of_another_game``.
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
