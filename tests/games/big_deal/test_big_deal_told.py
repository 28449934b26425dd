"""Takeovers settled aloud and recorded by the banker (BD-K2 to BD-K5).

Anna attacks Bruno's three shares of TelCom with one of hers; purses: 1000, 1150, 1300, 1450.
"""

from __future__ import annotations

import pytest

from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import GiveUp, Raise, RecordSale
from companion.mechanics.game import Range
from companion.testing.tables import ANNA, BRUNO, CARLA, Case, after, holding
from tests.games.big_deal.big_deal_tables import acting, attacked, cash
from tests.games.refusals import refuses


def test_a_recorded_win_of_the_attacker_equals_the_same_bids() -> None:
    """300 a share, three shares: Anna pays Bruno 900."""
    told = after(attacked(), RecordSale(ANNA, 300))
    bid = after(attacked(), Raise(BRUNO, 200), Raise(ANNA, 300), GiveUp(BRUNO))

    assert cash(told) == [100, 2050, 1300, 1450]
    assert told == bid


def test_a_recorded_win_of_the_defender_pays_for_the_laid_card() -> None:
    """350 for the one card laid: Bruno pays Anna 350."""
    told = after(attacked(), RecordSale(BRUNO, 350))

    assert cash(told) == [1350, 800, 1300, 1450]
    assert told == after(attacked(), Raise(BRUNO, 350), GiveUp(ANNA))


def test_the_highest_bidder_wins_at_the_standing_price() -> None:
    kinds = [event.kind for event in RecordSale(ANNA, 150).decide(attacked())]

    assert kinds[:2] == ["told_at_table", "gave_up"]
    assert cash(after(attacked(), RecordSale(ANNA, 150))) == [550, 1600, 1300, 1450]


def test_an_attacker_recorded_as_winner_without_enough_cash_must_find_it_first() -> None:
    state = after(attacked(), RecordSale(ANNA, 1000))

    assert (state.stage, cash(state)[0]) == ("raise", 1000)


def test_a_recorded_win_of_the_defender_is_limited_by_their_cash() -> None:
    assert RecordSale.amounts(attacked(), BRUNO) == Range(200, 1150)
    assert RecordSale.amounts(attacked(), ANNA) == Range(150, None)
    assert RecordSale.amounts(attacked(), CARLA) is None


@pytest.mark.parametrize("held", [0, 950, 20_000])
def test_hidden_cash_does_not_limit_a_recorded_sale(held: int) -> None:
    table = holding(attacked(shark=True), {BRUNO: held})

    assert RecordSale.buyers(table)[:2] == [(ANNA, "Anna", True), (BRUNO, "Bruno", False)]
    assert RecordSale.amounts(table, ANNA) == Range(150, None)


def shark() -> BigDealState:
    return attacked(shark=True)


CASES: list[Case] = [
    ("price_too_low", "BD-K2", attacked, RecordSale(BRUNO, 150)),
    ("price_too_low", "BD-K2", attacked, RecordSale(ANNA, 100)),
    ("price_off_the_fifties", "BD-K2", attacked, RecordSale(ANNA, 175)),
    ("beyond_cash", "BD-K3", attacked, RecordSale(BRUNO, 1200)),
    ("not_in_this_takeover", "BD-K2", attacked, RecordSale(CARLA, 200)),
    ("not_in_this_takeover", "BD-K2", attacked, RecordSale()),
    ("hidden_price", "BD-V1", shark, RecordSale(BRUNO, 200)),
    ("unknown_seat", "BD-S1", attacked, RecordSale(9, 200)),
    ("not_now", "BD-K2", acting, RecordSale(ANNA, 200)),
]


test_an_impossible_recorded_sale_is_refused = refuses(CASES)
