"""Recorded sales: the banker records the result of a spoken auction.

A recorded sale first produces a ``RecordedAtTable`` event. The events that complete the auction
follow: a pass for each other seat, the winning bid unless it was already made, and the award.

Only the banker can record a sale, because no rule book names any other auctioneer (MO-A1). Recorded
sales are not among the legal moves. Screens offer them on a separate page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar

from companion.mechanics.actions.base import Action, Button, By, Event, event
from companion.mechanics.actions.menu import Range
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal, is_legal, not_none
from companion.mechanics.auctions.auction import (
    AscendingAuction,
    AuctionPolicy,
    StandingBid,
    require_not_passed,
)
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.table import TableState, require_seat

CHIPS = 25
"""The maximum number of prices that the page for recording a sale offers as buttons."""

S = TypeVar("S", bound=TableState)


@event("told_at_table")
class RecordedAtTable(Event):
    """The banker recorded a spoken auction. The events of the auction follow this one."""

    line = say("Recorded by the banker:")


@dataclass(frozen=True, slots=True)
class RecordSale(Action, Generic[S]):
    """Record the winner of an auction and the price."""

    by: ClassVar[By] = "banker"
    button = Button(say("Sold"))
    money_fields: ClassVar[tuple[str, ...]] = ("amount",)
    is_offered: ClassVar[bool] = False
    policy: ClassVar[AuctionPolicy[Any]]
    question: ClassVar[Sentence] = say("Sold to:")
    alone: ClassVar[Sentence | None] = None
    """The text shown instead of ``question`` if only one seat can have won.

    None if ``question`` is always shown.
    """
    seat: int | None = None
    """The winner, or None if nobody bid."""
    amount: int = 0

    def label(self, state: S) -> Sentence | str:
        """Return a description of the sale, such as "Sold to Anna for 22"."""
        if self.seat is None:
            return say("Nobody wants it")
        name = state.name(self.seat)
        return say("Sold to {name} for {amount}", name=name, amount=self.figure(state))

    def how_much(self, state: S) -> Sentence:
        """Return the prompt that asks for the price once the winner is known."""
        return say("Sold to {name} for:", name=state.name(not_none(self.seat)))

    def figure(self, state: S) -> Sentence | str:
        """Return the price as shown on its button."""
        return state.denomination.figure(self.amount)

    @classmethod
    def lot(cls, state: S) -> Sentence | str:
        """Return the name of the lot, or "" if no name needs to be shown."""
        return ""

    @classmethod
    def step(cls, state: S) -> int:
        """Return the difference between two consecutive prices that the page offers.

        All prices except the lowest are multiples of this number.
        """
        return 1

    @classmethod
    def has_auction(cls, state: S) -> bool:
        """Return whether an auction is under way whose result may be recorded.

        Screens call this method first, because it is faster than a search for possible buyers.
        """
        return is_legal(cls.policy.require_auction, state)

    @classmethod
    def lowest(cls, state: S, seat: int) -> int:
        """Return the lowest price at which a sale to a seat can be recorded.

        For the highest bidder, this is the highest bid. For other seats, it is the lowest legal
        next bid.
        """
        auction = cls.policy.require_auction(state)
        standing = auction.standing
        if standing is not None and standing.seat == seat:
            return standing.amount
        return auction.lowest_bid

    @classmethod
    def highest(cls, state: S, seat: int) -> int | None:
        """Return the highest price that a seat can have paid, or None if there is no limit."""
        return cls.policy.bid_limit(state, seat).highest

    @classmethod
    def amounts(cls, state: S, seat: int) -> Range | None:
        """Return the range of prices that a seat can have paid, or None if it cannot have won."""
        try:
            lowest = cls.lowest(state, seat)
        except Refusal:
            return None
        can_win = is_legal(cls(seat, lowest).require, state)
        return Range(lowest, cls.highest(state, seat)) if can_win else None

    @classmethod
    def buyers(cls, state: S) -> list[tuple[int, str, bool]]:
        """Return a (seat, player name, is possible) tuple for each seat still at the table.

        is possible: whether a sale to the seat can be recorded.
        """
        return [
            (seat, state.name(seat), cls.amounts(state, seat) is not None) for seat in state.here
        ]

    @classmethod
    def may_be_nobodys(cls, state: S) -> bool:
        """Return whether it can be recorded that nobody bid."""
        return is_legal(cls().require, state)

    @classmethod
    def chips(cls, state: S, seat: int) -> list[Self]:
        """Return the sales to a seat that the page offers as buttons, lowest price first."""
        amounts = cls.amounts(state, seat)
        if amounts is None:
            return []
        step, lowest = cls.step(state), amounts.lowest
        following = range(lowest - lowest % step + step, lowest + step * CHIPS, step)
        prices = (lowest, *following[: CHIPS - 1])
        most = amounts.highest
        return [cls(seat, price) for price in prices if most is None or price <= most]

    def require(self, state: S) -> None:
        """Raise a Refusal unless the auction can have ended with this winner and price.

        Raises ``bid_stands``, ``unknown_seat``, ``already_passed``, ``not_in_this_auction``,
        ``bid_too_low``, and any refusal raised by ``AuctionPolicy.require_auction`` or
        ``require_eligible``. A price above the maximum raises a refusal with the name and the rule
        of ``BidLimit.why``, such as ``bid_above_purse``.
        """
        auction = self.policy.require_auction(state)
        if self.seat is None:
            self._require_no_bid(state, auction)
        else:
            self._require_buyer(state, auction, self.seat)

    def decide(self, state: S) -> tuple[Event, ...]:
        """Return the events of the sale, as described in the docstring of this module."""
        self.require(state)
        pending = PendingEvents(state, RecordedAtTable())
        for seat in self._missing_passes(pending):
            pending.emit(self.policy.passed(seat))
        standing = self.policy.require_auction(pending.state).standing
        if self.seat is not None and standing != StandingBid(self.seat, self.amount):
            pending.emit(self.policy.bid_made(self.seat, self.amount))
        award = self.policy.require_auction(pending.state).award
        self.policy.award(pending, not_none(award))
        return pending.events

    def _missing_passes(self, pending: PendingEvents[S]) -> Iterator[int]:
        """Yield the seats whose passes are missing, because the auction was held aloud.

        These are the active seats other than the buyer. Without a buyer, the seats end once the
        passes have decided the auction. The caller must emit each pass before it requests the next
        seat.
        """
        for seat in self.policy.require_auction(pending.state).active:
            auction = self.policy.require_auction(pending.state)
            if seat != self.seat and (self.seat is not None or auction.award is None):
                yield seat

    def _require_no_bid(self, state: S, auction: AscendingAuction) -> None:
        standing = auction.standing
        if standing is not None:
            sentence = say(
                "{name} has bid {amount}. Record the sale to {name}, or undo that bid.",
                name=state.name(standing.seat),
                amount=state.denomination.figure(standing.amount),
            )
            raise Refusal("bid_stands", self.policy.rules_at(state).end, sentence)

    def _require_buyer(self, state: S, auction: AscendingAuction, seat: int) -> None:
        rules = self.policy.rules_at(state)
        require_seat(state, seat, rules.seats)
        require_not_passed(auction.passed, seat, rules.passes)
        if seat not in auction.active:
            sentence = say("{name} is not in this auction.", name=state.name(seat))
            sentence = sentence.to_you("You are not in this auction.")
            raise Refusal("not_in_this_auction", rules.passes, sentence, about=(seat,))
        lowest, figure = self.lowest(state, seat), state.denomination.figure
        if self.amount < lowest:
            sentence = say("Record a price of {lowest} or more.", lowest=figure(lowest))
            raise Refusal("bid_too_low", rules.bids, sentence)
        self.policy.require_eligible(state, seat)
        limit = self.policy.bid_limit(state, seat)
        too_much = limit.above(self.amount)
        if too_much is not None:
            name, most = state.name(seat), figure(not_none(limit.highest))
            sentence = say("{name} can bid {most} at most.", name=name, most=most)
            sentence = sentence.to_you("You can bid {most} at most.")
            raise Refusal(too_much.name, too_much.rule, sentence, about=(seat,))
