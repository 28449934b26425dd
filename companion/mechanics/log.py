"""The log of a table: its entries, and which of them are in force after undo and redo.

Entries are append-only. An undo is an entry that names the entry it reverses, together with all
later ones. Taking an entry out, or amending it, leaves the later ones in force. A redo is an entry
that names the undo it reverses. ``Standing`` computes the entries in force.
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
    """Base of entries that change which other entries are in force."""

    entry: int
    """The sequence of the entry that it changes."""


@dataclass(frozen=True, slots=True)
class Undo(LogStep):
    """Reverse an entry and everything after it; a plain undo names the newest entry."""

    kind: ClassVar[str] = "undo"


@dataclass(frozen=True, slots=True)
class TakeOut(LogStep):
    """Reverse one entry only; everything after it stays in force."""

    kind: ClassVar[str] = "take_out"


@dataclass(frozen=True, slots=True)
class Amend(LogStep):
    """Replace the action of one entry; everything after it stays in force."""

    kind: ClassVar[str] = "amend"
    action: Kind


@dataclass(frozen=True, slots=True)
class Redo(LogStep):
    """Reverse an undo, a take-out or an amendment."""

    kind: ClassVar[str] = "redo"


LOG_STEPS = by_kind((Undo, TakeOut, Amend, Redo))
"""The subclasses of ``LogStep`` by kind."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log."""

    sequence: int
    """1 for the first entry; there are no gaps."""
    action: Mapping[str, object]
    """The action as a JSON object."""
    events: tuple[Event, ...] = ()
    at: float = 0.0
    """Seconds since the epoch, for display only."""
    actor: str = "banker"
    """The device's role and seat as text: "banker", "player 2"."""
    seat: int | None = None
    """The seat for which the device acted."""
    key: str = ""
    """The idempotency key of the request."""

    @property
    def is_about_the_log(self) -> bool:
        """Return whether the entry is a ``LogStep``."""
        return self.action.get("kind") in LOG_STEPS

    @property
    def is_from_a_record(self) -> bool:
        """Return whether the entry was imported from a saved game."""
        return self.key == key_in_record(self.sequence)


def key_in_record(sequence: int) -> str:
    """Return the key of an imported entry, which has none from a request."""
    return f"record {sequence}"


@dataclass(frozen=True, slots=True)
class Standing:
    """The entries in force, and those that a redo can restore."""

    entries: tuple[Entry, ...] = ()
    """The entries in force, oldest first."""
    undone: tuple[tuple[int, tuple[Entry, ...]], ...] = ()
    """For each step that may still be redone: its sequence, and the entries that it reversed."""

    def after(self, entry: Entry) -> Standing:
        """Return the standing after another entry; a logged entry was validated before."""
        kind = entry.action.get("kind")
        if kind not in LOG_STEPS:
            # A new action ends the possibility of a redo.
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
        """Split the entries in force: those before an entry, the entry itself, and those after it.

        target: the entry's sequence. The middle part is empty if the entry is not in force.
        """
        assert isinstance(target, int)
        first = bisect_left(self.entries, target, key=_SEQUENCE)
        end = bisect_right(self.entries, target, key=_SEQUENCE)
        return self.entries[:first], self.entries[first:end], self.entries[end:]


_SEQUENCE = attrgetter("sequence")


def _amended(entry: Entry, by: Entry) -> Entry:
    """Return an entry with the action and events of its amendment, at its own place and time."""
    action = by.action["action"]
    assert isinstance(action, Mapping)
    return replace(entry, action=action, events=by.events)


def standing_after(entries: Iterable[Entry]) -> Standing:
    """Return the standing after all entries of a log, given in order of sequence."""
    standing = Standing()
    for entry in entries:
        standing = standing.after(entry)
    return standing


def require_undoable(standing: Standing, target: int) -> None:
    """Raise ``nothing_to_undo`` unless the entry with this sequence is in force."""
    if all(entry.sequence != target for entry in standing.entries):
        raise Refusal(
            "nothing_to_undo",
            "",
            say("Step {entry} is no longer valid; look at the history again.", entry=target),
        )


def require_redoable(standing: Standing, target: int) -> None:
    """Raise ``nothing_to_redo`` unless the step with this sequence is the newest redoable one."""
    if not standing.undone or standing.undone[-1][0] != target:
        raise Refusal(
            "nothing_to_redo",
            "",
            say("Nothing to redo: something new has happened since."),
        )
