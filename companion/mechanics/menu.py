"""The menu: what may be done now. It draws the buttons, and what it offers no post is refused.

An action says what somebody may think of doing; the menu keeps what the rules let through.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import TYPE_CHECKING

from companion.mechanics.refusal import Missing, Refusal, allows

if TYPE_CHECKING:
    from companion.mechanics.steps import Action, Fact


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
    """An action that is legal now, or may be begun, with the values its fields may take.

    seat: the seat it acts for, None for what belongs to no seat. ranges, left_open: as in the
    ``Candidate``, without the values that are refused.
    """

    action: Action
    seat: int | None = None
    ranges: Ranges = field(default_factory=dict)
    left_open: tuple[str, ...] = field(default=(), compare=False)

    @property
    def kind(self) -> str:
        """The kind of its action."""
        return self.action.kind

    @property
    def fields(self) -> Ranges:
        """What may be said in each field: the ranges, and what the action says for itself.

        A field not listed is checked when the action comes.
        """
        said: dict[str, Whole | OneOf] = {}
        for name, default in _fields(type(self.action)):  # type: ignore[arg-type]
            if name in self.left_open or (name == "seat" and self.seat is not None):
                continue
            value = getattr(self.action, name)
            if value != default and isinstance(value, str | int):
                said[name] = OneOf((value,))
        return {**said, **self.ranges}


@dataclass(frozen=True, slots=True)
class Tried:
    """One action as the rules answer it now.

    facts: what it would lead to, none where it is held back. refusal: what holds it back, None
    where it may be done.
    """

    action: Action
    facts: tuple[Fact, ...]
    refusal: Refusal | None

    @property
    def leads_on(self) -> bool:
        """Whether it may be done, or could be once somebody has typed a figure."""
        return self.refusal is None or isinstance(self.refusal, Missing)


def tried(action: Action, state: object) -> Tried:
    """Return what the rules answer to an action.

    Screens ask it of what several taps put together, and where they say what holds it back.
    """
    try:
        return Tried(action, action.decide(state), None)
    except Refusal as refusal:
        # Where it was raised holds whoever asks, who may hold the answer: a ring for the collector.
        return Tried(action, (), refusal.with_traceback(None))


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


def offers(
    candidates: Iterable[Candidate], state: object, seat: int | None, at: int = 0
) -> tuple[Offer, ...]:
    """Return what the rules let through of what a seat may think of doing at that moment."""
    found = []
    for candidate in candidates:
        action, ranges = candidate.action, candidate.ranges
        if at and "at" in candidate.left_open:
            action = replace(action, at=at)  # type: ignore[call-arg]
        if isinstance(candidate, Unfinished):
            if allows(candidate.begin):
                found.append(Offer(action, seat, ranges, _unseated(type(action))))  # type: ignore[arg-type]
        elif not ranges:
            if allows(action.decide, state):
                found.append(Offer(action, seat, ranges, candidate.left_open))
        elif legal := _legal(action, ranges, state):
            found.append(Offer(legal[0], seat, _passed(ranges, legal), candidate.left_open))
    return tuple(found)


def _legal(action: Action, ranges: Ranges, state: object) -> list[Action]:
    """Return the action as often as the rules let it through, with one value of each range.

    Of a range of whole numbers the lowest is tried: what its highest may be, ``choices`` says.
    """
    tried = [
        range_.values if isinstance(range_, OneOf) else (range_.lowest,)
        for range_ in ranges.values()
    ]
    return [
        filled
        for values in itertools.product(*tried)
        if allows(
            (filled := replace(action, **dict(zip(ranges, values, strict=True)))).decide, state
        )
    ]


def _passed(ranges: Ranges, legal: Iterable[Action]) -> Ranges:
    """Return the ranges without the values that were refused in every action."""
    passed = dict(ranges)
    for name, range_ in ranges.items():
        if isinstance(range_, OneOf):
            passed[name] = OneOf(tuple(dict.fromkeys(getattr(action, name) for action in legal)))
    return passed


@cache
def _unseated(kind: type) -> tuple[str, ...]:
    """Return the names of a kind's fields but for the seat."""
    return tuple(name for name, _ in _fields(kind) if name != "seat")


@cache
def _fields(kind: type) -> tuple[tuple[str, object], ...]:
    """Return the names of a kind's fields with their defaults."""
    return tuple((part.name, part.default) for part in fields(kind))
