"""The types of settings that players choose before a game: choices, numbers and texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.amounts import WHOLE_NUMBERS, Denomination
from companion.mechanics.language.texts import shown, single_spaced, storable
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.values.schema import FieldType, Figure, Maybe, Words


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible value of a setting, with its label on the page "New game"."""

    value: str | int | bool
    label: Sentence
    without_devices: str | None = None
    """The value of the choice with the same effect if no player has a device, if there is one."""


@dataclass(frozen=True, slots=True)
class Option(FieldType[str | int | bool]):
    """A setting with a fixed list of values. The first value is the default."""

    name: str
    label: Sentence
    choices: tuple[Choice, ...]
    hint: Sentence | None = None
    is_late: bool = False
    """Whether the setting was added later, so that older saved games may lack it."""
    decides: bool = False
    """Whether the setting decides who wins. It is then shown even where the others are folded."""

    @property
    def default(self) -> str | int | bool:
        """The default value: the first choice."""
        return self.choices[0].value

    def read(self, data: object, where: Words = "") -> str | int | bool:
        """Return ``data`` if it is one of the choices; raise ``unknown_choice`` otherwise."""
        for choice in self.choices:
            if choice.value == data and type(choice.value) is type(data):
                return choice.value
        sentence = say(
            "“{option}” cannot be “{value}”. Choose one of: {choices}.",
            value=shown(data),
            option=self.name,
            choices=tuple(str(choice.value) for choice in self.choices),
        )
        raise Refusal("unknown_choice", "", sentence)


@dataclass(frozen=True, slots=True)
class WholeOption(FieldType[int | None]):
    """A setting that is a whole number. If it is left out, the game chooses the number."""

    is_late: ClassVar[bool] = False
    name: str
    label: Sentence
    lowest: int
    """The lowest number that the page "New game" accepts. The game may require more."""
    hint: Sentence | None = None
    is_money: bool = False
    """Whether the number is an amount of money, with the decimal places that ``PLACES`` sets."""

    def read(self, data: object, where: Words = "") -> int | None:
        """Return the number, or None if it is left out; raise ``not_a_whole_number`` otherwise."""
        return _NUMBER.read(data, self.name)


def _not_a_whole_number(entry: str, name: Words) -> Refusal:
    sentence = say(
        "“{option}” must be a whole number, 0 or more, not “{value}”.", option=name, value=entry
    )
    return Refusal("not_a_whole_number", "", sentence)


_NUMBER = Maybe(Figure(refuse=_not_a_whole_number))


@dataclass(frozen=True, slots=True)
class TextOption(FieldType[str]):
    """A setting that is a short text, empty by default."""

    default: ClassVar[str] = ""
    name: str
    label: Sentence
    longest: int
    """The maximum length in characters."""
    example: Sentence | None = None
    """A placeholder, shown while the form field is empty."""
    hint: Sentence | None = None
    is_late: bool = False
    """See ``Option.is_late``."""

    def read(self, data: object, where: Words = "") -> str:
        """Return the text without surplus spaces."""
        if not isinstance(data, str) or data != storable(data):
            sentence = say(
                "“{option}” must be a short text, not “{value}”.",
                option=self.name,
                value=shown(data),
            )
            raise Refusal("not_a_text", "", sentence)
        text = single_spaced(data)
        if len(text) > self.longest:
            sentence = say(
                "“{option}” may have at most {most} characters.",
                option=self.name,
                most=self.longest,
            )
            raise Refusal("text_too_long", "", sentence)
        return text


AnyOption = Option | WholeOption | TextOption
PLACES = Option(
    "places",
    say("Decimal places"),
    (
        Choice(0, say("none: 12")),
        Choice(1, say("one: 12.5")),
        Choice(2, say("two: 12.50")),
    ),
    is_late=True,
)
"""The setting for the decimal places of a table's money, chosen before the game."""


def denomination_in(options: Mapping[str, object]) -> Denomination:
    """Return how the amounts in a game's settings are read and written.

    options: the values of the settings, or the texts of their form fields.
    """
    chosen = str(options.get(PLACES.name, ""))
    return Denomination(int(chosen)) if chosen in ("1", "2") else WHOLE_NUMBERS
