"""The default view of a table, which shows names, money and bids.

Games that do not define a view use this one.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.mechanics.auctions.auction import Auction, bidding_status
from companion.mechanics.language.words import Sentence
from companion.mechanics.money import loans
from companion.mechanics.money.ledger import purse
from companion.mechanics.play.table import TableState


@dataclass(frozen=True, slots=True)
class PlainSeat:
    """One seat in a plain view."""

    number: int
    name: str
    money: int | None
    """The seat's money, or None if it is hidden from the viewing seat."""
    status: str
    """The seat's status in the current auction; see ``auction.bidding_status``."""
    owes: int
    """The amount that the seat must repay for its loans."""


@dataclass(frozen=True, slots=True)
class PlainView:
    """A table as seen from one seat."""

    me: int | None
    """The viewing seat, or None for a viewer without a seat."""
    auction: Auction | None
    """The current auction, if there is one."""
    card: Sentence | None
    """The lot of the current auction, or None if it is unknown to the app."""
    secret: Sentence | None
    """What only the viewing seat may know, or None."""
    seats: tuple[PlainSeat, ...]


def plain_view(state: TableState, seat: int | None) -> PlainView:
    """Return a seat's view of the table, or the public view if ``seat`` is None."""
    auction = getattr(state, "auction", None)
    hidden = state.hidden_accounts(seat)
    seats = tuple(
        PlainSeat(
            number,
            state.name(number),
            None if purse(number) in hidden else state.money(number),
            bidding_status(auction, number),
            loans.owed(state, number),
        )
        for number in state.seats
    )
    secret = None if seat is None else state.secret_of(seat)
    return PlainView(seat, auction, state.bid_for(), secret, seats)
