"""Permissions hold on every route: pages, posts, personal QR codes, forged forms."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.web.pages import Page
from tests.web.phones import BIDDING, LED, PLACING, SQUARE, Phone, everything_kept, seated

CORRECT = {"kind": "correct", "source": "bank", "target": "seat 1", "amount": 5}
BY_BANKER: list[dict[str, Any]] = [
    CORRECT,
    {"kind": "count_cash", "amounts": {"seat 1": 3}},
    {"kind": "set_lot", "lot": "9", "counts": {"red": 2}},
    {"kind": "assign_lot", "lot": "9", "colour": "red"},
    {"kind": "set_loans", "seat": 1, "loans": 2},
    {"kind": "fall_back"},
    {"kind": "undo", "entry": 1},
]
BY_SEAT: list[tuple[list[dict[str, Any]], dict[str, Any]]] = [
    (LED, {"kind": "roll", "seat": 0, "value": 3}),
    (BIDDING, {"kind": "bid", "seat": 1, "amount": 2}),
    (BIDDING, {"kind": "pass", "seat": 1}),
    (BIDDING, {"kind": "borrow", "seat": 1}),
    (PLACING, {"kind": "place", "seat": 0, "cubes": SQUARE}),
]


@pytest.mark.parametrize("action", BY_BANKER, ids=lambda action: str(action["kind"]))
def test_only_the_banker_can_take_a_bankers_action(app: Flask, action: dict[str, Any]) -> None:
    table = seated(app, *BIDDING)
    other = seated(app, *BIDDING)
    kept = everything_kept(app)

    for phone in (*table.phones, table.onlooker, other.banker, other.phones[1], Phone(app)):
        assert phone.tap(table, action).status_code in (403, 422)
    assert everything_kept(app) == kept
    assert table.banker.tap(table, action).status_code == 303


@pytest.mark.parametrize(("before", "action"), BY_SEAT, ids=lambda part: str(part)[:30])
def test_only_its_phone_and_the_banker_play_a_seat(
    app: Flask, before: list[dict[str, Any]], action: dict[str, Any]
) -> None:
    table, other = seated(app, *before), seated(app, *before)
    seat = action["seat"]
    kept = everything_kept(app)

    strangers = [phone for number, phone in enumerate(table.phones) if number != seat]
    for phone in (*strangers, table.onlooker, other.banker, other.phones[seat]):
        assert phone.tap(table, action).status_code == 403
    assert everything_kept(app) == kept
    assert table.phones[seat].tap(table, action).status_code == 303
    table.do({"kind": "undo", "entry": table.sequence})
    assert table.banker.tap(table, action).status_code == 303


@pytest.mark.parametrize(
    ("place", "fields"),
    [
        ("seats/1", None),
        ("bankers", None),
        ("seats/1", {"free": "1"}),
        ("seats/1", {"name": "Berta"}),
    ],
)
def test_only_the_banker_can_open_a_bankers_page(
    app: Flask, place: str, fields: dict[str, str] | None
) -> None:
    table, other = seated(app, *LED), seated(app, *LED)
    kept, path = everything_kept(app), f"/t/{table.code}/{place}"

    for phone in (table.phones[0], table.onlooker, other.banker, other.phones[1], Phone(app)):
        if fields is None:
            answer = phone.get(path)
        else:
            answer = phone.post(path, fields)
        assert answer.status_code == 403
        assert "/pass/" not in answer.text
    assert everything_kept(app) == kept


def test_players_see_the_bank_page_and_viewers_do_not(app: Flask) -> None:
    table = seated(app, *LED)

    answers = [phone.get(f"/t/{table.code}/bank").status_code for phone in table.everybody]

    assert answers == [200, 200, 200, 200, 200, 403]


def test_the_big_screen_names_the_player_of_an_undone_step(app: Flask) -> None:
    table = seated(app, *BIDDING)
    table.banker.tap(table, {"kind": "correct", "source": "bank", "target": "seat 0", "amount": 5})

    own, for_all = (table.banker.go(table.page + query) for query in ("", "?screen=table"))

    assert "Undo the banker’s move" in for_all.text
    assert "Undo" in own.text and "Take back" not in own.text


def test_a_player_can_rename_their_seat_uniquely(app: Flask) -> None:
    table = seated(app)
    phone, path = table.phones[1], f"/t/{table.code}/seats/1"

    def rename(name: str) -> int:
        return phone.post(path, {"name": name}).status_code

    assert rename("Berta") == 303
    assert table.now.names == ("Anna", "Berta", "Carla", "Dario")
    for name in ("anna", "ANNA", " Carla ", "", "B" * 31):
        assert rename(name) == 422
    assert table.now.names == ("Anna", "Berta", "Carla", "Dario")


@pytest.mark.parametrize("seat", ["²", "-1", "", "4", "9" * 5000, "x"])
def test_a_missing_seat_cannot_be_claimed(app: Flask, seat: str) -> None:
    table = seated(app, phones=0)
    phone = Phone(app)

    answer = phone.post(f"/t/{table.code}/sit", {"seat": seat})

    assert answer.status_code == 422
    assert "no such seat" in answer.text


def test_a_seat_has_one_device_and_a_device_one_seat(app: Flask) -> None:
    table = seated(app, phones=1)
    path, first, second = f"/t/{table.code}/sit", table.phones[0], Phone(app)

    def claim(phone: Phone, seat: str) -> int:
        return phone.post(path, {"seat": seat}).status_code

    assert claim(second, "0") == 422
    assert claim(first, "1") == 422
    assert claim(first, "0") == 303
    assert claim(second, "1") == 303
    assert second.post(path, {"leave": "1"}).status_code == 303
    assert claim(first, "1") == 422


def link_on(page: Page) -> str:
    """Return the path that a QR code on the page leads to."""
    return "/pass/" + page.text.partition("/pass/")[2].split(" ")[0]


def test_a_personal_qr_code_moves_a_seat_to_a_new_phone_once(app: Flask) -> None:
    table = seated(app, *BIDDING)
    old, new, late = table.phones[1], Phone(app, "it"), Phone(app)
    link = link_on(table.banker.go(f"/t/{table.code}/seats/1"))
    with old.stream(table) as events:
        assert "event: now" in next(events)

        offered = new.go(link)
        assert table.now.actor(old.device).seat == 1  # A look at the link takes nothing.
        taken = new.submit(offered.forms[-1])
        assert taken.status_code == 303
        assert "event: role" in next(events)
        assert list(events) == []

    assert old.tap(table, {"kind": "pass", "seat": 1}).status_code == 403
    assert late.post(link, {}).status_code == 422
    assert new.tap(table, {"kind": "pass", "seat": 1}).status_code == 303
    assert new.post(link, {}).status_code == 303  # Tapped twice.


def test_a_bankers_qr_code_makes_one_banker(app: Flask) -> None:
    table = seated(app, *BIDDING)
    link = link_on(table.banker.go(f"/t/{table.code}/bankers"))
    second, late = Phone(app), Phone(app)

    assert second.post(link, {}).status_code == 303
    assert late.post(link, {}).status_code == 422
    assert second.tap(table, CORRECT).status_code == 303
    assert late.tap(table, CORRECT).status_code == 403
    assert link_on(table.banker.go(f"/t/{table.code}/bankers")) != link


def test_a_tampered_link_hands_over_nothing(app: Flask) -> None:
    table = seated(app, *BIDDING)
    link = link_on(table.banker.go(f"/t/{table.code}/seats/1"))
    phone, kept = Phone(app), everything_kept(app)
    body, _, signature = link.removeprefix("/pass/").rpartition(".")

    for token in (
        f"{body}x.{signature}",
        f"{body}.{signature[:-2]}AA",
        "x",
        "W10.x",
        "é",
        "a" * 999,
    ):
        assert phone.get(f"/pass/{token}").status_code == 400
        answer = phone.post(f"/pass/{token}", {})
        assert answer.status_code == 400
        assert "show the QR code again" in answer.text
    assert everything_kept(app) == kept


def test_freeing_a_seat_also_voids_its_old_qr_code(app: Flask) -> None:
    table = seated(app, *BIDDING)
    link = link_on(table.banker.go(f"/t/{table.code}/seats/1"))
    path = f"/t/{table.code}/seats/1"

    freed = table.banker.post(path, {"free": "1"})

    assert freed.status_code == 303
    assert table.phones[1].tap(table, {"kind": "pass", "seat": 1}).status_code == 403
    late = Phone(app)
    assert late.post(link, {}).status_code == 422


def test_a_new_name_is_pushed_to_everybody(app: Flask) -> None:
    table = seated(app, *BIDDING)
    with table.phones[2].stream(table) as events:
        assert "Bruno" in next(events)
        data = {"name": "Berta"}

        table.banker.post(f"/t/{table.code}/seats/1", data)

        event = next(events)
    assert "Berta" in event and "Bruno" not in event
