"""Parts of screens that several devices share, kept as long as they are true."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from markupsafe import Markup

CAPACITY = 1000
"""Tables whose public parts are kept; a few kB each."""


class KeptParts:
    """The parts of all tables, each with the version it is true for.

    The longest unused table is forgotten first. Drawing waits for nothing, so one lock will do.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._tables: OrderedDict[int, dict[Hashable, tuple[object, Markup]]] = OrderedDict()

    def part(
        self, table_id: int, place: Hashable, version: object, draw: Callable[[], Markup]
    ) -> Markup:
        """Return the part at a place, drawn anew only if it was kept for another version."""
        with self._guard:
            parts = self._tables.setdefault(table_id, {})
            self._tables.move_to_end(table_id)
            if len(self._tables) > CAPACITY:
                self._tables.popitem(last=False)
            kept = parts.get(place)
            if kept is None or kept[0] != version:
                kept = parts[place] = (version, draw())
        return kept[1]

    def forget(self, table_id: int) -> None:
        """Drop what was kept of a table that nobody looks at any more."""
        with self._guard:
            self._tables.pop(table_id, None)
