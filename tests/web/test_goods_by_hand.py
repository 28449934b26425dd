"""A short game at a free bank that counts goods, on devices without script."""

from __future__ import annotations

import json
from typing import Any

from flask import Flask

from companion.tables.records.import_export import import_record
from companion.tables.records.verdict import verify_record
from tests.web.phones import Phone, Table
from tests.web.test_free_bank_by_hand import at_the_bank, set_up

WOOD: dict[str, Any] = {"kind": "count_good", "seat": 1, "good": "Wood", "amount": 2}


def tapped(phone: Phone, table: Table, button: str) -> str:
    """Return the text of a phone's page after a tap on the first button with this label."""
    return phone.press(phone.go(table.page), button).text


def test_a_player_counts_goods_with_taps_and_everyone_sees_them(app: Flask) -> None:
    table = at_the_bank(app, WOOD, goods="Wood, Ore")
    anna, bruno = table.phones[:2]

    page = anna.go(table.page)
    assert "Wood 0 −1 +1 Ore 0 −1 +1" in page.text
    assert "Wood 1 −1 +1 Ore 0" in tapped(anna, table, "+1")
    assert "Wood 2 −1 +1" in tapped(anna, table, "+1")
    assert "You return 1 Wood." in tapped(anna, table, "−1")
    for device, query in ((bruno, ""), (table.onlooker, "?screen=table"), (table.banker, "bank")):
        text = device.go(table.page + query).text
        assert query == "bank" or ("Anna Wood 1" in text and "Bruno Wood 2" in text)
    assert "Anna returns 1 Wood." in bruno.go(f"{table.page}history").text
    assert "Wood 2" in bruno.go(f"{table.page}account").text
    assert table.balance("seat 0") == 100


def test_the_banker_counts_for_a_seat_and_types_larger_numbers(app: Flask) -> None:
    table = at_the_bank(app, players=5, goods="Wood, Ore")
    banker = table.banker

    banker.press(banker.go(f"{table.page}?for=4"), "+1")
    bank = f"{table.page}bank"
    banker.press(banker.go(bank), "Count", seat="1", good="Ore", typed="12")
    page = banker.go(bank)
    answer = banker.submit(page.form("Count"), "Count", seat="1", good="Ore", typed="−13")

    state = table.now.state
    assert state.goods_of(4)["Wood"] == 1 and state.goods_of(1)["Ore"] == 12
    assert "Bruno can return at most 12 Ore." in answer.text and "FB-G2" in answer.text


def test_a_tap_is_undone_and_no_player_counts_for_another(app: Flask) -> None:
    table = at_the_bank(app, goods="Wood")
    assert table.phones[1].tap(table, WOOD).status_code == 303

    assert table.phones[0].tap(table, WOOD).status_code == 403
    assert table.phones[1].tap(table, {"kind": "undo", "entry": 1}).status_code == 303

    assert table.now.state.goods_of(1) == {"Wood": 0}


def test_goods_are_hidden_with_the_money_until_the_end(app: Flask) -> None:
    table = at_the_bank(app, WOOD, goods="Wood", hidden_money=True)
    others = [table.banker, table.phones[0], table.onlooker]
    ways = ("", "?screen=table", "?for=1", "account")

    for device in others:
        for way in ways:
            assert "Wood 2" not in device.go(table.page + way).text, way
    assert "Wood 2 −1 +1" in table.phones[1].go(table.page).text
    assert table.banker.tap(table, WOOD).status_code == 403
    assert "tool-goods" not in table.banker.go(f"{table.page}bank").html

    table.do({"kind": "end"})
    assert "Wood 2" in table.onlooker.go(f"{table.page}account").text


def test_a_table_with_goods_and_a_late_player_is_saved_and_verified(app: Flask) -> None:
    table, dario = at_the_bank(app, WOOD, goods="Wood"), Phone(app)
    banker = table.banker
    banker.press(banker.go(f"{table.page}bank"), "Add", name="Dario")
    dario.post(f"{table.page}sit", {"seat": "3"})

    assert "Wood 0 −1 +1" in dario.go(table.page).text
    assert "Wood 1 −1 +1" in tapped(dario, table, "+1")
    table.do({"kind": "leave", "seat": 1}, {"kind": "end"})
    record = json.loads(banker.get(f"{table.page}record.json").text)

    with app.app_context():
        again = import_record(record, banker.device)
    assert again.state.goods == table.now.state.goods
    assert [again.state.goods_of(seat)["Wood"] for seat in range(4)] == [0, 0, 0, 1]
    assert verify_record(record).refusal is None


def test_the_goods_are_named_on_the_new_game_page_and_changed_later(app: Flask) -> None:
    phone, answer = set_up(app, goods="Wood, Ore")
    place = answer.headers["Location"].removesuffix("invite")
    assert "Wood 0" in phone.go(f"{place}?for=0").text

    page = phone.go(f"{place}bank")
    form = page.form("goods.value")
    assert form.fields["goods.value"] == "Wood, Ore"
    _, refused = set_up(app, goods="Wood, wood")
    assert "“Wood” already exists. Choose another name." in refused.text


def test_a_table_without_goods_shows_none(app: Flask) -> None:
    table = at_the_bank(app)

    for device in table.everybody:
        page = device.get(table.page).text
        assert "count_good" not in page and 'class="sheet goods"' not in page
    assert "tool-goods" not in table.banker.get(f"{table.page}bank").text
