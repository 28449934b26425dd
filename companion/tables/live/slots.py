"""Where a process keeps its open tables; the longest unused are forgotten first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from companion.tables.live.open_table import OpenTable

MOST_ENTRIES = 100_000
"""Entries of all the tables that a process keeps open: 1.3 to 1.9 kB each, so 190 MB at most."""
EMPTY_TABLE = 16
"""What a table is counted for besides: 4 to 35 kB, by the game."""


class Slot:
    """Where a table's snapshot is kept; the lock lets one tap a table decide at a time.

    news: how often another process has said that the table changed. read: how often of them the
    table was read since. entries: what it is counted for.
    """

    __slots__ = ("lock", "table", "news", "read", "entries", "__weakref__")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.table: OpenTable | None = None
        self.news = self.read = 0
        self.entries = EMPTY_TABLE

    @property
    def is_behind(self) -> bool:
        """Tell whether the table must be read before its next use."""
        return self.table is None or self.read < self.news


class Slots:
    """Slots by the codes of their tables; safe for any number of threads.

    most: how many entries they may hold together; a single table may be longer. on_count: called
    with how many they hold.
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
        """Return the slot of a code, made if need be; it is forgotten after all others now."""
        with self._guard:
            slot = self._slots.get(code)
            if slot is None:
                slot = self._slots[code] = Slot()
                self._count(slot.entries)
            self._slots.move_to_end(code)
            return slot

    def known(self, code: str) -> Slot | None:
        """Return the slot of a code if there is one; it is forgotten no later for that."""
        return self._slots.get(code)

    def show(self, slot: Slot, table: OpenTable) -> None:
        """Let everybody see a table as it is now, and forget others if it has grown too long."""
        with self._guard:
            slot.table = table
            before, slot.entries = slot.entries, EMPTY_TABLE + table.sequence
            # A forgotten one is counted no more, though somebody may hold it still.
            if self._slots.get(table.code) is slot and before != slot.entries:
                self._count(slot.entries - before)

    def forget(self, code: str) -> None:
        """Drop a slot."""
        with self._guard:
            self._count(-self._slots.pop(code).entries if code in self._slots else 0)

    def _count(self, more: int) -> None:
        self._entries += more
        while self._entries > self.most and len(self._slots) > 1:
            _, forgotten = self._slots.popitem(last=False)
            self._entries -= forgotten.entries
        self.on_count(self._entries)

    def number(self, slot: Slot, table_id: int) -> None:
        """Let a slot be found by the number of its table, as long as anybody holds it."""
        with self._guard:
            self._numbered[table_id] = slot

    def numbered(self, table_id: int | None = None) -> dict[int, Slot]:
        """Return the slots with a number; that one alone, if it is given."""
        with self._guard:
            if table_id is None:
                return dict(self._numbered.items())
            slot = self._numbered.get(table_id)
        return {} if slot is None else {table_id: slot}
