"""What is printed in a household's box, declared once: a frozen dataclass of annotated fields.

``Annotated[int | None, Figure(…)]`` says of a field what may stand there. Its record, the check of
a record from outside, and the form that people type follow from that. A field of the form is named
by its way from the top: "companies.telcom.white", "ladders.human.1" (rows count from 1). Behind the
part may stand what the form calls the field instead, and what refusals call it: ``Annotated[int,
Figure(…), "other.bail", say("The bail")]``. Parts pass that on as ``where``, nothing where no
refusal says it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, get_type_hints

from companion.mechanics.amounts import whole_in
from companion.mechanics.codec import malformed, shown
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence

Form = Mapping[str, str]
"""A form as it was typed, by field."""
Words = Sentence | str


class PrintedPart:
    """What may stand in one field."""

    __slots__ = ()

    def read(self, data: object, *where: Words) -> Any:
        """Return what a JSON value says; raises Refusal where no box can print it."""
        raise NotImplementedError

    def record(self, value: Any) -> object:
        """Return it as JSON, the other way round."""
        return value

    def typed(self, form: Form, field: str, *where: Words) -> object:
        """Return as JSON what was typed, to be read; None where nothing was."""
        raise NotImplementedError

    def fields(self, value: Any, field: str) -> Iterator[tuple[str, str]]:
        """Yield what the fields of the form hold for it, the other way round."""
        yield field, "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Figure(PrintedPart):
    """A whole number, a multiple of ``step``; None where nobody typed it yet.

    wrong: the refusal for what stands there instead, and where.
    """

    lowest: int
    highest: int
    wrong: Callable[..., Refusal]
    step: int = 1

    def read(self, data: object, *where: Words) -> int | None:
        if data is None:
            return None
        is_in_reach = type(data) is int and self.lowest <= data <= self.highest
        if not is_in_reach or data % self.step:  # type: ignore[operator]
            raise self.wrong(shown(data), *where)
        return data  # type: ignore[return-value]

    def typed(self, form: Form, field: str, *where: Words) -> int | None:
        text = form.get(field, "").strip()
        number = whole_in(text)
        if text and (number is None or number < 0):
            raise self.wrong(text, *where)
        return number


@dataclass(frozen=True, slots=True)
class PrintedText(PrintedPart):
    """A name without blanks around it, and without some sign. wrong: the refusal for any other."""

    longest: int
    wrong: Callable[[], Refusal]
    without: str = "\0"

    def read(self, data: object, *where: Words) -> str:
        clean = shown(data).strip() if isinstance(data, str) else ""
        if clean != data or not 0 < len(clean) <= self.longest or self.without in clean:
            raise self.wrong()
        return clean

    def typed(self, form: Form, field: str, *where: Words) -> str:
        return " ".join(form.get(field, "").split())


def _nothing(*_: object) -> None:
    return None


@dataclass(frozen=True, slots=True)
class PrintedRow(PrintedPart):
    """A list of as many as there are parts, each for its place.

    wrong: the refusal for another count. check: raises for the whole row, and where. may_lack:
    whether nobody need have typed any of it. shape: how it is written, for what is no list. first:
    the number of its first field of the form.
    """

    parts: tuple[PrintedPart, ...]
    wrong: Callable[[], Refusal]
    check: Callable[..., object] = _nothing
    may_lack: bool = False
    shape: str = "[…]"
    first: int = 1

    def read(self, data: object, *where: Words) -> tuple[Any, ...]:
        listed = (None,) * len(self.parts) if data is None and self.may_lack else data
        if not isinstance(listed, list | tuple):
            raise malformed(self.shape)
        if len(listed) != len(self.parts):
            raise self.wrong()
        pairs = zip(self.parts, listed, strict=True)
        row = tuple(part.read(one, *where) for part, one in pairs)
        self.check(row, *where)
        return row

    def record(self, value: tuple[Any, ...]) -> object:
        return [part.record(one) for part, one in zip(self.parts, value, strict=True)]

    def typed(self, form: Form, field: str, *where: Words) -> object:
        placed = enumerate(self.parts, self.first)
        return [part.typed(form, f"{field}.{place}", *where) for place, part in placed]

    def fields(self, value: tuple[Any, ...], field: str) -> Iterator[tuple[str, str]]:
        for place, (part, one) in enumerate(zip(self.parts, value, strict=True), self.first):
            yield from part.fields(one, f"{field}.{place}")


@dataclass(frozen=True, slots=True)
class Listed(PrintedPart):
    """What is listed, any number of it; it is judged beside the rest."""

    def read(self, data: object, *where: Words) -> tuple[Any, ...]:
        if not isinstance(data, list | tuple):
            raise malformed("[…]")
        return tuple(data)

    def record(self, value: tuple[Any, ...]) -> object:
        return list(value)

    def typed(self, form: Form, field: str, *where: Words) -> object:
        parts = (part.strip() for part in form.get(field, "").split(","))
        return [part for part in parts if part]

    def fields(self, value: tuple[Any, ...], field: str) -> Iterator[tuple[str, str]]:
        yield field, ", ".join(value)


@dataclass(frozen=True, slots=True)
class Each(PrintedPart):
    """One for each of these names. known: raises Refusal for any other."""

    names: Iterable[str]
    of: PrintedPart
    known: Callable[[object], object]

    def read(self, data: object, *where: Words) -> Any:
        said = _object(data)
        for name in said:
            self.known(name)
        return {name: self.of.read(said.get(name), *where) for name in self.names}

    def record(self, value: Mapping[str, Any]) -> object:
        return {name: self.of.record(held) for name, held in value.items()}

    def typed(self, form: Form, field: str, *where: Words) -> Any:
        return {name: self.of.typed(form, f"{field}.{name}", *where) for name in self.names}

    def fields(self, value: Mapping[str, Any], field: str) -> Iterator[tuple[str, str]]:
        for name, held in value.items():
            yield from self.of.fields(held, f"{field}.{name}")


@dataclass(frozen=True, slots=True)
class PrintedSheet(PrintedPart):
    """What the annotated fields of a dataclass say. only: their names; none: all of them."""

    of: type
    only: tuple[str, ...] = ()

    def read(self, data: object, *where: Words) -> Any:
        return self.of(**self.values(data, *where))

    def values(self, data: object, *where: Words) -> dict[str, Any]:
        """Return what the fields hold, by name."""
        said = _object(data)
        return {
            name: part.read(said.get(name), *(own or where)) for name, part, _, own in self._parts()
        }

    def record(self, value: Any) -> dict[str, object]:
        return {name: part.record(getattr(value, name)) for name, part, _, _ in self._parts()}

    def typed(self, form: Form, field: str = "", *where: Words) -> dict[str, object]:
        way = f"{field}." if field else ""
        return {
            name: part.typed(form, way + called, *(own or where))
            for name, part, called, own in self._parts()
        }

    def fields(self, value: Any, field: str = "") -> Iterator[tuple[str, str]]:
        way = f"{field}." if field else ""
        for name, part, called, _ in self._parts():
            yield from part.fields(getattr(value, name), way + called)

    def _parts(self) -> Iterator[tuple[str, PrintedPart, str, tuple[Words, ...]]]:
        """Yield each field's name, part, what the form calls it, and what refusals do, if ever."""
        parts = _annotated(self.of)
        return ((name, *parts[name]) for name in self.only or parts)


@cache
def _annotated(sheet: type) -> dict[str, tuple[PrintedPart, str, tuple[Words, ...]]]:
    """Return what is said of each annotated field of a dataclass: first what may stand there."""
    hints = get_type_hints(sheet, include_extras=True).items()
    annotated = ((name, hint) for name, hint in hints if hasattr(hint, "__metadata__"))
    return {name: _said(name, *hint.__metadata__) for name, hint in annotated}


def _said(
    name: str, part: PrintedPart, called: str = "", *where: Words
) -> tuple[PrintedPart, str, tuple[Words, ...]]:
    return part, called or name, where


def _object(data: object) -> Mapping[str, object]:
    """Return what is held by name, nothing for None; raises ``malformed``."""
    if not isinstance(data or {}, Mapping):
        raise malformed("{…}")
    return data or {}  # type: ignore[return-value]
