"""The table cache of a process: an LRU cache limited by log entries."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from companion.tables.live.open_table import OpenTable

MOST_ENTRIES = 100_000
"""Limit on the entries of all cached tables: at 1.3 to 1.9 kB each, at most 190 MB."""
EMPTY_TABLE = 16
"""Entries counted for a table besides its log: it takes 4 to 35 kB, depending on the game."""


class Slot:
    """The place of a table in the cache. Its lock lets one request at a time decide.

    news: number of changes that other processes reported. read: how many of them the snapshot
    includes. entries: number of entries that the slot counts for.
    """

    __slots__ = ("lock", "table", "news", "read", "entries", "__weakref__")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.table: OpenTable | None = None
        self.news = self.read = 0
        self.entries = EMPTY_TABLE

    @property
    def is_behind(self) -> bool:
        """Return whether the table must be read from the database before its next use."""
        return self.table is None or self.read < self.news


class Slots:
    """Slots by table code; safe for threads.

    most: limit on the entries of all tables together; a single table may exceed it. on_count:
    called with the current number of entries.
    """

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        self.most = most
        self.on_count: Callable[[int], None] = lambda entries: None
        self._guard = threading.Lock()
        self._slots: OrderedDict[str, Slot] = OrderedDict()
        self._numbered: WeakValueDictionary[int, Slot] = WeakValueDictionary()
        self._entries = 0

    def __len__(self) -> int:
        return len(self._slots)

    def used(self, code: str) -> Slot:
        """Return the slot of a code, creating it if necessary, and mark it as recently used."""
        with self._guard:
            slot = self._slots.get(code)
            if slot is None:
                slot = self._slots[code] = Slot()
                self._count(slot.entries)
            self._slots.move_to_end(code)
            return slot

    def known(self, code: str) -> Slot | None:
        """Return the slot of a code if there is one, without marking it as used."""
        return self._slots.get(code)

    def show(self, slot: Slot, table: OpenTable) -> None:
        """Publish a snapshot in its slot, and evict other tables if the cache is full."""
        with self._guard:
            slot.table = table
            before, slot.entries = slot.entries, EMPTY_TABLE + table.sequence
            # An evicted slot no longer counts, even if a request still uses it.
            if self._slots.get(table.code) is slot and before != slot.entries:
                self._count(slot.entries - before)

    def forget(self, code: str) -> None:
        """Remove a slot."""
        with self._guard:
            self._count(-self._slots.pop(code).entries if code in self._slots else 0)

    def _count(self, more: int) -> None:
        self._entries += more
        while self._entries > self.most and len(self._slots) > 1:
            _, forgotten = self._slots.popitem(last=False)
            self._entries -= forgotten.entries
        self.on_count(self._entries)

    def number(self, slot: Slot, table_id: int) -> None:
        """Register a slot under its table's id for as long as the slot exists."""
        with self._guard:
            self._numbered[table_id] = slot

    def numbered(self, table_id: int | None = None) -> dict[int, Slot]:
        """Return the slots by table id: all registered ones, or only the given one."""
        with self._guard:
            if table_id is None:
                return dict(self._numbered.items())
            slot = self._numbered.get(table_id)
        return {} if slot is None else {table_id: slot}
