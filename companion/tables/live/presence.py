"""Which devices hold a stream at which table: in this process, and as other processes say.

It is what the dots beside the names show, nothing a rule depends on; so the others' word is
believed until they fall silent, and it is never written down.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping

Devices = frozenset[str]
NOBODY: Devices = frozenset()


class Presence:
    """Who is there; safe for any number of threads."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._here: dict[int, Devices] = {}
        self._elsewhere: dict[str, dict[int, Devices]] = {}
        self._heard_at: dict[str, float] = {}
        self._untold: set[int] = set()
        self._all: dict[int, Devices] = {}

    def at(self, table_id: int) -> Devices:
        """Return the devices at a table, wherever their streams are held."""
        return self._all.get(table_id, NOBODY)

    def set_here(self, table_id: int, devices: Devices) -> bool:
        """Say which devices hold a stream at a table in this process; tell whether that is news."""
        with self._guard:
            if devices == self._here.get(table_id, NOBODY):
                return False
            _put(self._here, table_id, devices)
            self._untold.add(table_id)
            return self._count(table_id)

    def untold(self, *, everything: bool = False) -> dict[int, Devices]:
        """Return what the other processes do not know yet, or all of it; it counts as told."""
        with self._guard:
            tables = self._untold | set(self._here) if everything else self._untold
            self._untold = set()
            return {table_id: self._here.get(table_id, NOBODY) for table_id in tables}

    def owe(self, tables: Iterable[int]) -> None:
        """Take back that these tables were told."""
        with self._guard:
            self._untold.update(tables)

    def set_elsewhere(self, process: str, told: Mapping[int, Devices], now: float) -> set[int]:
        """Believe another process; return the tables where that makes a difference."""
        with self._guard:
            theirs = self._elsewhere.setdefault(process, {})
            self._heard_at[process] = now
            for table_id, devices in told.items():
                _put(theirs, table_id, devices)
            return {table_id for table_id in told if self._count(table_id)}

    def forget(self, process: str) -> set[int]:
        """Drop what a process said that has ended; return the tables where that is seen."""
        with self._guard:
            self._heard_at.pop(process, None)
            told = self._elsewhere.pop(process, {})
            return {table_id for table_id in told if self._count(table_id)}

    def forget_others(self) -> set[int]:
        """Drop what every process said, for it may be old; return the tables where it is seen."""
        return set().union(*(self.forget(process) for process in list(self._heard_at)))

    def silent(self, since: float) -> list[str]:
        """Return the processes that have said nothing since a moment."""
        with self._guard:
            return [process for process, at in self._heard_at.items() if at < since]

    def _count(self, table_id: int) -> bool:
        """Put together who is at a table; tell whether that changed."""
        parts: Iterable[Devices] = (
            self._here.get(table_id, NOBODY),
            *(theirs.get(table_id, NOBODY) for theirs in self._elsewhere.values()),
        )
        before = self._all.get(table_id, NOBODY)
        now = NOBODY.union(*parts)
        _put(self._all, table_id, now)
        return now != before


def _put(kept: dict[int, Devices], table_id: int, devices: Devices) -> None:
    if devices:
        kept[table_id] = devices
    else:
        kept.pop(table_id, None)
