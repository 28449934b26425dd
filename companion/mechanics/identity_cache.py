"""A cache key for values computed from a state, which compares objects by identity."""

from __future__ import annotations

from typing import Generic, TypeVar

S = TypeVar("S")


class IdentityKey(Generic[S]):
    """A cache key for a state, or for some parts of a state.

    Two keys are equal if their parts are identical objects. Although every move redraws every
    screen, values computed from unchanged parts come from the cache.

    The key holds a reference to the state. Without it, Python could free a part and give its id to
    a new object.
    """

    __slots__ = ("state", "_parts")

    def __init__(self, state: S, *parts: object) -> None:
        self.state = state
        self._parts = tuple(map(id, parts or (state,)))

    def __hash__(self) -> int:
        return hash(self._parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and self._parts == other._parts
