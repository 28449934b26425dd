"""Auctions that go once around the table: each seat bids or passes once, in turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from companion.mechanics.auctions.auction import AscendingAuction, Award, StandingBid


@dataclass(frozen=True, slots=True)
class OnceAround(AscendingAuction):
    """The state of one auction in which each seat has one turn. The highest bid wins."""

    seats: tuple[int, ...]
    """The seats in bidding order."""
    passed: frozenset[int] = frozenset()
    standing: StandingBid | None = None
    floor: int = 1
    step: int = 1
    bidders: frozenset[int] = frozenset()
    """The seats that have bid."""

    @classmethod
    def opened(cls, seats: Iterable[int], *, floor: int = 1) -> OnceAround:
        """Return an auction without bids."""
        return cls(tuple(seats), floor=floor)

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that have not passed, including those that have bid."""
        return tuple(seat for seat in self.seats if seat not in self.passed)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat whose turn it is, as a tuple of one; empty once every seat had its turn."""
        return tuple(seat for seat in self.active if seat not in self.bidders)[:1]

    @property
    def hammer(self) -> Award:
        """The result that the auction would have if it ended now."""
        standing = self.standing
        return Award(None, 0) if standing is None else Award(standing.seat, standing.amount)

    @property
    def award(self) -> Award | None:
        """The result, or None until every seat had its turn."""
        return None if self.to_act else self.hammer

    def bid(self, seat: int, amount: int) -> Self:
        return replace(self, standing=StandingBid(seat, amount), bidders=self.bidders | {seat})

    def pass_by(self, seat: int) -> Self:
        return replace(self, passed=self.passed | {seat})
