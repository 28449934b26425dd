"""The append-only log of a table, and the rules for undo, redo and corrections.

No entry is ever removed. Instead, a new entry changes which earlier entries are in force:

- ``Undo`` reverses an entry and all entries after it.
- ``TakeOut`` reverses a single entry.
- ``Amend`` replaces the action of a single entry.
- ``Redo`` reverses one of the three above.

``Standing`` computes the entries in force.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import ClassVar

from companion.mechanics.actions.base import Event
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.mechanics.values.codec import Kind, by_kind


@dataclass(frozen=True, slots=True)
class LogStep(Kind):
    """Base class for the actions that change which log entries are in force."""

    entry: int
    """The sequence number of the log entry that this action changes."""
    late: tuple[tuple[str, ...], ...] = field(default=(), kw_only=True)
    """The players whose joining this action reverses: their names and colours at that moment.

    A redo brings them back like this, although the log has the names under which they joined.
    """


@dataclass(frozen=True, slots=True)
class Undo(LogStep):
    """Reverse an entry and all entries after it.

    To reverse only the latest entry, name that entry.
    """

    kind: ClassVar[str] = "undo"


@dataclass(frozen=True, slots=True)
class TakeOut(LogStep):
    """Reverse a single entry; the entries after it stay in force."""

    kind: ClassVar[str] = "take_out"


@dataclass(frozen=True, slots=True)
class Amend(LogStep):
    """Replace the action of a single entry; the entries after it stay in force."""

    kind: ClassVar[str] = "amend"
    action: Kind
    """The new action."""


@dataclass(frozen=True, slots=True)
class Redo(LogStep):
    """Reverse an ``Undo``, a ``TakeOut`` or an ``Amend``."""

    kind: ClassVar[str] = "redo"


LOG_STEPS = by_kind((Undo, TakeOut, Amend, Redo))
"""The subclasses of ``LogStep``, by kind."""


APP = "app"
"""The actor of the entries that the app adds when they are due."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log."""

    sequence: int
    """The position in the log, counted from 1 without gaps."""
    action: Mapping[str, object]
    """The action as a JSON object."""
    events: tuple[Event, ...] = ()
    """The events of the action."""
    at: float = 0.0
    """The time of the entry in seconds since the epoch. It does not affect the rules."""
    actor: str = "banker"
    """The role and seat of the device that acted, such as "banker" or "player 2", or ``APP``."""
    seat: int | None = None
    """The seat for which the device acted, or None if it acted for no seat."""
    key: str = ""
    """The idempotency key of the request that created the entry."""

    @property
    def is_about_the_log(self) -> bool:
        """Whether the entry's action is a ``LogStep``."""
        return self.action.get("kind") in LOG_STEPS

    @property
    def due_at(self) -> int | None:
        """The moment for which the app made the entry, in seconds since the epoch, or None."""
        at = self.action.get("at") if self.actor == APP else None
        return at if isinstance(at, int) else None

    @property
    def moves_money(self) -> bool:
        """Whether an event of the entry transfers money."""
        return any(event.transfers() for event in self.events)

    @property
    def is_from_a_record(self) -> bool:
        """Whether the entry was imported from a saved game."""
        return self.key == key_in_record(self.sequence)


def key_in_record(sequence: int) -> str:
    """Return the idempotency key of an entry that was imported from a saved game."""
    return f"record {sequence}"


@dataclass(frozen=True, slots=True)
class Standing:
    """The entries in force at some point of the log, and the entries that a redo can restore."""

    entries: tuple[Entry, ...] = ()
    """The entries in force, oldest first."""
    undone: tuple[tuple[int, tuple[Entry, ...]], ...] = ()
    """The ``Undo``, ``TakeOut`` and ``Amend`` entries that can still be redone, oldest first.

    Each item contains the entry's sequence number and the entries that it reversed or replaced.
    """

    def after(self, entry: Entry) -> Standing:
        """Return the entries in force after one more entry of the log.

        This method does not validate the entry, because it was validated before it was logged.
        """
        kind = entry.action.get("kind")
        if kind not in LOG_STEPS:
            # After a new action, nothing can be redone.
            return Standing((*self.entries, entry))
        if kind == Redo.kind:
            (_, taken), rest = self.undone[-1], self.undone[:-1]
            stands = {one.sequence: one for one in (*self.entries, *taken)}
            return Standing(tuple([stands[sequence] for sequence in sorted(stands)]), rest)
        kept, taken, later = self.around(entry.action["entry"])
        if kind == Undo.kind:
            return Standing(kept, (*self.undone, (entry.sequence, (*taken, *later))))
        amended = [_amended(one, entry) for one in taken if kind == Amend.kind]
        return Standing((*kept, *amended, *later), (*self.undone, (entry.sequence, taken)))

    def around(
        self, target: object
    ) -> tuple[tuple[Entry, ...], tuple[Entry, ...], tuple[Entry, ...]]:
        """Return the entries in force before an entry, the entry itself, and those after it.

        The second tuple is empty if the entry is not in force.

        target: the sequence number of the entry.
        """
        assert isinstance(target, int)
        first = bisect_left(self.entries, target, key=_SEQUENCE)
        end = bisect_right(self.entries, target, key=_SEQUENCE)
        return self.entries[:first], self.entries[first:end], self.entries[end:]


_SEQUENCE = attrgetter("sequence")


def _amended(entry: Entry, by: Entry) -> Entry:
    """Return an entry with its action and events replaced by those of an ``Amend`` entry."""
    action = by.action["action"]
    assert isinstance(action, Mapping)
    return replace(entry, action=action, events=by.events)


def standing_after(entries: Iterable[Entry]) -> Standing:
    """Return the entries in force at the end of a log.

    entries: all entries, in order of their sequence numbers.
    """
    standing = Standing()
    for entry in entries:
        standing = standing.after(entry)
    return standing


def require_undoable(standing: Standing, target: int) -> None:
    """Raise ``nothing_to_undo`` unless the entry with sequence number ``target`` is in force."""
    if all(entry.sequence != target for entry in standing.entries):
        raise Refusal(
            "nothing_to_undo",
            "",
            say("Step {entry} has changed since. Check the history again.", entry=target),
        )


def require_redoable(standing: Standing, target: int) -> None:
    """Raise ``nothing_to_redo`` unless ``target`` is the entry that can be redone next.

    target: the sequence number of an ``Undo``, ``TakeOut`` or ``Amend`` entry.
    """
    if not standing.undone or standing.undone[-1][0] != target:
        raise Refusal(
            "nothing_to_redo",
            "",
            say("Nothing to redo: something new has happened since."),
        )
