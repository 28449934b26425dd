"""Schemas for stored and entered values, declared by the annotations of frozen dataclasses.

A schema converts values to and from JSON and form fields, and validates data from outside. Printed
numbers, holdings, settings and the log all use the field types of this module.

Plain annotations such as ``int``, ``str | None`` or ``tuple[Lot, ...]`` have default field types
(see ``TypeRules``). ``Annotated[int, Figure(1, 99)]`` selects a different one.

The name of a form field is its path from the top, such as "companies.telcom.white" or
"ladders.human.1" (rows count from 1). After the field type, an annotation may give a different name
for the form field, and a label for refusals:
``Annotated[int, Figure(1, 99), "other.bail", say("The bail")]``.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, Generic, TypeVar

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.amounts import LARGEST, whole_in
from companion.mechanics.language.texts import shown, single_spaced
from companion.mechanics.language.words import Sentence, say

V = TypeVar("V")
Form = Mapping[str, str]
"""The submitted texts of a form, by field name."""
Words = Sentence | str
"""A sentence that can be translated, or a fixed text."""
Refuse = Callable[[str, Words], Refusal]
"""A function that returns the refusal of an invalid entry.

Its arguments are the entry and the label of the field.
"""


def malformed(wanted: Words) -> Refusal:
    """Return the refusal ``malformed`` for data of the wrong shape.

    wanted: a description of the expected shape.
    """
    sentence = say("Wrong format. Expected: {wanted}.", wanted=wanted)
    return Refusal("malformed", "", sentence)


class FieldType(Generic[V]):
    """Base class for field types, which validate values and convert them to JSON and forms."""

    __slots__ = ()

    def read(self, data: object, where: Words = "") -> V:
        """Validate JSON data and return it as a value of this type.

        Raises a refusal if the data is invalid.

        where: the label of the field in the refusal.
        """
        raise NotImplementedError

    def record(self, value: V) -> object:
        """Return a value as JSON data, the inverse of ``read``."""
        return value

    def from_form(self, form: Form, field: str, where: Words = "") -> object:
        """Convert the text of a form field to JSON data, which must still be passed to ``read``.

        Raises a refusal if the text cannot be converted.

        where: the label of the field in the refusal.
        """
        raise NotImplementedError

    def to_form(self, value: V, field: str) -> Iterator[tuple[str, str]]:
        """Yield the form fields for a value, as pairs of field name and text."""
        yield field, str(value)


@dataclass(frozen=True, slots=True)
class Figure(FieldType[int]):
    """A whole number from ``lowest`` to ``highest`` that is a multiple of ``step``."""

    lowest: int = 0
    highest: int = LARGEST
    refuse: Refuse | None = None
    """Return the refusal of a number that is not accepted. None means ``malformed``."""
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
    """A text of limited length, which is stored unchanged."""

    longest: int = 1000
    """The maximum length in characters."""
    shortest: int = 0
    """The minimum length in characters."""

    def read(self, data: object, where: Words = "") -> str:
        if not isinstance(data, str) or not self.shortest <= len(data) <= self.longest:
            raise malformed(say("{field} as valid text", field=where))
        return data


@dataclass(frozen=True, slots=True)
class PrintedName(FieldType[str]):
    """A printed name, which must not be empty or contain invisible characters."""

    longest: int
    """The maximum length in characters."""
    refuse: Callable[[], Refusal]
    """Return the refusal of an invalid name."""
    without: str = "\0"
    """A character that names must not contain, such as one that separates names."""

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
    """One of several fixed values."""

    values: tuple[V, ...]

    def read(self, data: object, where: Words = "") -> V:
        for value in self.values:
            # Compare the types too, because 1, 1.0 and True are equal.
            if value == data and type(value) is type(data):
                return value
        raise malformed(f"{where}: " + " | ".join(map(str, self.values)))


@dataclass(frozen=True, slots=True)
class Maybe(FieldType[V | None]):
    """An optional value. An empty form field means None."""

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
    """A list of at most ``most`` values of the same type."""

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
    """A list of fixed length, with a separate type for each item."""

    places: tuple[FieldType[V], ...]
    refuse: Callable[[], Refusal] | None = None
    """Return the refusal of a list of the wrong length. None means ``malformed``."""
    check: Callable[[Any, Words], object] | None = None
    """Raise a Refusal if the row as a whole is invalid, given the row and the field's label."""
    may_lack: bool = False
    """Whether None is accepted. It is read as a row in which every item is None."""
    shape: str = "[…]"
    """The description of the expected shape that is shown if the data is not a list.

    If it is empty, the refusal shows the field's label and "[…]".
    """
    first: int = 1
    """The number of the first item in form field names."""

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
    """A list of names, separated by commas in a form. The caller must validate the names."""

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
    """A mapping of names to values of one type. The caller must validate the names."""

    of: FieldType[V]

    def read(self, data: object, where: Words = "") -> Mapping[str, V]:
        if not isinstance(data, Mapping):
            raise malformed(f"{where}: {{…}}")
        return {str(name): self.of.read(one, str(name)) for name, one in data.items()}

    def record(self, value: Mapping[str, V]) -> object:
        return {name: self.of.record(held) for name, held in value.items()}


@dataclass(frozen=True, slots=True)
class Each(Named[V]):
    """A mapping of fixed names to values of one type."""

    names: Iterable[str]
    """The names. Each has a value."""
    known: Callable[[object], object]
    """Raise a refusal for a name that is not among ``names``."""

    def read(self, data: object, where: Words = "") -> Mapping[str, V]:
        held = _object_or_empty(data)
        for name in held:
            self.known(name)
        return {name: self.of.read(held.get(name), name) for name in self.names}

    def from_form(self, form: Form, field: str, where: Words = "") -> dict[str, object]:
        return {name: self.of.from_form(form, f"{field}.{name}", where) for name in self.names}

    def to_form(self, value: Mapping[str, V], field: str) -> Iterator[tuple[str, str]]:
        for name, held in value.items():
            yield from self.of.to_form(held, f"{field}.{name}")


def _object_or_empty(data: object) -> Mapping[str, object]:
    """Return a JSON object, or an empty one for None; raise ``malformed`` for other data."""
    if not isinstance(data or {}, Mapping):
        raise malformed("{…}")
    return data or {}  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Asked:
    """A marker for the annotation of a field whose number each seat enters in the calculator."""

    label: Sentence
    step: int = 1
    is_needed: bool = False
    """Whether the calculator's field must be filled in."""


class IfSet:
    """A marker for the annotation of a field that is recorded only if it is not empty.

    Fields that were added later have it, so that older tables have the same holdings as before.
    """


@dataclass(frozen=True, slots=True)
class DeclaredField:
    """A field of a dataclass, as declared by its annotation."""

    type: FieldType[Any]
    name: str
    """The field's name in forms."""
    label: Words
    """The field's name in refusals."""
    is_needed: bool
    """Whether the field must be given because it has no default."""
    asked: Asked | None
    """The marker for the score calculator, or None if the calculator does not need the field."""
    if_set: bool
    """Whether the field is recorded only if it is not empty."""


@dataclass(frozen=True, slots=True)
class Schema(FieldType[V]):
    """The field type of a dataclass, which is stored as a JSON object.

    Missing fields get their defaults.
    """

    of: type[V]
    only: tuple[str, ...] = ()
    """The fields to use, all of them required. If empty, all fields of the class are used."""
    may_lack: bool = False
    """Whether None is accepted. It is read as an empty object."""

    def read(self, data: object, where: Words = "") -> V:
        return self.of(**self.values(data))

    def values(self, data: object, where: Words = "") -> dict[str, Any]:
        """Return the validated values, keyed by field.

        where: the label of every field in refusals. If it is empty, each field has its own label.
        """
        held = _object_or_empty(data) if self.may_lack else data
        if not isinstance(held, Mapping):
            raise malformed("{" + ", ".join(self._declared_fields()) + "}")
        return {
            name: one.type.read(held.get(name), where or one.label)
            for name, one in self._declared_fields().items()
            if name in held or one.is_needed or self.only
        }

    def record(self, value: V) -> dict[str, object]:
        return {
            name: one.type.record(getattr(value, name))
            for name, one in self._declared_fields().items()
            if not one.if_set or getattr(value, name)
        }

    def from_form(self, form: Form, field: str = "", where: Words = "") -> dict[str, object]:
        path = f"{field}." if field else ""
        return {
            name: one.type.from_form(form, path + one.name, where or one.label)
            for name, one in self._declared_fields().items()
        }

    def to_form(self, value: V, field: str = "") -> Iterator[tuple[str, str]]:
        path = f"{field}." if field else ""
        for name, one in self._declared_fields().items():
            yield from one.type.to_form(getattr(value, name), path + one.name)

    def _declared_fields(self) -> Mapping[str, DeclaredField]:
        declared = declared_fields(self.of)  # type: ignore[arg-type]
        return {name: declared[name] for name in self.only} if self.only else declared


@dataclass(frozen=True, slots=True)
class TypeRules:
    """The mapping of plain annotations to field types."""

    basic: Mapping[object, FieldType[Any]]
    """The field types of ``int``, ``str`` and ``bool``."""
    longest_list: int = LARGEST
    """The maximum number of values in a field annotated as ``tuple[X, ...]``."""
    named: Callable[[FieldType[Any]], FieldType[Any]] = Named
    """Return the field type of a mapping, given the field type of the mapping's values."""

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
"""The rules for the annotations of all dataclasses that a ``Schema`` reads."""


@cache
def declared_fields(of: type) -> Mapping[str, DeclaredField]:
    """Return the declared fields of a dataclass, by name."""
    hints = typing.get_type_hints(of, include_extras=True)
    return {
        one.name: _declared_field(
            one.name, hints[one.name], one.default is one.default_factory is MISSING
        )
        for one in fields(of)
    }


def _declared_field(name: str, hint: object, is_needed: bool) -> DeclaredField:
    """Return a field, with the form name, label and marker that its annotation may contain."""
    given: dict[type, Any] = {type(one): one for one in getattr(hint, "__metadata__", ())}
    label = given.get(Sentence, name)
    return DeclaredField(
        DECLARED.type_of(hint),
        given.get(str, name),
        label,
        is_needed,
        given.get(Asked),
        IfSet in given,
    )
