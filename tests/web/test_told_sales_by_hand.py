"""An auction held aloud, told by the banker: who, then for how much; Anna leads, Bruno is asked."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.browser.scenes import record_of
from tests.web.phones import BIDDING, PLACING, SQUARE, Phone, Table, seated

SHARK_WON = "Settled out loud: Dario won"
SOLD: dict[str, Any] = {"kind": "tell_sale", "seat": 2, "amount": 5}
PLACED: dict[str, Any] = {"kind": "place", "seat": 2, "cubes": SQUARE}
EARLY: dict[str, Any] = {"kind": "pass_early", "seat": 3, "auction": 1}


def sold_to_carla(table: Table, typed: str = "") -> Phone:
    """Let the banker tap Carla's name and the 5, or type another amount; return the device."""
    banker = table.banker
    page = banker.go(banker.go(table.page).link("Sold to: Carla"))
    banker.press(page, "Sold" if typed else "5", amount=typed)
    return banker


@pytest.mark.parametrize(("typed", "left"), [("", 5), ("7", 3)])
def test_the_banker_records_buyer_and_price(app: Flask, typed: str, left: int) -> None:
    table = seated(app, *BIDDING)

    sold_to_carla(table, typed)

    state = table.now.state
    assert (state.stage, state.winner, table.balance("seat 2")) == ("place", 2, left)


def test_the_history_marks_a_recorded_sale(app: Flask) -> None:
    table = seated(app, *BIDDING)

    shown = sold_to_carla(table).go(f"{table.page}history").text

    for line in ("Recorded by the banker:", "Bruno passes.", "Carla wins the cubes for 5."):
        assert line in shown


@pytest.mark.parametrize(
    ("language", "line"),
    [("it", "Segnato dalla banca:"), ("fr", "Saisi par la banque")],
)
def test_a_recorded_sale_is_shown_in_the_readers_language(
    app: Flask, language: str, line: str
) -> None:
    table = seated(app, *BIDDING, SOLD, languages=(language,) * 4)

    assert line in table.phones[0].go(f"{table.page}history").text


def test_a_recorded_sale_is_undone_with_one_tap(app: Flask) -> None:
    table = seated(app, *BIDDING)
    banker = sold_to_carla(table)

    banker.press(banker.go(table.page), "Undo")

    state = table.now.state
    assert (state.stage, state.auction.passed, table.balance("seat 2")) == ("auction", set(), 10)


def test_an_unwanted_lot_is_recorded_too(app: Flask) -> None:
    table = seated(app, *BIDDING)
    page = table.banker.go(table.banker.go(table.page).link("Nobody"))

    table.banker.press(page, "Nobody wants it")

    assert (table.now.state.stage, table.now.state.winner) == ("place", 0)


def test_a_refused_price_is_asked_again_on_the_same_page(app: Flask) -> None:
    table = seated(app, *BIDDING)
    page = table.banker.go(f"{table.page}sold?to=2")

    answer = table.banker.submit(page.form("Sold"), "Sold", amount="11")

    assert "Carla can bid 10 at most." in answer.text
    assert 'value="11"' in answer.text
    assert table.now.state.stage == "auction"


def test_a_bid_made_meanwhile_makes_the_recorded_sale_late(app: Flask) -> None:
    table = seated(app, *BIDDING)
    page = table.banker.go(f"{table.page}sold?to=2")
    assert table.phones[1].tap(table, {"kind": "bid", "seat": 1, "amount": 2}).status_code == 303

    answer = table.banker.submit(page.form("5"), "5")

    assert answer.status_code == 409
    assert table.now.state.auction.standing.seat == 1


def test_only_a_banker_records_a_sale(app: Flask) -> None:
    table = seated(app, *BIDDING)

    for phone in (*table.phones, table.onlooker):
        assert "/sold" not in phone.get(table.page).text
        assert phone.get(f"{table.page}sold").status_code == 403
        assert phone.tap(table, SOLD).status_code == 403


def test_without_an_auction_there_is_no_sale_to_record(app: Flask) -> None:
    table = seated(app, *PLACING)

    assert "/sold" not in table.banker.get(table.page).text
    assert "Nothing is up for auction now." in table.banker.go(f"{table.page}sold?to=2").text


def test_a_waiting_phone_can_pass_early_without_making_bids_late(app: Flask) -> None:
    table = seated(app, *BIDDING)
    seen, dario = table.sequence, table.phones[3]

    dario.press(dario.go(table.page), "Pass now")
    answer = table.phones[1].tap(table, {"kind": "bid", "seat": 1, "amount": 2}, seen=seen)

    assert answer.status_code == 303
    assert (table.now.state.auction.passed, table.now.state.auction.turn) == ({3}, 2)


def test_a_pass_for_an_earlier_auction_is_refused(app: Flask) -> None:
    table = seated(app, *BIDDING)

    assert table.phones[3].tap(table, EARLY | {"auction": 2}).status_code == 422


@pytest.mark.parametrize("seat", [0, 1])
def test_the_seat_to_act_and_the_default_winner_cannot_pass_early(app: Flask, seat: int) -> None:
    table = seated(app, *BIDDING)

    assert "pass_early" not in table.phones[seat].get(table.page).text


def test_the_price_of_a_recorded_sale_can_be_fixed(app: Flask) -> None:
    table = seated(app, *BIDDING, SOLD, PLACED)
    page = table.banker.go(f"{table.page}history?step=3")

    form = page.form("amend")
    answer = table.banker.submit(form, "tell_sale-2-6")

    assert "Sold to Anna" not in page.text and "Bid" not in page.text and "Pass" not in page.text
    assert form.fields["tell_sale-2.amount"] == "5"
    assert answer.status_code == 303
    assert (table.now.state.stage, table.balance("seat 2")) == ("roll", 4)


def test_the_buyer_of_the_latest_recorded_sale_can_be_fixed(app: Flask) -> None:
    table = seated(app, *BIDDING, SOLD)
    page = table.banker.go(f"{table.page}history?step=3")

    table.banker.submit(page.form("amend"), "Sold to Dario for 5")

    assert (table.now.state.winner, table.balance("seat 3")) == (3, 5)
    assert table.balance("seat 2") == 10
    history = table.banker.go(f"{table.page}history").text
    assert "The banker corrected step 3: Dario wins the cubes for 5." in history


def test_with_hidden_money_a_takeover_cannot_be_recorded(app: Flask) -> None:
    banker = Phone(app)
    table = banker.bring_back(record_of("big_deal", "bd-shark"))

    page = banker.go(banker.go(table).link(SHARK_WON))

    assert "won by" not in banker.go(table).text
    assert f"<h1>{SHARK_WON}</h1>" in page.html
    assert "Dario wins; price per share:" in page.text


@pytest.mark.parametrize(
    ("game", "scene", "lot"),
    [
        ("monopoly", "mo-auction", "Rue La Fayette"),
        ("big_cheese", "cheese-auction", "card 2"),
        ("big_deal", "bd-duel", "Security Inc."),
        ("free_bank", "fb-auction", "Mill"),
    ],
)
def test_the_page_for_a_recorded_sale_names_the_lot(
    app: Flask, game: str, scene: str, lot: str
) -> None:
    banker = Phone(app)
    place = banker.bring_back(record_of(game, scene))

    assert lot in banker.go(f"{place}sold?to=0").text
