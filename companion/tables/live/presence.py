"""Presence: which devices have an open stream at a table, in this process and in others.

Presence is used only for the dots beside the players' names, and for whether anybody can see a
table's big screen. The last report of another process remains valid until that process stops
sending reports. Nothing is stored.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping

Devices = frozenset[str]
NOBODY: Devices = frozenset()
SEEN_SECONDS = 5.0
"""How long the report of a visible big screen is valid, in seconds."""


class Presence:
    """A thread-safe register of the devices with an open stream, by table id."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._here: dict[int, Devices] = {}
        self._elsewhere: dict[str, dict[int, Devices]] = {}
        self._heard_at: dict[str, float] = {}
        self._unreported: set[int] = set()
        self._seen_at: dict[int, float] = {}
        self._unreported_seen: set[int] = set()

    def at(self, table_id: int) -> Devices:
        """Return the devices that are present at a table, in all processes."""
        others = [report.get(table_id, NOBODY) for report in list(self._elsewhere.values())]
        return self._here.get(table_id, NOBODY).union(*others)

    def tables(self) -> set[int]:
        """Return the ids of the tables with an open stream, in all processes."""
        return set(self._here).union(*list(self._elsewhere.values()))

    def see(self, table_id: int, now: float, *, is_here: bool = True) -> None:
        """Record that a big screen of a table is visible.

        now: the current time of the monotonic clock, in seconds.
        is_here: whether the big screen reported this to this process.
        """
        with self._guard:
            seen = self._seen_at.items()
            self._seen_at = {one: at for one, at in seen if now - at <= SEEN_SECONDS}
            self._seen_at[table_id] = now
            if is_here:
                self._unreported_seen.add(table_id)

    def is_seen(self, table_id: int, now: float) -> bool:
        """Return whether a big screen of a table was visible just now, in any process."""
        at = self._seen_at.get(table_id)
        return at is not None and now - at <= SEEN_SECONDS

    def unreported_seen(self) -> set[int]:
        """Return the ids of the tables that were seen here, and mark them as reported."""
        with self._guard:
            tables, self._unreported_seen = self._unreported_seen, set()
            return tables

    def set_here(self, table_id: int, devices: Devices) -> bool:
        """Set the devices that have a stream of this process at a table.

        Returns whether the table's presence in all processes together changed.
        """
        with self._guard:
            before = self.at(table_id)
            if devices != self._here.get(table_id, NOBODY):
                _set_or_remove(self._here, table_id, devices)
                self._unreported.add(table_id)
            return self.at(table_id) != before

    def unreported(self, *, everything: bool = False) -> dict[int, Devices]:
        """Return the devices with a stream of this process, by table id, and mark them as reported.

        Only tables whose presence has changed since the last report are included.

        everything: whether to include all other tables with a stream too.
        """
        with self._guard:
            tables = self._unreported | set(self._here) if everything else self._unreported
            self._unreported = set()
            return {table_id: self._here.get(table_id, NOBODY) for table_id in tables}

    def set_elsewhere(self, process: str, report: Mapping[int, Devices], now: float) -> set[int]:
        """Record a report of another process, and return the ids of the tables that it affects.

        A table is affected if its presence in all processes together changed.

        process: the name of the process.
        report: the devices at each table, by table id.
        now: the current time of the monotonic clock, in seconds.
        """
        with self._guard:
            before = self._presence_at(report)
            self._heard_at[process] = now
            for table_id, devices in report.items():
                _set_or_remove(self._elsewhere.setdefault(process, {}), table_id, devices)
            return self._tables_changed(before)

    def forget(self, process: str | None = None) -> set[int]:
        """Forget the reports of a process that has ended, and return the ids of affected tables.

        process: the name of the process, or None for all processes.
        """
        with self._guard:
            ended = list(self._heard_at) if process is None else [process]
            before = self._presence_at({at for one in ended for at in self._elsewhere.get(one, ())})
            for one in ended:
                self._heard_at.pop(one, None)
                self._elsewhere.pop(one, None)
            return self._tables_changed(before)

    def silent(self, since: float) -> list[str]:
        """Return the names of the processes that have sent no report since a given time.

        since: the time by the monotonic clock, in seconds.
        """
        with self._guard:
            return [process for process, at in self._heard_at.items() if at < since]

    def _presence_at(self, tables: Iterable[int]) -> dict[int, Devices]:
        return {table_id: self.at(table_id) for table_id in tables}

    def _tables_changed(self, before: Mapping[int, Devices]) -> set[int]:
        return {table_id for table_id, devices in before.items() if self.at(table_id) != devices}


def _set_or_remove(kept: dict[int, Devices], table_id: int, devices: Devices) -> None:
    if devices:
        kept[table_id] = devices
    else:
        kept.pop(table_id, None)
