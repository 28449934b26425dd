"""Open outcry auctions: any seat may bid at any time, and the highest bid wins.

In an ``auction.Auction``, by contrast, the seats bid one after another. An open auction ends when
all seats except the highest bidder have passed. In some games the banker may also close it earlier.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.auctions.auction import (
    AscendingAuction,
    AuctionPolicy,
    Award,
    StandingBid,
    require_not_passed,
)
from companion.mechanics.language.amounts import WHOLE_NUMBERS, Denomination
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.table import PendingDecision, TableState


@dataclass(frozen=True, slots=True)
class OpenAuction(AscendingAuction):
    """The state of one open auction."""

    seats: tuple[int, ...]
    """The seats that take part."""
    passed: frozenset[int] = frozenset()
    standing: StandingBid | None = None
    floor: int = 1
    step: int = 1

    @classmethod
    def opened(cls, seats: Iterable[int], *, floor: int = 1, step: int = 1) -> OpenAuction:
        """Return an auction without bids."""
        return cls(tuple(seats), floor=floor, step=step)

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that have not passed, including the highest bidder."""
        return tuple(seat for seat in self.seats if seat not in self.passed)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may still bid or pass: all active seats except the highest bidder."""
        highest = None if self.standing is None else self.standing.seat
        return tuple(seat for seat in self.active if seat != highest)

    @property
    def hammer(self) -> Award:
        """The result that the auction would have if it ended now."""
        if self.standing is None:
            return Award(None, 0)
        return Award(self.standing.seat, self.standing.amount)

    @property
    def award(self) -> Award | None:
        """The result, or None while any seat may still bid or pass."""
        return None if self.to_act else self.hammer

    def bid(self, seat: int, amount: int) -> Self:
        return replace(self, standing=StandingBid(seat, amount))

    def pass_by(self, seat: int) -> Self:
        return replace(self, passed=self.passed | {seat})


def waiting_for_bids(
    auction: OpenAuction, prompt: Sentence, money: Denomination = WHOLE_NUMBERS
) -> PendingDecision:
    """Return the pending decision of an open auction.

    The highest bidder reads "Your bid … is the highest" instead of ``prompt``.

    money: how the bid is written.
    """
    standing = auction.standing
    highest = None
    if standing is not None:
        highest = standing.seat, _highest_bid_prompt(money.figure(standing.amount))
    return PendingDecision(prompt, auction.to_act, may_speak=True, highest=highest)


def _highest_bid_prompt(amount: Sentence | str) -> Sentence:
    return say("Your bid of {amount} is the highest; wait until somebody bids more.", amount=amount)


class Numbered:
    """Mixin for actions that belong to one particular auction.

    The action's field ``auction`` holds the number of that auction, or None for the current one.
    """

    __slots__ = ()
    policy: ClassVar[AuctionPolicy[Any]]

    def bound_to_current(self, state: TableState) -> Self:
        """Return a copy of the action that is valid only in the current auction."""
        action: Any = self
        bound: Self = replace(action, auction=self.policy.number(state))
        return bound


def require_same_auction(number: int, meant: int | None, rule: str) -> None:
    """Raise ``another_auction`` if an action does not belong to the current auction.

    number: the number of the current auction.
    meant: the number of the auction that the action belongs to, or None for the current one.
    rule: the rule that the refusal cites.
    """
    if meant is not None and meant != number:
        raise Refusal(
            "another_auction", rule, say("That auction is over. Check what is up for auction now.")
        )


def require_bidder(
    auction: OpenAuction,
    seat: int,
    *,
    pass_rule: str,
    high_rule: str,
    money: Denomination = WHOLE_NUMBERS,
) -> None:
    """Raise a Refusal unless the seat may bid or pass now.

    pass_rule: the rule that ``not_in_this_auction`` and ``already_passed`` cite.
    high_rule: the rule that ``already_highest`` cites. The highest bidder cannot bid or pass.
    money: how the refusal writes the bid.
    """
    if seat not in auction.seats:
        raise Refusal(
            "not_in_this_auction",
            pass_rule,
            say("This seat is not in this auction; wait for the next one."),
        )
    require_not_passed(auction.passed, seat, pass_rule)
    if auction.standing is not None and auction.standing.seat == seat:
        raise Refusal(
            "already_highest",
            high_rule,
            _highest_bid_prompt(money.figure(auction.standing.amount)),
        )
