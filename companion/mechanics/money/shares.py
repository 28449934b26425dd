"""Shares of things such as companies: how many each seat holds, and who holds the majority.

The state of a game contains them in the field ``shares``. If the game lists this module in its
``shared_chapters``, the banker can correct them with ``SetShares``. A game may replace the classes
of this module with its own classes of the same kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, Self, cast

from companion.mechanics.actions.base import Button, Event, Values, action, event
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import HasNames, S_contra, Sentence, say
from companion.mechanics.money.corrections import Explained
from companion.mechanics.money.majority import sole_most
from companion.mechanics.play.table import PRINTED, T_contra, require_not_negative, require_seat


@dataclass(frozen=True, slots=True)
class Shares:
    """The number of shares that each seat holds of each thing."""

    each: int
    """The number of shares of each thing in the game, held by seats or unsold."""
    held: Mapping[str, tuple[int, ...]]
    """The number of shares that each seat holds, by thing."""

    @classmethod
    def unsold(cls, things: Iterable[str], each: int, seats: int) -> Self:
        """Return the shares at the start of a game, when no seat holds any."""
        return cls(each, dict.fromkeys(things, (0,) * seats))

    def given(self, thing: str, seat: int) -> Self:
        """Return the shares after a seat has received one more share of ``thing``."""
        return self.counted(thing, seat, self.held[thing][seat] + 1)

    def counted(self, thing: str, seat: int, count: int) -> Self:
        """Return the shares with a seat's number of shares of ``thing`` set to ``count``."""
        counts = list(self.held[thing])
        counts[seat] = count
        return type(self)(self.each, {**self.held, thing: tuple(counts)})

    @property
    def out(self) -> int:
        """The total number of shares that all seats hold."""
        return sum(map(sum, self.held.values()))

    def left(self, thing: str) -> int:
        """Return the number of unsold shares of a thing, or 0 for an unknown thing."""
        return self.each - sum(self.held[thing]) if thing in self.held else 0

    def of(self, seat: int) -> dict[str, int]:
        """Return the number of shares that a seat holds of each thing, by thing."""
        return {thing: counts[seat] for thing, counts in self.held.items()}


def majorities(held: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the seat that holds the most shares of each thing, by thing.

    Things are left out if several seats tie for them or if nobody holds a share of them.

    held: the number of shares by thing, for each seat in order.
    """
    counts: dict[str, dict[int, int]] = {}
    for seat, shares in enumerate(held):
        for thing, count in shares.items():
            counts.setdefault(thing, {})[seat] = count
    holders = {thing: sole_most(by_seat) for thing, by_seat in counts.items()}
    return {thing: seat for thing, seat in holders.items() if seat is not None}


class HasShares(HasNames, Protocol):
    """Protocol for the state of a table with shares."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def shares(self) -> Shares:
        """The shares of the table."""


@event("shares_set")
class SharesSet(Event[S_contra]):
    """The banker corrected the number of shares of one thing that a seat holds."""

    line: ClassVar[Sentence | None] = say("Correction: {name} has {which} ×{count}.").to_you(
        "Correction: you have {which} ×{count}."
    )
    seat: int
    which: str
    """The thing, a key of ``Shares.held``."""
    count: int
    """The corrected number of shares."""
    reason: str = ""

    def apply(self, state: S_contra) -> Any:
        before = cast(HasShares, state)
        return replace(before, shares=before.shares.counted(self.which, self.seat, self.count))


@action("set_shares")
class SetShares(Explained[T_contra]):
    """Correct the number of shares of a thing that a seat holds."""

    button = Button(say("Fix the shares"))
    words = {**Explained.words, "which": say("Of what"), "count": say("How many")}
    values: ClassVar[Values] = {"which": lambda state: state.shares.held}
    made: ClassVar[type[SharesSet]] = SharesSet
    """The class of the resulting event, which a game may override."""
    seat: int
    which: str
    count: int

    def decide(self, state: T_contra) -> tuple[Event[T_contra], ...]:
        require_seat(state, self.seat, PRINTED)
        require_not_negative(self.count)
        shares = cast(HasShares, state).shares
        if self.which not in shares.held:
            things = tuple(shares.held)
            sentence = say("There are no such shares. Choose one of: {things}.", things=things)
            raise Refusal("unknown_share", PRINTED, sentence)
        most = shares.held[self.which][self.seat] + shares.left(self.which)
        if self.count > most:
            sentence = say(
                "There are {all} of each. At most {most} can be here.", all=shares.each, most=most
            )
            raise Refusal("too_many_shares", PRINTED, sentence)
        return (self.made(self.seat, self.which, self.count, self.reason),)
