"""Presence: which devices hold a stream at which table, in this and in other processes.

It only drives the dots beside the names. Reports of other processes are trusted until they fall
silent, and nothing is stored.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping

Devices = frozenset[str]
NOBODY: Devices = frozenset()


class Presence:
    """Devices with a stream, by table; safe for threads."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._here: dict[int, Devices] = {}
        self._elsewhere: dict[str, dict[int, Devices]] = {}
        self._heard_at: dict[str, float] = {}
        self._unreported: set[int] = set()

    def at(self, table_id: int) -> Devices:
        """Return the devices at a table, in all processes."""
        others = [report.get(table_id, NOBODY) for report in list(self._elsewhere.values())]
        return self._here.get(table_id, NOBODY).union(*others)

    def set_here(self, table_id: int, devices: Devices) -> bool:
        """Set a table's devices in this process; return whether its overall presence changed."""
        with self._guard:
            before = self.at(table_id)
            if devices != self._here.get(table_id, NOBODY):
                _put(self._here, table_id, devices)
                self._unreported.add(table_id)
            return self.at(table_id) != before

    def unreported(self, *, everything: bool = False) -> dict[int, Devices]:
        """Return the tables to report to other processes.

        These are the changed ones, or all. They then count as reported.
        """
        with self._guard:
            tables = self._unreported | set(self._here) if everything else self._unreported
            self._unreported = set()
            return {table_id: self._here.get(table_id, NOBODY) for table_id in tables}

    def set_elsewhere(self, process: str, report: Mapping[int, Devices], now: float) -> set[int]:
        """Store another process's report; return the tables whose presence changed."""
        with self._guard:
            before = self._all(report)
            self._heard_at[process] = now
            for table_id, devices in report.items():
                _put(self._elsewhere.setdefault(process, {}), table_id, devices)
            return self._changed(before)

    def forget(self, process: str | None = None) -> set[int]:
        """Drop the reports of a process that ended, or of all processes.

        Returns the tables whose presence changed.
        """
        with self._guard:
            ended = list(self._heard_at) if process is None else [process]
            before = self._all({at for one in ended for at in self._elsewhere.get(one, ())})
            for one in ended:
                self._heard_at.pop(one, None)
                self._elsewhere.pop(one, None)
            return self._changed(before)

    def silent(self, since: float) -> list[str]:
        """Return the processes whose last report is older than a time."""
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
