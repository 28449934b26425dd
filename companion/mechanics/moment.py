"""A key for what is made out once a step: the state itself, not what it holds."""

from __future__ import annotations

from typing import Generic, TypeVar

S = TypeVar("S")


class Moment(Generic[S]):
    """A state as itself: equal to nothing but another look at the very same one."""

    __slots__ = ("state",)

    def __init__(self, state: S) -> None:
        self.state = state

    def __hash__(self) -> int:
        return id(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moment) and self.state is other.state
