"""The menu: what may be done now. It draws the buttons, and what it offers no post is refused.

An action says what somebody may think of doing; the menu keeps what the rules let through.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import TYPE_CHECKING

from companion.mechanics.refusal import allows

if TYPE_CHECKING:
    from companion.mechanics.steps import Action


@dataclass(frozen=True, slots=True)
class Whole:
    """Any whole number from ``lowest`` to ``highest``; None: no upper end the screen may show."""

    lowest: int
    highest: int | None = None


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these values."""

    values: tuple[str | int, ...]


Ranges = Mapping[str, Whole | OneOf]


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that is legal now, with the values its fields may take.

    seat: the seat it acts for, None for what belongs to no seat.
    fields: by field name; a field not listed is checked when the action comes.
    """

    kind: str
    seat: int | None = None
    fields: Ranges = field(default_factory=dict)


class Candidate:
    """An action that somebody may think of, and what else some of its fields may hold.

    ranges: by field name. The action itself holds any one value of each.
    left_open: names of fields that may hold what no list can say, as what people type, or what
    the app fills in. What the action holds there is tried, and the offer says nothing of it.
    """

    __slots__ = ("action", "left_open", "ranges")

    def __init__(self, action: Action, *left_open: str, **ranges: Whole | OneOf) -> None:
        self.action = action
        self.left_open = left_open
        self.ranges = ranges


class Unfinished(Candidate):
    """An action put together by several taps or typed, of which there is no example to try yet.

    It is offered where it may be begun. begin: raises Refusal where nothing of it may be done.
    """

    __slots__ = ("begin",)

    def __init__(
        self, action: Action, begin: Callable[[], object], **ranges: Whole | OneOf
    ) -> None:
        super().__init__(action, **ranges)
        self.begin = begin


def offers(candidates: Iterable[Candidate], state: object, seat: int | None) -> tuple[Offer, ...]:
    """Return what the rules let through of what a seat may think of doing."""
    found = []
    for candidate in candidates:
        kind = candidate.action.kind
        if isinstance(candidate, Unfinished):
            if allows(candidate.begin):
                found.append(Offer(kind, seat, candidate.ranges))
            continue
        legal = _legal(candidate, state)
        if legal is not None:
            found.append(Offer(kind, seat, {**_said(candidate, seat), **legal}))
    return tuple(found)


def _legal(candidate: Candidate, state: object) -> Ranges | None:
    """Return the ranges without the values that are refused, None where all are.

    Of a range of whole numbers the lowest is tried: what its highest may be, ``choices`` says.
    """
    action, ranges = candidate.action, candidate.ranges
    if not ranges:
        return ranges if allows(action.decide, state) else None
    tried = (
        range_.values if isinstance(range_, OneOf) else (range_.lowest,)
        for range_ in ranges.values()
    )
    passed = [
        values
        for values in itertools.product(*tried)
        if allows(replace(action, **dict(zip(ranges, values, strict=True))).decide, state)
    ]
    if not passed:
        return None
    return {
        name: OneOf(tuple(dict.fromkeys(values[place] for values in passed)))
        if isinstance(range_, OneOf)
        else range_
        for place, (name, range_) in enumerate(ranges.items())
    }


def _said(candidate: Candidate, seat: int | None) -> dict[str, Whole | OneOf]:
    """Return the words and numbers that the action itself holds beside its seat and its ranges."""
    action, known = candidate.action, (*candidate.ranges, *candidate.left_open)
    said: dict[str, Whole | OneOf] = {}
    for name, default in _fields(type(action)):  # type: ignore[arg-type]
        if name in known or (name == "seat" and seat is not None):
            continue
        value = getattr(action, name)
        if value != default and isinstance(value, str | int):
            said[name] = OneOf((value,))
    return said


@cache
def _fields(kind: type) -> tuple[tuple[str, object], ...]:
    """Return the names of a kind's fields with their defaults."""
    return tuple((part.name, part.default) for part in fields(kind))
