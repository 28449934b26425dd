"""A key for caches of what is computed once a step: the state by identity, not by content."""

from __future__ import annotations

from typing import Generic, TypeVar

S = TypeVar("S")


class Moment(Generic[S]):
    """A state compared by identity: equal only to a Moment of the very same object."""

    __slots__ = ("state",)

    def __init__(self, state: S) -> None:
        self.state = state

    def __hash__(self) -> int:
        return id(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moment) and self.state is other.state
