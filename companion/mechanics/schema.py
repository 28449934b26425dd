"""Declared values: a frozen dataclass says with its annotations what may stand in each field.

Four things follow from the declaration: the JSON object of a value, the check of an object from
outside, the fields of a form, and the refusals. Printed numbers, holdings, settings and the log
all use these types. A plain annotation such as ``int``, ``str | None`` or ``tuple[Lot, ...]`` has a
type already (see ``TypeRules``); ``Annotated[int, Figure(1, 99)]`` names another one.

A field of a form is named by its path from the top, such as "companies.telcom.white" or
"ladders.human.1" (rows count from 1). Behind the type, an annotation may give another name for the
form and a label for refusals: ``Annotated[int, Figure(1, 99), "other.bail", say("The bail")]``.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, Generic, TypeVar

from companion.mechanics.amounts import LARGEST, whole_in
from companion.mechanics.refusal import Refusal
from companion.mechanics.texts import shown, single_spaced
from companion.mechanics.words import Sentence, say

V = TypeVar("V")
Form = Mapping[str, str]
"""A form as it was filled in, by field."""
Words = Sentence | str
Refuse = Callable[[str, Words], Refusal]
"""Makes the refusal for a wrong entry: the entry, and the field's label."""


def malformed(wanted: Words) -> Refusal:
    """Return the refusal for data of another shape.

    It cites no rule: the remedy is another file.
    """
    sentence = say("This is not written as it should be; wanted: {wanted}.", wanted=wanted)
    return Refusal("malformed", "", sentence)


class FieldType(Generic[V]):
    """The type of a field: what may stand there, in JSON and in a form."""

    __slots__ = ()

    def read(self, data: object, where: Words = "") -> V:
        """Return the value of a JSON value; raises a refusal that names the field as ``where``."""
        raise NotImplementedError

    def record(self, value: V) -> object:
        """Return a value as JSON."""
        return value

    def from_form(self, form: Form, field: str, where: Words = "") -> object:
        """Return the JSON value that a form holds under a name; ``read`` checks it afterwards."""
        raise NotImplementedError

    def to_form(self, value: V, field: str) -> Iterator[tuple[str, str]]:
        """Yield the fields of the form, and what they hold for a value."""
        yield field, str(value)


@dataclass(frozen=True, slots=True)
class Figure(FieldType[int]):
    """A whole number, a multiple of ``step``."""

    lowest: int = 0
    highest: int = LARGEST
    refuse: Refuse | None = None
    """For any other number; without it the refusal is ``malformed``."""
    step: int = 1

    def read(self, data: object, where: Words = "") -> int:
        if type(data) is int and self.lowest <= data <= self.highest and data % self.step == 0:
            return data
        raise self._refusal("" if data is None else shown(data), where)

    def from_form(self, form: Form, field: str, where: Words = "") -> int:
        text = form.get(field, "").strip()
        number = whole_in(text)
        if number is None or number < 0:
            raise self._refusal(text, where)
        return number

    def _refusal(self, entry: str, where: Words) -> Refusal:
        if self.refuse is not None:
            return self.refuse(entry, where)
        if (self.lowest, self.highest) == (0, LARGEST):
            return malformed(say("{field} as a whole number, 0 or more", field=where))
        return malformed(f"{where}: {self.lowest} … {self.highest}")


@dataclass(frozen=True, slots=True)
class Text(FieldType[str]):
    """A text, kept as it is. longest, shortest: in letters."""

    longest: int = 1000
    shortest: int = 0

    def read(self, data: object, where: Words = "") -> str:
        if not isinstance(data, str) or not self.shortest <= len(data) <= self.longest:
            raise malformed(say("{field} in letters that can be stored", field=where))
        return data


@dataclass(frozen=True, slots=True)
class PrintedName(FieldType[str]):
    """A name of 1 to ``longest`` visible letters, without the sign ``without``."""

    longest: int
    refuse: Callable[[], Refusal]
    without: str = "\0"

    def read(self, data: object, where: Words = "") -> str:
        clean = shown(data).strip() if isinstance(data, str) else ""
        if clean != data or not 0 < len(clean) <= self.longest or self.without in clean:
            raise self.refuse()
        return clean

    def from_form(self, form: Form, field: str, where: Words = "") -> str:
        return single_spaced(form.get(field, ""))


class Flag(FieldType[bool]):
    """True or false."""

    __slots__ = ()

    def read(self, data: object, where: Words = "") -> bool:
        if not isinstance(data, bool):
            raise malformed(f"{where}: true | false")
        return data


@dataclass(frozen=True, slots=True)
class Literals(FieldType[V]):
    """One of these values."""

    values: tuple[V, ...]

    def read(self, data: object, where: Words = "") -> V:
        for value in self.values:
            # By type too: 1, 1.0 and True are equal, and only one of them was asked for.
            if value == data and type(value) is type(data):
                return value
        raise malformed(f"{where}: " + " | ".join(map(str, self.values)))


@dataclass(frozen=True, slots=True)
class Maybe(FieldType[V | None]):
    """A value or None; in a form, None is an empty field."""

    of: FieldType[V]

    def read(self, data: object, where: Words = "") -> V | None:
        return None if data is None else self.of.read(data, where)

    def record(self, value: V | None) -> object:
        return None if value is None else self.of.record(value)

    def from_form(self, form: Form, field: str, where: Words = "") -> object:
        return self.of.from_form(form, field, where) if form.get(field, "").strip() else None

    def to_form(self, value: V | None, field: str) -> Iterator[tuple[str, str]]:
        if value is None:
            yield field, ""
        else:
            yield from self.of.to_form(value, field)


@dataclass(frozen=True, slots=True)
class Rows(FieldType[tuple[V, ...]]):
    """A list of values of one type, at most ``most``."""

    of: FieldType[V]
    most: int = LARGEST

    def read(self, data: object, where: Words = "") -> tuple[V, ...]:
        if not isinstance(data, list | tuple) or len(data) > self.most:
            raise malformed(f"{where}: […]")
        return tuple([self.of.read(one, where) for one in data])

    def record(self, value: tuple[V, ...]) -> object:
        return [self.of.record(one) for one in value]


@dataclass(frozen=True, slots=True)
class Row(FieldType[tuple[V, ...]]):
    """A list with a type for each place."""

    places: tuple[FieldType[V], ...]
    refuse: Callable[[], Refusal] | None = None
    """For another count; without it the refusal is ``malformed``."""
    check: Callable[[Any, Words], object] | None = None
    """Raises a refusal for the row as a whole."""
    may_lack: bool = False
    """Whether None stands for a row of None."""
    shape: str = "[…]"
    """What ``malformed`` asks for if it is no list; empty: a list, with the field's label."""
    first: int = 1
    """The number of the first field in a form."""

    def read(self, data: object, where: Words = "") -> tuple[V, ...]:
        listed: object = (None,) * len(self.places) if data is None and self.may_lack else data
        if not isinstance(listed, list | tuple):
            raise malformed(self.shape or f"{where}: […]")
        if len(listed) != len(self.places):
            raise self.refuse() if self.refuse else malformed(f"{where}: [{len(self.places)}]")
        pairs = zip(self.places, listed, strict=True)
        row = tuple([place.read(one, where) for place, one in pairs])
        if self.check is not None:
            self.check(row, where)
        return row

    def record(self, value: tuple[V, ...]) -> object:
        return [place.record(one) for place, one in zip(self.places, value, strict=True)]

    def from_form(self, form: Form, field: str, where: Words = "") -> object:
        numbered = enumerate(self.places, self.first)
        return [place.from_form(form, f"{field}.{number}", where) for number, place in numbered]

    def to_form(self, value: tuple[V, ...], field: str) -> Iterator[tuple[str, str]]:
        pairs = zip(self.places, value, strict=True)
        for number, (place, one) in enumerate(pairs, self.first):
            yield from place.to_form(one, f"{field}.{number}")


class Listed(FieldType[tuple[object, ...]]):
    """A list of names, separated by commas in a form; the caller checks them."""

    __slots__ = ()

    def read(self, data: object, where: Words = "") -> tuple[object, ...]:
        if not isinstance(data, list | tuple):
            raise malformed("[…]")
        return tuple(data)

    def record(self, value: tuple[object, ...]) -> object:
        return list(value)

    def from_form(self, form: Form, field: str, where: Words = "") -> object:
        return [name for part in form.get(field, "").split(",") if (name := part.strip())]

    def to_form(self, value: tuple[object, ...], field: str) -> Iterator[tuple[str, str]]:
        yield field, ", ".join(map(str, value))


@dataclass(frozen=True, slots=True)
class Named(FieldType[Mapping[str, V]]):
    """Values of one type by name; the caller checks the names."""

    of: FieldType[V]

    def read(self, data: object, where: Words = "") -> Mapping[str, V]:
        if not isinstance(data, Mapping):
            raise malformed(f"{where}: {{…}}")
        return {str(name): self.of.read(one, str(name)) for name, one in data.items()}

    def record(self, value: Mapping[str, V]) -> object:
        return {name: self.of.record(held) for name, held in value.items()}


@dataclass(frozen=True, slots=True)
class Each(Named[V]):
    """A value of one type for each of ``names``. known: raises a refusal for any other name."""

    names: Iterable[str]
    known: Callable[[object], object]

    def read(self, data: object, where: Words = "") -> Mapping[str, V]:
        held = _object(data)
        for name in held:
            self.known(name)
        return {name: self.of.read(held.get(name), name) for name in self.names}

    def from_form(self, form: Form, field: str, where: Words = "") -> dict[str, object]:
        return {name: self.of.from_form(form, f"{field}.{name}", where) for name in self.names}

    def to_form(self, value: Mapping[str, V], field: str) -> Iterator[tuple[str, str]]:
        for name, held in value.items():
            yield from self.of.to_form(held, f"{field}.{name}")


def _object(data: object) -> Mapping[str, object]:
    """Return an object, an empty one for None; raises ``malformed``."""
    if not isinstance(data or {}, Mapping):
        raise malformed("{…}")
    return data or {}  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Asked:
    """Marks a figure that the score calculator asks each seat for."""

    label: Sentence
    step: int = 1
    is_needed: bool = False
    """Whether the field of the calculator may not stay empty."""


@dataclass(frozen=True, slots=True)
class DeclaredField:
    """A field of a dataclass as its annotation declares it."""

    type: FieldType[Any]
    name: str
    """Its name in a form."""
    label: Words
    """Its name in refusals."""
    is_needed: bool
    """Whether it has no default."""
    asked: Asked | None


@dataclass(frozen=True, slots=True)
class Schema(FieldType[V]):
    """The fields of a dataclass, as an object; a field left out has its default."""

    of: type[V]
    only: tuple[str, ...] = ()
    """The fields that there are, none of which has a default; empty: all fields."""
    may_lack: bool = False
    """Whether None stands for an empty object."""

    def read(self, data: object, where: Words = "") -> V:
        return self.of(**self.values(data))

    def values(self, data: object, where: Words = "") -> dict[str, Any]:
        """Return the values by field; refusals call each one ``where``, or by its own label."""
        held = _object(data) if self.may_lack else data
        if not isinstance(held, Mapping):
            raise malformed("{" + ", ".join(self._fields()) + "}")
        return {
            name: one.type.read(held.get(name), where or one.label)
            for name, one in self._fields().items()
            if name in held or one.is_needed or self.only
        }

    def record(self, value: V) -> dict[str, object]:
        return {name: one.type.record(getattr(value, name)) for name, one in self._fields().items()}

    def from_form(self, form: Form, field: str = "", where: Words = "") -> dict[str, object]:
        path = f"{field}." if field else ""
        return {
            name: one.type.from_form(form, path + one.name, where or one.label)
            for name, one in self._fields().items()
        }

    def to_form(self, value: V, field: str = "") -> Iterator[tuple[str, str]]:
        path = f"{field}." if field else ""
        for name, one in self._fields().items():
            yield from one.type.to_form(getattr(value, name), path + one.name)

    def _fields(self) -> Mapping[str, DeclaredField]:
        declared = declared_fields(self.of)  # type: ignore[arg-type]
        return {name: declared[name] for name in self.only} if self.only else declared


@dataclass(frozen=True, slots=True)
class TypeRules:
    """The field types of plain annotations."""

    basic: Mapping[object, FieldType[Any]]
    """By ``int``, ``str`` and ``bool``."""
    longest_list: int = LARGEST
    named: Callable[[FieldType[Any]], FieldType[Any]] = Named

    def type_of(self, hint: object) -> FieldType[Any]:
        """Return the field type of an annotation."""
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Annotated:
            named = (one for one in arguments[1:] if isinstance(one, FieldType))
            return next(named, None) or self.type_of(arguments[0])
        if hint in self.basic:
            return self.basic[hint]
        if origin in (typing.Union, types.UnionType):
            return Maybe(self.type_of(next(one for one in arguments if one is not types.NoneType)))
        if origin is typing.Literal:
            return Literals(arguments)
        if origin is tuple and arguments[-1] is Ellipsis:
            return Rows(self.type_of(arguments[0]), self.longest_list)
        if origin is tuple:
            return Row(tuple(map(self.type_of, arguments)), shape="")
        return self.named(self.type_of(arguments[1])) if origin else Schema(typing.cast(type, hint))


DECLARED = TypeRules({int: Figure(), str: Text(), bool: Flag()})


@cache
def declared_fields(of: type) -> Mapping[str, DeclaredField]:
    """Return the fields of a dataclass by name."""
    hints = typing.get_type_hints(of, include_extras=True)
    return {
        one.name: _declared(
            one.name, hints[one.name], one.default is one.default_factory is MISSING
        )
        for one in fields(of)
    }


def _declared(name: str, hint: object, is_needed: bool) -> DeclaredField:
    """Return a field with its annotation's form name, label and question, if any."""
    given: dict[type, Any] = {type(one): one for one in getattr(hint, "__metadata__", ())}
    label = given.get(Sentence, name)
    return DeclaredField(
        DECLARED.type_of(hint), given.get(str, name), label, is_needed, given.get(Asked)
    )
