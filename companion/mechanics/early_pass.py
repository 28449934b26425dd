"""Passing before one's turn comes, in an auction in which seats speak one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.mechanics import auction
from companion.mechanics.auction import Auction, require_not_passed
from companion.mechanics.event_sourcing import Action, Button
from companion.mechanics.open_auction import require_same_auction
from companion.mechanics.recorded_sale import RecordSale
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import require_seat
from companion.mechanics.words import say


@dataclass(frozen=True, slots=True)
class PassEarly(auction.Pass):
    """Leave an auction whose turn it is; auction: its number, None: the one on.

    It waits beside the menu, since a pass can wait for its turn as well. sale: by which rules the
    auction goes. number: reads off a state the number of the auction under way.
    """

    button = Button(say("I’m out of this one"), is_relayed=True)
    turn_bound: ClassVar[bool] = False
    keeps_turn: ClassVar[bool] = True
    candidates = vars(Action)["candidates"]  # those of an action of which the menu does not think
    sale: ClassVar[type[RecordSale]]
    number: ClassVar[Callable[..., int]]
    auction: int | None = None

    def current_auction(self, state: Any) -> Auction:
        """Return the auction that the seat may leave.

        Raises also ``another_auction``, ``already_passed``, ``already_highest``, ``speaks_last``.
        """
        require_seat(state, self.seat, self.sale.seat_rule)
        auction: Any = self.sale.current_auction(state)
        require_same_auction(self.number(state), self.auction, self.sale.rule)
        require_not_passed(auction.passed, self.seat, self.sale.pass_rule)
        standing = auction.standing
        if standing is not None and standing.seat == self.seat:
            words = say(
                "Your bid of {amount} is the highest; wait until somebody bids more.",
                amount=standing.amount,
            )
            raise Refusal("already_highest", self.sale.bid_rule, words)
        if standing is None and auction.free_for_last and self.seat == auction.order[-1]:
            words = say("If nobody bids you take it for nothing: wait for the first bid.")
            raise Refusal("speaks_last", self.sale.rule, words)
        found: Auction = auction
        return found
