"""The menu: what may be done now. It draws the buttons, and what it offers no post is refused.

An action says what somebody may think of doing; the menu keeps what the rules let through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from companion.mechanics import deprecated
from companion.mechanics.refusal import Missing, Refusal, refusal_of

if TYPE_CHECKING:
    from companion.mechanics.event_sourcing import Action, Event


MAX_ENUMERATED = 40
"""How many whole numbers of a range are gone through."""


@dataclass(frozen=True, slots=True)
class Range:
    """Any whole number from ``lowest`` to ``highest``; None: no upper end the screen may show.

    step: what lies between two of them.
    """

    lowest: int
    highest: int | None = None
    step: int = 1

    def first(self, most: int) -> range:
        """Return the first so many of these numbers."""
        end = self.lowest + most * self.step
        last = end if self.highest is None else min(end, self.highest + 1)
        return range(self.lowest, last, self.step)


@dataclass(frozen=True, slots=True)
class PrintedRange(Range):
    """A number that stands printed somewhere: none is likelier because it is near another.

    is_named: people know each by a name, which the button says, and by no figure.
    """

    is_named: bool = False


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these values."""

    values: tuple[Any, ...]


Ranges = Mapping[str, Range | OneOf]


@dataclass(frozen=True, slots=True)
class LegalMove:
    """An action that is legal now, or may be begun, with the values its fields may take.

    seat: the seat it acts for, None for what belongs to no seat. ranges, open_fields: as in the
    ``Candidate``, without the values that are refused. refusal: what holds back one that was only
    thought of, None where it is offered.
    """

    action: Action
    seat: int | None = None
    ranges: Ranges = field(default_factory=dict)
    open_fields: tuple[str, ...] = field(default=(), compare=False)
    refusal: Refusal | None = field(default=None, compare=False)

    @property
    def is_reachable(self) -> bool:
        """Whether it is offered, or could be once somebody has typed a figure."""
        return self.refusal is None or isinstance(self.refusal, Missing)

    @property
    def kind(self) -> str:
        """The kind of its action."""
        return self.action.kind

    @property
    def fields(self) -> Ranges:
        """What may be said in each field: the ranges, and what the action says for itself.

        A field not listed is checked when the action comes.
        """
        said: dict[str, Range | OneOf] = {}
        for name, default in _fields(type(self.action)):  # type: ignore[arg-type]
            if name in self.open_fields or (name == "seat" and self.seat is not None):
                continue
            value = getattr(self.action, name)
            if value != default and isinstance(value, str | int):
                said[name] = OneOf((value,))
        return {**said, **self.ranges}


@dataclass(frozen=True, slots=True)
class DryRun:
    """One action, of any kind, as the rules answer it now.

    events: what it would lead to, none where it is held back. refusal: what holds it back, None
    where it may be done.
    """

    action: Any
    events: tuple[Event, ...]
    refusal: Refusal | None


def dry_run(action: Action, state: object) -> DryRun:
    """Return what the rules answer to an action, where a screen says what holds it back."""
    try:
        return DryRun(action, action.decide(state), None)
    except Refusal as refusal:
        # As in ``refusal_of``.
        return DryRun(action, (), refusal.with_traceback(None))


class Candidate:
    """An action that somebody may think of, and what else some of its fields may hold.

    ranges: by field name. The action itself holds any one value of each.
    open_fields: names of fields that may hold what no list can say, as what people type, or what
    the app fills in. What the action holds there is tried, and the offer says nothing of it.
    """

    __slots__ = ("action", "open_fields", "ranges")

    def __init__(self, action: Action, *open_fields: str, **ranges: Range | OneOf) -> None:
        self.action = action
        self.open_fields = open_fields
        self.ranges = ranges


class MultiStepCandidate(Candidate):
    """An action put together by several taps or typed, of which there is no example to try yet.

    It is offered where it may be begun. begin: raises Refusal where nothing of it may be done.
    """

    __slots__ = ("begin",)

    def __init__(
        self, action: Action, begin: Callable[[], object], **ranges: Range | OneOf
    ) -> None:
        super().__init__(action, **ranges)
        self.begin = begin


def legal_moves(
    candidates: Iterable[Candidate], state: object, seat: int | None, at: int = 0
) -> tuple[LegalMove, ...]:
    """Return what the rules let through of what a seat may think of doing at that moment."""
    return tuple(candidate_moves(candidates, state, seat, at, refused=False))


def candidate_moves(
    candidates: Iterable[Candidate],
    state: object,
    seat: int | None,
    at: int = 0,
    *,
    refused: bool = True,
) -> list[LegalMove]:
    """Return all that a seat may think of doing at that moment, with what holds it back.

    refused: whether what is held back is among it.
    """
    found = []
    for candidate in candidates:
        action, open_fields = candidate.action, candidate.open_fields
        ranges: Ranges = candidate.ranges
        if at and "at" in open_fields:
            action = replace(action, at=at)  # type: ignore[call-arg]
        if isinstance(candidate, MultiStepCandidate):
            refusal = refusal_of(candidate.begin)
            open_fields = _unseated(type(action))  # type: ignore[arg-type]
        elif not ranges:
            refusal = refusal_of(action.decide, state)
        elif filled := _filled(action, ranges, 1):
            action, ranges, refusal = _within(filled, ranges, state)
        else:  # There is nothing to choose from.
            continue
        if refusal is None or refused:
            found.append(LegalMove(action, seat, ranges, open_fields, refusal))
    return found


def concrete_actions(
    offer: LegalMove, state: object, *names: str, most: int = MAX_ENUMERATED
) -> tuple[DryRun, ...]:
    """Return every single action that an offer stands for and the rules let through.

    names: of the ranges whose values are gone through, none for all of them; in the others it
    holds what it holds. most: so many whole numbers of each.
    """
    ranges = {name: offer.ranges[name] for name in names or offer.ranges if name in offer.ranges}
    every = (dry_run(filled, state) for filled in _filled(offer.action, ranges, most))
    return tuple(one for one in every if one.refusal is None)


def _filled(action: Action, ranges: Ranges, most: int) -> list[Action]:
    """Return the action with every value of each range, of whole numbers with the first so many.

    What the highest of these may be, ``candidates`` says.
    """
    values = [
        range_.values if isinstance(range_, OneOf) else range_.first(most)
        for range_ in ranges.values()
    ]
    kind: Callable[..., Action] = type(action)
    said, filled = {}, []
    for name, _ in _fields(kind):
        said[name] = getattr(action, name)
    for row in product(*values):
        # Not by ``replace``, which asks all fields anew each time.
        filled.append(kind(**{**said, **dict(zip(ranges, row, strict=True))}))
    return filled


def _within(
    filled: list[Action], ranges: Ranges, state: object
) -> tuple[Action, Ranges, Refusal | None]:
    """Return the first action that the rules let through, and what of the ranges others hold.

    Where all are refused, it is the first of all, with what holds it back: what is missing, if any.
    """
    refusal, legal = None, []
    for action in filled:
        if (held := refusal_of(action.decide, state)) is None:
            legal.append(action)
        elif not isinstance(refusal, Missing):
            refusal = held
    if not legal:
        return filled[0], ranges, refusal
    passed = dict(ranges)
    for name, range_ in ranges.items():
        if isinstance(range_, OneOf):
            passed[name] = OneOf(tuple(dict.fromkeys(getattr(action, name) for action in legal)))
    return legal[0], passed, None


@cache
def _unseated(kind: type) -> tuple[str, ...]:
    """Return the names of a kind's fields but for the seat."""
    return tuple(name for name, _ in _fields(kind) if name != "seat")


@cache
def _fields(kind: type) -> tuple[tuple[str, object], ...]:
    """Return the names of a kind's fields with their defaults."""
    return tuple((part.name, part.default) for part in fields(kind))


if not TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)
