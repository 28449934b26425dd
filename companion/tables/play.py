"""Submitting a command: checking the sender, deciding the command, and logging its entry."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b

from sqlalchemy import Executable
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Action, AnyGame
from companion.mechanics.history.log import APP, Amend, Entry, LogStep, Redo
from companion.mechanics.language.amounts import Denomination
from companion.mechanics.language.words import say
from companion.mechanics.play.dice import Dice
from companion.mechanics.play.joining import JoinLate
from companion.mechanics.play.seating import SEAT_COLOURS
from companion.mechanics.play.stopping import Pause
from companion.mechanics.play.table import SeatSetup
from companion.mechanics.values.codec import malformed
from companion.tables.copies import save_learnt
from companion.tables.decide import decided, is_late, read_action
from companion.tables.household.look_alikes import require_distinct
from companion.tables.household.tidy_names import require_unique
from companion.tables.live.cache import LockedTable, OpenTable, OpenTables, open_tables
from companion.tables.refusals import moved_on
from companion.tables.roles import require_may_undo, require_role
from companion.tables.seats import joined_in, seat_rows, without_phones
from companion.tables.storage.automatic_backup import back_up_if_over
from companion.tables.storage.database_errors import InDoubt, database_refusal
from companion.tables.storage.store import Overtaken
from companion.tables.tables import prepared

log = logging.getLogger(__name__)
LONGEST_KEY = 64
ATTEMPTS = 20
"""The maximum number of attempts to decide a command.

An attempt fails if another process changes the table first.
"""
FILLED_BY_APP = frozenset(("by_app", "at", "kept_by_app"))
"""Action fields that only the app may fill in. Values sent by a device are ignored."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """The result of a submitted command."""

    open_table: OpenTable
    """The table after the command."""
    entry: Entry
    """The log entry of the command."""
    repeated: bool
    """Whether an earlier submission with the same idempotency key created the entry."""


PostedAction = Mapping[str, object] | Callable[[AnyGame, Denomination], Mapping[str, object]]
"""An action as a JSON object, or a function that returns this object.

The function gets the game, and how the money of the table is written.
"""


@dataclass(frozen=True, slots=True)
class Submission:
    """A command from a device, with everything needed to decide it."""

    device: str
    """The id of the device."""
    action: PostedAction
    """The command, which may also be an undo, a redo or a correction."""
    seen: int | None
    """The sequence number that the device's screen showed, or None if it is unknown."""
    key: str
    """The idempotency key, made unique per device (see ``own_key``)."""
    dice: Dice
    now: Callable[[], float]
    """The clock, in seconds since 1970."""


def system_dice(sides: int) -> int:
    """Return a random die face, from 1 to ``sides``."""
    return secrets.randbelow(sides) + 1


def system_now() -> float:
    """Return the current time in seconds since 1970."""
    return time.time()


def submit(
    code: str,
    device: str,
    action: PostedAction,
    *,
    seen: int | None,
    key: str,
    dice: Dice = system_dice,
    now: Callable[[], float] = system_now,
) -> Submitted:
    """Decide a command at a table and append its entry to the log.

    When this returns, the entry is safely on disk.

    seen: the sequence number that the sender's screen showed, or None if it is unknown.
    key: the idempotency key of the sender's form. If the same device sends it again, the existing
    entry is returned.

    Raises:
        The refusals of the game, of ``decided``, ``require_role`` and ``require_may_undo``.
        ``stale``: The sender's screen is out of date.
        ``malformed`` and ``unknown_kind``: The key or the command is not valid.
        ``unknown_code``, ``not_installed`` or ``table_damaged``: The table cannot be opened.
        The refusals of ``database_refusal``: The database failed, and nothing was stored.
        InDoubt: The database failed, and the entry may have been stored.
    """
    if not 0 < len(key) <= LONGEST_KEY:
        raise malformed(f"key: 1–{LONGEST_KEY}")
    tables, own = open_tables(), own_key(key, device)
    try:
        with tables.locked(code, own, as_known=True) as locked:
            submitted = _decided_and_appended(
                locked, Submission(device, action, seen, own, dice, now)
            )
    except SQLAlchemyError as error:
        # The log cannot be read, and it may already hold an entry with this key.
        raise InDoubt() from error
    # Notify even after a repeated submission, because the first one may have ended in doubt,
    # without a notification.
    tables.notifier.notify(submitted.open_table.id)
    if not submitted.repeated:
        back_up_if_over(submitted.open_table.game, submitted.open_table.state)
    return submitted


def act_when_due(
    tables: OpenTables, table: OpenTable, now: Callable[[], float] = system_now
) -> OpenTable:
    """Take the app's action at a table if it is due, and return the table afterwards.

    Any process may notice the moment, and several may at once; the log gets exactly one entry. If
    the database fails, the table is returned as it was, and the next request or stream tries again.
    """
    if not is_due(table, now):
        return table
    try:
        with tables.locked(table.code, as_known=True) as locked:
            act_if_due(locked, now)
            return locked.table
    except (Refusal, SQLAlchemyError):
        log.exception("what was due at the table %s is not done yet", table.code)
        return table


def is_due(table: OpenTable, now: Callable[[], float]) -> bool:
    """Return whether an action of the app is due at a table."""
    return table.due is not None and table.due.at <= now()


def act_if_due(locked: LockedTable, now: Callable[[], float]) -> None:
    """Append the app's own entry to the log of a locked table if its action is due.

    Its idempotency key consists of the moment. So if another process was faster, that entry stands.

    Raises the errors of ``LockedTable.append``.
    """
    for _ in range(ATTEMPTS):
        table = locked.table
        due = table.due
        if due is None or due.at > now():
            return
        key = f"due {due.at}"
        entry = decided(table.timeline, due.action, system_dice, actor=APP, at=now(), key=key)
        try:
            locked.append(entry)
        except Overtaken:
            locked.refresh()
        else:
            locked.notify()


def own_key(key: str, device: str) -> str:
    """Return the idempotency key as it is logged, which is unique per device.

    The result ends with a hash of the device and the key. Two devices that send the same key thus
    get different results.
    """
    digest = blake2b(f"{device} {key}".encode(), digest_size=8).hexdigest()
    return f"{key[: LONGEST_KEY - len(digest) - 1]} {digest}"


def _decided_and_appended(locked: LockedTable, submission: Submission) -> Submitted:
    """Decide a command and append its entry, retrying if another process changes the table first.

    Before any refusal or failure is reported, the log is searched for the idempotency key, because
    an earlier submission may have succeeded.

    Raises ``stale`` if other processes are still changing the table after ``ATTEMPTS`` attempts.
    """
    for _ in range(ATTEMPTS):
        if locked.answered is not None:
            return Submitted(locked.table, locked.entry(locked.answered), repeated=True)
        # A step that was due before this command comes first in the log.
        act_if_due(locked, submission.now)
        before = locked.table
        entry = _decided_or_read(locked, submission)
        if entry is None:
            continue
        own = _entry_without_phones(before, submission, entry)
        if own is not None:
            entry, submission = own, replace(submission, seen=own.sequence)
        try:
            later = locked.append(entry, partial(_also_written, locked, before, submission.device))
            if own is None:
                return Submitted(later, entry, repeated=False)
        except Overtaken:
            locked.refresh(submission.key)
        except (Refusal, DBAPIError) as error:
            found = _after_failure(error, locked, submission.key)
            if found is not None:
                return found
    raise moved_on()


def _players_brought_back(locked: LockedTable, later: OpenTable) -> tuple[SeatSetup, ...]:
    """Return the late players whom a redo brings back, as they were before the undo.

    The result is empty for other steps, and for a redo of an undo in a log of an older version.
    """
    entry = later.newest
    if entry is None or entry.action["kind"] != Redo.kind:
        return ()
    undo = read_action(later.game, locked.entry(int(str(entry.action["entry"]))).action)
    assert isinstance(undo, LogStep)
    # The log may come from a crafted file. The names are checked with all others.
    known = {*SEAT_COLOURS, *later.game.colours}
    return tuple(
        SeatSetup(name, tuple(colour for colour in colours if colour in known))
        for name, *colours in filter(None, undo.late)
    )


def _also_written(
    locked: LockedTable, before: OpenTable, device: str, later: OpenTable
) -> list[Executable]:
    """Return the SQL statements for the transaction of a step, besides that of its entry.

    Raises the refusals of ``seat_rows``, and those of ``prepared`` if the name of a new seat is
    taken.
    """
    learnt, now = save_learnt(before, device, later), later.state.setup.seats
    if len(before.seats) == len(now):
        return learnt
    here, back = before.setup.all_seats, _players_brought_back(locked, later)
    new = now[len(here) :]
    seats = (*here[: len(now)], *(back if len(back) == len(new) else new))
    rows = seat_rows(before, seats, later.sequence)
    prepared(before.game, replace(before.setup, seats=seats, late=()))
    return [*learnt, *rows]


def _decided_or_read(locked: LockedTable, submission: Submission) -> Entry | None:
    """Return the entry of a submission, or None if the submission must be decided again.

    A refusal may be due to an outdated snapshot. If this request has not read the table from the
    database yet, the table is therefore refreshed, and the refusal is not raised.
    """
    try:
        return _decided_entry(locked.table, submission)
    except Refusal:
        if locked.is_read:
            raise
        locked.refresh(submission.key)
        return None


def _after_failure(error: Refusal | DBAPIError, locked: LockedTable, key: str) -> Submitted | None:
    """Return the result of an append that raised an error but stored its entry.

    Returns None if the caller must try again. Raises a refusal if nothing was stored, or InDoubt if
    this is unknown.
    """
    answered = locked.refresh(key)
    if isinstance(error, DBAPIError):
        if answered is None and not error.connection_invalidated:
            raise database_refusal(error) from error
        return None
    # Another program locks the file, or it is unknown whether the entry was written.
    if answered is None:
        raise error
    return Submitted(locked.table, locked.entry(answered), repeated=False)


def _entry_without_phones(table: OpenTable, submission: Submission, step: Entry) -> Entry | None:
    """Return the entry that the app adds before a step because of the seats without a phone.

    Returns None if the game does not need this entry. Undo, redo and corrections need none.
    """
    kind = table.game.action_kinds.get(str(step.action["kind"]))
    if kind is None or kind.by == "banker":
        return None
    command = table.game.rules.without_phones(table.state, without_phones(table))
    if command is None:
        return None
    key = f"{submission.key[: LONGEST_KEY - 6]} alone"
    return decided(table.timeline, command, submission.dice, actor=APP, at=step.at, key=key)


def _decided_entry(table: OpenTable, submission: Submission) -> Entry:
    actor = table.actor(submission.device)
    posted = submission.action
    if callable(posted):
        posted = posted(table.game, table.state.denomination)
    command = read_action(table.game, _without_app_fields(posted))
    if isinstance(command, Action):
        command = command.tidied()
    if isinstance(command, Pause):
        # A saved game is decided without this: pauses in older logs did not stop a clock.
        command = replace(command, at=int(submission.now()))
    require_role(table, actor, command)
    if isinstance(command, JoinLate):
        # A saved game is decided without this: its players may have been renamed since.
        require_distinct(command.name, table.names)
        require_unique((*table.names, command.name))
    if isinstance(command, Amend) and isinstance(command.action, JoinLate):
        # A correction adds no seat to the table.
        words = say("Undo this step, then add the player. Joining is a step of its own.")
        raise Refusal("joins_on_its_own", table.state.join_rule, words)
    if is_late(table.timeline, command, actor.seat, submission.seen):
        raise moved_on()
    if not isinstance(command, Action):
        require_may_undo(table, actor, command)
        command = replace(command, late=joined_in(table, command))
    return decided(
        table.timeline,
        command,
        submission.dice,
        actor=actor.label,
        actor_seat=actor.seat,
        at=submission.now(),
        key=submission.key,
    )


def _without_app_fields(posted: Mapping[str, object]) -> dict[str, object]:
    """Return a posted action, including any nested one, without the ``FILLED_BY_APP`` fields."""
    sent = dict(posted)
    for name in FILLED_BY_APP:
        sent.pop(name, None)
    inner = sent.get("action")
    if isinstance(inner, Mapping):
        sent["action"] = _without_app_fields(inner)
    return sent


def undone_action(table: OpenTable, step: int) -> Mapping[str, object]:
    """Return the action of an undone step, which can be decided again now as a new step.

    Raises ``nothing_to_redo`` if the step is in force or was an undo, redo or correction.
    """
    standing = table.timeline.standing
    undone = (entry for _, entries in reversed(standing.undone) for entry in entries)
    log = open_tables().store.entries(table.id, table.game.event_kinds, step - 1, 1)
    # An entry that was corrected before the undo has its corrected action only in ``undone``.
    found = next((entry for entry in (*undone, *log) if entry.sequence == step), None)
    stands = any(entry.sequence == step for entry in standing.entries)
    if found is None or stands or found.is_about_the_log:
        words = say("Step {entry} has changed since. Check the history again.", entry=step)
        raise Refusal("nothing_to_redo", "", words)
    return found.action


def entries_of(table: OpenTable, after: int = 0) -> list[Entry]:
    """Return the log of a table, oldest first, including undone steps.

    Entries written after the snapshot ``table`` was taken are left out.

    after: skip entries up to and including this sequence number.
    """
    log = open_tables().store.entries(table.id, table.game.event_kinds, after)
    return [entry for entry in log if entry.sequence <= table.sequence]
