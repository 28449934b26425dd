"""The log of a table: entries, what stands of them, undo and redo, and the fold.

An entry is never changed or removed. Undo is an entry that names the entry it takes back, with
all that followed it; redo is an entry that names the undo it takes back. What stands is computed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import ClassVar

from companion.mechanics.codec import Kind
from companion.mechanics.refusal import Refusal
from companion.mechanics.steps import Fact
from companion.mechanics.words import say


@dataclass(frozen=True, slots=True)
class Undo(Kind):
    """Take back an entry and everything after it; the newest entry for a plain undo."""

    kind: ClassVar[str] = "undo"
    entry: int


@dataclass(frozen=True, slots=True)
class Redo(Kind):
    """Take back an undo: what it took away stands again."""

    kind: ClassVar[str] = "redo"
    entry: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log.

    sequence: 1 for the first, no gaps. at: seconds since 1970, for the reader only.
    actor: the device's role and seat as text ("banker", "player 2"). seat: the seat acted for.
    action: what was asked, as a JSON object. facts: what happened.
    """

    sequence: int
    action: Mapping[str, object]
    facts: tuple[Fact, ...] = ()
    at: float = 0.0
    actor: str = "banker"
    seat: int | None = None
    key: str = ""

    @property
    def is_about_the_log(self) -> bool:
        """Tell whether it only says which other entries stand."""
        return self.action.get("kind") in (Undo.kind, Redo.kind)

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

    undone: for each undo that may still be redone, its sequence and the entries it took.
    """

    entries: tuple[Entry, ...] = ()
    undone: tuple[tuple[int, tuple[Entry, ...]], ...] = ()

    def after(self, entry: Entry) -> Standing:
        """Return what stands once this entry is written; it never judges, as it was judged."""
        if entry.action.get("kind") == Undo.kind:
            return self._without(entry)
        if entry.action.get("kind") == Redo.kind:
            (_, taken), rest = self.undone[-1], self.undone[:-1]
            return Standing(self.entries + taken, rest)
        # What was undone is gone for good once something new is done.
        return Standing((*self.entries, entry))

    def _without(self, entry: Entry) -> Standing:
        target = entry.action["entry"]
        assert isinstance(target, int)
        kept = self.entries[: bisect_left(self.entries, target, key=attrgetter("sequence"))]
        taken = self.entries[len(kept) :]
        return Standing(kept, (*self.undone, (entry.sequence, taken)))


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
