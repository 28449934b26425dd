"""What a table chooses before it begins: one of a few values, a whole number, or a text."""

from __future__ import annotations

from dataclasses import dataclass

from companion.mechanics.words import Sentence


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, and how the set-up screen calls it."""

    value: str | int | bool
    label: Sentence


@dataclass(frozen=True, slots=True)
class Option:
    """Something a table chooses before it begins; the first choice is the default.

    is_late: it came when games had been played already, so a record that does not say it has none.
    """

    name: str
    label: Sentence
    choices: tuple[Choice, ...]
    hint: Sentence | None = None
    is_late: bool = False

    @property
    def default(self) -> str | int | bool:
        """The value used when nothing was chosen."""
        return self.choices[0].value


@dataclass(frozen=True, slots=True)
class WholeOption:
    """A whole number that a table types before it begins; left out, the game settles it.

    lowest: the least that any game accepts, for the screen.
    """

    name: str
    label: Sentence
    lowest: int
    hint: Sentence | None = None


@dataclass(frozen=True, slots=True)
class TextOption:
    """A short text that a table types before it begins; left out, it is empty.

    longest: how many letters it may have. example: shown in the empty field.
    """

    name: str
    label: Sentence
    longest: int
    example: Sentence | None = None
    hint: Sentence | None = None


AnyOption = Option | WholeOption | TextOption
