"""Translatable sentences, which the rules create and the screens display.

The rules do not depend on the language. They create English templates with named values. When a
sentence is displayed, its template is looked up in a translation catalogue. The tool that extracts
the templates for translation searches for calls of ``say``, ``say_many`` and ``to_you``. These must
therefore always be called with literal strings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol


@dataclass(frozen=True, slots=True)
class Sentence:
    """An English template with the values for its placeholders."""

    template: str
    values: tuple[tuple[str, object], ...] = ()
    plural: str | None = None
    """The plural template, or None. The value ``count`` decides which of the two is used."""
    you: str | None = None
    """The template in the second person, or None if the wording is the same for everyone."""
    is_bare: bool = field(default=False, repr=False)
    """Whether to omit the final full stop, as on a button or in brackets."""

    def to_you(self, template: str) -> Sentence:
        """Return the sentence with a second-person template, which uses the same values."""
        return Sentence(self.template, self.values, self.plural, template, self.is_bare)

    def bare(self) -> Sentence:
        """Return the sentence without its final full stop and its second-person wording."""
        return replace(self, you=None, is_bare=True)

    @property
    def for_you(self) -> Sentence:
        """The second-person wording of this sentence, or the sentence itself if it has none.

        Nested sentences are in the second person too.
        """
        if self.you is None:
            return self
        values = [
            (name, value.for_you if isinstance(value, Sentence) else value)
            for name, value in self.values
        ]
        return Sentence(self.you, tuple(values), is_bare=self.is_bare)

    def __str__(self) -> str:
        """Return the sentence in English."""
        return self.translated(
            lambda text: text, lambda one, many, count: one if count == 1 else many
        )

    def translated(
        self, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]
    ) -> str:
        """Return the text of the sentence in the language of a translation catalogue.

        Nested sentences are translated too.

        gettext, ngettext: the methods of the catalogue with these names.
        """
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
            values[name] = value if is_plain else _displayed(value, gettext, ngettext)
            if str(values[name]).endswith((".", "!", "?")):
                # The value already ends the sentence, so the template must not add a full stop.
                template = template.replace(f"{{{name}}}.", f"{{{name}}}")
        return template.format(**values)


class SentenceError(Exception):
    """An error with a translatable sentence that says what is wrong and what to do.

    The exception message is the English sentence.
    """

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


def _displayed(
    value: object, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]
) -> object:
    """Return a value as it is displayed. Sentences are translated, and tuples joined by commas."""
    if isinstance(value, Sentence):
        return value.translated(gettext, ngettext)
    if isinstance(value, tuple):
        return ", ".join(str(_displayed(part, gettext, ngettext)) for part in value)
    # Only numbers get a minus sign; a name keeps its hyphen.
    return with_minus(value) if isinstance(value, int) else value


def say(template: str, /, **values: object) -> Sentence:
    """Return a sentence with values for its placeholders.

    Each value is a whole number, a name, another sentence, or a tuple of these.
    """
    return Sentence(template, tuple(values.items()))


def together(parts: Iterable[object]) -> object:
    """Join people or things into a list for use in a sentence, such as "Anna, Bruno and Dario".

    parts: the people or things, at least one.
    """
    *others, last = parts
    return say("{others} and {last}", others=tuple(others), last=last) if others else last


def say_many(one: str, many: str, /, *, count: int, **values: object) -> Sentence:
    """Return a sentence with a singular and a plural template.

    ``count`` selects the template and is also the value of ``{count}``.
    """
    return Sentence(one, (("count", count), *values.items()), plural=many)


def with_reason(line: Sentence, reason: str) -> Sentence:
    """Return a history line followed by the banker's reason in brackets, if there is one."""
    if not reason:
        return line
    # Both templates are equal: ``for_you`` also puts the nested line into the second person.
    return say("{line} ({reason})", line=line, reason=reason).to_you("{line} ({reason})")


@cache
def braces(template: str) -> tuple[str, ...]:
    """Return the names of a template's placeholders."""
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name)


class HasNames(Protocol):
    """Protocol for the state of a table, which provides the players' names for sentences."""

    def name(self, seat: int, /) -> str:
        """Return the name of the player in a seat."""


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S_contra = TypeVar("S_contra", bound=HasNames, contravariant=True, default=Any)
else:
    from typing import TypeVar

    S_contra = TypeVar("S_contra", contravariant=True)


class FillsTemplates(Generic[S_contra]):
    """Mixin for events and similar classes, whose fields fill the placeholders of sentences."""

    __slots__ = ()
    ends_with_reason: ClassVar[bool] = True
    """Whether ``fill`` appends the field ``reason``, if there is one, in brackets."""

    def fill(self, state: S_contra, line: Sentence) -> Sentence:
        """Return a sentence with its unset placeholders filled.

        ``{name}`` becomes the name of the player in this object's seat. Any other placeholder
        becomes the field of that name.
        """
        mine: Any = self
        values = dict(line.values)
        for name in braces(line.template + (line.plural or "")):
            if name not in values:
                is_name = name == "name"
                values[name] = state.name(mine.seat) if is_name else self.display_value(state, name)
        # Faster than ``replace``; this runs for every line on every screen.
        filled = Sentence(line.template, tuple(values.items()), line.plural, line.you, line.is_bare)
        reason = getattr(self, "reason", "") if self.ends_with_reason else ""
        return with_reason(filled, reason) if reason else filled

    def display_value(self, state: S_contra, name: str) -> object:
        """Return the value of a placeholder as it is displayed, by default the field itself."""
        return getattr(self, name)


def with_minus(number: int | str) -> str:
    """Return a number as text, with a typographic minus sign instead of a hyphen."""
    return str(number).replace("-", "−")
