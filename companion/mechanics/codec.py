"""Actions and events as plain JSON objects, and back, checked against their annotations.

``kind`` strings are explicit class attributes and are never renamed: they stand in logs on disk.
Supported field types: int, str, bool, X | None, Literal, tuple[X, ...], tuple[X, Y],
Mapping[str, X].
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from typing import Any

from companion.mechanics import deprecated
from companion.mechanics.refusal import Refusal
from companion.mechanics.texts import tidy
from companion.mechanics.words import Sentence, say

K = typing.TypeVar("K", bound="Kind")

LARGEST = 10**12
LONGEST_TEXT = 200
LONGEST_LIST = 400


@dataclass(frozen=True, slots=True)
class Kind:
    """Base of actions and events: a frozen dataclass with a ``kind`` by which the log knows it."""

    kind: typing.ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super(Kind, cls).__init_subclass__()
        deprecated.rename_attributes(cls)


@cache
def _in_order(cls: Any) -> tuple[Field[Any], ...]:
    """Return the fields as the log writes them: one of a base whose metadata says "last" is."""
    return tuple(sorted(fields(cls), key=lambda item: "last" in item.metadata))


@cache
def fields_of(cls: type) -> tuple[tuple[str, object, bool], ...]:
    """Return each field's name, type, and whether it must be given.

    Callers need an ignore: mypy takes a class for unhashable where its instances may be.
    """
    hints = typing.get_type_hints(cls)
    return tuple(
        (item.name, hints[item.name], item.default is MISSING and item.default_factory is MISSING)
        for item in _in_order(cls)
    )


def to_json(item: Kind) -> dict[str, object]:
    """Return a JSON-ready object: ``kind`` first, then every field that is not at its default."""
    data: dict[str, object] = {"kind": item.kind}
    for part in _in_order(type(item)):  # type: ignore[arg-type]
        value = getattr(item, part.name)
        if value != part.default:
            data[part.name] = value if isinstance(value, int | str) else _plain(value)
    return data


def _plain(value: object) -> object:
    if isinstance(value, Kind):
        return to_json(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return value


def from_json(data: object, kinds: Mapping[str, type[K]]) -> K:
    """Return the action or event that an object describes.

    Raises the refusal ``malformed`` (no rule: the remedy is another file) for anything else.
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
                "“{kind}” is none of: {kinds}.",
                kind=shown(name),
                kinds=tuple(sorted(kinds)),
            ),
        )
    return _built(cls, data)


def _built(cls: type[K], data: Mapping[str, object]) -> K:
    known = fields_of(cls)  # type: ignore[arg-type]
    for key in data:
        if key != "kind" and key not in cls.__dataclass_fields__:
            raise malformed(say("{kind} without “{field}”", kind=cls.kind, field=shown(key)))
    values: dict[str, typing.Any] = {}
    for name, hint, required in known:
        if name in data:
            values[name] = _checked(data[name], hint, f"{cls.kind}.{name}")
        elif required:
            raise malformed(say("{kind} with “{field}”", kind=cls.kind, field=name))
    return cls(**values)


def _checked(value: object, hint: object, where: str) -> object:
    """Return a value as its annotation wants it, or refuse."""
    if hint in (int, str, bool):
        return _scalar(value, hint, where)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _optional(value, arguments, where)
    if origin is typing.Literal:
        # By type too: 1, 1.0 and True are equal, and only one of them is what was asked for.
        if any(value == choice and type(value) is type(choice) for choice in arguments):
            return value
        raise malformed(f"{where}: " + " | ".join(map(str, arguments)))
    if origin is tuple:
        return _sequence(value, arguments, where)
    return _mapping(value, arguments[1], where)


def _scalar(value: object, hint: object, where: str) -> object:
    assert isinstance(hint, type)
    if type(value) is not hint:
        raise malformed(f"{where}: {hint.__name__}")
    if isinstance(value, int) and abs(value) > LARGEST:
        raise malformed(f"{where}: ≤ 10^12")
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise malformed(f"{where}: ≤ {LONGEST_TEXT}")
    if isinstance(value, str) and value != storable(value):
        raise malformed(say("{field} in letters that can be stored", field=where))
    return value


def storable(text: str) -> str:
    """Return the text without what no database and no page takes: halves of pairs, and NUL."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "?")


def shown(value: object) -> str:
    """Return the beginning of something unknown, fit to stand inside a sentence."""
    return tidy(storable(str(value)[:40]))


def _optional(value: object, arguments: tuple[object, ...], where: str) -> object:
    if value is None and type(None) in arguments:
        return None
    inner = next(part for part in arguments if part is not type(None))
    return _checked(value, inner, where)


def _sequence(value: object, arguments: tuple[object, ...], where: str) -> object:
    if not isinstance(value, (list, tuple)) or len(value) > LONGEST_LIST:
        raise malformed(f"{where}: […]")
    if arguments[-1] is Ellipsis:
        return tuple(_checked(part, arguments[0], where) for part in value)
    if len(value) != len(arguments):
        raise malformed(f"{where}: [{len(arguments)}]")
    return tuple(_checked(part, hint, where) for part, hint in zip(value, arguments, strict=True))


def _mapping(value: object, hint: object, where: str) -> object:
    if not isinstance(value, Mapping) or len(value) > LONGEST_LIST:
        raise malformed(f"{where}: {{…}}")
    return {
        str(_scalar(key, str, where)): _checked(part, hint, where) for key, part in value.items()
    }


def malformed(wanted: str | Sentence) -> Refusal:
    """Return the refusal for data that has not the form it should have."""
    return Refusal(
        "malformed",
        "",
        say("This is not written as it should be; wanted: {wanted}.", wanted=wanted),
    )


def by_kind(classes: Iterable[type[K]]) -> dict[str, type[K]]:
    """Return the classes by their ``kind``."""
    return {cls.kind: cls for cls in classes}


def described(cls: type[Kind]) -> list[tuple[str, str, bool]]:
    """Return each field's name, its type in words, and whether it must be given."""
    return [(name, _words(hint), required) for name, hint, required in fields_of(cls)]  # type: ignore[arg-type]


def _words(hint: object) -> str:
    if isinstance(hint, type) and not typing.get_args(hint):
        return {"int": "whole number", "str": "text", "bool": "true or false"}.get(
            hint.__name__, "an action" if issubclass(hint, Kind) else "nothing"
        )
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_words(part) for part in arguments)
    if origin is tuple and arguments[-1] is Ellipsis:
        return f"list of {_words(arguments[0])}"
    if origin is tuple:
        return "[" + ", ".join(map(_words, arguments)) + "]"
    return f"object of {_words(arguments[1])}"
