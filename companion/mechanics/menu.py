"""The legal moves of a table. Screens draw their buttons from them.

Each action class generates candidates; a candidate is legal if its ``decide`` raises no refusal.
So no button leads to an action that is then refused.
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
"""How many whole numbers of a range are enumerated at most."""


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers from ``lowest`` to ``highest``, both included."""

    lowest: int
    highest: int | None = None
    """None: there is no limit, or the seat may not see it."""
    step: int = 1
    """The difference between two neighbouring values."""

    def first(self, most: int) -> range:
        """Return the lowest values, at most so many."""
        end = self.lowest + most * self.step
        last = end if self.highest is None else min(end, self.highest + 1)
        return range(self.lowest, last, self.step)


@dataclass(frozen=True, slots=True)
class PrintedRange(Range):
    """Whole numbers printed on a component, such as a board: screens suggest no neighbours."""

    is_named: bool = False
    """Whether players know each number by a name, which the button shows instead."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """A list of the possible values."""

    values: tuple[Any, ...]


Ranges = Mapping[str, Range | OneOf]
"""The possible values of an action's fields, by field name."""


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A legal action, with the ranges of its fields. With a ``refusal``: an illegal candidate."""

    action: Action
    """An example, with one value of each range."""
    seat: int | None = None
    """The seat that acts; None: the table as a whole."""
    ranges: Ranges = field(default_factory=dict)
    """The ranges of the candidate; lists contain the legal values only."""
    open_fields: tuple[str, ...] = field(default=(), compare=False)
    """See ``Candidate``."""
    refusal: Refusal | None = field(default=None, compare=False)
    """The reason why the action is illegal; None: it is legal."""

    @property
    def is_reachable(self) -> bool:
        """Whether the action is legal, or only lacks a value that has to be entered first."""
        return self.refusal is None or isinstance(self.refusal, Missing)

    @property
    def kind(self) -> str:
        """The kind of the action."""
        return self.action.kind

    @property
    def fields(self) -> Ranges:
        """The ranges, together with the fields in which the action differs from its defaults.

        The values of other fields are checked when the action is sent.
        """
        fixed: dict[str, Range | OneOf] = {}
        for name, default in _fields(type(self.action)):  # type: ignore[arg-type]
            if name in self.open_fields or (name == "seat" and self.seat is not None):
                continue
            value = getattr(self.action, name)
            if value != default and isinstance(value, str | int):
                fixed[name] = OneOf((value,))
        return {**fixed, **self.ranges}


@dataclass(frozen=True, slots=True)
class DryRun:
    """The result of deciding an action without taking it."""

    action: Any
    events: tuple[Event, ...]
    """The events that it would lead to; empty if it is illegal."""
    refusal: Refusal | None
    """The reason why it is illegal; None: it is legal."""


def dry_run(action: Action, state: object) -> DryRun:
    """Decide an action without taking it; return its events or its refusal."""
    try:
        return DryRun(action, action.decide(state), None)
    except Refusal as refusal:
        # Without its traceback, for the reason given in ``refusal_of``.
        return DryRun(action, (), refusal.with_traceback(None))


class Candidate:
    """An example of an action that may be legal, with the ranges of its fields.

    action: the example, with one value of each range.
    open_fields: names of fields with any value, such as text that people type, or a value that the
    app fills in. Legality is checked with the value of the example.
    ranges: the possible values by field name.
    """

    __slots__ = ("action", "open_fields", "ranges")

    def __init__(self, action: Action, *open_fields: str, **ranges: Range | OneOf) -> None:
        self.action = action
        self.open_fields = open_fields
        self.ranges = ranges


class MultiStepCandidate(Candidate):
    """An action that takes several steps to enter, so that no complete example exists yet.

    begin: raises a Refusal if no such action can be legal; it is checked instead of ``decide``.
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
    """Return the legal ones of a seat's candidates; parameters as in ``candidate_moves``."""
    return tuple(candidate_moves(candidates, state, seat, at, refused=False))


def candidate_moves(
    candidates: Iterable[Candidate],
    state: object,
    seat: int | None,
    at: int = 0,
    *,
    refused: bool = True,
) -> list[LegalMove]:
    """Return the candidates of a seat as moves, illegal ones with their refusal.

    at: whole seconds since the epoch, for actions that depend on the time; 0: no time.
    refused: whether to include the illegal ones.
    """
    found = []
    for candidate in candidates:
        action, open_fields = candidate.action, candidate.open_fields
        ranges: Ranges = candidate.ranges
        if at and "at" in open_fields:
            action = replace(action, at=at)  # type: ignore[call-arg]
        if isinstance(candidate, MultiStepCandidate):
            refusal = refusal_of(candidate.begin)
            open_fields = _fields_without_seat(type(action))  # type: ignore[arg-type]
        elif not ranges:
            refusal = refusal_of(action.decide, state)
        elif filled := _filled(action, ranges, 1):
            action, ranges, refusal = _legal_among(filled, ranges, state)
        else:  # A range is empty.
            continue
        if refusal is None or refused:
            found.append(LegalMove(action, seat, ranges, open_fields, refusal))
    return found


def concrete_actions(
    offer: LegalMove, state: object, *names: str, most: int = MAX_ENUMERATED
) -> tuple[DryRun, ...]:
    """Return the legal actions that a move covers, as dry runs.

    names: the ranges to enumerate, by default all; the other fields keep the example's value.
    most: how many whole numbers of each range are enumerated.
    """
    ranges = {name: offer.ranges[name] for name in names or offer.ranges if name in offer.ranges}
    every = (dry_run(filled, state) for filled in _filled(offer.action, ranges, most))
    return tuple(one for one in every if one.refusal is None)


def _filled(action: Action, ranges: Ranges, most: int) -> list[Action]:
    """Return the action with every combination of the values of its ranges.

    most: how many whole numbers of each range are enumerated.
    """
    values = [
        range_.values if isinstance(range_, OneOf) else range_.first(most)
        for range_ in ranges.values()
    ]
    kind: Callable[..., Action] = type(action)
    own = {name: getattr(action, name) for name, _ in _fields(kind)}
    # ``replace`` is slower: it inspects all fields for each row.
    return [kind(**{**own, **dict(zip(ranges, row, strict=True))}) for row in product(*values)]


def _legal_among(
    filled: list[Action], ranges: Ranges, state: object
) -> tuple[Action, Ranges, Refusal | None]:
    """Return the first legal action, and the ranges with lists reduced to their legal values.

    If none is legal, return the first action, the ranges and a refusal, preferably a ``Missing``.
    """
    refusal, legal = None, []
    for action in filled:
        if (found := refusal_of(action.decide, state)) is None:
            legal.append(action)
        elif not isinstance(refusal, Missing):
            refusal = found
    if not legal:
        return filled[0], ranges, refusal
    reduced = dict(ranges)
    for name, range_ in ranges.items():
        if isinstance(range_, OneOf):
            reduced[name] = OneOf(tuple(dict.fromkeys(getattr(action, name) for action in legal)))
    return legal[0], reduced, None


@cache
def _fields_without_seat(kind: type) -> tuple[str, ...]:
    """Return the names of a class's fields except ``seat``."""
    return tuple(name for name, _ in _fields(kind) if name != "seat")


@cache
def _fields(kind: type) -> tuple[tuple[str, object], ...]:
    """Return the names and defaults of a class's fields."""
    return tuple((part.name, part.default) for part in fields(kind))


if not TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)
