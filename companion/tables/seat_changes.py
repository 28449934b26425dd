"""Changes of seats: who sat down, who lost a seat, whose money was uncovered.

A seat change is not a step of the game. It cannot be undone, makes no screen stale and is not part
of a saved game. The history shows it between the steps.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Insert, Select, insert, select

from companion.mechanics.words import Sentence, say
from companion.tables.storage.models import SeatEventRow, db

SeatChangeKind = Literal[
    "taken",
    "taken_by_banker",
    "handed_over",
    "left",
    "freed",
    "kept",
    "uncovered",
    "host_banker",
    "rules_differ",
]
"""Kinds of changes, as stored.

kept: the banker refused a phone's request for the seat. host_banker: the device that runs Companion
became a banker. rules_differ: today's rules would decide the next step of an imported game, or an
earlier one, differently. The last two concern no seat and store 0.
"""
NEWEST = 20
"""Number of newest changes that a table keeps in memory for its screens."""

_changes = db.metadata.tables[SeatEventRow.__tablename__]


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A change of a seat, or of the bankers."""

    what: SeatChangeKind
    seat: int
    after: int
    """Sequence of the newest step at that moment."""
    at: float
    device: str | None = None
    """The affected device: the one that lost the seat, or whose request was refused."""


def insert_change(
    table_id: int, after: int, what: SeatChangeKind, seat: int, device: str | None = None
) -> Insert:
    """Return the statement that records a change as happening now."""
    values = {"after": after, "at": time.time(), "what": what, "seat": seat, "device": device}
    return insert(_changes).values(table_id=table_id, **values)


def newest_changes(connection: Connection, table_id: int) -> tuple[SeatChange, ...]:
    """Return a table's newest changes, newest first."""
    return _read(connection, _of(table_id).order_by(_changes.c.id.desc()).limit(NEWEST))


def changes_between(
    connection: Connection, table_id: int, first: int, last: int
) -> tuple[SeatChange, ...]:
    """Return the changes after steps first to last, oldest first; step 0 is before the game."""
    between = _changes.c.after.between(first, last)
    return _read(connection, _of(table_id).where(between).order_by(_changes.c.id))


def _of(table_id: int) -> Select[Any]:
    return select(_changes).where(_changes.c.table_id == table_id)


def _read(connection: Connection, wanted: Select[Any]) -> tuple[SeatChange, ...]:
    rows = connection.execute(wanted).all()
    return tuple(SeatChange(row.what, row.seat, row.after, row.at, row.device) for row in rows)


def sentence_of(change: SeatChange, name: str) -> Sentence:
    """Return the sentence that everybody reads in the history. name: the seat's player."""
    match change.what:
        case "taken":
            return say("A phone plays {name} now.", name=name)
        case "taken_by_banker":
            return say("The banker’s device plays {name} now.", name=name)
        case "handed_over":
            return say("Another phone plays {name} now.", name=name)
        case "left":
            return say("{name}: the phone has left the seat.", name=name)
        case "freed":
            return say("{name}: the banker has freed the seat.", name=name)
        case "kept":
            return say("{name}: a phone asked for the seat, and the banker said no.", name=name)
        case "uncovered":
            return say("{name}: the banker has uncovered the money.", name=name)
        case "host_banker":
            return say("The device that Companion runs on is a banker now.")
        case "rules_differ":
            return say("Today’s rules decide a step differently. It stays as it was saved.")


def sentence_to(change: SeatChange, name: str) -> Sentence | None:
    """Return the message for the affected device, or None if it needs none."""
    match change.what:
        case "handed_over":
            return say("Another phone plays {name} now; this one looks on.", name=name)
        case "freed":
            return say("{name}: the banker has freed the seat. This phone looks on.", name=name)
        case "kept":
            return say("{name}: the banker said no. This phone looks on.", name=name)
    return None
