"""Parts of screens: each a pure function of what it shows, kept as long as it shows the same.

A part stands under an id of its own, and other parts may stand in it. A device is sent what it does
not show yet; what it shows already within that is an empty element, which it leaves alone.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from weakref import ref

from markupsafe import Markup

CAPACITY = 1000
"""Tables whose parts are kept; a few kB each."""
MARK = Markup("\0")
"""Where another part stands in a text. No text on a screen has such a sign: names are printable."""


@dataclass(slots=True, weakref_slot=True)
class Fragment:
    """A piece of a screen; nobody changes what it shows.

    texts: cut where the inner parts stand, so there is one more of them. row: the classes of one
    that stands in a list, None for any other; what is empty there is no class.

    It remembers what is new in it for who shows the part that stood in its place before: mostly
    several devices ask for the same.
    """

    id: str
    texts: tuple[str, ...]
    inner: tuple[Fragment, ...] = ()
    row: tuple[str, ...] | None = None
    _since: tuple[ref[Fragment], str] | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self._filled(map(str, self.inner))

    def __html__(self) -> str:
        return str(self)

    def changes(self, before: Fragment) -> str:
        """Return what a device needs that shows an earlier one in its place: all, some or nothing.

        What stays as it is in a part that does not is an empty element.
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
"""Of one screen, always the same ids in the same order."""


def news(parts: Parts, shown: Parts) -> str:
    """Return what a device needs that shows the earlier ones, () for none yet."""
    if not shown:
        return "".join(map(str, parts))
    return "".join([part.changes(before) for part, before in zip(parts, shown, strict=True)])


Kept = dict[Hashable, tuple[object, Fragment]]
"""The parts of a table by their places, each with what it shows."""


class KeptParts:
    """The parts of all tables, each with what it is true for.

    The longest unused table is forgotten first. Two threads may draw one part at once: both are
    right, and either is kept.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._tables: OrderedDict[int, Kept] = OrderedDict()

    def of(self, table_id: int) -> Kept:
        """Return what is kept of a table; whoever draws a part keeps it there."""
        with self._guard:
            parts = self._tables.setdefault(table_id, {})
            self._tables.move_to_end(table_id)
            if len(self._tables) > CAPACITY:
                self._tables.popitem(last=False)
        return parts

    def forget(self, table_id: int) -> None:
        """Drop what was kept of a table that nobody looks at any more."""
        with self._guard:
            self._tables.pop(table_id, None)
