"""Sentences that the rules speak and the screen translates.

The rules know no language. They say a source sentence (English) with named values; whoever shows
it looks the template up in a catalogue first. ``say``, ``say_many`` and ``to_you`` are the names by
which the catalogue's extractor finds templates, so they are always called with literal strings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol

from companion.mechanics import deprecated


@dataclass(frozen=True, slots=True)
class Sentence:
    """A source template with the values that fill its braces."""

    template: str
    values: tuple[tuple[str, object], ...] = ()
    plural: str | None = None
    you: str | None = None
    """The second-person wording, for the person it is about; None if it is the same."""
    is_bare: bool = field(default=False, repr=False)
    """Whether it stands on a button or between brackets, where it has no full stop."""

    def to_you(self, template: str) -> Sentence:
        """Return the sentence with a second-person wording of the same values."""
        return replace(self, you=template)

    def bare(self) -> Sentence:
        """Return the sentence without its full stop, and without its second-person wording."""
        return replace(self, you=None, is_bare=True)

    @property
    def for_you(self) -> Sentence:
        """The second-person wording, nested sentences included."""
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
        """Return the sentence in the language of the two catalogue look-ups, values included."""
        text = self._translated(gettext, ngettext)
        return text.removesuffix(".") if self.is_bare else text

    def _translated(
        self, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]
    ) -> str:
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


class HasNames(Protocol):
    """A table that knows the players' names."""

    def name(self, seat: int, /) -> str:
        """Return the name of the player of a seat."""


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S_contra = TypeVar("S_contra", bound=HasNames, contravariant=True, default=Any)
else:
    from typing import TypeVar

    S_contra = TypeVar("S_contra", contravariant=True)


class FillsTemplates(Generic[S_contra]):
    """Fills the placeholders of sentence templates from its own fields."""

    __slots__ = ()
    ends_with_reason: ClassVar[bool] = True
    """Whether its field ``reason``, if it has one, follows the sentence in brackets."""

    def fill(self, state: S_contra, line: Sentence) -> Sentence:
        """Return a sentence with its unset placeholders filled.

        ``{name}`` is the name of the player of its seat; each other placeholder is a field.
        """
        mine: Any = self
        values = dict(line.values)
        for name in braces(line.template + (line.plural or "")):
            if name not in values:
                is_name = name == "name"
                values[name] = state.name(mine.seat) if is_name else self.display_value(state, name)
        filled = replace(line, values=tuple(values.items()))
        reason = getattr(self, "reason", "") if self.ends_with_reason else ""
        return with_reason(filled, reason) if reason else filled

    def display_value(self, state: S_contra, name: str) -> object:
        """Return the value of a placeholder as people read it."""
        return getattr(self, name)


def with_minus(number: int | str) -> str:
    """Return a number as it is read, with a real minus sign."""
    return str(number).replace("-", "−")


if not TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)
