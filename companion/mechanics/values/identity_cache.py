"""A cache key for values computed from a state, which compares objects by identity."""

from __future__ import annotations

from typing import Generic, TypeVar

S = TypeVar("S")


class IdentityKey(tuple[int, ...], Generic[S]):
    """A cache key for a state, or for the given parts of a state.

    Two keys are equal if their parts are the same objects. A value computed from these parts is
    therefore computed again only after a move has replaced one of them.

    The key holds a reference to the state. Without it, Python could free a part and give its id to
    a new object.
    """

    state: S

    def __new__(cls, state: S, *parts: object) -> IdentityKey[S]:
        key = super().__new__(cls, map(id, parts or (state,)))
        key.state = state
        return key
