"""Shares of several things: who holds how many of which, and who has the majority of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from companion.mechanics.majority import sole_most


@dataclass(frozen=True, slots=True)
class Shares:
    """What is out of a number of shares of each thing.

    each: how many there are of each. held: how many each seat holds, by thing.
    """

    each: int
    held: Mapping[str, tuple[int, ...]]

    @classmethod
    def unsold(cls, things: Iterable[str], each: int, seats: int) -> Self:
        """Return shares of which nobody holds any."""
        return cls(each, dict.fromkeys(things, (0,) * seats))

    def given(self, thing: str, seat: int) -> Self:
        """Return the shares after a seat got one of a thing."""
        counts = list(self.held[thing])
        counts[seat] += 1
        return type(self)(self.each, {**self.held, thing: tuple(counts)})

    @property
    def out(self) -> int:
        """How many of all are held by somebody."""
        return sum(map(sum, self.held.values()))

    def left(self, thing: str) -> int:
        """Return how many of a thing nobody holds; none of a thing that is not known."""
        return self.each - sum(self.held[thing]) if thing in self.held else 0

    def of(self, seat: int) -> dict[str, int]:
        """Return how many a seat holds of each thing."""
        return {thing: counts[seat] for thing, counts in self.held.items()}


def majorities(held: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the seat that alone holds most of each thing; a thing with a tie is left out.

    held: of each seat how many by thing.
    """
    counts: dict[str, dict[int, int]] = {}
    for seat, shares in enumerate(held):
        for thing, count in shares.items():
            counts.setdefault(thing, {})[seat] = count
    judged = {thing: sole_most(of) for thing, of in counts.items()}
    return {thing: seat for thing, seat in judged.items() if seat is not None}
