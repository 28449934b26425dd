"""Seat changes: a record of the devices that take, leave or lose a seat.

A seat change is not a step of the game. It cannot be undone, does not make screens stale, and is
not part of a saved game. The history lists seat changes between the steps.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Insert, Select, insert, select

from companion.mechanics.language.words import Sentence, say
from companion.tables.storage.models import SeatEventRow, db

SeatChangeKind = Literal[
    "taken",
    "taken_by_banker",
    "handed_over",
    "left",
    "freed",
    "kept",
    "uncovered",
    "lent",
    "host_banker",
    "rules_differ",
    "again",
    "locked",
    "unlocked",
]
"""The kinds of seat changes, as stored in the database.

- ``taken``, ``taken_by_banker``: a phone, or the banker's device, took a free seat.
- ``handed_over``: another device took the seat from the one that held it.
- ``left``: the device left the seat.
- ``freed``: the banker took the seat away from its device.
- ``kept``: the banker refused a device's request for the seat.
- ``uncovered``: the banker uncovered the seat's secrets.
- ``lent``: the banker lent their own device to the player for one move; see
  ``roles.is_lent``.
- ``host_banker``: the device that runs Companion became a banker. It concerns no seat, so the
  seat number is stored as 0.
- ``rules_differ``: the current rules decide a step of an imported game differently. It concerns
  no seat either.
- ``locked``, ``unlocked``: phones have to ask the banker for the seat, or no longer have to.
- ``again``: the player asked for another game after the end; see ``household.next_game``.
"""
OF_NO_SEAT = {
    "host_banker": say("The device that runs Companion is now a banker."),
    "rules_differ": say("Under today’s rules a step would differ. It stays as it was saved."),
}
"""The history lines of the kinds of changes that concern no seat."""
NEWEST = 20
"""The number of recent seat changes that a table keeps in memory for its screens."""

_changes = db.metadata.tables[SeatEventRow.__tablename__]


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A recorded seat change."""

    what: SeatChangeKind
    """The kind of the change."""
    seat: int
    """The number of the seat, or 0 if the change concerns no seat."""
    after: int
    """The sequence number of the newest step when the change happened, or 0 if there was none."""
    at: float
    """The time of the change, in seconds since 1970."""
    device: str | None = None
    """The device that lost the seat or whose request was refused, if there is one."""


def insert_change(
    table_id: int, after: int, what: SeatChangeKind, seat: int, device: str | None = None
) -> Insert:
    """Return the SQL statement that records a seat change, with the current time."""
    values = {"after": after, "at": time.time(), "what": what, "seat": seat, "device": device}
    return insert(_changes).values(table_id=table_id, **values)


def newest_changes(connection: Connection, table_id: int) -> tuple[SeatChange, ...]:
    """Return a table's latest seat changes, newest first, at most ``NEWEST``."""
    return _changes_in(connection, _of(table_id).order_by(_changes.c.id.desc()).limit(NEWEST))


def changes_between(
    connection: Connection, table_id: int, first: int, last: int
) -> tuple[SeatChange, ...]:
    """Return the seat changes that happened after steps ``first`` to ``last``, oldest first.

    Both steps are included. Step 0 stands for the time before the first step.
    """
    between = _changes.c.after.between(first, last)
    return _changes_in(connection, _of(table_id).where(between).order_by(_changes.c.id))


def _of(table_id: int) -> Select[Any]:
    return select(_changes).where(_changes.c.table_id == table_id)


def _changes_in(connection: Connection, wanted: Select[Any]) -> tuple[SeatChange, ...]:
    rows = connection.execute(wanted).all()
    return tuple(SeatChange(row.what, row.seat, row.after, row.at, row.device) for row in rows)


def sentence_of(change: SeatChange, name: str) -> Sentence:
    """Return the history line of a seat change.

    name: the name of the seat's player.
    """
    match change.what:
        case "taken":
            line = say("{name} has joined on a phone.", name=name)
            return line.to_you("You have joined on this phone.")
        case "taken_by_banker":
            line = say("{name} now plays on the banker’s device.", name=name)
            return line.to_you("You now play on the banker’s device.")
        case "handed_over":
            line = say("{name} now plays on another phone.", name=name)
            return line.to_you("You now play on this phone.")
        case "left" | "freed" | "locked" | "unlocked":
            return _freed(change.what, name)
        case "kept":
            line = say("A phone asked for {name}’s seat. The banker said no.", name=name)
            return line.to_you("A phone asked for your seat. The banker said no.")
        case "uncovered" | "lent":
            return _opened(change.what, name)
        case "host_banker" | "rules_differ":
            return OF_NO_SEAT[change.what]
        case "again":
            line = say("{name} would like to play again.", name=name)
            return line.to_you("You asked to play again.")


def _freed(what: Literal["left", "freed", "locked", "unlocked"], name: str) -> Sentence:
    """Return the history line of a change after which no device holds the seat."""
    match what:
        case "left":
            return say("{name}’s phone has left the seat.", name=name)
        case "freed":
            return say("The banker has freed {name}’s seat.", name=name)
        case "locked":
            return say("The banker has locked {name}’s seat: phones have to ask.", name=name)
        case "unlocked":
            return say("The banker has unlocked {name}’s seat.", name=name)


def _opened(what: Literal["uncovered", "lent"], name: str) -> Sentence:
    """Return the history line of a change that lets the banker's device show a seat's secrets."""
    if what == "lent":
        line = say("{name} makes a move on the banker’s device.", name=name)
        return line.to_you("You make a move on the banker’s device.")
    line = say("The banker has uncovered {name}’s money.", name=name)
    return line.to_you("The banker has uncovered your money.")


def sentence_to(change: SeatChange, name: str) -> Sentence | None:
    """Return the message for the device that lost or was refused a seat, or None if there is none.

    name: the name of the seat's player.
    """
    match change.what:
        case "handed_over":
            return say("Another phone now plays {name}. This phone is only watching.", name=name)
        case "freed":
            return say(
                "The banker has freed {name}’s seat. This phone is only watching.", name=name
            )
        case "kept":
            return say("The banker said no. This phone is only watching.")
    return None
