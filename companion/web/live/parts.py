"""Cached fragments of screens.

A fragment is rendered again only if a value that it shows has changed. It has an id and may contain
other fragments. A device receives only the fragments that changed. An unchanged fragment inside a
changed one is sent as an empty element, and the page keeps the content that it already shows.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from weakref import ref

from markupsafe import Markup

CAPACITY = 1000
"""Maximum number of tables in the fragment cache. Each table takes a few kB."""
MARK = Markup("\0")
"""A placeholder for an inner fragment. No text contains this character."""


@dataclass(slots=True, weakref_slot=True)
class Fragment:
    """A piece of a screen. It is immutable, apart from a cache of its changes."""

    id: str
    texts: tuple[str, ...]
    """The markup before, between and after the inner fragments."""
    inner: tuple[Fragment, ...] = ()
    row: tuple[str, ...] | None = None
    """The CSS classes if the fragment is a list item, otherwise None."""
    _since: tuple[ref[Fragment], str] | None = field(default=None, compare=False, repr=False)
    """The cached result of ``changes``: the earlier fragment and the markup. Most devices need the
    same changes."""

    def __str__(self) -> str:
        return self._filled(map(str, self.inner))

    def __html__(self) -> str:
        return str(self)

    def changes(self, before: Fragment) -> str:
        """Return the markup that updates a page from an earlier fragment, or "" if nothing changed.

        If only inner fragments changed, the markup contains only those. Otherwise it contains the
        whole fragment, with unchanged inner fragments as empty elements.
        """
        if self is before:
            return ""
        if self._since is not None and self._since[0]() is before:
            return self._since[1]
        known = {part.id: part for part in before.inner}
        is_framed_alike = self.texts == before.texts and self.row == before.row
        if is_framed_alike and [part.id for part in self.inner] == [*known]:
            new = "".join(map(Fragment.changes, self.inner, before.inner))
        else:
            new = self._filled(
                part._element(" data-same") if part == known.get(part.id) else str(part)
                for part in self.inner
            )
        self._since = ref(before), new
        return new

    def _filled(self, inner: Iterable[str]) -> str:
        first, *rest = self.texts
        pieces = [first]
        for part, text in zip(inner, rest, strict=True):
            pieces += (part, text)
        classes = " ".join(filter(None, self.row or ()))
        return self._element(f' class="{classes}"' if classes else "", *pieces)

    def _element(self, attributes: str, *pieces: str) -> str:
        name = "div" if self.row is None else "li"
        return "".join((f'<{name} id="part-{self.id}"{attributes}>', *pieces, f"</{name}>"))


Parts = tuple[Fragment, ...]
"""The fragments of one screen, always with the same ids in the same order."""


def news(parts: Parts, shown: Parts) -> str:
    """Return the markup that updates a device's screen.

    parts: the fragments of the new screen.
    shown: the fragments that the device shows now, or () for a new stream.
    """
    if not shown:
        return "".join(map(str, parts))
    return "".join([part.changes(before) for part, before in zip(parts, shown, strict=True)])


Kept = dict[Hashable, tuple[object, Fragment]]
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
