"""What every table can show, for a game that shows no more: names, purses, and who bids."""

from __future__ import annotations

from dataclasses import dataclass

from companion.mechanics import loans
from companion.mechanics.auction import Auction, bidding_status
from companion.mechanics.ledger import purse
from companion.mechanics.table import TableState
from companion.mechanics.words import Sentence


@dataclass(frozen=True, slots=True)
class PlainSeat:
    """One seat. money: None where it is hidden. status: as ``bidding_status`` has it.

    owes: what its loans come to.
    """

    number: int
    name: str
    money: int | None
    status: str
    owes: int


@dataclass(frozen=True, slots=True)
class PlainView:
    """A table. me: the seat that looks, None for an onlooker. auction: the one under way.

    card: what is bid for there, None where the app does not know it.
    """

    me: int | None
    auction: Auction | None
    card: Sentence | None
    seats: tuple[PlainSeat, ...]


def plain_view(state: TableState, seat: int | None) -> PlainView:
    """Return what a seat may see; seat None: what everybody may."""
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
    return PlainView(seat, auction, state.bid_for(), seats)
