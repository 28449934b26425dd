"""A key for caches of values computed from a state; it compares identity, not content."""

from __future__ import annotations

from typing import Generic, TypeVar

S = TypeVar("S")


class IdentityKey(Generic[S]):
    """A cache key made of a state, or of some of its parts.

    Two keys are equal if their parts are the same objects. A part that an event does not change
    therefore keeps its cached values, although every move redraws every screen. The key keeps the
    state in memory, so that no new object can take the id of one of its parts.
    """

    __slots__ = ("state", "_parts")

    def __init__(self, state: S, *parts: object) -> None:
        self.state = state
        self._parts = tuple(map(id, parts or (state,)))

    def __hash__(self) -> int:
        return hash(self._parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and self._parts == other._parts
