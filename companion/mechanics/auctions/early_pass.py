"""The action that lets a seat leave an auction before its turn to bid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from companion.mechanics.actions.base import Button
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.auctions import auction
from companion.mechanics.auctions.auction import Auction, TurnAuctionPolicy, require_not_passed
from companion.mechanics.auctions.open_auction import require_same_auction
from companion.mechanics.language.words import say
from companion.mechanics.play.table import TableState, require_seat

S = TypeVar("S", bound=TableState)


@dataclass(frozen=True, slots=True)
class PassEarly(auction.Pass[S]):
    """Leave the auction before the seat's turn to bid.

    The menu does not contain this action, because screens show its button separately.
    """

    button = Button(say("Pass now"), is_relayed=True)
    turn_bound: ClassVar[bool] = False
    keeps_turn: ClassVar[bool] = True
    is_offered: ClassVar[bool] = False
    policy: ClassVar[TurnAuctionPolicy[Any]]
    auction: int | None = None
    """The number of the auction to leave; None means the auction under way."""

    def current_auction(self, state: S) -> Auction:
        """Return the auction under way if the seat may leave it now."""
        policy = self.policy
        rules = policy.rules_at(state)
        require_seat(state, self.seat, rules.seats)
        auction = policy.require_auction(state)
        require_same_auction(policy.number(state), self.auction, rules.end)
        require_not_passed(auction.passed, self.seat, rules.passes)
        standing = auction.standing
        if standing is not None and standing.seat == self.seat:
            words = say(
                "Your bid of {amount} is the highest; wait until somebody bids more.",
                amount=standing.amount,
            )
            raise Refusal("already_highest", rules.bids, words)
        if standing is None and auction.free_for_last and self.seat == auction.order[-1]:
            words = say("If nobody bids, you get it for free. Wait for the first bid.")
            raise Refusal("speaks_last", rules.end, words)
        return auction
