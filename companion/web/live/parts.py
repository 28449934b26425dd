"""Cached fragments of screens.

A fragment is an element with an id and may contain other fragments. It is rendered again only if a
value that it shows has changed.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

from markupsafe import Markup

CAPACITY = 1000
"""Maximum number of tables in the fragment cache. Each table takes a few kB."""
Parts = dict[str, Markup]
"""The fragments of one screen by id. A screen always has the same ids in the same order."""
Kept = dict[Hashable, tuple[object, Markup]]
"""The cached fragments of one table by cache key, each with the values that it shows."""


class KeptParts:
    """The fragment cache of all tables, which evicts the least recently used table.

    Two threads may render the same fragment at the same time. This is harmless, because both
    results are equal.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._tables: OrderedDict[int, Kept] = OrderedDict()

    def of(self, table_id: int) -> Kept:
        """Return the cached fragments of a table. Callers add new fragments to the dictionary."""
        with self._guard:
            parts = self._tables.setdefault(table_id, {})
            self._tables.move_to_end(table_id)
            if len(self._tables) > CAPACITY:
                self._tables.popitem(last=False)
        return parts

    def forget(self, table_id: int) -> None:
        """Drop the fragments of a table that no longer has viewers."""
        with self._guard:
            self._tables.pop(table_id, None)
