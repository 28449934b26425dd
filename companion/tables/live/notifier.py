"""The bell that wakes the streams of a table when something changed there.

It carries no news, only "look again": whoever hears it asks for the table as it is now, so rings
that come close together melt into one.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable


class Notifier:
    """The bell within one process; ``Cluster`` takes the news to the others.

    on_listener: called before somebody begins to listen.
    """

    def __init__(self, on_listener: Callable[[], None] = lambda: None) -> None:
        self._on_listener = on_listener
        self._guard = threading.Lock()
        self._listeners: defaultdict[int, set[threading.Event]] = defaultdict(set)

    def subscribe(self, table_id: int) -> threading.Event:
        """Return an event that every later ring of the table sets; forget it when done."""
        self._on_listener()
        listener = threading.Event()
        with self._guard:
            self._listeners[table_id].add(listener)
        return listener

    def unsubscribe(self, table_id: int, listener: threading.Event) -> None:
        """Drop an event; twice does no harm."""
        with self._guard:
            self._listeners[table_id].discard(listener)
            if not self._listeners[table_id]:
                del self._listeners[table_id]

    def notify(self, table_id: int | None) -> None:
        """Wake all who listen to the table; None: to any."""
        with self._guard:
            tables = list(self._listeners) if table_id is None else [table_id]
            listeners = [
                listener for table in tables for listener in self._listeners.get(table, ())
            ]
        for listener in listeners:
            listener.set()
