"""Auctions in no fixed order: bids, withdrawals, the hammer (MO-A1, MO-B3).

Decided where the book is silent: whoever withdraws is out of this auction; the highest bidder
cannot withdraw and need not bid against himself. It is over when he alone is left, or when the
banker knocks it down. Nobody is held to his cash when bidding for a deed: the winner who cannot
pay owes, and gets the deed when he has paid. A building is paid on the spot, as always, so there
nobody bids more than he holds.
"""

from __future__ import annotations

from companion.games.monopoly.actions import Bid, KnockDown, Pass
from companion.games.monopoly.charges import charge
from companion.games.monopoly.course import Course
from companion.games.monopoly.going_on import go_on
from companion.games.monopoly.guards import not_now, require_no_debt, require_running, require_seat
from companion.games.monopoly.money_facts import AuctionClosed, BidMade, DeedTaken, Passed
from companion.games.monopoly.property_facts import WantsClosed
from companion.games.monopoly.shortage import hand_over
from companion.games.monopoly.state import MonopolyState, Sale
from companion.mechanics.auction import Award, require_amount
from companion.mechanics.game import Fact
from companion.mechanics.open_auction import require_bidder
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def rule_of(sale: Sale) -> str:
    """Return the rule an auction rests on."""
    return "MO-A1" if sale.building is None else "MO-B3"


def require_sale(state: MonopolyState) -> Sale:
    """Return the auction under way; raises ``game_over``, ``debt_open`` or ``not_now``."""
    require_running(state)
    require_no_debt(state)
    if state.sale is None:
        raise not_now(state, "MO-A1")
    return state.sale


def require_word(state: MonopolyState, seat: int) -> Sale:
    """Return the auction in which a seat may speak.

    Raises also ``unknown_seat``, ``seat_bankrupt``, ``already_passed``, ``not_in_this_auction``,
    ``already_highest``.
    """
    require_seat(state, seat)
    sale = require_sale(state)
    rule = rule_of(sale)
    require_bidder(sale.auction, seat, pass_rule=rule, high_rule=rule)
    return sale


def require_bid(state: MonopolyState, seat: int, amount: int) -> Sale:
    """Return the auction; raises also ``bid_too_low`` or ``bid_above_cash``."""
    sale = require_word(state, seat)
    require_amount(sale.auction, amount, rule_of(sale))
    if sale.building is not None and amount > state.cash(seat):
        raise Refusal(
            "bid_above_cash",
            "MO-B3",
            say("A building is paid at once and you hold {cash}.", cash=state.cash(seat)),
        )
    return sale


def decide_bid(state: MonopolyState, action: Bid) -> tuple[Fact, ...]:
    """Return the bid; with nobody else left it is the last."""
    require_bid(state, action.seat, action.amount)
    course = Course(state)
    course.happens(BidMade(action.seat, action.amount))
    close_if_decided(course)
    return course.facts


def decide_pass(state: MonopolyState, action: Pass) -> tuple[Fact, ...]:
    """Return the withdrawal, with the end of the auction where it leaves nobody to bid."""
    require_word(state, action.seat)
    course = Course(state)
    course.happens(Passed(action.seat))
    close_if_decided(course)
    return course.facts


def decide_knock_down(state: MonopolyState, action: KnockDown) -> tuple[Fact, ...]:
    """Return the end of the auction as the bids stand."""
    sale = require_sale(state)
    course = Course(state)
    _close(course, sale, sale.auction.hammer)
    return course.facts


def close_if_decided(course: Course) -> None:
    """Close the auction once nobody is left to bid against the highest."""
    sale = course.state.sale
    assert sale is not None
    award = sale.auction.award
    if award is not None:
        _close(course, sale, award)


def _close(course: Course, sale: Sale, award: Award) -> None:
    seat, amount, position = award.seat, award.amount, sale.position
    course.happens(AuctionClosed(seat, amount, position, sale.building))
    if position is None:
        if seat is None:
            course.happens(WantsClosed())
        else:
            hand_over(course, seat, amount)
    elif seat is not None and charge(course, seat, None, amount, "auction", position):
        course.happens(DeedTaken(seat, position))
    go_on(course)
