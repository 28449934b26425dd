"""The legal moves of a table, from which screens draw their buttons.

Each action class generates candidates. A candidate is legal if ``decide`` accepts it, so
a button never leads to an action that is then refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import product
from typing import Any, Protocol

from companion.mechanics.actions.refusal import Missing, Refusal, refusal_of

MAX_ENUMERATED = 40
"""The default limit on how many numbers of a range are enumerated."""


class Command(Protocol):
    """The methods of ``Action`` that the menu uses. Its module imports this one."""

    def decide(self, state: Any) -> tuple[Any, ...]:
        """Return the events; see ``Action.decide``."""

    def require_legal(self, state: Any) -> None:
        """Raise a Refusal; see ``Action.require_legal``."""


@dataclass(frozen=True, slots=True)
class Range:
    """A range of whole numbers from ``lowest`` to ``highest``, both included."""

    lowest: int
    highest: int | None = None
    """The highest number, or None if there is no limit or the seat may not see it."""
    step: int = 1
    """The difference between two consecutive numbers."""
    at_hand: int | None = None
    """The highest amount that the seat could pay at once, or None if it could pay each."""

    def first(self, most: int) -> range:
        """Return the lowest ``most`` numbers of the range, or all if there are fewer."""
        end = self.lowest + most * self.step
        last = end if self.highest is None else min(end, self.highest + 1)
        return range(self.lowest, last, self.step)


@dataclass(frozen=True, slots=True)
class PrintedRange(Range):
    """A range of numbers printed on a component, such as the line numbers of a list.

    When the banker fixes a step, the page suggests amounts close to the recorded one. It does not
    do so for printed numbers.
    """

    is_named: bool = False
    """Whether each number has its own name, which buttons show instead of the number."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """A list of possible values."""

    values: tuple[Any, ...]


Ranges = Mapping[str, Range | OneOf]
"""The possible values of an action's fields, by field name."""


@dataclass(frozen=True, slots=True)
class LegalMove:
    """An action that a seat may take, with the possible values of its fields.

    Screens also use this class for illegal actions. ``refusal`` then contains the reason.
    """

    action: Any
    """An example of the action, with one value from each range."""
    seat: int | None = None
    """The seat that acts, or None if the action belongs to no seat."""
    ranges: Ranges = field(default_factory=dict)
    """The possible values of the fields. A ``OneOf`` contains only legal values."""
    open_fields: tuple[str, ...] = field(default=(), compare=False)
    """The fields that accept any value; see ``Candidate``."""
    refusal: Refusal | None = field(default=None, compare=False)
    """The reason why the action is illegal, or None if it is legal."""

    @property
    def is_reachable(self) -> bool:
        """Whether the action is legal, or would be once a missing value is entered."""
        return self.refusal is None or isinstance(self.refusal, Missing)

    @property
    def kind(self) -> str:
        """The kind of the action."""
        return str(self.action.kind)

    @property
    def fields(self) -> Ranges:
        """The possible values of all fields that this move restricts, by field name.

        If ``action`` sets a field without a range to something other than its default, that is the
        only possible value. The acting seat and the open fields are left out. They are validated
        only when the action is sent.
        """
        fixed: dict[str, Range | OneOf] = {}
        for name, default in _defaults(type(self.action)):  # type: ignore[arg-type]
            if name in self.open_fields or (name == "seat" and self.seat is not None):
                continue
            value = getattr(self.action, name)
            if value != default and isinstance(value, str | int):
                fixed[name] = OneOf((value,))
        return {**fixed, **self.ranges}


@dataclass(frozen=True, slots=True)
class DryRun:
    """The result of deciding an action without executing it."""

    action: Any
    events: tuple[Any, ...]
    """The events that the action would produce. Empty if the action is illegal."""
    refusal: Refusal | None
    """The reason why the action is illegal, or None if it is legal."""


def dry_run(action: Command, state: object) -> DryRun:
    """Decide an action without executing it, and return its events or its refusal."""
    try:
        return DryRun(action, action.decide(state), None)
    except Refusal as refusal:
        # Drop the traceback, for the reason given in ``refusal_of``.
        return DryRun(action, (), refusal.with_traceback(None))


class Candidate:
    """An action that may be legal, with the possible values of its fields.

    action: an example, with one value from each range.
    open_fields: the names of fields whose values are not restricted. People type these values, or
    the app fills them in. Legality is checked only with the example's values.
    ranges: the possible values of other fields, by field name.
    """

    __slots__ = ("action", "open_fields", "ranges")

    def __init__(self, action: Command, *open_fields: str, **ranges: Range | OneOf) -> None:
        self.action: Any = action
        self.open_fields = open_fields
        self.ranges = ranges


class MultiStepCandidate(Candidate):
    """A candidate that players enter in several steps, so no complete example exists yet.

    begin: a function that is called instead of ``decide``. It raises a Refusal if the action would
    be illegal now, whatever the player enters.
    """

    __slots__ = ("begin",)

    def __init__(
        self, action: Command, begin: Callable[[], object], **ranges: Range | OneOf
    ) -> None:
        super().__init__(action, **ranges)
        self.begin = begin


def legal_moves(
    candidates: Iterable[Candidate], state: object, seat: int | None, at: int = 0
) -> tuple[LegalMove, ...]:
    """Return the legal moves among a seat's candidates.

    See ``candidate_moves`` for the parameters.
    """
    return tuple(candidate_moves(candidates, state, seat, at, refused=False))


def candidate_moves(
    candidates: Iterable[Candidate],
    state: object,
    seat: int | None,
    at: int = 0,
    *,
    refused: bool = True,
) -> list[LegalMove]:
    """Return a move for each of a seat's candidates, with the refusal if it is illegal.

    Candidates with an empty range are left out.

    seat: the seat, or None for the actions that belong to no seat.
    at: the time in whole seconds since the epoch, for actions that depend on it, or 0 if unknown.
    refused: whether to include illegal moves.
    """
    found = []
    for candidate in candidates:
        action, open_fields = candidate.action, candidate.open_fields
        ranges: Ranges = candidate.ranges
        if at and "at" in open_fields:
            action = replace(action, at=at)
        if isinstance(candidate, MultiStepCandidate):
            refusal = refusal_of(candidate.begin)
            open_fields = _names_without_seat(type(action))  # type: ignore[arg-type]
        elif not ranges:
            refusal = refusal_of(action.require_legal, state)
        elif filled := _combinations(action, ranges, 1):
            action, ranges, refusal = _legal_among(filled, ranges, state)
        else:  # A range is empty.
            continue
        if refusal is None or refused:
            found.append(LegalMove(action, seat, ranges, open_fields, refusal))
    return found


def concrete_actions(
    offer: LegalMove, state: object, *names: str, most: int = MAX_ENUMERATED
) -> tuple[DryRun, ...]:
    """Return a dry run for each legal action within the ranges of a move.

    names: the fields whose ranges are enumerated. Other fields keep the value of the move's
    example. By default, all ranges are enumerated.
    most: the maximum number of values to try from each numeric range.
    """
    ranges = {name: offer.ranges[name] for name in names or offer.ranges if name in offer.ranges}
    every = (dry_run(filled, state) for filled in _combinations(offer.action, ranges, most))
    return tuple(one for one in every if one.refusal is None)


def _combinations(action: Command, ranges: Ranges, most: int) -> list[Command]:
    """Return copies of the action, one for each combination of values from the ranges.

    most: the maximum number of values to take from each numeric range.
    """
    values = [
        range_.values if isinstance(range_, OneOf) else range_.first(most)
        for range_ in ranges.values()
    ]
    kind: Callable[..., Command] = type(action)
    own = {name: getattr(action, name) for name, _ in _defaults(kind)}
    # This is faster than ``replace``, which would inspect all fields for each combination.
    return [kind(**{**own, **dict(zip(ranges, row, strict=True))}) for row in product(*values)]


def _legal_among(
    filled: list[Command], ranges: Ranges, state: object
) -> tuple[Command, Ranges, Refusal | None]:
    """Return the first legal action, and the ranges with each ``OneOf`` reduced to legal values.

    The third item is None if an action is legal. If none is, return the first action, the unchanged
    ranges, and one of the refusals, preferably a ``Missing``.
    """
    refusal, legal = None, []
    for action in filled:
        if (found := refusal_of(action.require_legal, state)) is None:
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
def _names_without_seat(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass, except ``seat``."""
    return tuple(name for name, _ in _defaults(kind) if name != "seat")


@cache
def _defaults(kind: type) -> tuple[tuple[str, object], ...]:
    """Return the names and defaults of the fields of a dataclass."""
    return tuple((part.name, part.default) for part in fields(kind))
