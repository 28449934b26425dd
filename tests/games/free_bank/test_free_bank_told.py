"""Spoken auctions, recorded when they are over (FB-A4); every seat begins with 100."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.free_bank.auctions import RecordSale
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.actions.refusal import Refusal
from tests.games.free_bank.free_bank_tables import after, asked, bid, money, sealed, seated, up


def tell(seat: int | None, amount: int = 0) -> dict[str, Any]:
    return {"kind": "tell_sale", "seat": seat, "amount": amount}


def bruno_bids_and_carla_passes() -> FreeBankState:
    """Return a table where Bruno's 40 stands and Carla is out."""
    return after(up(), bid(1, 40), {"kind": "pass", "seat": 2})


def test_a_recorded_sale_is_a_bid_that_ends_the_auction() -> None:
    told = after(up(), tell(2, 30))

    assert told == after(up(), bid(2, 30), {"kind": "hammer"})
    assert money(told) == [100, 100, 70]


def test_an_earlier_bidder_pays_the_standing_bid_or_more() -> None:
    table = bruno_bids_and_carla_passes()

    assert money(after(table, tell(1, 40))) == [100, 60, 100]
    assert money(after(table, tell(1, 100))) == [100, 0, 100]
    assert money(after(table, tell(0, 41))) == [59, 100, 100]


def test_the_price_goes_to_the_chosen_receiver() -> None:
    assert money(after(up(target="seat 0"), tell(2, 30))) == [130, 100, 70]


def test_an_unwanted_lot_is_not_sold() -> None:
    state = after(up(), tell(None))

    assert (state.auction, money(state)) == (None, [100, 100, 100])


def test_quick_amounts_are_round() -> None:
    table = up(start=1500)

    sales = RecordSale.chips(table, 0)

    assert [sale.amount for sale in sales[:4]] == [1, 50, 100, 150]


@pytest.mark.parametrize(
    ("name", "rule", "table", "action"),
    [
        ("bid_too_low", "FB-A2", bruno_bids_and_carla_passes, tell(0, 40)),
        ("already_passed", "FB-A3", bruno_bids_and_carla_passes, tell(2, 50)),
        ("bid_above_purse", "FB-A2", up, tell(0, 101)),
        ("bid_stands", "FB-A4", bruno_bids_and_carla_passes, tell(None)),
        ("unknown_seat", "FB-S1", up, tell(3, 1)),
        ("not_now", "FB-A4", seated, tell(0, 1)),
        ("not_now", "FB-A4", sealed, tell(0, 1)),
    ],
)
def test_an_impossible_recorded_sale_is_refused(
    name: str, rule: str, table: Any, action: dict[str, Any]
) -> None:
    with pytest.raises(Refusal) as refused:
        asked(**action).decide(table())

    assert (refused.value.name, refused.value.rule) == (name, rule)


def test_the_bank_is_lower_case_within_a_line() -> None:
    names = seated().account_names()

    assert str(names["bank"]) == "the bank"
