"""Spoken auctions that the banker records (MO-A1); seats start with 1500."""

from __future__ import annotations

from companion.games.monopoly.auctions import Bid, KnockDown, Pass, RecordSale
from companion.games.monopoly.state import Deed, MonopolyState
from companion.testing.tables import ANNA, BRUNO, CARLA, Case, after, holding
from tests.games.monopoly.monopoly_tables import begun, bidding, owning
from tests.games.refusals import refuses

WHITECHAPEL, ELECTRIC = 3, 8


def bruno_bids_and_carla_passes() -> MonopolyState:
    """Return a table where Bruno's 40 stands for Whitechapel Road and Carla is out."""
    return after(bidding(), Bid(BRUNO, 40), Pass(CARLA))


def test_a_recorded_sale_is_a_bid_that_wins() -> None:
    told = after(bidding(), RecordSale(CARLA, 70))
    bid = after(bidding(), Bid(CARLA, 70), KnockDown())

    assert told == bid
    assert (told.deeds[WHITECHAPEL], told.money(CARLA)) == (Deed(CARLA), 1430)


def test_an_earlier_bidder_buys_for_the_standing_bid_or_more() -> None:
    table = bruno_bids_and_carla_passes()

    assert after(table, RecordSale(BRUNO, 40)).money(BRUNO) == 1460
    assert after(table, RecordSale(BRUNO, 55)).money(BRUNO) == 1445
    assert after(table, RecordSale(ANNA, 41)).deeds[WHITECHAPEL] == Deed(ANNA)


def test_an_unwanted_deed_stays_with_the_bank() -> None:
    state = after(bidding(), RecordSale())

    assert (state.sale, WHITECHAPEL in state.deeds) == (None, False)


def test_a_buyer_without_the_cash_owes_the_price() -> None:
    table = holding(owning(bidding(), BRUNO, (ELECTRIC,)), {BRUNO: 10})

    state = after(table, RecordSale(BRUNO, 60))

    assert [(debt.debtor, debt.amount) for debt in state.debts] == [(BRUNO, 60)]


def test_quick_amounts_are_the_lowest_bid_and_then_tens() -> None:
    chips = [sale.amount for sale in RecordSale.chips(bruno_bids_and_carla_passes(), ANNA)]

    assert chips[:4] == [41, 50, 60, 70]
    assert len(chips) == 25


CASES: list[Case] = [
    ("bid_too_low", "MO-A1", bruno_bids_and_carla_passes, RecordSale(ANNA, 40)),
    ("already_passed", "MO-A1", bruno_bids_and_carla_passes, RecordSale(CARLA, 50)),
    ("bid_above_means", "MO-A1", bidding, RecordSale(BRUNO, 1501)),
    ("bid_stands", "MO-A1", bruno_bids_and_carla_passes, RecordSale()),
    ("unknown_seat", "MO-S2", bidding, RecordSale(3, 1)),
    ("not_now", "MO-A1", begun, RecordSale(BRUNO, 1)),
]


test_an_impossible_recorded_sale_is_refused = refuses(CASES)
