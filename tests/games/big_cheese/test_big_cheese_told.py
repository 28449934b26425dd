"""Spoken auctions, recorded when they are over (BC-A5, BC-A8); every seat has 10 workers."""

from __future__ import annotations

from companion.games.big_cheese.auction import Bid, OfferCard, Pass, RecordSale
from companion.games.big_cheese.state import BigCheeseState
from companion.testing.tables import ANNA, BRUNO, CARLA, Case, after
from tests.games.big_cheese.big_cheese_tables import holding, offered, opened, won
from tests.games.refusals import refuses


def anna_bids_and_carla_passes() -> BigCheeseState:
    """Return a table where Anna's 3 stands, Carla is out, and Bruno is next."""
    return after(offered(), Bid(ANNA, 3), Pass(CARLA))


def free(state: BigCheeseState) -> list[int]:
    return [state.free(seat) for seat in state.seats]


def test_a_recorded_sale_equals_the_same_bids_and_passes() -> None:
    told = after(offered(), RecordSale(BRUNO, 4))
    bid = after(offered(), Pass(ANNA), Pass(CARLA), Bid(BRUNO, 4))

    assert told == bid
    assert free(told) == [10, 6, 10]


def test_an_earlier_bidder_wins_for_the_standing_bid_or_more() -> None:
    table = anna_bids_and_carla_passes()

    assert free(after(table, RecordSale(ANNA, 3))) == [7, 10, 10]
    assert free(after(table, RecordSale(ANNA, 6))) == [4, 10, 10]
    assert free(after(table, RecordSale(BRUNO, 10))) == [10, 0, 10]


def test_workers_return_from_other_projects_after_a_recorded_sale_too() -> None:
    """Anna's 8 has one worker on it, so Bruno's card finishes it."""
    state = after(won(opened(), "8", ANNA), OfferCard("10"), RecordSale(BRUNO, 2))

    assert free(state) == [10, 8, 10]
    assert [project.seat for project in state.projects] == [BRUNO]


def test_an_unwanted_card_is_discarded_and_the_same_seat_opens() -> None:
    state = after(offered(), RecordSale())

    assert (state.stage, state.opener, state.card, free(state)) == ("offer", ANNA, None, [10] * 3)


def test_a_recorded_sale_counts_a_veto_holder_as_passed() -> None:
    state = after(holding(offered(), CARLA, vetoes=1), RecordSale(BRUNO, 1))

    assert (free(state), state.held[CARLA].vetoes) == ([10, 9, 10], 1)


CASES: list[Case] = [
    ("bid_too_low", "BC-A3", anna_bids_and_carla_passes, RecordSale(BRUNO, 3)),
    ("already_passed", "BC-A4", anna_bids_and_carla_passes, RecordSale(CARLA, 4)),
    ("more_than_free", "BC-A3", offered, RecordSale(BRUNO, 11)),
    ("bid_stands", "BC-A5", anna_bids_and_carla_passes, RecordSale()),
    ("not_now", "BC-A1", opened, RecordSale(BRUNO, 1)),
]


test_an_impossible_recorded_sale_is_refused = refuses(CASES)
