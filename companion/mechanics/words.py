"""Sentences that the rules speak and the screen translates.

The rules know no language. They say a source sentence (English) with named values; whoever shows
it looks the template up in a catalogue first. ``say``, ``say_many`` and ``to_you`` are the names by
which the catalogue's extractor finds templates, so they are always called with literal strings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any, ClassVar

from companion.mechanics import deprecated


@dataclass(frozen=True, slots=True)
class Sentence:
    """A source template, its plural if it has one, and the values that fill its braces.

    you: the template of what the one reads whom it is about; None: the same.
    """

    template: str
    values: tuple[tuple[str, object], ...] = ()
    plural: str | None = None
    you: str | None = None

    def to_you(self, template: str) -> Sentence:
        """Return the sentence with another wording, of the same values, for whom it is about."""
        return replace(self, you=template)

    @property
    def for_you(self) -> Sentence:
        """What the one reads whom it is about, and so are the sentences in it."""
        if self.you is None:
            return self
        values = [
            (name, value.for_you if isinstance(value, Sentence) else value)
            for name, value in self.values
        ]
        return Sentence(self.you, tuple(values))

    def __str__(self) -> str:
        """Return the sentence in the source language."""
        return self.translated(
            lambda text: text, lambda one, many, count: one if count == 1 else many
        )

    def translated(
        self, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]
    ) -> str:
        """Return the sentence as the two catalogue look-ups say it, values included."""
        template = gettext(self.template)
        if self.plural is not None:
            count = dict(self.values)["count"]
            assert isinstance(count, int)
            template = ngettext(self.template, self.plural, abs(count))
        if not self.values:
            return template
        values: dict[str, object] = {}
        for name, value in self.values:
            is_plain = isinstance(value, str) or (isinstance(value, int) and value >= 0)
            values[name] = value if is_plain else _filled(value, gettext, ngettext)
            if str(values[name]).endswith((".", "!", "?")):
                # It ends the sentence itself.
                template = template.replace(f"{{{name}}}.", f"{{{name}}}")
        return template.format(**values)


class Order(Sentence):
    """A sentence that stands on a button or between brackets, where it has no full stop."""

    __slots__ = ()

    @classmethod
    def of(cls, sentence: Sentence) -> Order:
        """Return a sentence as one of these."""
        return cls(sentence.template, sentence.values, sentence.plural)

    def translated(
        self, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]
    ) -> str:
        return super().translated(gettext, ngettext).removesuffix(".")


class SentenceError(Exception):
    """An error that says in one sentence what is wrong and what to do; as text in English."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


def _filled(
    value: object, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]
) -> object:
    """Return what stands between the braces: sentences translated, lists joined by commas."""
    if isinstance(value, Sentence):
        return value.translated(gettext, ngettext)
    if isinstance(value, tuple):
        return ", ".join(str(_filled(part, gettext, ngettext)) for part in value)
    # A name keeps its hyphen.
    return with_minus(value) if isinstance(value, int) else value


def say(template: str, /, **values: object) -> Sentence:
    """Return a sentence; values are whole numbers, names, sentences, or tuples of these."""
    return Sentence(template, tuple(values.items()))


def together(parts: Iterable[object]) -> object:
    """Return people or things as a sentence joins them: "Anna, Bruno and Dario"."""
    *others, last = parts
    return say("{others} and {last}", others=tuple(others), last=last) if others else last


def say_many(one: str, many: str, /, *, count: int, **values: object) -> Sentence:
    """Return a sentence whose wording depends on ``count``, which fills ``{count}``."""
    return Sentence(one, (("count", count), *values.items()), plural=many)


def with_reason(line: Sentence, reason: str) -> Sentence:
    """Return a history line with what the banker said about it behind, if he said anything."""
    return say("{line} ({reason})", line=line, reason=reason) if reason else line


@cache
def braces(template: str) -> tuple[str, ...]:
    """Return the names that stand between braces."""
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name)


class FillsTemplates:
    """Something that sentences tell of: what stands between their braces, its fields say.

    ends_with_reason: whether a ``reason`` it has follows the line by itself.
    """

    __slots__ = ()
    ends_with_reason: ClassVar[bool] = True

    def fill(self, state: Any, line: Sentence) -> Sentence:
        """Return a line with its braces filled, but for those that are filled already.

        "name" is that of the player of its seat.
        """
        mine: Any = self
        values = dict(line.values)
        for name in braces(line.template + (line.plural or "")):
            if name not in values:
                is_name = name == "name"
                values[name] = state.name(mine.seat) if is_name else self.display_value(state, name)
        told = replace(line, values=tuple(values.items()))
        reason = getattr(self, "reason", "") if self.ends_with_reason else ""
        return with_reason(told, reason) if reason else told

    def display_value(self, state: Any, name: str) -> object:
        """Return one of its fields, as people say it between the braces of a line."""
        return getattr(self, name)


def with_minus(number: int | str) -> str:
    """Return a number as it is read, with a real minus sign."""
    return str(number).replace("-", "−")


if not TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)
