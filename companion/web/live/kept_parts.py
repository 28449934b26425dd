"""Parts of screens that several devices share, kept as long as they are true."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from markupsafe import Markup

CAPACITY = 1000
"""Tables whose public parts are kept; a few kB each."""


class _Table:
    """A table's parts by place, each with the version it is true for."""

    __slots__ = ("lock", "parts")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.parts: dict[Hashable, tuple[object, Markup]] = {}


class KeptParts:
    """The parts of all tables; the longest unused table is forgotten first."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._tables: OrderedDict[int, _Table] = OrderedDict()

    def part(
        self, table_id: int, place: Hashable, version: object, draw: Callable[[], Markup]
    ) -> Markup:
        """Return the part at a place, drawn anew only if it was kept for another version."""
        kept = self._of(table_id)
        with kept.lock:
            part = kept.parts.get(place)
            if part is None or part[0] != version:
                part = kept.parts[place] = (version, draw())
        return part[1]

    def _of(self, table_id: int) -> _Table:
        with self._guard:
            kept = self._tables.setdefault(table_id, _Table())
            self._tables.move_to_end(table_id)
            while len(self._tables) > CAPACITY:
                self._tables.popitem(last=False)
            return kept

    def forget(self, table_id: int) -> None:
        """Drop what was kept of a table that nobody looks at any more."""
        with self._guard:
            self._tables.pop(table_id, None)
