"""The bell that wakes the streams of a table when something changed there.

It carries no news, only "look again": whoever hears it asks for the table as it is now, so rings
that come close together melt into one.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable
from types import TracebackType
from typing import Protocol


class Signal:
    """Wakes the one who waits for it; a single lock, because hundreds wait at once."""

    __slots__ = ("_quiet",)

    def __init__(self) -> None:
        self._quiet = threading.Lock()
        self._quiet.acquire()

    def wait(self, timeout: float) -> bool:
        """Return True once rung since the last wait, or False after so many seconds."""
        return self._quiet.acquire(timeout=timeout)

    def ring(self) -> None:
        """Wake the listener, now or at its next wait."""
        try:
            self._quiet.release()
        except RuntimeError:
            # It was rung before and has not listened since: one ring is enough.
            pass


class Ear(Signal):
    """One listener at one table. told: called at every ring, instead of waking who waits."""

    __slots__ = ("_bell", "_table_id", "_told")

    def __init__(self, bell: Bell, table_id: int, told: Callable[[int], None] | None) -> None:
        super().__init__()
        self._bell = bell
        self._table_id = table_id
        self._told = told

    def ring(self) -> None:
        """Wake the listener, now or at its next wait, or tell whoever wants to be told."""
        if self._told is None:
            super().ring()
        else:
            self._told(self._table_id)

    def close(self) -> None:
        """Stop listening; closing twice does no harm."""
        self._bell.forget(self._table_id, self)

    def __enter__(self) -> Ear:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Ringing(Protocol):
    """What a bell can do. It rings in this process; ``Cluster`` takes the news to the others."""

    def subscribe(self, table_id: int, told: Callable[[int], None] | None = None) -> Ear:
        """Return an ear that hears every later ring of the table; told: see ``Ear``."""

    def ring(self, table_id: int) -> None:
        """Wake all who listen to the table."""

    def ring_all(self) -> None:
        """Wake everybody, so that they notice the server is closing."""


class Bell:
    """The bell within one process. on_listener: called before somebody begins to listen."""

    def __init__(self, on_listener: Callable[[], None] = lambda: None) -> None:
        self._on_listener = on_listener
        self._guard = threading.Lock()
        self._ears: defaultdict[int, set[Ear]] = defaultdict(set)

    def subscribe(self, table_id: int, told: Callable[[int], None] | None = None) -> Ear:
        """Return an ear that hears every later ring of the table; close it when done."""
        self._on_listener()
        ear = Ear(self, table_id, told)
        with self._guard:
            self._ears[table_id].add(ear)
        return ear

    def forget(self, table_id: int, ear: Ear) -> None:
        """Drop an ear."""
        with self._guard:
            ears = self._ears.get(table_id, set())
            ears.discard(ear)
            if not ears:
                self._ears.pop(table_id, None)

    def ring(self, table_id: int) -> None:
        """Wake all who listen to the table."""
        with self._guard:
            ears = tuple(self._ears.get(table_id, ()))
        for ear in ears:
            ear.ring()

    def ring_all(self) -> None:
        """Wake everybody, so that they notice the server is closing."""
        with self._guard:
            ears = [ear for listening in self._ears.values() for ear in listening]
        for ear in ears:
            ear.ring()
