"""The auctioneer: a player who is out may take the hammer, and then closes the auctions (MO-A1).

The rule book leaves open who runs an auction. A table that does not want it undoes the step.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.monopoly.auctions import SALES, KnockDown, require_sale
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.actions.base import Button, Event, SeatAction, Setting, action, setting
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.table import require_running, require_seat


@setting("take_hammer", "hammer_taken", turn_bound=False)
class TakeHammer(SeatAction[MonopolyState], Setting[MonopolyState]):
    """Become the auctioneer, as a player who is out."""

    button = Button(say("Be the auctioneer"), shows_automatically=True)
    line = say("{name} is the auctioneer now.").to_you("You are the auctioneer now.")
    keeps_turn = True
    needs = "bankrupt"

    def require(self, state: MonopolyState) -> None:
        require_seat(state, self.seat, "MO-S2")
        require_running(state)
        if self.seat not in state.bankrupt or self.seat in state.gone:
            sentence = say("Only a player who is out can be the auctioneer.")
            raise Refusal("still_playing", "MO-A1", sentence)
        if self.seat == state.auctioneer:
            raise Refusal("has_the_hammer", "MO-A1", say("You are the auctioneer already."))

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, auctioneer=self.seat)


@action("strike")
class Strike(SeatAction[MonopolyState]):
    """Close the auction as the auctioneer: the highest bidder wins."""

    button = Button(shows_automatically=True)
    needs = "sale"

    def label(self, state: MonopolyState) -> Sentence:
        return KnockDown().label(state)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the end of the auction. Raises ``not_the_auctioneer`` or ``no_bid_yet``."""
        sale = require_sale(state)
        if self.seat != state.auctioneer:
            sentence = say("Only the auctioneer closes the auction. Bid or pass.")
            raise Refusal("not_the_auctioneer", "MO-A1", sentence)
        if sale.auction.standing is None:
            sentence = say("Nobody has bid yet. Wait for a bid.")
            raise Refusal("no_bid_yet", "MO-A1", sentence)
        return SALES.awarded(state, sale.auction.hammer)
