"""The cache of tables in memory: an LRU cache, limited by the number of log entries."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from companion.tables.live.open_table import OpenTable

MOST_ENTRIES = 100_000
"""The maximum number of entries of all cached tables together.

An entry takes 1.3 to 1.9 kB, so the cache takes at most 190 MB.
"""
EMPTY_TABLE = 16
"""The number of entries that each table counts as, in addition to its own entries.

A table without a log takes 4 to 35 kB, depending on the game.
"""


class Slot:
    """The place of one table in the cache, with a lock for the requests that change the table."""

    __slots__ = ("lock", "table", "news", "read", "entries", "__weakref__")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        # The latest snapshot, or None before the first read.
        self.table: OpenTable | None = None
        # ``news`` counts the changes that other processes have reported. ``read`` is the number of
        # them that the snapshot includes.
        self.news = self.read = 0
        # The number of entries that the slot counts as.
        self.entries = EMPTY_TABLE

    @property
    def is_behind(self) -> bool:
        """Whether the table must be read from the database before its next use."""
        return self.table is None or self.read < self.news


class Slots:
    """A thread-safe LRU cache of slots, keyed by table code.

    most: the maximum number of log entries of all tables together. A single table may exceed it.
    """

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        self.most = most
        # Called with the current number of entries whenever it changes.
        self.on_count: Callable[[int], None] = lambda entries: None
        self._guard = threading.Lock()
        self._slots: OrderedDict[str, Slot] = OrderedDict()
        self._numbered: WeakValueDictionary[int, Slot] = WeakValueDictionary()
        self._entries = 0

    def __len__(self) -> int:
        return len(self._slots)

    def slot_for(self, code: str) -> Slot:
        """Return the slot for a code, creating it if necessary, and mark it as recently used."""
        with self._guard:
            slot = self._slots.get(code)
            if slot is None:
                slot = self._slots[code] = Slot()
                self._count_entries(slot.entries)
            self._slots.move_to_end(code)
            return slot

    def slot_of(self, code: str) -> Slot | None:
        """Return the slot for a code, or None, without marking it as recently used."""
        return self._slots.get(code)

    def show(self, slot: Slot, table: OpenTable) -> None:
        """Put a new snapshot into a slot, and evict other tables if the cache is full."""
        with self._guard:
            slot.table = table
            before, slot.entries = slot.entries, EMPTY_TABLE + table.sequence
            # An evicted slot no longer counts, even if a request still uses it.
            if self._slots.get(table.code) is slot and before != slot.entries:
                self._count_entries(slot.entries - before)

    def forget(self, code: str) -> None:
        """Remove the slot for a code, if there is one."""
        with self._guard:
            self._count_entries(-self._slots.pop(code).entries if code in self._slots else 0)

    def _count_entries(self, more: int) -> None:
        self._entries += more
        while self._entries > self.most and len(self._slots) > 1:
            _, forgotten = self._slots.popitem(last=False)
            self._entries -= forgotten.entries
        self.on_count(self._entries)

    def register(self, slot: Slot, table_id: int) -> None:
        """Register a slot under the id of its table, for as long as the slot exists."""
        with self._guard:
            self._numbered[table_id] = slot

    def registered(self, table_id: int | None = None) -> dict[int, Slot]:
        """Return the registered slots, by table id.

        Evicted slots that are still in use are included.

        table_id: the only table to include, or None for all tables.
        """
        with self._guard:
            if table_id is None:
                return dict(self._numbered.items())
            slot = self._numbered.get(table_id)
        return {} if slot is None else {table_id: slot}
