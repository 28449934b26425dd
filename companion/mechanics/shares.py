"""Shares of several things: who holds how many of which, and who has the majority of each.

A game that keeps them as ``shares`` in its state has ``SetShares`` of the banker where the module
is among its ``shared_chapters``; its own classes of these kinds say it in its own words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, Self, cast

from companion.mechanics.corrections import Explained
from companion.mechanics.event_sourcing import Button, Event, Values, action, event
from companion.mechanics.majority import sole_most
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import PRINTED, T_contra, require_not_negative, require_seat
from companion.mechanics.words import HasNames, S_contra, Sentence, say


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
        return self.counted(thing, seat, self.held[thing][seat] + 1)

    def counted(self, thing: str, seat: int, count: int) -> Self:
        """Return the shares where a seat holds so many of a thing."""
        counts = list(self.held[thing])
        counts[seat] = count
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


class HasShares(HasNames, Protocol):
    """A state with shares."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def shares(self) -> Shares:
        """The shares of the table."""


@event("shares_set")
class SharesSet(Event[S_contra]):
    """The banker said how many shares of a thing a seat holds."""

    line: ClassVar[Sentence | None] = say("Correction: {name} has {which} ×{count}.")
    seat: int
    which: str
    count: int
    reason: str = ""

    def apply(self, state: S_contra) -> Any:
        before = cast(HasShares, state)
        return replace(before, shares=before.shares.counted(self.which, self.seat, self.count))


@action("set_shares")
class SetShares(Explained[T_contra]):
    """Say how many shares of a thing really lie before a player; made: the game's own event."""

    button = Button(say("Correct the shares"))
    words = {**Explained.words, "which": say("Of what"), "count": say("How many")}
    values: ClassVar[Values] = {"which": lambda state: state.shares.held}
    made: ClassVar[type[SharesSet]] = SharesSet
    seat: int
    which: str
    count: int

    def decide(self, state: T_contra) -> tuple[Event[T_contra], ...]:
        """Return how many lie there; raises ``unknown_share``, ``too_many_shares``."""
        require_seat(state, self.seat, PRINTED)
        require_not_negative(self.count)
        shares = cast(HasShares, state).shares
        if self.which not in shares.held:
            things = tuple(shares.held)
            words = say("Nobody holds shares of that; there are: {things}.", things=things)
            raise Refusal("unknown_share", PRINTED, words)
        most = shares.held[self.which][self.seat] + shares.left(self.which)
        if self.count > most:
            words = say(
                "There are {all} of each; at most {most} can lie here.", all=shares.each, most=most
            )
            raise Refusal("too_many_shares", PRINTED, words)
        return (self.made(self.seat, self.which, self.count, self.reason),)
