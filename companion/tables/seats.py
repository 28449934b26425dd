"""Who holds which seat, and who is a banker.

A pass is what a QR code carries: the seat's (or the table's) counter at the moment it was drawn.
Every change of holder counts on, so a pass works once and older ones are void.
"""

from __future__ import annotations

from sqlalchemy import Update, insert, update

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say
from companion.tables.models import Banker, Seat, Table
from companion.tables.opened import Actor, OpenTable, SeatNow, open_tables
from companion.tables.refusals import moved_on
from companion.tables.roles import require_banker


def seat_numbered(table: OpenTable, number: int) -> SeatNow:
    """Return a seat of a table; raises the refusal ``unknown_seat``."""
    if not 0 <= number < len(table.seats):
        raise Refusal("unknown_seat", "", say("This table has no such seat."))
    return table.seats[number]


def claim_seat(code: str, number: int, device: str) -> OpenTable:
    """Sit a device down on a free seat; where it already sits, nothing changes.

    Raises ``seat_taken``, ``already_seated``, ``unknown_seat``.
    """
    with open_tables().held(code) as held:
        table = held.table
        seat = seat_numbered(table, number)
        if seat.device == device:
            return table
        _require_unseated(table, device)
        if seat.device is not None:
            raise _seat_taken(seat.name)
        seated = _hold(table, number, seat.claim, device)
        return held.change(seated, otherwise=_seat_taken(seat.name))


def leave_seat(code: str, device: str) -> OpenTable:
    """Let a device stand up from its seat, if it has one; the seat is free."""
    with open_tables().held(code) as held:
        table = held.table
        number = table.actor(device).seat
        if number is None:
            return table
        claim = table.seats[number].claim
        return held.change(_hold(table, number, claim, None), otherwise=moved_on())


def free_seat(code: str, number: int, actor: Actor) -> OpenTable:
    """End the hold of whatever device has a seat; a banker's right.

    Raises ``not_a_banker``, ``unknown_seat``.
    """
    with open_tables().held(code) as held:
        table = held.table
        require_banker(table.actor(actor.device))
        seat = seat_numbered(table, number)
        if seat.device is None:
            return table
        return held.change(_hold(table, number, seat.claim, None), otherwise=moved_on())


def take_seat(code: str, number: int, claim: int, device: str) -> OpenTable:
    """Hand a seat to the device that scanned its personal QR code; the old device's hold ends.

    claim: the seat's counter when the code was drawn. Raises ``pass_used``, ``already_seated``,
    ``unknown_seat``.
    """
    with open_tables().held(code) as held:
        table = held.table
        seat = seat_numbered(table, number)
        if seat.device == device:
            return table
        if seat.claim != claim:
            raise _pass_used()
        _require_unseated(table, device)
        return held.change(_hold(table, number, claim, device), otherwise=_pass_used())


def become_banker(code: str, banker_pass: int, device: str) -> OpenTable:
    """Make the device that scanned the banker's QR code a banker too; raises ``pass_used``."""
    with open_tables().held(code) as held:
        table = held.table
        if device in table.bankers:
            return table
        if table.banker_pass != banker_pass:
            raise _pass_used()
        counted = update(Table).where(Table.id == table.id, Table.banker_pass == banker_pass)
        return held.change(
            counted.values(banker_pass=banker_pass + 1),
            insert(Banker).values(table_id=table.id, device=device),
            otherwise=_pass_used(),
        )


def _hold(table: OpenTable, number: int, claim: int, device: str | None) -> Update:
    """Return the statement that gives a seat a holder, unless its holder changed meanwhile."""
    known = update(Seat).where(
        Seat.table_id == table.id, Seat.number == number, Seat.claim == claim
    )
    return known.values(device=device, claim=claim + 1)


def _require_unseated(table: OpenTable, device: str) -> None:
    held = table.actor(device).seat
    if held is not None:
        raise Refusal(
            "already_seated",
            "",
            say(
                "This device sits here as {name}; leave that seat first.",
                name=table.names[held],
            ),
        )


def _seat_taken(name: str) -> Refusal:
    return Refusal(
        "seat_taken",
        "",
        say("Another device plays as {name}; the banker can hand the seat over.", name=name),
    )


def require_unused(seat: SeatNow, claim: int) -> None:
    """Raise ``pass_used`` if a personal QR code was drawn before the seat last changed hands."""
    if seat.claim != claim:
        raise _pass_used()


def _pass_used() -> Refusal:
    return Refusal(
        "pass_used", "", say("This code was used already; ask the banker to show a new one.")
    )
