"""The tables in memory.

A table's log is replayed once. Later, only new entries are applied.

Callers get immutable snapshots, which do not change while other requests modify the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from flask import current_app
from sqlalchemy import Executable

from companion.games import all_games
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame
from companion.mechanics.history.log import Entry
from companion.mechanics.history.timeline import Timeline, begun_with
from companion.tables.actor import Actor
from companion.tables.codes import is_code, typed_code
from companion.tables.live.notifier import Notifier
from companion.tables.live.open_table import OpenTable
from companion.tables.live.slots import Slot, Slots
from companion.tables.refusals import not_installed, table_deleted, unknown_code
from companion.tables.storage.giving_way import giving_way
from companion.tables.storage.store import Glance, Header, SeatNow, Store

__all__ = ["Actor", "LockedTable", "OpenTable", "OpenTables", "SeatNow", "open_tables"]


class LockedTable:
    """A table that the current request has locked against other requests of this process."""

    __slots__ = ("_code", "_slot", "_tables", "answered", "is_read")

    def __init__(self, tables: OpenTables, slot: Slot, code: str) -> None:
        self._tables = tables
        self._slot = slot
        self._code = code
        # The sequence number of the entry with the request's idempotency key, if there is one.
        self.answered: int | None = None
        # Whether this request has read the table from the database.
        self.is_read = False

    @property
    def table(self) -> OpenTable:
        """The current snapshot of the table."""
        assert self._slot.table is not None
        return self._slot.table

    def entry(self, sequence: int) -> Entry:
        """Return an entry of the log, even if it was undone."""
        return self._tables.store.entry(self.table.id, self.table.game.event_kinds, sequence)

    def append(
        self, entry: Entry, also: Callable[[OpenTable], Iterable[Executable]] = lambda later: ()
    ) -> OpenTable:
        """Write the next entry to the log, then publish the new snapshot and return it.

        also: a function that returns further SQL statements for the same transaction, given the new
        snapshot.

        Raises Overtaken if another process changed the table first or wrote an entry with the same
        idempotency key. Also raises the other errors of ``Store.append``.
        """
        # The entry is applied before it is written, because a bad entry in the log would make the
        # table unusable.
        before = self.table
        later = before.extended(before.timeline.after(entry, giving_way), entry)
        further = tuple(also(later))
        self._tables.store.append(later.id, later.code, later.revision, entry, further)
        if further:
            # They changed the seats or the copy, so the snapshot must not be shown as it is.
            self.refresh()
            return self.table
        self._tables.slots.show(self._slot, later)
        return later

    def change(self, *statements: Executable, otherwise: Refusal) -> OpenTable:
        """Run SQL statements that change the table outside its log, then notify its streams.

        Each statement must change exactly one row. Otherwise nothing is changed and the refusal
        ``otherwise`` is raised, because another process was faster.
        """
        self._tables.store.change(self.table.id, statements, otherwise)
        self.refresh()
        self.notify()
        return self.table

    def pass_to(self, seat: int | None) -> OpenTable:
        """Note which player has the only device, or None, then notify the streams."""
        self._tables.slots.show(self._slot, replace(self.table, passed_to=seat))
        self.notify()
        return self.table

    def notify(self) -> None:
        """Wake the streams of the table in this process."""
        self._tables.notifier.notify(self.table.id)

    def refresh(self, key: str = "") -> int | None:
        """Update the table from the database.

        Returns the sequence number of the entry with this idempotency key, or None if there is
        none.
        """
        self.answered = self._tables.refresh(self._slot, self._code, key)
        self.is_read = True
        return self.answered


class OpenTables:
    """The cache of the tables that this process keeps in memory."""

    def __init__(
        self,
        store: Store,
        notifier: Notifier,
        slots: Slots | None = None,
        *,
        is_passed_round: bool = False,
    ) -> None:
        self.store = store
        self.notifier = notifier
        self.is_passed_round = is_passed_round
        self.slots = Slots() if slots is None else slots

    def find(self, code: str) -> OpenTable:
        """Return the table with this code, after checking the database for changes.

        Raises ``unknown_code``, ``table_deleted``, ``not_installed`` or ``table_damaged``.
        """
        with self.locked(code) as locked:
            return locked.table

    def in_memory(self, code: str) -> OpenTable | None:
        """Return the table with this code if it is in memory and not known to be outdated.

        Otherwise return None.
        """
        slot = self.slots.slot_of(code)
        return None if slot is None or slot.is_behind else slot.table

    def peek(self, code: str) -> OpenTable:
        """Return the table with this code without adding it to the cache.

        This is meant for lists of many tables. The snapshot may be slightly outdated if another
        process has just changed the table.

        Raises ``unknown_code``, ``table_deleted``, ``not_installed`` or ``table_damaged``.
        """
        glance = self.store.glance(code)
        if glance is None:
            raise self._no_such_table(code)
        return self.in_memory(code) or self._read_whole(glance)

    def cached(self, code: str) -> OpenTable:
        """Return the table with this code, reading the database only if the cache is outdated.

        This is meant for streams that were just notified. After a change by another process, one
        stream reads the database while the others wait.

        Raises ``unknown_code``, ``table_deleted``, ``not_installed`` or ``table_damaged``.
        """
        slot = self.slots.slot_of(code) or self.slots.slot_for(code)
        if slot.is_behind:
            with slot.lock:
                if slot.is_behind:
                    self.refresh(slot, code, "")
        assert slot.table is not None
        return slot.table

    def invalidate(self, table_id: int | None) -> None:
        """Mark a table as outdated and notify its streams.

        table_id: the id of the table, or None for all tables.
        """
        for slot in self.slots.registered(table_id).values():
            slot.news += 1
        self.notifier.notify(table_id)

    def check_for_changes(self) -> None:
        """Invalidate the tables in memory that have changed in the database."""
        slots = self.slots.registered()
        for glance in self.store.glances(slots):
            known = slots[glance.table_id].table
            now = (glance.revision, glance.sequence)
            if known is None or (known.revision, known.sequence) != now:
                self.invalidate(glance.table_id)

    @contextmanager
    def locked(self, code: str, key: str = "", *, as_known: bool = False) -> Iterator[LockedTable]:
        """Lock a table against other requests of this process while the block runs.

        code: the join code, as entered or normalized.
        key: the idempotency key of the request; see ``Glance.answered``.
        as_known: whether to skip reading the database if the table is not known to be outdated. In
        that case the table may have changed, and ``LockedTable.append`` may raise Overtaken.

        Raises ``unknown_code``, ``table_deleted``, ``not_installed`` or ``table_damaged``.
        """
        kept = typed_code(code)
        if not is_code(kept):
            raise unknown_code()
        slot = self.slots.slot_for(kept)
        with slot.lock:
            locked = LockedTable(self, slot, kept)
            if slot.is_behind or not as_known:
                locked.refresh(key)
            yield locked

    def take_back(self) -> bool:
        """Hide secrets at all tables until their player has the only device again.

        Returns whether any were shown.
        """
        were_shown = False
        for slot in self.slots.registered().values():
            if slot.table is not None and slot.table.passed_to is not None:
                LockedTable(self, slot, slot.table.code).pass_to(None)
                were_shown = True
        return were_shown

    def refresh(self, slot: Slot, code: str, key: str) -> int | None:
        """Update the snapshot in a slot from the database.

        Returns the sequence number of the entry with this idempotency key, or None if there is
        none. Raises ``unknown_code``, ``table_deleted``, ``not_installed`` or ``table_damaged``.
        """
        # A change reported while the database is being read makes the slot outdated again.
        news = slot.news
        glance = self.store.glance(code, key)
        if glance is None:
            self.slots.forget(code)
            raise self._no_such_table(code)
        if slot.table is None:
            # The slot is registered before the log is read, so that notifications of later changes
            # find it.
            self.slots.register(slot, glance.table_id)
        self.slots.show(slot, self._updated(slot.table, glance))
        slot.read = news
        return glance.answered

    def _no_such_table(self, code: str) -> Refusal:
        return table_deleted() if self.store.was_deleted(code) else unknown_code()

    def _updated(self, known: OpenTable | None, glance: Glance) -> OpenTable:
        """Return a snapshot of the table in the state that the glance found.

        known: the previous snapshot, or None to read the whole log.
        """
        if known is None:
            return self._read_whole(glance)
        if known.revision != glance.revision:
            known = self._with_header_read(known, glance)
        # Later entries are left out, because the glance did not check them for the key.
        if (newer := glance.sequence - known.sequence) > 0:
            kinds = known.game.event_kinds
            for entry in self.store.entries(known.id, kinds, known.sequence, newer):
                known = known.extended(known.timeline.after(entry, giving_way), entry)
        return known

    def _read_whole(self, glance: Glance) -> OpenTable:
        header, glance = self._header_at(glance)
        game = all_games().get(header.game)
        if game is None:
            raise not_installed(header.game)
        entries = self.store.entries(glance.table_id, game.event_kinds, most=glance.sequence)
        timeline = Timeline.begun(game, begun_with(header.setup, entries), entries, giving_way)
        newest = entries[-1] if entries else None
        table = _snapshot(header, game, glance.revision, timeline, newest)
        return replace(table, is_passed_round=self.is_passed_round)

    def _header_at(self, glance: Glance) -> tuple[Header, Glance]:
        """Return the header of a table, and a glance at the same revision.

        Both must have the same seats: the log may have added one between the two queries.
        """
        while (header := self.store.header(glance.table_id)).revision != glance.revision:
            newer = self.store.glance(header.code)
            if newer is None:
                raise self._no_such_table(header.code)
            glance = newer
        return header, glance

    def _with_header_read(self, known: OpenTable, glance: Glance) -> OpenTable:
        """Return the snapshot after a change outside the log, for example of seats or bankers."""
        header = self.store.header(glance.table_id)
        before, now = known.setup, header.setup
        if before.all_seats != now.seats:
            # Names are part of the state, so the log is replayed. This is rare.
            return self._read_whole(glance)
        timeline = known.timeline
        if before.copy != now.copy:
            timeline = timeline.with_copy(replace(before, copy=now.copy))
        table = _snapshot(header, known.game, glance.revision, timeline, known.newest)
        return replace(table, is_passed_round=self.is_passed_round)


def _snapshot(
    header: Header, game: AnyGame, revision: int, timeline: Timeline[Any], newest: Entry | None
) -> OpenTable:
    return OpenTable(
        id=header.table_id,
        code=header.code,
        game=game,
        created_at=header.created_at,
        seats=header.seats,
        bankers=header.bankers,
        copy_link=header.copy_link,
        copy_marks=header.copy_marks,
        title=header.title,
        banker_pass=header.banker_pass,
        revision=revision,
        timeline=timeline,
        newest=newest,
        changes=header.changes,
        followed_by=header.followed_by,
    )


def open_tables() -> OpenTables:
    """Return the tables of the current app."""
    tables = current_app.extensions["open_tables"]
    assert isinstance(tables, OpenTables)
    return tables
