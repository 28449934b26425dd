"""A key for caches of what is computed from a state: by identity, not by content."""

from __future__ import annotations

from typing import Generic, TypeVar

S = TypeVar("S")


class IdentityKey(Generic[S]):
    """A state as far as some parts of it go, or as a whole.

    Equal to another while the very same parts are in it. It keeps its state in memory, so no other
    object can have their ids. What changes rarely is kept so from one step to the next, for every
    tap redraws every screen.
    """

    __slots__ = ("state", "_parts")

    def __init__(self, state: S, *parts: object) -> None:
        self.state = state
        self._parts = tuple(map(id, parts or (state,)))

    def __hash__(self) -> int:
        return hash(self._parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and self._parts == other._parts
