"""An auction by turns: bids rise, whoever passes is out, the last one left takes it.

One auction serves every game; what differs is in its parameters: the order in which seats speak
(clockwise or not), the lowest first bid, the step, and whether the last seat takes the prize for
nothing when everybody else passed. How much a seat can pay is not the auction's business: the
game checks it against the ledger, where its rules want it checked at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say


def speaking_order(seats: int, first: int, *, clockwise: bool = True) -> tuple[int, ...]:
    """Return the seats as they speak, each once; seats are numbered clockwise from 0."""
    step = 1 if clockwise else -1
    return tuple((first + step * place) % seats for place in range(seats))


@dataclass(frozen=True, slots=True)
class StandingBid:
    """The highest bid so far."""

    seat: int
    amount: int


def least_over(standing: StandingBid | None, floor: int, step: int) -> int:
    """Return the least that may be bid: the floor at first, then a step over the highest bid."""
    return floor if standing is None else standing.amount + step


class Bidden(Protocol):
    """Any auction in which seats bid or pass for all to see."""

    @property
    def passed(self) -> frozenset[int]:
        """The seats that are out."""

    @property
    def standing(self) -> StandingBid | None:
        """The highest bid so far."""


def bidding_status(auction: Bidden, seat: int) -> str:
    """Return how a seat stands: "passed", "high" with the highest bid, else "in"."""
    if seat in auction.passed:
        return "passed"
    standing = auction.standing
    return "high" if standing is not None and standing.seat == seat else "in"


class Rising(Protocol):
    """Any auction whose bids rise."""

    @property
    def lowest_bid(self) -> int:
        """The least that may be bid now."""


@dataclass(frozen=True, slots=True)
class Award:
    """Who takes the prize and for how much; seat None when everybody passed."""

    seat: int | None
    amount: int


@dataclass(frozen=True, slots=True)
class Auction:
    """One auction under way.

    order: the seats in speaking order. turn: whose word it is. passed: who is out.
    floor: the lowest first bid. step: by how much a bid must at least rise.
    free_for_last: the last seat of the order takes the prize for nothing if all others passed.
    spoken: who has bid or passed at least once.
    """

    order: tuple[int, ...]
    turn: int
    passed: frozenset[int] = frozenset()
    standing: StandingBid | None = None
    floor: int = 1
    step: int = 1
    free_for_last: bool = False
    spoken: frozenset[int] = frozenset()

    @classmethod
    def opened(
        cls, order: Iterable[int], *, floor: int = 1, step: int = 1, free_for_last: bool = False
    ) -> Auction:
        """Return an auction in which nobody has spoken yet; the first of the order begins."""
        seats = tuple(order)
        return cls(seats, seats[0], floor=floor, step=step, free_for_last=free_for_last)

    @property
    def lowest_bid(self) -> int:
        """The least that may be bid now: the floor at first, then a step over the highest bid."""
        return self.floor if self.standing is None else self.standing.amount + self.step

    @property
    def active(self) -> tuple[int, ...]:
        """The seats still in, in speaking order."""
        return tuple([seat for seat in self.order if seat not in self.passed])

    @property
    def award(self) -> Award | None:
        """The result once it is decided, else None.

        A seat left alone without a bid still has its word, unless it gets the prize for nothing.
        """
        active = self.active
        if not active:
            return Award(None, 0)
        if len(active) > 1:
            return None
        if self.standing is not None:
            return Award(self.standing.seat, self.standing.amount)
        if self.free_for_last and active[0] == self.order[-1]:
            return Award(active[0], 0)
        return None

    def bid(self, seat: int, amount: int) -> Auction:
        """Return the auction after a bid that the two checks below let through."""
        raised = replace(self, standing=StandingBid(seat, amount), spoken=self.spoken | {seat})
        return replace(raised, turn=raised._after(seat))

    def pass_by(self, seat: int) -> Auction:
        """Return the auction after a seat passed, in its turn or not; it is out."""
        fewer = replace(self, passed=self.passed | {seat}, spoken=self.spoken | {seat})
        return replace(fewer, turn=fewer._after(seat)) if seat == self.turn else fewer

    def restarted(self) -> Auction:
        """Return the same auction from its start, nobody out and nothing bid."""
        return Auction.opened(
            self.order, floor=self.floor, step=self.step, free_for_last=self.free_for_last
        )

    def _after(self, seat: int) -> int:
        """Return the next seat still in; the seat itself if no other is."""
        place = self.order.index(seat)
        for other in self.order[place + 1 :] + self.order[:place]:
            if other not in self.passed:
                return other
        return seat


def require_not_passed(passed: Collection[int], seat: int, rule: str) -> None:
    """Raise ``already_passed`` unless the seat is still in."""
    if seat in passed:
        raise Refusal(
            "already_passed",
            rule,
            say("Whoever passed is out of this auction; wait for the next one."),
        )


def require_turn(
    auction: Auction, seat: int, *, pass_rule: str, order_rule: str, name: str
) -> None:
    """Raise ``already_passed`` or ``out_of_turn`` unless it is the seat's word.

    name: of the player whose word it is, for the sentence.
    """
    require_not_passed(auction.passed, seat, pass_rule)
    if seat != auction.turn:
        raise Refusal(
            "out_of_turn",
            order_rule,
            say("It is {name}'s turn to bid or pass.", name=name),
        )


def require_amount(
    auction: Rising, amount: int, rule: str, allowed: Sentence | None = None
) -> None:
    """Raise ``bid_too_low`` unless the amount beats the standing bid.

    allowed: what the bidder may do instead, where he has not enough for the lowest bid.
    """
    if amount < auction.lowest_bid:
        more = say("Bid {lowest} or more, or pass.", lowest=auction.lowest_bid)
        raise Refusal("bid_too_low", rule, more if allowed is None else allowed)
