"""Seats and bankers: how devices take, leave and hand over seats, and become bankers.

Each seat has a counter that increases whenever its holder changes, and each table has a counter
that increases whenever its banker's QR code is used. A QR code contains the value that the counter
had when the code was drawn. The code is accepted only while the counter still has this value, so
it works only once.

Any device may take a free seat, unless the banker has locked it or has been playing for it. In that
case the device requests the seat, and the banker decides. The history shows seat changes; see
``seat_changes``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Delete, Executable, Update, delete, insert, update

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.history.log import LogStep, Undo
from companion.mechanics.language.words import say
from companion.mechanics.play.joining import JoinLate
from companion.mechanics.play.seating import COLOUR_WORDS, SEAT_COLOURS
from companion.mechanics.play.table import SeatSetup
from companion.tables.live.cache import Actor, LockedTable, OpenTable, SeatNow, open_tables
from companion.tables.refusals import moved_on
from companion.tables.roles import require_banker, require_uncovered
from companion.tables.seat_changes import SeatChangeKind, insert_change
from companion.tables.storage.models import Banker, Seat, Table


def seat_numbered(table: OpenTable, number: int) -> SeatNow:
    """Return the seat with this number.

    Raises ``unknown_seat``.
    """
    if not 0 <= number < len(table.seats):
        raise Refusal("unknown_seat", "", say("This table has no such seat."))
    return table.seats[number]


@contextmanager
def _locked_by_banker(
    code: str, number: int, actor: Actor
) -> Iterator[tuple[LockedTable, OpenTable, SeatNow]]:
    """Yield a locked table, its snapshot and one of its seats.

    Raises ``not_a_banker`` or ``unknown_seat``.
    """
    with open_tables().locked(code) as locked:
        require_banker(locked.table.actor(actor.device))
        yield locked, locked.table, seat_numbered(locked.table, number)


def claim_seat(code: str, number: int, device: str) -> OpenTable:
    """Give a free seat to a device, or record its request if the seat is locked or played.

    Nothing changes if the device already holds the seat or has requested it.

    Raises ``seat_taken``, ``already_seated``, ``seat_asked_for``, ``covered_purse`` or
    ``unknown_seat``.
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
        elif seat.locked or number in played_by_banker(table):
            return locked.change(_request_seat(table, seat, device), otherwise=moved_on())
        return locked.change(*_seat_device(table, seat, device), otherwise=_seat_taken(seat.name))


def played_by_banker(table: OpenTable) -> frozenset[int]:
    """Return the numbers of the free seats for which the banker made the latest move.

    Moves imported from a saved game do not count.
    """
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


def without_phones(table: OpenTable) -> tuple[int, ...]:
    """Return the numbers of the seats that are played on the banker's device.

    A banker's own seat is one of them only if no player has a phone.
    """
    # Sets and lists are faster here than generators, and this runs for every step.
    if not {seat.device for seat in table.seats} - {None} - table.bankers:
        return tuple(range(len(table.seats)))
    return tuple([seat.number for seat in table.seats if seat.device is None])


def is_requested(table: OpenTable, seat: SeatNow) -> bool:
    """Return whether a device has requested this seat and has not taken another one since."""
    return seat.asking is not None and table.actor(seat.asking).seat is None


def choose_colour(code: str, number: int, colour: str, actor: Actor) -> OpenTable:
    """Change the colour in which a seat's player is shown.

    actor: the player in this seat, or a banker.

    Raises ``not_your_seat``, ``unknown_seat`` or ``colour_taken``. Raises ``unknown_colour`` if the
    colour does not exist, or if the game's pieces determine the players' colours.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        seat = seat_numbered(table, number)
        asking = table.actor(actor.device)
        if not asking.is_banker and asking.seat != number:
            raise Refusal(
                "not_your_seat", "", say("You can only choose the colour of your own seat.")
            )
        if table.game.colours or colour not in SEAT_COLOURS:
            raise Refusal("unknown_colour", "", say("Choose one of the colours shown."))
        for name, own in zip(table.names, table.colours, strict=True):
            if colour in own and name != seat.name:
                words = say("{name} already has {colour}.", name=name, colour=COLOUR_WORDS[colour])
                raise Refusal("colour_taken", "", words)
        return locked.change(
            _if_unchanged(table, number, seat.claim).values(colours=[colour]), otherwise=moved_on()
        )


def answer_request(code: str, number: int, actor: Actor, *, may_sit: bool) -> OpenTable:
    """Grant or refuse a device's request for a seat.

    Nothing changes if there is no request. A request is always refused if the device has taken
    another seat since.

    actor: the banker who answers.
    may_sit: whether to grant the request.

    Raises ``not_a_banker`` or ``unknown_seat``.
    """
    with _locked_by_banker(code, number, actor) as (locked, table, seat):
        if seat.asking is None:
            return table
        if may_sit and is_requested(table, seat):
            return locked.change(*_seat_device(table, seat, seat.asking), otherwise=moved_on())
        nobody = _if_unchanged(table, number, seat.claim).values(asking=None)
        change = insert_change(table.id, table.sequence, "kept", number, seat.asking)
        return locked.change(nobody, change, otherwise=moved_on())


def uncover_seat(code: str, number: int, actor: Actor) -> OpenTable:
    """Let the banker's device show the secrets of a seat, and record this in the history.

    For a seat that another device holds, this ends with the next step of the table. If the players
    pass round the only device, it also ends when another player has it (see ``pass_to``), and the
    history does not list it.

    actor: the banker who does this.

    Raises ``not_a_banker`` or ``unknown_seat``.
    """
    with _locked_by_banker(code, number, actor) as (locked, table, seat):
        if table.is_passed_round:
            return locked.pass_to(number)
        if seat.device is not None:
            unchanged = _if_unchanged(table, number, seat.claim).values(asking=None)
            lent = insert_change(table.id, table.sequence, "lent", number)
            return locked.change(unchanged, lent, otherwise=moved_on())
        if not seat.covered:
            return table
        uncovered = _if_unchanged(table, number, seat.claim).values(covered=False)
        change = insert_change(table.id, table.sequence, "uncovered", number)
        return locked.change(uncovered, change, otherwise=moved_on())


def leave_seat(code: str, device: str) -> OpenTable:
    """Free the seat that a device holds, if it has one."""
    with open_tables().locked(code) as locked:
        table = locked.table
        number = table.actor(device).seat
        if number is None:
            return table
        hold = _give_seat(table, number, table.seats[number].claim, None)
        change = insert_change(table.id, table.sequence, "left", number)
        return locked.change(hold, change, otherwise=moved_on())


def free_seat(code: str, number: int, actor: Actor) -> OpenTable:
    """Take a seat away from the device that holds it.

    actor: the banker who does this.

    Raises ``not_a_banker`` or ``unknown_seat``.
    """
    with _locked_by_banker(code, number, actor) as (locked, table, seat):
        if seat.device is None:
            return table
        return locked.change(*_freed(table, seat), otherwise=moved_on())


def _freed(table: OpenTable, seat: SeatNow) -> tuple[Update, Executable]:
    """Return the SQL statements that take a seat away from its device and record it."""
    change = insert_change(table.id, table.sequence, "freed", seat.number, seat.device)
    return _give_seat(table, seat.number, seat.claim, None), change


def lock_seat(code: str, number: int, actor: Actor, *, locked: bool) -> OpenTable:
    """Lock a seat, so that phones have to ask for it, or unlock it.

    A phone loses a seat that is locked. The next device that gets the seat unlocks it.

    actor: the banker who does this.

    Raises ``not_a_banker`` or ``unknown_seat``.
    """
    with _locked_by_banker(code, number, actor) as (locked_table, table, seat):
        if seat.locked == locked:
            return table
        what: SeatChangeKind = "locked" if locked else "unlocked"
        changes: list[Executable] = [insert_change(table.id, table.sequence, what, number)]
        hold = _if_unchanged(table, number, seat.claim)
        if locked and seat.device is not None:
            hold, freed = _freed(table, seat)
            changes.insert(0, freed)
        return locked_table.change(hold.values(locked=locked), *changes, otherwise=moved_on())


def take_seat(code: str, number: int, claim: int, device: str) -> OpenTable:
    """Give a seat to a device that scanned the seat's QR code.

    If another device holds the seat, that device loses it.

    claim: the value of the seat's counter in the QR code.

    Raises ``pass_used``, ``already_seated``, ``covered_purse`` or ``unknown_seat``.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        seat = seat_numbered(table, number)
        if seat.device == device:
            return table
        if seat.claim != claim:
            raise _pass_used_refusal()
        _require_unseated(table, device)
        if device in table.bankers:
            require_uncovered(table, seat)
        return locked.change(*_seat_device(table, seat, device), otherwise=_pass_used_refusal())


def become_banker(code: str, banker_pass: int, device: str) -> OpenTable:
    """Make a device a banker after it has scanned the banker's QR code.

    banker_pass: the value of the table's counter in the QR code.

    Raises ``pass_used``.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        if device in table.bankers:
            return table
        if table.banker_pass != banker_pass:
            raise _pass_used_refusal()
        counted = update(Table).where(Table.id == table.id, Table.banker_pass == banker_pass)
        return locked.change(
            counted.values(banker_pass=banker_pass + 1),
            insert(Banker).values(table_id=table.id, device=device),
            otherwise=_pass_used_refusal(),
        )


def make_host_banker(code: str, device: str) -> OpenTable:
    """Make a device on the server's own machine a banker, and record this in the history.

    This way, a lost cookie or a changed address cannot lock the banker out. The caller must check
    that the device is on that machine.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        if device in table.bankers:
            return table
        change = insert_change(table.id, table.sequence, "host_banker", 0)
        banker = insert(Banker).values(table_id=table.id, device=device)
        return locked.change(banker, change, otherwise=moved_on())


def joined_in(table: OpenTable, command: LogStep) -> tuple[tuple[str, ...], ...]:
    """Return the late players whose joining a command reverses (see ``LogStep.late``)."""
    _, taken, later = table.timeline.standing.around(command.entry)
    reversed_ = (*taken, *later) if isinstance(command, Undo) else taken
    joinings = sum(entry.action["kind"] == JoinLate.kind for entry in reversed_)
    late = table.setup.late
    return tuple((seat.name, *seat.colours) for seat in late[len(late) - joinings :])


def seat_rows(before: OpenTable, now: tuple[SeatSetup, ...], claim: int) -> list[Executable]:
    """Return the SQL statements that give a table the seats that it has after a step.

    A step adds a seat if somebody joins late. An undo removes it, and a redo adds it again.

    claim: the counter of a new seat, which no seat with this number had before.

    Raises ``seat_in_use`` if a player has used a seat that would be removed.
    """
    known = before.seats
    gone = known[len(now) :]
    for seat in gone:
        _require_never_used(before, seat)
    rows: list[Executable] = [_removal(before, seat) for seat in gone]
    for number, seat_setup in tuple(enumerate(now))[len(known) :]:
        values = {"number": number, "name": seat_setup.name, "colours": list(seat_setup.colours)}
        # No QR code of a seat that had this number before may open this one.
        row = insert(Seat).inline().values(table_id=before.id, claim=claim, **values)
        rows.append(row)
    here = Table.id == before.id, Table.revision == before.revision
    return [*rows, update(Table).where(*here).values(revision=Table.revision + 1)]


def _removal(table: OpenTable, seat: SeatNow) -> Delete:
    """Return the SQL statement that removes a seat, unless a phone has taken or requested it."""
    here = Seat.table_id == table.id, Seat.number == seat.number, Seat.claim == seat.claim
    return delete(Seat).where(*here, Seat.device.is_(None), Seat.asking.is_(None))


def _require_never_used(table: OpenTable, seat: SeatNow) -> None:
    """Raise ``seat_in_use`` if a phone has the seat or asks for it, or if its player has moved."""
    if seat.device is not None or seat.asking is not None:
        words = say("{name} has a phone here. Free this seat before you undo this.", name=seat.name)
        raise Refusal("seat_in_use", "", words)
    if any(entry.seat == seat.number for entry in table.timeline.standing.entries):
        words = say(
            "{name} has already made a move. Undo that first, or remove {name} from the game.",
            name=seat.name,
        )
        raise Refusal("seat_in_use", "", words)


def _if_unchanged(table: OpenTable, number: int, claim: int) -> Update:
    """Return an UPDATE statement for a seat that has no effect if the seat's holder has changed.

    claim: the expected value of the seat's counter.
    """
    return update(Seat).where(Seat.table_id == table.id, Seat.number == number, Seat.claim == claim)


def _give_seat(table: OpenTable, number: int, claim: int, device: str | None) -> Update:
    """Return the SQL statement that gives a seat to a device, unlocked and without a request.

    If the device is None, the statement frees the seat and hides its secrets from the banker (see
    ``roles.is_covered``).

    claim: the expected value of the seat's counter.
    """
    unchanged = _if_unchanged(table, number, claim)
    values = {"device": device, "claim": claim + 1, "asking": None, "locked": False}
    return unchanged.values(**values, covered=device is None)


def _seat_device(table: OpenTable, seat: SeatNow, device: str) -> tuple[Executable, Executable]:
    """Return the SQL statements that give a seat to a device and record the seat change."""
    what: SeatChangeKind = "taken_by_banker" if device in table.bankers else "taken"
    if seat.device is not None:
        what = "handed_over"
    hold = _give_seat(table, seat.number, seat.claim, device)
    return hold, insert_change(table.id, table.sequence, what, seat.number, seat.device)


def _request_seat(table: OpenTable, seat: SeatNow, device: str) -> Update:
    """Return the SQL statement that records a device's request for a seat.

    Raises ``seat_asked_for`` if another device has already requested it.
    """
    if is_requested(table, seat):
        raise Refusal(
            "seat_asked_for",
            "",
            say(
                "Another phone has asked to play {name}. The banker will answer.",
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
                "This device already plays {name}. Leave that seat first.",
                name=table.names[held],
            ),
        )


def _seat_taken(name: str) -> Refusal:
    return Refusal(
        "seat_taken",
        "",
        say(
            "{name} is taken on another device. If that is you, ask the banker to move the "
            "seat here.",
            name=name,
        ),
    )


def require_unused(seat: SeatNow, claim: int) -> None:
    """Raise ``pass_used`` if the seat's holder has changed since its QR code was drawn.

    claim: the value of the seat's counter in the QR code.
    """
    if seat.claim != claim:
        raise _pass_used_refusal()


def _pass_used_refusal() -> Refusal:
    return Refusal(
        "pass_used", "", say("This code has already been used. Ask the banker to show a new one.")
    )
