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
from companion.tables.copies import learnt_by
from companion.tables.decide import decided, is_late, read_action
from companion.tables.live.cache import CachedTable, OpenTable, open_tables
from companion.tables.refusals import moved_on
from companion.tables.roles import require_own_last, require_role
from companion.tables.storage.automatic_backup import keep_if_over
from companion.tables.storage.database_errors import InDoubt, trouble
from companion.tables.storage.store import Overtaken

LONGEST_KEY = 64
ATTEMPTS = 20
"""Whoever loses the race to another process decides again; as somebody won each time, it ends."""
OURS = frozenset(("by_app", "at"))
"""Fields of an action that only the app fills in; what a device sends for them is ignored."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """What a tap led to; ``repeated`` if an earlier tap with the same key had led to it."""

    open_table: OpenTable
    entry: Entry
    repeated: bool


Posted = Mapping[str, object] | Callable[[AnyGame], Mapping[str, object]]
"""An action as a JSON object, or how it is read once the game is known."""


@dataclass(frozen=True, slots=True)
class Tap:
    """What a device asks for. seen: the sequence its screen showed. key: of the form it drew."""

    device: str
    action: Posted
    seen: int | None
    key: str
    dice: Dice
    now: Callable[[], float]


def system_dice(sides: int) -> int:
    """Return a face by the system's randomness."""
    return secrets.randbelow(sides) + 1


def tap(
    code: str,
    device: str,
    action: Posted,
    *,
    seen: int | None,
    key: str,
    dice: Dice = system_dice,
    now: Callable[[], float] = time.time,
) -> Tapped:
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
        with tables.held(code, own, as_known=True) as held:
            tapped = _taken(held, Tap(device, action, seen, own, dice, now))
    except SQLAlchemyError as error:
        # The log cannot be asked, and it may hold an earlier tap under this key.
        raise InDoubt() from error
    # A repeated one too: where the first was in doubt, nobody here has heard of it.
    tables.bell.ring(tapped.open_table.id)
    if not tapped.repeated:
        keep_if_over(tapped.open_table)
    return tapped


def own_key(key: str, device: str) -> str:
    """Return the key that is logged: another device's equal key is another one (S8)."""
    digest = blake2b(f"{device} {key}".encode(), digest_size=8).hexdigest()
    return f"{key[: LONGEST_KEY - len(digest) - 1]} {digest}"


def _taken(held: CachedTable, asked: Tap) -> Tapped:
    """Decide and append; if another process was faster, look again and decide anew.

    Nothing is refused, nor said not to be kept, before the log was asked for the key.
    """
    for _ in range(ATTEMPTS):
        before = held.table
        if held.answered is not None:
            return Tapped(before, held.entry(held.answered), repeated=True)
        entry = _decided_or_read(held, asked)
        if entry is None:
            continue
        own = _without_phones(before, asked, entry)
        if own is not None:
            entry, asked = own, replace(asked, seen=own.sequence)
        try:
            later = held.append(entry, partial(learnt_by, before))
            if own is None:
                return Tapped(later, entry, repeated=False)
        except Overtaken:
            held.refresh(asked.key)
        except (Refusal, DBAPIError) as error:
            found = _found_after(error, held, asked.key)
            if found is not None:
                return found
    raise moved_on()


def _decided_or_read(held: CachedTable, asked: Tap) -> Entry | None:
    """Return the next entry; None where that was refused, and the log is read only now."""
    try:
        return _decided(held.table, asked)
    except Refusal:
        if held.is_read:
            raise
        held.refresh(asked.key)
        return None


def _found_after(error: Refusal | DBAPIError, held: CachedTable, key: str) -> Tapped | None:
    """Return what a tap in trouble has led to, None where it is to be decided anew.

    Raises what says that it was not kept, or that nobody knows.
    """
    answered = held.refresh(key)
    if isinstance(error, DBAPIError):
        if answered is None and not error.connection_invalidated:
            raise trouble(error) from error
        return None
    # The file is held by others, or nobody has heard whether it was written.
    if answered is None:
        raise error
    return Tapped(held.table, held.entry(answered), repeated=False)


def _without_phones(table: OpenTable, tap: Tap, first: Entry) -> Entry | None:
    """Return what the app does before the first step of a table that nobody joined by phone."""
    if first.sequence != 1:
        return None
    if any(seat.device not in (None, tap.device) for seat in table.seats):
        return None
    asked = table.game.rules.without_phones(table.state)
    if asked is None:
        return None
    key = f"{tap.key[: LONGEST_KEY - 6]} alone"
    return decided(table.timeline, asked, tap.dice, actor=first.actor, at=first.at, key=key)


def _decided(table: OpenTable, tap: Tap) -> Entry:
    actor = table.actor(tap.device)
    posted = tap.action(table.game) if callable(tap.action) else tap.action
    asked = read_action(table.game, _without_ours(posted))
    if isinstance(asked, Action):
        asked = asked.tidied()
    require_role(table, actor, asked)
    if is_late(table.timeline, asked, actor.seat, tap.seen):
        raise moved_on()
    if not isinstance(asked, Action):
        require_own_last(table, actor, asked)
    return decided(
        table.timeline,
        asked,
        tap.dice,
        actor=actor.label,
        actor_seat=actor.seat,
        at=tap.now(),
        key=tap.key,
    )


def _without_ours(posted: Mapping[str, object]) -> dict[str, object]:
    """Return what a device sent without what only the app fills in, in an amended action too."""
    sent = dict(posted)
    for name in OURS:
        sent.pop(name, None)
    inner = sent.get("action")
    if isinstance(inner, Mapping):
        sent["action"] = _without_ours(inner)
    return sent


def entries_of(table: OpenTable, after: int = 0) -> list[Entry]:
    """Return the log of a table up to this moment of it, undone steps too, oldest first.

    after: the sequence that it begins behind.
    """
    log = open_tables().store.entries(table.id, table.game.event_kinds, after)
    return [entry for entry in log if entry.sequence <= table.sequence]
