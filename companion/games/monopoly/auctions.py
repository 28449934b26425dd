"""Auctions in no fixed order: bids, withdrawals, the hammer (MO-A1, MO-B3).

Decided where the book is silent: whoever withdraws is out of this auction; the highest bidder
cannot withdraw and need not bid against himself. It is over when he alone is left, or when the
banker knocks it down. For a deed nobody bids more than he could raise by himself: a winner who has
not the cash owes it, and gets the deed when he has paid. A building is paid on the spot, as always,
so there nobody bids more than he holds. Who could not raise the next bid may be passed by the app.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
from companion.mechanics import auction, recorded_sale
from companion.mechanics.auction import AscendingAuction, Award, BidLimit, require_amount
from companion.mechanics.event_sourcing import Button, Event, TableAction, action, event, its
from companion.mechanics.menu import Candidate, Range
from companion.mechanics.open_auction import (
    Numbered,
    OpenAuction,
    require_bidder,
    require_same_auction,
)
from companion.mechanics.refusal import Refusal, not_none
from companion.mechanics.table import require_running
from companion.mechanics.words import Sentence, say

BUILDING_WORDS: dict[Building, Sentence] = {
    "house": say("A house from the bank"),
    "hotel": say("A hotel from the bank"),
}


@dataclass(frozen=True, slots=True)
class Called(auction.AuctionEvent):
    """What a seat said in the auction."""

    within = "sale", "auction"


@event("bid_made")
class BidMade(Called, auction.BidMade):
    """A seat bid so much."""


@event("passed")
class Passed(Called, auction.Passed):
    """A seat withdrew from the auction."""


@event("passed_by_app")
class PassedByApp(Called, auction.PassedByApp):
    """A seat that could not raise so much withdrew from the auction."""


@dataclass(frozen=True, slots=True)
class AuctionAction(Numbered, auction.AuctionAction):
    """A bid or a withdrawal, anybody's at any moment; without anybody else it is the last."""

    number = its("sale.number")
    by_app = PassedByApp

    @classmethod
    def auction_in(cls, state: MonopolyState) -> OpenAuction | None:
        return None if state.sale is None else state.sale.auction

    def current_auction(self, state: MonopolyState) -> OpenAuction:
        word: Any = self
        return require_turn_to_bid(state, self.seat, word.auction).auction

    @classmethod
    def must_pass(cls, state: MonopolyState, seat: int, lowest: int) -> bool:
        """Tell whether a seat could not raise so much, be it for a building."""
        return could_raise(state, seat) < lowest

    @classmethod
    def awarded(cls, state: MonopolyState, award: Award) -> tuple[Event, ...]:
        """Return the end of the auction and what may happen after it."""
        pending, sale = Pending(state), not_none(state.sale)
        pending.emit(AuctionClosed(award.seat, award.amount, sale.position, sale.building))
        if sale.position is not None:
            _buy(pending, award, sale.position)
        elif award.seat is None:
            pending.emit(WantsClosed())
        else:
            hand_over(pending, award.seat, award.amount)
        proceed(pending)
        return pending.events


def _buy(pending: Pending, award: Award, position: int) -> None:
    """Let whoever won the deed pay for it, and take it once he has."""
    seat, amount = award.seat, award.amount
    if seat is not None and charge(pending, seat, None, amount, "auction", position):
        pending.emit(DeedTaken(seat, position))


@action("bid", turn_bound=False)
class Bid(AuctionAction, auction.Bid):
    """Bid in an auction (MO-A1); auction: its number, None: the one on."""

    auction: int | None = None

    @classmethod
    def candidate(cls, state: MonopolyState, auction: AscendingAuction, seat: int) -> Candidate:
        amounts = Range(auction.lowest_bid, highest_bid(state, not_none(state.sale), seat))
        return Candidate(cls(seat, amounts.lowest), amount=amounts)

    def said(self, state: MonopolyState) -> BidMade:
        """Return the bid.

        Raises also ``not_asked``, ``bid_too_low``, ``bid_above_means``, ``bid_above_cash``.
        """
        sale = not_none(state.sale)
        if sale.building is not None and site_for(state, self.seat) is None:
            raise no_site(state, self.seat)
        too_much = bid_limit_of(state, sale, self.seat).above(
            max(self.amount, sale.auction.lowest_bid)
        )
        if too_much is not None:
            raise too_much
        require_amount(sale.auction, self.amount, sale.rule)
        return BidMade(self.seat, self.amount)


def require_turn_to_bid(state: MonopolyState, seat: int, number: int | None = None) -> Sale:
    """Return the auction in which a seat may speak. number: of the one it means, if it says so.

    Raises also ``unknown_seat``, ``seat_bankrupt``, ``another_auction``, ``already_passed``,
    ``not_in_this_auction``, ``already_highest``.
    """
    require_seat(state, seat)
    sale = require_sale(state)
    require_same_auction(sale.number, number, sale.rule)
    require_bidder(sale.auction, seat, pass_rule=sale.rule, high_rule=sale.rule)
    return sale


def require_sale(state: MonopolyState) -> Sale:
    """Return the auction under way; raises ``game_over``, ``debt_open`` or ``not_now``."""
    require_running(state)
    require_no_debt(state)
    if state.sale is None:
        raise not_now(state, "MO-A1")
    return state.sale


def bid_limit_of(state: MonopolyState, sale: Sale, seat: int) -> BidLimit:
    """Return how much a seat can bid: ``bid_above_means``, ``bid_above_cash`` above it."""
    highest, lowest = highest_bid(state, sale, seat), sale.auction.lowest_bid

    def why(is_short: bool) -> Refusal:
        if is_short:
            sentence = say(
                "The next bid is {lowest}, and {highest} is all you could pay: drop out.",
                lowest=lowest,
                highest=highest,
            )
        elif sale.building is None:
            sentence = say(
                "You could raise {highest} in all: bid no more, or drop out.", highest=highest
            )
        else:
            sentence = say(
                "Buildings are paid for at once, and you have {cash}: bid no more, or drop out.",
                cash=highest,
            )
        name = "bid_above_means" if sale.building is None else "bid_above_cash"
        return Refusal(name, sale.rule, sentence)

    return BidLimit(highest, lowest, why)


def highest_bid(state: MonopolyState, sale: Sale, seat: int) -> int:
    """Return the most that a seat may bid."""
    return could_raise(state, seat) if sale.building is None else state.money(seat)


@event("deed_taken")
class DeedTaken(PropertyEvent):
    """A seat took a deed from the bank that it paid for beside this."""

    line = say("{name} gets {space}.")

    def apply(self, state: MonopolyState) -> MonopolyState:
        return with_deed(state, self.position, Deed(self.seat))


@event("auction_closed")
class AuctionClosed(MonopolyEvent):
    """The auction is over. seat: who won, for that amount; None: it stays with the bank."""

    line = say("Sold to {name} for {amount}.")
    unless = "seat", None, say("No bid: it stays with the bank.")
    sets = {"sale": None}
    seat: int | None
    amount: int = 0
    position: int | None = None
    building: Building | None = None


@action("pass", turn_bound=False)
class Pass(AuctionAction, auction.Pass):
    """Withdraw from an auction; auction: as in a bid."""

    button = Button(say("I am out"), is_relayed=True)

    made = Passed
    auction: int | None = None


@action("knock_down", by="banker")
class KnockDown(TableAction):
    """Close the auction: the highest bid takes it; without one it stays with the bank."""

    def label(self, state: MonopolyState) -> Sentence:
        best = require_sale(state).auction.standing
        if best is None:
            return say("Nobody bids: it stays with the bank")
        return say("Sold to {name} for {amount}", name=state.name(best.seat), amount=best.amount)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        return Pass.awarded(state, require_sale(state).auction.hammer)


@action("tell_sale")
class RecordSale(recorded_sale.RecordSale):
    """Tell who takes it, and for how much; nobody: it stays with the bank (MO-A1, MO-B3)."""

    seat_rule = "MO-S2"
    bid = BidMade
    word = Pass

    @classmethod
    def lot(cls, state: MonopolyState) -> Sentence | str:
        sale = require_sale(state)
        if sale.building is not None:
            return BUILDING_WORDS[sale.building]
        return state.board[not_none(sale.position)].name

    @classmethod
    def current_auction(cls, state: MonopolyState) -> OpenAuction:
        return require_sale(state).auction

    @classmethod
    def rules(cls, state: MonopolyState) -> tuple[str, str, str]:
        return (require_sale(state).rule,) * 3

    @classmethod
    def bid_limit(cls, state: MonopolyState, seat: int) -> BidLimit:
        """Return how much a seat can bid; raises ``no_site`` where it has none for the building."""
        sale = require_sale(state)
        if sale.building is not None and site_for(state, seat) is None:
            raise no_site(state, seat)
        return bid_limit_of(state, sale, seat)

    @classmethod
    def step(cls, state: MonopolyState) -> int:
        return 10
