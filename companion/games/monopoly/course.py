"""What follows from one action, step by step: each fact is folded before the next is thought of."""

from __future__ import annotations

from companion.games.monopoly.fold import evolve
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.game import Fact


class Course:
    """The facts an action led to so far, and the table after them."""

    __slots__ = ("state", "_facts")

    def __init__(self, state: MonopolyState) -> None:
        self.state = state
        self._facts: list[Fact] = []

    def happens(self, fact: Fact) -> None:
        """Let something happen."""
        self._facts.append(fact)
        self.state = evolve(self.state, fact)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All that happened, in order."""
        return tuple(self._facts)
