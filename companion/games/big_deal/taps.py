"""A step put together by several taps: what was tapped so far, and what can be tapped next.

What was tapped is a short text in the page's address, words separated by dots: "open.security".
It comes from outside and is never trusted: a word that is not offered ends the reading there.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.mechanics.words import Sentence

Words = Sentence | str


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to tap on the way. word: its part of the text. small: what stands beside it.

    colour: of the resource it is about, None for anything else.
    """

    word: str
    words: Words
    small: Words | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Button:
    """A step to take: a stable id, the action as a JSON object, and what stands on it."""

    id: str
    action: dict[str, object]
    words: Words
    small: Words | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A number to type. name: as the action's "$name" or "#name" calls it."""

    name: str
    words: Words
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """What stands on the screen: choices on the way, steps to take, numbers to type.

    lines: what it is about. fields: numbers that the button ``typed`` takes along.
    notes: why something else cannot be tapped.
    """

    question: Words | None = None
    choices: tuple[Choice, ...] = ()
    buttons: tuple[Button, ...] = ()
    lines: tuple[Words, ...] = ()
    fields: tuple[Field, ...] = ()
    typed: Button | None = None
    notes: tuple[Words, ...] = ()


class Asked(Exception):
    """Raised where the text ends: the panel says what can be tapped next."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        self.panel = panel


class Taps:
    """The words of a text, read one after the other against what is offered."""

    def __init__(self, text: str) -> None:
        self._given = text.split(".") if text else []
        self._read: list[str] = []
        self.said: list[Words] = []

    def choose(self, panel: Panel) -> str:
        """Return the word chosen from a panel; raises Asked where the text has none of them."""
        place = len(self._read)
        word = self._given[place] if place < len(self._given) else None
        for choice in panel.choices:
            if choice.word == word:
                self._read.append(choice.word)
                self.said.append(choice.words)
                return choice.word
        raise Asked(panel)

    def after(self, word: str) -> str:
        """Return the text as far as it was read, and one word more."""
        return ".".join((*self._read, word))

    @property
    def text(self) -> str:
        """The text as far as it was read."""
        return ".".join(self._read)

    @property
    def back(self) -> str | None:
        """The text one tap earlier; None at the start."""
        return ".".join(self._read[:-1]) if self._read else None
