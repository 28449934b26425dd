"""Notifications that wake the streams of a table after a change.

A notification carries no data. A stream that is woken reads the current table, so several
notifications in quick succession have the same effect as one.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable


class Notifier:
    """Notifications of changed tables within one process.

    ``Cluster`` notifies the other processes.

    on_listener: a function that is called before each subscription.
    """

    def __init__(self, on_listener: Callable[[], None] = lambda: None) -> None:
        self._on_listener = on_listener
        self._guard = threading.Lock()
        self._listeners: defaultdict[int, set[threading.Event]] = defaultdict(set)

    def subscribe(self, table_id: int) -> threading.Event:
        """Return a threading event that is set by each notification of the table.

        The caller must pass it to ``unsubscribe`` afterwards.
        """
        self._on_listener()
        listener = threading.Event()
        with self._guard:
            self._listeners[table_id].add(listener)
        return listener

    def unsubscribe(self, table_id: int, listener: threading.Event) -> None:
        """Remove a listener, if it is still subscribed."""
        with self._guard:
            self._listeners[table_id].discard(listener)
            if not self._listeners[table_id]:
                del self._listeners[table_id]

    def notify(self, table_id: int | None) -> None:
        """Wake all listeners of a table.

        table_id: the id of the table, or None for all tables.
        """
        with self._guard:
            tables = list(self._listeners) if table_id is None else [table_id]
            listeners = [
                listener for table in tables for listener in self._listeners.get(table, ())
            ]
        for listener in listeners:
            listener.set()
