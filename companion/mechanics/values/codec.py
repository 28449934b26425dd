"""Convert actions and events to JSON and back.

When JSON is read, each value is checked against the annotation of its field. The annotation may be
int, str, bool, a Literal, X | None, tuple[X, ...], tuple[X, Y] or Mapping[str, X].

A ``kind`` must never change, because logs on disk contain it.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from typing import Any

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.amounts import LARGEST as LARGEST
from companion.mechanics.language.texts import shown as shown
from companion.mechanics.language.texts import storable as storable
from companion.mechanics.language.words import say
from companion.mechanics.values.schema import FieldType, Named, TypeRules, Words
from companion.mechanics.values.schema import malformed as malformed

K = typing.TypeVar("K", bound="Kind")

LONGEST_TEXT = 200
"""The maximum number of characters in a string of the log."""
LONGEST_LIST = 400
"""The maximum number of items in a list or object of the log."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Base class for actions and events, which are frozen dataclasses."""

    kind: typing.ClassVar[str] = ""
    """The name of the class in the log; "" for abstract classes."""


@cache
def _in_log_order(cls: Any) -> tuple[Field[Any], ...]:
    """Return the fields in log order: those with "last" in their metadata come last."""
    return tuple(sorted(fields(cls), key=lambda item: "last" in item.metadata))


@cache
def fields_of(cls: type) -> tuple[tuple[str, object, bool], ...]:
    """Return a (name, annotation, is required) tuple for each field, in log order.

    Callers need a ``type: ignore``, because mypy considers a class unhashable if its instances may
    be unhashable.
    """
    hints = typing.get_type_hints(cls)
    return tuple(
        (item.name, hints[item.name], item.default is MISSING and item.default_factory is MISSING)
        for item in _in_log_order(cls)
    )


def to_json(item: Kind) -> dict[str, object]:
    """Convert an action or event to a JSON object.

    ``kind`` comes first, followed by every field whose value differs from its default.
    """
    data: dict[str, object] = {"kind": item.kind}
    for part in _in_log_order(type(item)):  # type: ignore[arg-type]
        value = getattr(item, part.name)
        if value != part.default:
            data[part.name] = value if isinstance(value, int | str) else _as_json(value)
    return data


def _as_json(value: object) -> object:
    if isinstance(value, Kind):
        return to_json(value)
    if isinstance(value, tuple):
        return [_as_json(part) for part in value]
    if isinstance(value, Mapping):
        return {key: _as_json(part) for key, part in value.items()}
    return value


def from_json(data: object, kinds: Mapping[str, type[K]]) -> K:
    """Build an action or event from a JSON object.

    kinds: the possible classes, by kind.
    Raises ``malformed`` or ``unknown_kind``.
    """
    if not isinstance(data, Mapping):
        raise malformed(say("an object with a kind"))
    name = data.get("kind")
    cls = kinds.get(name) if isinstance(name, str) else None
    if cls is None:
        raise Refusal(
            "unknown_kind",
            "",
            say(
                "“{kind}” is not one of: {kinds}.",
                kind=shown(name),
                kinds=tuple(sorted(kinds)),
            ),
        )
    return _built(cls, data)


def _built(cls: type[K], data: Mapping[str, object]) -> K:
    for key in data:
        if key != "kind" and key not in cls.__dataclass_fields__:
            raise malformed(say("{kind} without “{field}”", kind=cls.kind, field=shown(key)))
    values: dict[str, typing.Any] = {}
    for name, field_type, where, is_required in _types_of(cls):  # type: ignore[arg-type]
        if name in data:
            values[name] = field_type.read(data[name], where)
        elif is_required:
            raise malformed(say("{kind} with “{field}”", kind=cls.kind, field=name))
    return cls(**values)


@dataclass(frozen=True, slots=True)
class LoggedScalar(FieldType[object]):
    """The type of a field that contains a number, string or boolean in the log.

    Values of any other type are refused, even if they could be converted. Numbers
    and strings are limited in size.
    """

    scalar: type

    def read(self, data: object, where: Words = "") -> object:
        if type(data) is not self.scalar:
            raise malformed(f"{where}: {self.scalar.__name__}")
        if isinstance(data, int) and abs(data) > LARGEST:
            raise malformed(f"{where}: ≤ 10^12")
        if isinstance(data, str) and len(data) > LONGEST_TEXT:
            raise malformed(f"{where}: ≤ {LONGEST_TEXT}")
        if isinstance(data, str) and data != storable(data):
            raise malformed(say("{field} as valid text", field=where))
        return data


class LoggedObject(Named[object]):
    """The type of a field that contains a JSON object in the log.

    The keys of the object have the same limits as other strings.
    """

    __slots__ = ()

    def read(self, data: object, where: Words = "") -> Mapping[str, object]:
        if not isinstance(data, Mapping) or len(data) > LONGEST_LIST:
            raise malformed(f"{where}: {{…}}")
        return {
            str(_TEXT.read(name, where)): self.of.read(one, where) for name, one in data.items()
        }


_TEXT = LoggedScalar(str)
_LOGGED = TypeRules(
    {int: LoggedScalar(int), str: _TEXT, bool: LoggedScalar(bool)}, LONGEST_LIST, LoggedObject
)


@cache
def _types_of(cls: type[Kind]) -> tuple[tuple[str, FieldType[Any], str, bool], ...]:
    """Return a (name, type, label in refusals, is required) tuple for each field, in log order."""
    return tuple(
        (name, _LOGGED.type_of(hint), f"{cls.kind}.{name}", is_required)
        for name, hint, is_required in fields_of(cls)  # type: ignore[arg-type]
    )


def by_kind(classes: Iterable[type[K]]) -> dict[str, type[K]]:
    """Return a mapping from ``kind`` to class."""
    return {cls.kind: cls for cls in classes}


def described(cls: type[Kind]) -> list[tuple[str, str, bool]]:
    """Return a (name, type in plain English, is required) tuple for each field, in log order.

    The command line uses it to document the actions of a game.
    """
    return [(name, _type_words(hint), required) for name, hint, required in fields_of(cls)]  # type: ignore[arg-type]


def _type_words(hint: object) -> str:
    if isinstance(hint, type) and not typing.get_args(hint):
        return {"int": "whole number", "str": "text", "bool": "true or false"}.get(
            hint.__name__, "an action" if issubclass(hint, Kind) else "nothing"
        )
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_type_words(part) for part in arguments)
    if origin is tuple and arguments[-1] is Ellipsis:
        return f"list of {_type_words(arguments[0])}"
    if origin is tuple:
        return "[" + ", ".join(map(_type_words, arguments)) + "]"
    return f"object of {_type_words(arguments[1])}"
