"""Tables as they are now: folded once, then extended by what is new.

A snapshot never changes. Whoever holds one sees one moment of one table, whatever others do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from flask import current_app
from sqlalchemy import Executable

from companion.games import all_games
from companion.mechanics.game import AnyGame
from companion.mechanics.log import Entry
from companion.mechanics.refusal import Refusal
from companion.mechanics.timeline import Timeline
from companion.tables.actor import Actor
from companion.tables.codes import is_code, typed_code
from companion.tables.live.notifier import Notifier
from companion.tables.live.open_table import OpenTable
from companion.tables.live.slots import Slot, Slots
from companion.tables.refusals import not_installed, unknown_code
from companion.tables.storage.giving_way import giving_way
from companion.tables.storage.store import Glance, Header, SeatNow, Store

__all__ = ["Actor", "LockedTable", "OpenTable", "OpenTables", "SeatNow", "open_tables"]


class LockedTable:
    """A table that nobody else in this process changes meanwhile.

    is_read: whether the database was looked at meanwhile. answered: see ``Glance``; as it was then.
    """

    __slots__ = ("_code", "_slot", "_tables", "answered", "is_read")

    def __init__(self, tables: OpenTables, slot: Slot, code: str) -> None:
        self._tables = tables
        self._slot = slot
        self._code = code
        self.answered: int | None = None
        self.is_read = False

    @property
    def table(self) -> OpenTable:
        """The table as it is now."""
        assert self._slot.table is not None
        return self._slot.table

    def entry(self, sequence: int) -> Entry:
        """Return an entry of the log, whether it stands or not."""
        return self._tables.store.entry(self.table.id, self.table.game.event_kinds, sequence)

    def append(
        self, entry: Entry, also: Callable[[OpenTable], Iterable[Executable]] = lambda later: ()
    ) -> OpenTable:
        """Write the next entry, then show everybody the table with it.

        also: what else the table with that entry has written, all of it or nothing. Raises
        Overtaken if another process has changed the table, or wrote an entry under this key.
        """
        # Folded before it is written: an entry that cannot be folded would close the table.
        before = self.table
        later = before.extended(before.timeline.after(entry), entry)
        self._tables.store.append(later.id, later.code, later.revision, entry, also(later))
        self._tables.slots.show(self._slot, later)
        return later

    def change(self, *statements: Executable, otherwise: Refusal) -> OpenTable:
        """Change what is no log entry, each statement exactly one row, and ring the bell.

        Raises ``otherwise`` when a row is not as it was thought: another process was faster.
        """
        self._tables.store.change(self.table.id, statements, otherwise)
        self.refresh()
        self._tables.notifier.notify(self.table.id)
        return self.table

    def refresh(self, key: str = "") -> int | None:
        """Look at the database again; return the sequence a key has led to by now, if it has."""
        self.answered = self._tables.refresh(self._slot, self._code, key)
        self.is_read = True
        return self.answered


class OpenTables:
    """The tables this process has open."""

    def __init__(self, store: Store, notifier: Notifier, slots: Slots | None = None) -> None:
        self.store = store
        self.notifier = notifier
        self.slots = Slots() if slots is None else slots

    def find(self, code: str) -> OpenTable:
        """Return the table of a code as the database has it at this moment.

        Raises the refusals ``unknown_code`` and ``not_installed``.
        """
        with self.locked(code) as locked:
            return locked.table

    def in_memory(self, code: str) -> OpenTable | None:
        """Return the table if this process has it open and knows of nothing newer."""
        slot = self.slots.known(code)
        return None if slot is None or slot.is_behind else slot.table

    def peek(self, code: str) -> OpenTable:
        """Return the table of a code that is there, without keeping it open if it is not.

        For lists of many tables; one that was just changed elsewhere may be a moment old.
        """
        glance = self.store.glance(code)
        if glance is None:
            raise unknown_code()
        return self.in_memory(code) or self._opened(glance)

    def cached(self, code: str) -> OpenTable:
        """Return the table as this process knows it, without a look at the database if it can.

        For a stream that was just rung. Another process's news makes one of them look; the others
        wait for what it finds.
        """
        slot = self.slots.known(code) or self.slots.used(code)
        if slot.is_behind:
            with slot.lock:
                if slot.is_behind:
                    self.refresh(slot, code, "")
        assert slot.table is not None
        return slot.table

    def invalidate(self, table_id: int | None) -> None:
        """Have a table read from the database before its next use, and rung; None: every table."""
        for slot in self.slots.numbered(table_id).values():
            slot.news += 1
        self.notifier.notify(table_id)

    def check_for_changes(self) -> None:
        """Have the open tables read again that are newer in the database."""
        slots = self.slots.numbered()
        for glance in self.store.glances(slots):
            known = slots[glance.table_id].table
            now = (glance.revision, glance.sequence)
            if known is None or (known.revision, known.sequence) != now:
                self.invalidate(glance.table_id)

    @contextmanager
    def locked(self, code: str, key: str = "", *, as_known: bool = False) -> Iterator[LockedTable]:
        """Give the table, current, while no other tap of this process is decided on it.

        as_known: without a look at the database if this process knows of nothing newer; what is
        appended to it then may turn out to be overtaken. key: see ``Glance.answered``. Raises the
        refusal ``unknown_code``.
        """
        kept = typed_code(code)
        if not is_code(kept):
            raise unknown_code()
        slot = self.slots.used(kept)
        with slot.lock:
            locked = LockedTable(self, slot, kept)
            if slot.is_behind or not as_known:
                locked.refresh(key)
            yield locked

    def refresh(self, slot: Slot, code: str, key: str) -> int | None:
        """Make a slot current; return the sequence of the entry the key already led to."""
        # News that comes while the database is read makes it be read again.
        news = slot.news
        glance = self.store.glance(code, key)
        if glance is None:
            self.slots.forget(code)
            raise unknown_code()
        if slot.table is None:
            # Before the log is read: what is written later is said, and now it finds the slot.
            self.slots.number(slot, glance.table_id)
        self.slots.show(slot, self._current(slot.table, glance))
        slot.read = news
        return glance.answered

    def _current(self, known: OpenTable | None, glance: Glance) -> OpenTable:
        """Return the snapshot after what is new since the known one."""
        if known is None:
            return self._opened(glance)
        if known.revision != glance.revision:
            known = self._revised(known, glance)
        # Nothing later than the glance, which told whether a key was answered by then.
        if (newer := glance.sequence - known.sequence) > 0:
            kinds = known.game.event_kinds
            for entry in self.store.entries(known.id, kinds, known.sequence, newer):
                known = known.extended(known.timeline.after(entry), entry)
        return known

    def _opened(self, glance: Glance) -> OpenTable:
        header = self.store.header(glance.table_id)
        game = all_games().get(header.game)
        if game is None:
            raise not_installed(header.game)
        entries = self.store.entries(glance.table_id, game.event_kinds, most=glance.sequence)
        timeline = Timeline.begun(game, header.setup, entries, giving_way)
        return _table(header, game, glance.revision, timeline, entries[-1] if entries else None)

    def _revised(self, known: OpenTable, glance: Glance) -> OpenTable:
        """Return the table under new names, holders, bankers or copy."""
        header = self.store.header(glance.table_id)
        before, now = known.setup, header.setup
        if before.seats != now.seats:
            # The names are part of the state: fold it anew. It is rare.
            return self._opened(glance)
        timeline = known.timeline if before.copy == now.copy else known.timeline.with_copy(now)
        return _table(header, known.game, glance.revision, timeline, known.newest)


def _table(
    header: Header, game: AnyGame, revision: int, timeline: Timeline[Any], newest: Entry | None
) -> OpenTable:
    return OpenTable(
        id=header.table_id,
        code=header.code,
        game=game,
        created_at=header.created_at,
        seats=header.seats,
        bankers=header.bankers,
        copy_name=header.copy_name,
        banker_pass=header.banker_pass,
        revision=revision,
        timeline=timeline,
        newest=newest,
        changes=header.changes,
        followed_by=header.followed_by,
    )


def open_tables() -> OpenTables:
    """Return the tables of the app at work."""
    tables = current_app.extensions["open_tables"]
    assert isinstance(tables, OpenTables)
    return tables
