"""A tap: who asks, may they, what does the game say, and one more line in the log."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from companion.mechanics.codec import malformed
from companion.mechanics.dice import Dice
from companion.mechanics.game import Action, AnyGame
from companion.mechanics.log import Entry
from companion.mechanics.refusal import Refusal
from companion.tables.copies import save_learnt
from companion.tables.decide import decided, is_late, read_action
from companion.tables.live.cache import LockedTable, OpenTable, open_tables
from companion.tables.refusals import moved_on
from companion.tables.roles import require_own_last, require_role
from companion.tables.storage.automatic_backup import back_up_if_over
from companion.tables.storage.database_errors import InDoubt, database_refusal
from companion.tables.storage.store import Overtaken

LONGEST_KEY = 64
ATTEMPTS = 20
"""Whoever loses the race to another process decides again; as somebody won each time, it ends."""
FILLED_BY_APP = frozenset(("by_app", "at"))
"""Fields of an action that only the app fills in; what a device sends for them is ignored."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """What a tap led to; ``repeated`` if an earlier tap with the same key had led to it."""

    open_table: OpenTable
    entry: Entry
    repeated: bool


PostedAction = Mapping[str, object] | Callable[[AnyGame], Mapping[str, object]]
"""An action as a JSON object, or how it is read once the game is known."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What a device asks for. seen: the sequence its screen showed. key: of the form it drew."""

    device: str
    action: PostedAction
    seen: int | None
    key: str
    dice: Dice
    now: Callable[[], float]


def system_dice(sides: int) -> int:
    """Return a face by the system's randomness."""
    return secrets.randbelow(sides) + 1


def submit(
    code: str,
    device: str,
    action: PostedAction,
    *,
    seen: int | None,
    key: str,
    dice: Dice = system_dice,
    now: Callable[[], float] = time.time,
) -> Submitted:
    """Take an action at a table and log it; the entry is on disk before this returns.

    seen: the sequence that the asking screen showed. key: made when its form was drawn; the same
    key twice from one device is answered with the first entry. Raises Refusal: the game's own,
    those of roles and undo, ``stale``, ``malformed``, ``unknown_kind``, ``unknown_code``, those of
    ``trouble`` for what was surely not kept, and InDoubt.
    """
    if not 0 < len(key) <= LONGEST_KEY:
        raise malformed(f"key: 1–{LONGEST_KEY}")
    tables, own = open_tables(), own_key(key, device)
    try:
        with tables.locked(code, own, as_known=True) as locked:
            submitted = _submitted(locked, Submission(device, action, seen, own, dice, now))
    except SQLAlchemyError as error:
        # The log cannot be asked, and it may hold an earlier tap under this key.
        raise InDoubt() from error
    # A repeated one too: where the first was in doubt, nobody here has heard of it.
    tables.notifier.notify(submitted.open_table.id)
    if not submitted.repeated:
        back_up_if_over(submitted.open_table)
    return submitted


def own_key(key: str, device: str) -> str:
    """Return the key that is logged: another device's equal key is another one (S8)."""
    digest = blake2b(f"{device} {key}".encode(), digest_size=8).hexdigest()
    return f"{key[: LONGEST_KEY - len(digest) - 1]} {digest}"


def _submitted(locked: LockedTable, submission: Submission) -> Submitted:
    """Decide and append; if another process was faster, look again and decide anew.

    Nothing is refused, nor said not to be kept, before the log was asked for the key.
    """
    for _ in range(ATTEMPTS):
        before = locked.table
        if locked.answered is not None:
            return Submitted(before, locked.entry(locked.answered), repeated=True)
        entry = _decided_or_read(locked, submission)
        if entry is None:
            continue
        own = _without_phones(before, submission, entry)
        if own is not None:
            entry, submission = own, replace(submission, seen=own.sequence)
        try:
            later = locked.append(entry, partial(save_learnt, before))
            if own is None:
                return Submitted(later, entry, repeated=False)
        except Overtaken:
            locked.refresh(submission.key)
        except (Refusal, DBAPIError) as error:
            found = _found_after(error, locked, submission.key)
            if found is not None:
                return found
    raise moved_on()


def _decided_or_read(locked: LockedTable, submission: Submission) -> Entry | None:
    """Return the next entry; None where that was refused, and the log is read only now."""
    try:
        return _decided(locked.table, submission)
    except Refusal:
        if locked.is_read:
            raise
        locked.refresh(submission.key)
        return None


def _found_after(error: Refusal | DBAPIError, locked: LockedTable, key: str) -> Submitted | None:
    """Return what a tap in trouble has led to, None where it is to be decided anew.

    Raises what says that it was not kept, or that nobody knows.
    """
    answered = locked.refresh(key)
    if isinstance(error, DBAPIError):
        if answered is None and not error.connection_invalidated:
            raise database_refusal(error) from error
        return None
    # The file is held by others, or nobody has heard whether it was written.
    if answered is None:
        raise error
    return Submitted(locked.table, locked.entry(answered), repeated=False)


def _without_phones(table: OpenTable, submission: Submission, first: Entry) -> Entry | None:
    """Return what the app does before the first step of a table that nobody joined by phone."""
    if first.sequence != 1:
        return None
    if any(seat.device not in (None, submission.device) for seat in table.seats):
        return None
    asked = table.game.rules.without_phones(table.state)
    if asked is None:
        return None
    key = f"{submission.key[: LONGEST_KEY - 6]} alone"
    return decided(table.timeline, asked, submission.dice, actor=first.actor, at=first.at, key=key)


def _decided(table: OpenTable, submission: Submission) -> Entry:
    actor = table.actor(submission.device)
    posted = submission.action(table.game) if callable(submission.action) else submission.action
    asked = read_action(table.game, _without_app_fields(posted))
    if isinstance(asked, Action):
        asked = asked.tidied()
    require_role(table, actor, asked)
    if is_late(table.timeline, asked, actor.seat, submission.seen):
        raise moved_on()
    if not isinstance(asked, Action):
        require_own_last(table, actor, asked)
    return decided(
        table.timeline,
        asked,
        submission.dice,
        actor=actor.label,
        actor_seat=actor.seat,
        at=submission.now(),
        key=submission.key,
    )


def _without_app_fields(posted: Mapping[str, object]) -> dict[str, object]:
    """Return what a device sent without what only the app fills in, in an amended action too."""
    sent = dict(posted)
    for name in FILLED_BY_APP:
        sent.pop(name, None)
    inner = sent.get("action")
    if isinstance(inner, Mapping):
        sent["action"] = _without_app_fields(inner)
    return sent


def entries_of(table: OpenTable, after: int = 0) -> list[Entry]:
    """Return the log of a table up to this moment of it, undone steps too, oldest first.

    after: the sequence that it begins behind.
    """
    log = open_tables().store.entries(table.id, table.game.event_kinds, after)
    return [entry for entry in log if entry.sequence <= table.sequence]
