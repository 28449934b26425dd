"""Spoken auctions, recorded when they are over (BS-A5, BS-A6); purses begin with 10."""

from __future__ import annotations

import pytest

from companion.games.big_shot import GAME
from companion.games.big_shot.auction import Bid, Borrow, Pass, RecordSale
from companion.games.big_shot.state import BigShotState
from companion.mechanics.game import Action, Range
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, Case, after, holding
from tests.games.big_shot.big_shot_tables import bidding, light, placing
from tests.games.refusals import refuses


def bruno_bids_and_carla_passes() -> BigShotState:
    """Return a table where Bruno's 4 stands, Carla is out, and Dario is next."""
    return after(bidding(), Bid(BRUNO, 4), Pass(CARLA))


def kinds(state: BigShotState, action: Action) -> list[tuple[str, int]]:
    return [(event.kind, getattr(event, "seat", -1)) for event in action.decide(state)]


def test_a_recorded_sale_equals_the_same_bids_and_passes() -> None:
    state = after(bidding(), RecordSale(CARLA, 5))
    bid = after(bidding(), Bid(BRUNO, 2), Bid(CARLA, 5), Pass(DARIO), Pass(ANNA), Pass(BRUNO))

    assert (state.stage, state.winner, state.turn) == (bid.stage, bid.winner, bid.turn)
    assert [state.money(seat) for seat in state.seats] == [10, 10, 5, 10]
    assert state.ledger == bid.ledger


def test_a_recorded_sale_is_logged_as_passes_a_bid_and_the_sale() -> None:
    assert kinds(bidding(), RecordSale(CARLA, 5)) == [
        ("told_at_table", -1),
        ("passed", BRUNO),
        ("passed", DARIO),
        ("passed", ANNA),
        ("bid_made", CARLA),
        ("auction_won", CARLA),
        ("paid", CARLA),
    ]


def test_an_earlier_bidder_pays_the_standing_bid_or_more() -> None:
    table = bruno_bids_and_carla_passes()

    assert kinds(table, RecordSale(BRUNO, 4)) == [
        ("told_at_table", -1),
        ("passed", DARIO),
        ("passed", ANNA),
        ("auction_won", BRUNO),
        ("paid", BRUNO),
    ]
    assert after(table, RecordSale(BRUNO, 4)).money(BRUNO) == 6
    assert after(table, RecordSale(BRUNO, 9)).money(BRUNO) == 1
    assert after(table, RecordSale(DARIO, 5)).money(DARIO) == 5


def test_unwanted_cubes_go_to_the_leader_for_nothing() -> None:
    state = after(bidding(), RecordSale())

    assert (state.stage, state.winner) == ("place", ANNA)
    assert [state.money(seat) for seat in state.seats] == [10, 10, 10, 10]


def test_with_two_players_the_winner_still_chooses_the_purse() -> None:
    state = after(bidding(2), RecordSale(BRUNO, 4))

    assert (state.stage, state.winner, state.price) == ("pay", BRUNO, 4)


def test_with_light_tracking_a_recorded_sale_ends_the_turn() -> None:
    assert after(light(), RecordSale(BRUNO, 4)).turn == 2


def test_a_loan_before_a_recorded_sale_allows_a_higher_bid() -> None:
    state = after(bidding(), Borrow(BRUNO), RecordSale(BRUNO, 19))

    assert state.money(BRUNO) == 0


@pytest.mark.parametrize("held", [0, 7, 900])
def test_a_hidden_purse_does_not_limit_a_recorded_sale(held: int) -> None:
    table = holding(bidding(hidden=True), {BRUNO: held})

    assert RecordSale.amounts(table, BRUNO) == Range(1, None)
    assert RecordSale.buyers(table) == [
        (ANNA, "Anna", True), (BRUNO, "Bruno", True), (CARLA, "Carla", True), (DARIO, "Dario", True)
    ]  # fmt: skip


def test_with_hidden_money_a_buyer_who_cannot_pay_shows_the_purse() -> None:
    state = after(bidding(hidden=True), RecordSale(BRUNO, 12))

    assert state.stage == "auction"
    assert state.open_purses == {BRUNO}
    assert state.auction is not None and not state.auction.passed


def test_quick_amounts_go_from_the_next_bid_to_all_the_money() -> None:
    table = bruno_bids_and_carla_passes()

    assert [sale.amount for sale in RecordSale.chips(table, BRUNO)] == [4, 5, 6, 7, 8, 9, 10]
    assert [sale.amount for sale in RecordSale.chips(table, DARIO)] == [5, 6, 7, 8, 9, 10]
    assert RecordSale.chips(table, CARLA) == []


def test_recorded_sales_are_not_in_the_ordinary_menu() -> None:
    offered = {offer.kind for offer in GAME.legal_actions(bidding(), None)}

    assert "tell_sale" not in offered


CASES: list[Case] = [
    ("bid_too_low", "BS-A2", bruno_bids_and_carla_passes, RecordSale(BRUNO, 3)),
    ("bid_too_low", "BS-A2", bruno_bids_and_carla_passes, RecordSale(DARIO, 4)),
    ("bid_too_low", "BS-A2", bidding, RecordSale(DARIO)),
    ("already_passed", "BS-A3", bruno_bids_and_carla_passes, RecordSale(CARLA, 5)),
    ("bid_above_purse", "BS-A4", bidding, RecordSale(BRUNO, 11)),
    ("bid_above_purse", "BS-2c", lambda: bidding(2), RecordSale(BRUNO, 11)),
    ("bid_stands", "BS-A5", bruno_bids_and_carla_passes, RecordSale()),
    ("unknown_seat", "BS-S1", bidding, RecordSale(4, 1)),
    ("not_now", "BS-A1", placing, RecordSale(BRUNO, 1)),
]


test_an_impossible_recorded_sale_is_refused = refuses(CASES)
