"""Seats and bankers: who holds which seat, and how devices change that.

A QR code carries a pass: the counter of the seat or of the table when the code was drawn. Each
change of holder increases the counter, so a pass works once and older passes are void.

Anyone may sit down on a free seat, unless it is played from the banker's screen: then the banker
decides. The history shows every change, see ``seat_changes``.
"""

from __future__ import annotations

from sqlalchemy import Executable, Update, insert, update

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say
from companion.tables.live.cache import Actor, OpenTable, SeatNow, open_tables
from companion.tables.refusals import moved_on
from companion.tables.roles import require_banker, require_uncovered
from companion.tables.seat_changes import SeatChangeKind, insert_change
from companion.tables.storage.models import Banker, Seat, Table


def seat_numbered(table: OpenTable, number: int) -> SeatNow:
    """Return a seat by its number; raises the refusal ``unknown_seat``."""
    if not 0 <= number < len(table.seats):
        raise Refusal("unknown_seat", "", say("This table has no such seat."))
    return table.seats[number]


def claim_seat(code: str, number: int, device: str) -> OpenTable:
    """Seat a device on a free seat, or let it request a seat that the banker plays.

    Nothing changes if the device already has or requests that seat. Raises ``seat_taken``,
    ``already_seated``, ``seat_asked_for``, ``covered_purse``, ``unknown_seat``.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        seat = seat_numbered(table, number)
        if device in (seat.device, seat.asking):
            return table
        _require_unseated(table, device)
        if seat.device is not None:
            raise _seat_taken(seat.name)
        if device in table.bankers:
            require_uncovered(table, seat)
        elif number in played_by_banker(table):
            return locked.change(_request_seat(table, seat, device), otherwise=moved_on())
        return locked.change(*_seat_device(table, seat, device), otherwise=_seat_taken(seat.name))


def played_by_banker(table: OpenTable) -> frozenset[int]:
    """Return the free seats whose latest step at this table came from the banker's screen."""
    kinds = table.game.action_kinds
    newest = {
        entry.seat: entry
        for entry in table.timeline.standing.entries
        if kinds[str(entry.action["kind"])].by == "seat"
    }
    by_banker = {
        number
        for number, entry in newest.items()
        if entry.actor == "banker" and not entry.is_from_a_record
    }
    return frozenset(
        seat.number for seat in table.seats if seat.device is None and seat.number in by_banker
    )


def asks_for(table: OpenTable, seat: SeatNow) -> bool:
    """Return whether a device requests a seat and has not taken another one since."""
    return seat.asking is not None and table.actor(seat.asking).seat is None


def answer_asking(code: str, number: int, actor: Actor, *, may_sit: bool) -> OpenTable:
    """Grant or refuse a device's request for a seat; bankers only.

    Raises ``not_a_banker``, ``unknown_seat``.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        require_banker(table.actor(actor.device))
        seat = seat_numbered(table, number)
        if seat.asking is None:
            return table
        if may_sit and asks_for(table, seat):
            return locked.change(*_seat_device(table, seat, seat.asking), otherwise=moved_on())
        nobody = _if_unchanged(table, number, seat.claim).values(asking=None)
        change = insert_change(table.id, table.sequence, "kept", number, seat.asking)
        return locked.change(nobody, change, otherwise=moved_on())


def uncover_seat(code: str, number: int, actor: Actor) -> OpenTable:
    """Show the banker the secrets of a seat without a phone again; the history records it.

    Raises ``not_a_banker``, ``unknown_seat``.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        require_banker(table.actor(actor.device))
        seat = seat_numbered(table, number)
        if not seat.covered:
            return table
        uncovered = _if_unchanged(table, number, seat.claim).values(covered=False)
        change = insert_change(table.id, table.sequence, "uncovered", number)
        return locked.change(uncovered, change, otherwise=moved_on())


def leave_seat(code: str, device: str) -> OpenTable:
    """Free the seat of a device, if it has one."""
    with open_tables().locked(code) as locked:
        table = locked.table
        number = table.actor(device).seat
        if number is None:
            return table
        hold = _hold(table, number, table.seats[number].claim, None)
        change = insert_change(table.id, table.sequence, "left", number)
        return locked.change(hold, change, otherwise=moved_on())


def free_seat(code: str, number: int, actor: Actor) -> OpenTable:
    """Take a seat away from its device; bankers only.

    Raises ``not_a_banker``, ``unknown_seat``.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        require_banker(table.actor(actor.device))
        seat = seat_numbered(table, number)
        if seat.device is None:
            return table
        hold = _hold(table, number, seat.claim, None)
        change = insert_change(table.id, table.sequence, "freed", number, seat.device)
        return locked.change(hold, change, otherwise=moved_on())


def take_seat(code: str, number: int, claim: int, device: str) -> OpenTable:
    """Give a seat to the device that scanned its QR code; the previous device loses it.

    claim: the seat's counter when the code was drawn. Raises ``pass_used``, ``already_seated``,
    ``covered_purse``, ``unknown_seat``.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        seat = seat_numbered(table, number)
        if seat.device == device:
            return table
        if seat.claim != claim:
            raise _pass_used()
        _require_unseated(table, device)
        if device in table.bankers:
            require_uncovered(table, seat)
        return locked.change(*_seat_device(table, seat, device), otherwise=_pass_used())


def become_banker(code: str, banker_pass: int, device: str) -> OpenTable:
    """Make the device that scanned the banker's QR code a banker too; raises ``pass_used``."""
    with open_tables().locked(code) as locked:
        table = locked.table
        if device in table.bankers:
            return table
        if table.banker_pass != banker_pass:
            raise _pass_used()
        counted = update(Table).where(Table.id == table.id, Table.banker_pass == banker_pass)
        return locked.change(
            counted.values(banker_pass=banker_pass + 1),
            insert(Banker).values(table_id=table.id, device=device),
            otherwise=_pass_used(),
        )


def make_host_banker(code: str, device: str) -> OpenTable:
    """Make a device on the server's own machine a banker; the history records it.

    Thus a lost cookie or a changed address never locks the banker out. The caller checks that the
    device is on that machine.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        if device in table.bankers:
            return table
        change = insert_change(table.id, table.sequence, "host_banker", 0)
        banker = insert(Banker).values(table_id=table.id, device=device)
        return locked.change(banker, change, otherwise=moved_on())


def _if_unchanged(table: OpenTable, number: int, claim: int) -> Update:
    """Return an UPDATE of a seat that matches nothing if its holder changed meanwhile."""
    return update(Seat).where(Seat.table_id == table.id, Seat.number == number, Seat.claim == claim)


def _hold(table: OpenTable, number: int, claim: int, device: str | None) -> Update:
    """Return the statement that gives a seat a holder; None frees it and covers its money."""
    unchanged = _if_unchanged(table, number, claim)
    return unchanged.values(device=device, claim=claim + 1, asking=None, covered=device is None)


def _seat_device(table: OpenTable, seat: SeatNow, device: str) -> tuple[Executable, Executable]:
    """Return the statements that give a seat to a device and record that in the history."""
    what: SeatChangeKind = "taken_by_banker" if device in table.bankers else "taken"
    if seat.device is not None:
        what = "handed_over"
    hold = _hold(table, seat.number, seat.claim, device)
    return hold, insert_change(table.id, table.sequence, what, seat.number, seat.device)


def _request_seat(table: OpenTable, seat: SeatNow, device: str) -> Update:
    """Return the statement by which a device requests a seat; raises ``seat_asked_for``."""
    if asks_for(table, seat):
        raise Refusal(
            "seat_asked_for",
            "",
            say(
                "{name}: another phone has asked for this seat; the banker will answer.",
                name=seat.name,
            ),
        )
    unchanged = _if_unchanged(table, seat.number, seat.claim)
    return unchanged.where(Seat.asking == seat.asking).values(asking=device)


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
    """Raise ``pass_used`` if the seat changed hands after its QR code was drawn."""
    if seat.claim != claim:
        raise _pass_used()


def _pass_used() -> Refusal:
    return Refusal(
        "pass_used", "", say("This code was used already; ask the banker to show a new one.")
    )
