"""Sealed bids (FB-A5): no answer to any device depends on one that is not its own."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.web.phones import Phone, Table, seated
from tests.web.test_hidden_money_by_hand import without_chance

SECRET = 7_654_321
"""What Bruno bids: long enough to stand nowhere by chance."""
NAMES = ("Anna", "Bruno", "Carla")
SEALED = {"kind": "put_up", "what": "Mill", "how": "sealed"}


def at_the_bank(app: Flask, *actions: dict[str, Any], phones: int = 3) -> Table:
    """Return a free bank of three where everybody has more than the secret."""
    seats = [{"name": name} for name in NAMES]
    options = {"start": 10_000_000, "salary": 5, "movers": "pay_and_take"}
    return seated(
        app, *actions, phones=phones, game="free_bank", options=options, copy={}, seats=seats
    )


def bid(seat: int, amount: int) -> dict[str, Any]:
    return {"kind": "seal_bid", "seat": seat, "amount": amount}


def secretive(app: Flask, amount: int) -> Table:
    """Return a table where Bruno has sealed a bid on a phone."""
    table = at_the_bank(app, SEALED)
    assert table.phones[1].tap(table, bid(1, amount)).status_code == 303
    return table


def received_bodies(table: Table, phone: Phone) -> dict[str, str]:
    """Return every body that a device gets: pages, streams, refusals."""
    pages = ("", "history", "account", "account.txt", "bank", "invite", "record.json", "purse/1")
    ways = ("?screen=table", "?for=1", "?for=1&screen=table", "?draft=1.0.5&for=1", "?draft=1.0.5")
    bodies = {place: phone.get(table.page + place).text for place in (*pages, *ways)}
    for query in ("", "&screen=table", "&for=1"):
        with phone.stream(table, "ear", query) as events:
            bodies[f"stream{query}"] = next(events)
    for action in (
        {"kind": "award", "seat": 1},
        {"kind": "bid", "seat": 1, "amount": 1},
        {"kind": "end"},
        {"kind": "undo", "entry": 99},
        {"kind": "move", "source": "seat 1", "target": "pot", "amount": 10**9},
    ):
        answer = phone.tap(table, action, seen=table.sequence)
        assert answer.status_code >= 400, action
        bodies[str(action)] = answer.text
    return bodies


def others(table: Table) -> list[Phone]:
    return [phone for phone in table.everybody if phone is not table.phones[1]]


def test_no_response_to_others_contains_a_sealed_bid(app: Flask) -> None:
    table = secretive(app, SECRET)

    for phone in others(table):
        for place, body in received_bodies(table, phone).items():
            for written in (str(SECRET), "7\u202f654\u202f321", "7 654 321"):
                assert written not in body, place


def test_others_cannot_tell_apart_tables_that_differ_in_a_sealed_bid(app: Flask) -> None:
    high, low = secretive(app, SECRET), secretive(app, 0)

    for here, there in zip(others(high), others(low), strict=True):
        one, two = received_bodies(high, here), received_bodies(low, there)
        for (place, body), other in zip(one.items(), two.values(), strict=True):
            assert without_chance(body, high) == without_chance(other, low), place


def test_the_bidders_phone_shows_the_sealed_bid_and_can_undo_it(app: Flask) -> None:
    table = secretive(app, SECRET)
    page = table.phones[1].go(table.page)

    assert "Your sealed bid: 7 654 321." in page.text
    table.phones[1].press(page, "Undo")
    assert table.now.state.auction.sealed == {}


def test_the_banker_does_not_see_sealed_bids_of_seats_without_a_phone(app: Flask) -> None:
    table = at_the_bank(app, SEALED, bid(2, SECRET), phones=2)

    shown = table.banker.get(f"{table.page}?for=2").text

    assert "Carla’s sealed bid is in." in shown
    assert "7\u202f654\u202f321" not in shown


def record_status(table: Table) -> set[int]:
    return {phone.get(f"{table.page}record.json").status_code for phone in table.everybody}


def test_the_record_is_refused_until_the_bids_are_opened(app: Flask) -> None:
    table = at_the_bank(app, SEALED, bid(1, SECRET))
    assert record_status(table) == {403}

    table.do(bid(0, 5), bid(2, 6))

    assert record_status(table) == {200}
    assert "The bids: Bruno 7\u202f654\u202f321" in table.onlooker.get(f"{table.page}history").text


@pytest.mark.parametrize(
    "taking_back",
    [{"kind": "undo", "entry": 2}, {"kind": "undo", "entry": 1}, {"kind": "call_off"}],
)
def test_an_unopened_sealed_bid_blocks_the_record_until_the_end(
    app: Flask, taking_back: dict[str, Any]
) -> None:
    table = at_the_bank(app, SEALED, bid(1, SECRET))
    table.do(taking_back)

    assert record_status(table) == {403}
    history = table.banker.get(f"{table.page}history").text
    assert "7\u202f654\u202f321" not in history and "You can save the game" in history

    if table.now.state.auction is not None:
        table.do({"kind": "call_off"})
    table.do({"kind": "end"})
    assert record_status(table) == {200}


def test_a_player_cannot_take_back_the_bid_that_opened_them_all(app: Flask) -> None:
    table = at_the_bank(app, SEALED, bid(1, SECRET), bid(2, 6))
    table.phones[0].tap(table, bid(0, 5))

    refused = table.phones[0].tap(table, {"kind": "undo", "entry": table.sequence})

    assert refused.status_code >= 400
    assert "Everyone has already seen this" in refused.text
