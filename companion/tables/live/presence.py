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

    def at(self, table_id: int) -> Devices:
        """Return the devices at a table, wherever their streams are held."""
        others = [told.get(table_id, NOBODY) for told in list(self._elsewhere.values())]
        return self._here.get(table_id, NOBODY).union(*others)

    def set_here(self, table_id: int, devices: Devices) -> bool:
        """Say which devices hold a stream at a table in this process; tell whether that is news."""
        with self._guard:
            before = self.at(table_id)
            if devices != self._here.get(table_id, NOBODY):
                _put(self._here, table_id, devices)
                self._untold.add(table_id)
            return self.at(table_id) != before

    def untold(self, *, everything: bool = False) -> dict[int, Devices]:
        """Return what the other processes do not know yet, or all of it; it counts as told."""
        with self._guard:
            tables = self._untold | set(self._here) if everything else self._untold
            self._untold = set()
            return {table_id: self._here.get(table_id, NOBODY) for table_id in tables}

    def set_elsewhere(self, process: str, told: Mapping[int, Devices], now: float) -> set[int]:
        """Believe another process; return the tables where that makes a difference."""
        with self._guard:
            before = self._all(told)
            self._heard_at[process] = now
            for table_id, devices in told.items():
                _put(self._elsewhere.setdefault(process, {}), table_id, devices)
            return self._changed(before)

    def forget(self, process: str | None = None) -> set[int]:
        """Drop what a process said that has ended; return the tables where that is seen.

        None: what all said, for it may be old.
        """
        with self._guard:
            ended = list(self._heard_at) if process is None else [process]
            before = self._all({at for one in ended for at in self._elsewhere.get(one, ())})
            for one in ended:
                self._heard_at.pop(one, None)
                self._elsewhere.pop(one, None)
            return self._changed(before)

    def silent(self, since: float) -> list[str]:
        """Return the processes that have said nothing since a moment."""
        with self._guard:
            return [process for process, at in self._heard_at.items() if at < since]

    def _all(self, tables: Iterable[int]) -> dict[int, Devices]:
        return {table_id: self.at(table_id) for table_id in tables}

    def _changed(self, before: Mapping[int, Devices]) -> set[int]:
        return {table_id for table_id, devices in before.items() if self.at(table_id) != devices}


def _put(kept: dict[int, Devices], table_id: int, devices: Devices) -> None:
    if devices:
        kept[table_id] = devices
    else:
        kept.pop(table_id, None)
