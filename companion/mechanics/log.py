"""The log of a table: entries, what stands of them, undo and redo, and the fold.

An entry is never changed or removed. Undo is an entry that names the entry it takes back, with
all that followed it; what followed stays where an entry is taken out alone, or amended; redo is an
entry that names which of these it takes back. What stands is computed.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import ClassVar

from companion.mechanics.codec import Kind, by_kind
from companion.mechanics.event_sourcing import Event
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


@dataclass(frozen=True, slots=True)
class LogStep(Kind):
    """Base of what says which entries stand. entry: the sequence of the one it is about."""

    entry: int


@dataclass(frozen=True, slots=True)
class Undo(LogStep):
    """Take back an entry and everything after it; the newest entry for a plain undo."""

    kind: ClassVar[str] = "undo"


@dataclass(frozen=True, slots=True)
class TakeOut(LogStep):
    """Take back one entry alone; everything after it stays as it is."""

    kind: ClassVar[str] = "take_out"


@dataclass(frozen=True, slots=True)
class Amend(LogStep):
    """Put another action in the place of an entry's; everything after it stays as it is."""

    kind: ClassVar[str] = "amend"
    action: Kind


@dataclass(frozen=True, slots=True)
class Redo(LogStep):
    """Take back an undo or its like: what it took away stands again."""

    kind: ClassVar[str] = "redo"


LOG_STEPS = by_kind((Undo, TakeOut, Amend, Redo))
"""What an entry may be that says which others stand, by its kind."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log.

    sequence: 1 for the first, no gaps. at: seconds since 1970, for the reader only.
    actor: the device's role and seat as text ("banker", "player 2"). seat: the seat acted for.
    action: what was asked, as a JSON object. events: what happened.
    """

    sequence: int
    action: Mapping[str, object]
    events: tuple[Event, ...] = ()
    at: float = 0.0
    actor: str = "banker"
    seat: int | None = None
    key: str = ""

    @property
    def is_about_the_log(self) -> bool:
        """Tell whether it only says which other entries stand."""
        return self.action.get("kind") in LOG_STEPS

    @property
    def is_from_a_record(self) -> bool:
        """Tell whether it was read from a record, not tapped at this table."""
        return self.key == key_in_record(self.sequence)


def key_in_record(sequence: int) -> str:
    """Return the key of an entry read from a record: its own place, for no form made it."""
    return f"record {sequence}"


@dataclass(frozen=True, slots=True)
class Standing:
    """Which entries stand, oldest first, and what undo took away and redo could bring back.

    undone: for each undo (or its like) that may still be redone, its sequence and the entries it
    took away, as they were.
    """

    entries: tuple[Entry, ...] = ()
    undone: tuple[tuple[int, tuple[Entry, ...]], ...] = ()

    def after(self, entry: Entry) -> Standing:
        """Return what stands once this entry is written; it never judges, as it was judged."""
        kind = entry.action.get("kind")
        if kind not in LOG_STEPS:
            # What was undone is gone for good once something new is done.
            return Standing((*self.entries, entry))
        if kind == Redo.kind:
            (_, taken), rest = self.undone[-1], self.undone[:-1]
            stands = {one.sequence: one for one in (*self.entries, *taken)}
            return Standing(tuple([stands[sequence] for sequence in sorted(stands)]), rest)
        kept, taken, later = self.around(entry.action["entry"])
        if kind == Undo.kind:
            return Standing(kept, (*self.undone, (entry.sequence, (*taken, *later))))
        put = [_amended(one, entry) for one in taken if kind == Amend.kind]
        return Standing((*kept, *put, *later), (*self.undone, (entry.sequence, taken)))

    def around(
        self, target: object
    ) -> tuple[tuple[Entry, ...], tuple[Entry, ...], tuple[Entry, ...]]:
        """Return what stands before an entry, the entry itself (none if it does not), and after.

        target: the entry's sequence.
        """
        assert isinstance(target, int)
        first = bisect_left(self.entries, target, key=_SEQUENCE)
        end = bisect_right(self.entries, target, key=_SEQUENCE)
        return self.entries[:first], self.entries[first:end], self.entries[end:]


_SEQUENCE = attrgetter("sequence")


def _amended(entry: Entry, by: Entry) -> Entry:
    """Return an entry as a later one would have it: in its place and time, by its actor."""
    action = by.action["action"]
    assert isinstance(action, Mapping)
    return replace(entry, action=action, events=by.events)


def what_stands(entries: Iterable[Entry]) -> Standing:
    """Return which of these entries stand; entries in order of sequence."""
    standing = Standing()
    for entry in entries:
        standing = standing.after(entry)
    return standing


def require_undoable(standing: Standing, target: int) -> None:
    """Raise ``nothing_to_undo`` unless the named entry stands."""
    if all(entry.sequence != target for entry in standing.entries):
        raise Refusal(
            "nothing_to_undo",
            "",
            say("Step {entry} is no longer valid; look at the history again.", entry=target),
        )


def require_redoable(standing: Standing, target: int) -> None:
    """Raise ``nothing_to_redo`` unless the named undo is the newest that may be redone."""
    if not standing.undone or standing.undone[-1][0] != target:
        raise Refusal(
            "nothing_to_redo",
            "",
            say("Nothing to redo: something new has happened since."),
        )
