"""The bell that wakes the streams of a table when something changed there.

It carries no news, only "look again": whoever hears it asks for the table as it is now, so rings
that come close together melt into one.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable


class Ear:
    """One listener at one table."""

    __slots__ = ("table_id", "_rung")

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self._rung = threading.Event()

    def wait(self, timeout: float) -> bool:
        """Return True once rung since the last wait, or False after so many seconds."""
        if not self._rung.wait(timeout):
            return False
        self._rung.clear()
        return True

    def ring(self) -> None:
        """Wake the listener, now or at its next wait."""
        self._rung.set()


class Bell:
    """The bell within one process; ``Cluster`` takes the news to the others.

    on_listener: called before somebody begins to listen.
    """

    def __init__(self, on_listener: Callable[[], None] = lambda: None) -> None:
        self._on_listener = on_listener
        self._guard = threading.Lock()
        self._ears: defaultdict[int, set[Ear]] = defaultdict(set)

    def subscribe(self, table_id: int) -> Ear:
        """Return an ear that hears every later ring of the table; forget it when done."""
        self._on_listener()
        ear = Ear(table_id)
        with self._guard:
            self._ears[table_id].add(ear)
        return ear

    def forget(self, ear: Ear) -> None:
        """Drop an ear; twice does no harm."""
        with self._guard:
            ears = self._ears.get(ear.table_id, set())
            ears.discard(ear)
            if not ears:
                self._ears.pop(ear.table_id, None)

    def ring(self, table_id: int | None) -> None:
        """Wake all who listen to the table; None: to any."""
        with self._guard:
            tables = list(self._ears) if table_id is None else [table_id]
            ears = [ear for table in tables for ear in self._ears.get(table, ())]
        for ear in ears:
            ear.ring()
