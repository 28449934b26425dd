"""Open auctions of deeds and buildings: bids, withdrawals and the end (MO-A1, MO-B3).

Decided where the book is silent: a player who withdraws is out of this auction. The highest bidder
cannot withdraw and need not outbid their own bid. The auction is over when only the highest bidder
is left, or when the banker closes it.

A bid for a deed is limited to the money that the bidder could raise without deals. A winner who
lacks the cash owes the bank the price, and gets the deed once the debt is paid. Buildings are
always paid for at once, so a bid for a building is limited to the bidder's cash. The app may pass
for players who could not raise the next bid.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from companion.games.monopoly.agenda import proceed
from companion.games.monopoly.buildings import WantsClosed, hand_over, no_site, site_for
from companion.games.monopoly.liquidity import could_raise
from companion.games.monopoly.obligations import charge
from companion.games.monopoly.state import (
    Building,
    Deed,
    MonopolyEvent,
    MonopolyState,
    Pending,
    PropertyEvent,
    Sale,
    not_now,
    require_no_debt,
    require_seat,
    with_deed,
)
from companion.games.monopoly.whole_groups import whole_groups
from companion.mechanics.actions.base import Button, Event, TableAction, action, event
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.auctions import auction, recorded_sale
from companion.mechanics.auctions.auction import (
    AuctionPolicy,
    AuctionRules,
    Award,
    BidLimit,
    require_amount,
)
from companion.mechanics.auctions.open_auction import (
    Numbered,
    OpenAuction,
    require_bidder,
    require_same_auction,
)
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.table import require_running

BUILDING_WORDS: dict[Building, Sentence] = {
    "house": say("A house from the bank"),
    "hotel": say("A hotel from the bank"),
}


@dataclass(frozen=True, slots=True)
class SaleEvent(auction.AuctionEvent):
    """Base class for the events for bids and withdrawals, which change ``state.sale.auction``."""

    within = "sale", "auction"


@event("bid_made")
class BidMade(SaleEvent, auction.BidMade):
    """A seat made a bid."""


@event("passed")
class Passed(SaleEvent, auction.Passed):
    """A seat withdrew from the auction."""


@event("passed_by_app")
class PassedByApp(SaleEvent, auction.PassedByApp):
    """The app withdrew a seat that could not raise the minimum bid."""


class SaleAuctions(AuctionPolicy[MonopolyState]):
    """The auction policy for deeds (MO-A1) and for the bank's last buildings (MO-B3)."""

    bid_made = BidMade
    passed = Passed
    passed_by_app = PassedByApp

    def rules_at(self, state: MonopolyState) -> AuctionRules:
        rule = not_none(state.sale).rule
        return AuctionRules("MO-S2", "MO-A1", rule, rule, rule, rule)

    def number(self, state: MonopolyState) -> int:
        return not_none(state.sale).number

    def auction_in(self, state: MonopolyState) -> OpenAuction | None:
        return None if state.sale is None else state.sale.auction

    def require_auction(self, state: MonopolyState) -> OpenAuction:
        return require_sale(state).auction

    def require_turn(self, state: MonopolyState, seat: int, number: int | None) -> OpenAuction:
        """Return the auction if the seat may bid or withdraw now.

        number: the number of the auction that the action is meant for; None for the current one.
        """
        require_seat(state, seat)
        sale = require_sale(state)
        require_same_auction(sale.number, number, sale.rule)
        require_bidder(sale.auction, seat, pass_rule=sale.rule, high_rule=sale.rule)
        return sale.auction

    def require_eligible(self, state: MonopolyState, seat: int) -> None:
        """Raise ``not_asked`` if a building is for sale and the seat has no street to put it on."""
        if not_none(state.sale).building is not None and site_for(state, seat) is None:
            raise no_site(state, seat)

    def require_bid(self, state: MonopolyState, seat: int, amount: int) -> None:
        """Raise ``bid_too_low``, ``bid_above_means`` or ``bid_above_cash`` for an illegal bid."""
        sale = not_none(state.sale)
        too_much = self.bid_limit(state, seat).above(max(amount, sale.auction.lowest_bid))
        if too_much is not None:
            raise too_much
        require_amount(sale.auction, amount, sale.rule)

    def bid_limit(self, state: MonopolyState, seat: int) -> BidLimit:
        sale = not_none(state.sale)
        cash = state.money(seat)
        most = could_raise(state, seat) if sale.building is None else cash
        lowest = sale.auction.lowest_bid
        return BidLimit(most, lowest, partial(_too_much, sale, most), cash if cash < most else None)

    def shortfall(self, state: MonopolyState, at_hand: int, missing: int) -> Sentence:
        return say(
            "You have {cash}. The other {missing} must come from mortgages, sales or rents.",
            cash=at_hand,
            missing=missing,
        )

    def must_pass(self, state: MonopolyState, seat: int, lowest: int) -> bool:
        """Return whether a seat can only pass because it could not raise the bid ``lowest``.

        The money that the seat could raise counts even for a building, where bids are limited to
        cash, because the seat may still raise money during the auction.
        """
        return could_raise(state, seat) < lowest

    def award(self, pending: Pending, award: Award) -> None:
        """Emit the end of the auction and the purchase, then continue the game."""
        sale = not_none(pending.state.sale)
        pending.emit(AuctionClosed(award.seat, award.amount, sale.position, sale.building))
        if sale.position is not None:
            _charge_winner(pending, award, sale.position)
        elif award.seat is None:
            pending.emit(WantsClosed())
        else:
            hand_over(pending, award.seat, award.amount)
        proceed(pending)


SALES = SaleAuctions()


def _too_much(sale: Sale, most: int, is_short: bool) -> Refusal:
    """Return the refusal ``bid_above_means`` or ``bid_above_cash`` for a bid above ``most``.

    is_short: whether ``most`` is below the minimum bid.
    """
    if is_short:
        sentence = say(
            "The next bid is {lowest}, and you can raise {highest} at most: pass.",
            lowest=sale.auction.lowest_bid,
            highest=most,
        )
    elif sale.building is None:
        sentence = say("You can raise {highest}. Bid up to {highest}, or pass.", highest=most)
    else:
        sentence = say(
            "Buildings are paid for at once. You have {cash}: bid up to {cash}, or pass.",
            cash=most,
        )
    name = "bid_above_means" if sale.building is None else "bid_above_cash"
    return Refusal(name, sale.rule, sentence)


def _charge_winner(pending: Pending, award: Award, position: int) -> None:
    """Charge the winner the price, and hand over the deed if the price is paid at once.

    Do nothing if nobody won.
    """
    seat, amount = award.seat, award.amount
    if seat is not None and charge(pending, seat, None, amount, "auction", position):
        pending.emit(DeedTaken(seat, position))


@action("bid", turn_bound=False)
class Bid(Numbered, auction.Bid[MonopolyState]):
    """Bid in an auction (MO-A1)."""

    policy = SALES
    auction: int | None = None
    """The number of the auction, or None for the current one."""


def require_sale(state: MonopolyState) -> Sale:
    """Return the running auction, or raise ``game_over``, ``debt_open`` or ``not_now``."""
    require_running(state)
    require_no_debt(state)
    if state.sale is None:
        raise not_now(state, "MO-A1")
    return state.sale


@event("deed_taken")
class DeedTaken(PropertyEvent):
    """A seat took a deed from the bank; the payment is a separate event."""

    # The history line of ``AuctionClosed`` names the winner and the price.
    line = None

    def apply(self, state: MonopolyState) -> MonopolyState:
        return with_deed(state, self.position, Deed(self.seat))

    def scenes(self, state: MonopolyState) -> tuple[Scene, ...]:
        return whole_groups(state, self.seat, (self.position,))


@event("auction_closed")
class AuctionClosed(MonopolyEvent):
    """An auction ended with a sale, or without a bid."""

    seat: int | None
    """The winner, or None if the lot stays with the bank."""
    amount: int = 0
    """The price, or 0 without a winner."""
    position: int | None = None
    """The position of the deed for sale, or None if it was a building."""
    building: Building | None = None
    """The kind of building for sale, or None if it was a deed."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, sale=None)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.seat is None:
            return say("No bids: the bank keeps it.")
        if self.position is not None:
            space = state.board[self.position].words
            won = say("{name} wins {space} for {amount}.", space=space)
            return won.to_you("You win {space} for {amount}.")
        return say("Sold to {name} for {amount}.").to_you("Sold to you for {amount}.")

    def scenes(self, state: MonopolyState) -> tuple[Scene, ...]:
        if self.seat is None:
            return ()
        lot = BUILDING_WORDS[self.building] if self.building else state.names(self.places)[0]
        group = None if self.position is None else state.board[self.position].group
        shows = {"seat": self.seat, "price": self.amount, "lot": lot, "group": group}
        return (self.scene(state, "sold", shows, cheers=self.seat),)


@action("pass", turn_bound=False)
class Pass(Numbered, auction.Pass[MonopolyState]):
    """Withdraw from an auction."""

    button = Button(say("Pass"), is_relayed=True)
    policy = SALES
    auction: int | None = None
    """The number of the auction, or None for the current one."""


@action("knock_down", by="banker")
class KnockDown(TableAction[MonopolyState]):
    """Close the auction: the highest bidder wins, or the bank keeps the lot if nobody bid."""

    needs = "sale"

    def label(self, state: MonopolyState) -> Sentence:
        best = require_sale(state).auction.standing
        if best is None:
            return say("No bids: the bank keeps it")
        return say("Sold to {name} for {amount}", name=state.name(best.seat), amount=best.amount)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        return SALES.awarded(state, require_sale(state).auction.hammer)


@action("tell_sale")
class RecordSale(recorded_sale.RecordSale[MonopolyState]):
    """Record the result of a spoken auction: the winner, or no sale (MO-A1, MO-B3)."""

    policy = SALES

    @classmethod
    def lot(cls, state: MonopolyState) -> Sentence | str:
        sale = require_sale(state)
        if sale.building is not None:
            return BUILDING_WORDS[sale.building]
        return state.board[not_none(sale.position)].words

    @classmethod
    def step(cls, state: MonopolyState) -> int:
        return 10
