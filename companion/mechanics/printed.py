"""What is printed in a household's box, declared once: a frozen dataclass of annotated fields.

``Annotated[int | None, Figure(…)]`` says of a field what may stand there. Its record, the check of
a record from outside, and the form that people type follow from that. A field of the form is named
by its way from the top: "companies.telcom.white", "ladders.human.1" (rows count from 1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, get_type_hints

from companion.mechanics.amounts import digits
from companion.mechanics.codec import malformed, shown
from companion.mechanics.refusal import Refusal

Form = Mapping[str, str]
"""A form as it was typed, by field."""


class Part:
    """What may stand in one field."""

    __slots__ = ()

    def read(self, data: object) -> Any:
        """Return what a JSON value says; raises Refusal where no box can print it."""
        raise NotImplementedError

    def record(self, value: Any) -> object:
        """Return it as JSON, the other way round."""
        raise NotImplementedError

    def typed(self, form: Form, field: str) -> object:
        """Return as JSON what was typed, to be read; None where nothing was."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Figure(Part):
    """A whole number, a multiple of ``step``; None where nobody typed it yet.

    wrong: the refusal for what stands there instead.
    """

    lowest: int
    highest: int
    wrong: Callable[[str], Refusal]
    step: int = 1

    def read(self, data: object) -> int | None:
        if data is None:
            return None
        is_in_reach = type(data) is int and self.lowest <= data <= self.highest
        if not is_in_reach or data % self.step:  # type: ignore[operator]
            raise self.wrong(shown(data))
        return data  # type: ignore[return-value]

    def record(self, value: int | None) -> object:
        return value

    def typed(self, form: Form, field: str) -> int | None:
        text = form.get(field, "").strip()
        number = digits(text, 9)
        if text and number is None:
            raise self.wrong(text)
        return number


@dataclass(frozen=True, slots=True)
class Text(Part):
    """A name without blanks around it, and without some sign. wrong: the refusal for any other."""

    longest: int
    wrong: Callable[[], Refusal]
    without: str = "\0"

    def read(self, data: object) -> str:
        clean = shown(data).strip() if isinstance(data, str) else ""
        if clean != data or not 0 < len(clean) <= self.longest or self.without in clean:
            raise self.wrong()
        return clean

    def record(self, value: str) -> object:
        return value

    def typed(self, form: Form, field: str) -> object:
        return form.get(field, "").strip()


@dataclass(frozen=True, slots=True)
class Row(Part):
    """So many of a kind. wrong: the refusal for another count. check: raises for the whole row.

    may_lack: whether nobody need have typed any of it.
    """

    of: Part
    count: int
    wrong: Callable[[], Refusal]
    check: Callable[[tuple[Any, ...]], object] = tuple
    may_lack: bool = False

    def read(self, data: object) -> tuple[Any, ...]:
        listed = (None,) * self.count if data is None and self.may_lack else data
        if not isinstance(listed, list | tuple):
            raise malformed("[…]")
        if len(listed) != self.count:
            raise self.wrong()
        row = tuple(map(self.of.read, listed))
        self.check(row)
        return row

    def record(self, value: tuple[Any, ...]) -> object:
        return list(map(self.of.record, value))

    def typed(self, form: Form, field: str) -> object:
        return [self.of.typed(form, f"{field}.{place}") for place in range(1, self.count + 1)]


@dataclass(frozen=True, slots=True)
class Listed(Part):
    """What is listed, any number of it; it is judged beside the rest."""

    def read(self, data: object) -> tuple[Any, ...]:
        if not isinstance(data, list | tuple):
            raise malformed("[…]")
        return tuple(data)

    def record(self, value: tuple[Any, ...]) -> object:
        return list(value)

    def typed(self, form: Form, field: str) -> object:
        return [part.strip() for part in form.get(field, "").split(",")]


@dataclass(frozen=True, slots=True)
class Each(Part):
    """One for each of these names. known: raises Refusal for any other."""

    names: Iterable[str]
    of: Part
    known: Callable[[object], object]

    def read(self, data: object) -> Any:
        said = _object(data)
        for name in said:
            self.known(name)
        return {name: self.of.read(said.get(name)) for name in self.names}

    def record(self, value: Mapping[str, Any]) -> object:
        return {name: self.of.record(held) for name, held in value.items()}

    def typed(self, form: Form, field: str) -> Any:
        return {name: self.of.typed(form, f"{field}.{name}") for name in self.names}


@dataclass(frozen=True, slots=True)
class Sheet(Part):
    """What the annotated fields of a dataclass say. only: their names; none: all of them."""

    of: type
    only: tuple[str, ...] = ()

    def read(self, data: object) -> Any:
        said = _object(data)
        return self.of(**{name: part.read(said.get(name)) for name, part in self._parts()})

    def record(self, value: Any) -> dict[str, object]:
        return {name: part.record(getattr(value, name)) for name, part in self._parts()}

    def typed(self, form: Form, field: str = "") -> dict[str, object]:
        way = f"{field}." if field else ""
        return {name: part.typed(form, way + name) for name, part in self._parts()}

    def _parts(self) -> Iterator[tuple[str, Part]]:
        parts = _annotated(self.of)
        return ((name, parts[name]) for name in self.only or parts)


@cache
def _annotated(sheet: type) -> dict[str, Part]:
    """Return what may stand in each annotated field of a dataclass."""
    hints = get_type_hints(sheet, include_extras=True).items()
    return {name: hint.__metadata__[0] for name, hint in hints if hasattr(hint, "__metadata__")}


def _object(data: object) -> Mapping[str, object]:
    """Return what is held by name, nothing for None; raises ``malformed``."""
    if not isinstance(data or {}, Mapping):
        raise malformed("{…}")
    return data or {}  # type: ignore[return-value]
