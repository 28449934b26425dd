"""A browser without script plays by plain forms and links, each found on the page before."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask

from tests.web.pages import Page
from tests.web.phones import BIDDING, LED, PLACING, Phone, Table, seated

NAMES = ("Anna", "Bruno", "Carla", "Dario")


def set_up(app: Flask, names: tuple[str, ...] = NAMES, **chosen: str) -> tuple[Phone, Page]:
    """Return a banker's device and the page with the QR code, by way of the first page."""
    banker = Phone(app)
    home = banker.go("/")
    boxes = (link for link in home.links if link.href.startswith("/new/"))
    page = banker.go(next(link.href for link in boxes if "Big Shot" in link.text))
    if len(names) < 4:
        answer = banker.submit(page.form("Show the QR code"), str(len(names)))
        page = Page(answer.text)
    typed = {f"name_{place}": name for place, name in enumerate(names)}
    return banker, banker.press(page, "Show the QR code", **typed, **chosen)


def address_on(page: Page) -> str:
    """Return the path under the QR code."""
    match = re.search(r"http://localhost(/\S+)", page.text)
    assert match
    return match[1]


def join(app: Flask, link: str, name: str) -> tuple[Phone, Page]:
    """Return a phone that scanned the code and tapped its name, and the table it sees."""
    phone = Phone(app)
    page = phone.go(link)
    (button,) = (b for b in page.forms[-1].buttons if name in b.text)
    return phone, phone.press(page, button.value)


def test_a_table_is_made_joined_and_played_with_plain_forms(app: Flask) -> None:
    banker, invite = set_up(app)
    seats = [join(app, address_on(invite), name) for name in NAMES]
    banker.press(banker.go(invite.link("Printed numbers")), "Save the numbers", **typed_board())
    (anna, page), (bruno, _), (carla, _), (dario, _) = seats
    table = anna.at

    page = anna.press(page, "b-lead-0")
    page = anna.press(page, "b-face-4")
    assert "Turn 1 of 18" in page.text
    page = bruno.press(bruno.go(table), "b-bid-1")
    page = carla.press(carla.go(table), "b-bid-2", **{"bid.amount": "6"})
    page = dario.press(dario.go(table), "b-pass")
    page = anna.press(anna.go(table), "b-pass")
    page = bruno.press(bruno.go(table), "b-pass")
    page = place_by_links(carla, carla.go(table))

    assert page.forms and "Turn 2 of 18" in bruno.press(bruno.go(table), "b-roll").text


def place_by_links(phone: Phone, page: Page) -> Page:
    """Tap a colour and a lot four times, go one back in between, and place the cubes."""
    for colour, lot in zip(("red", "yellow", "white", "black"), "AABC", strict=True):
        page = phone.go(phone.where(page.linked("data-colour", colour)))
        page = phone.go(phone.where(page.linked("data-lot", lot)))
        back = phone.go(phone.where(page.link("Remove last cube")))
        assert "of 4 placed" in back.text
    return phone.press(page, "b-place")


def test_a_typed_bid_above_the_purse_is_refused_with_a_way_back(app: Flask) -> None:
    table = seated(app, *BIDDING)
    phone = table.phones[1]
    page = phone.go(table.page)

    answer = phone.submit(page.form("b-bid-1"), "b-bid-1", **{"bid.amount": "99"})

    assert answer.status_code == 422
    assert Page(answer.text).link("Back")


@pytest.mark.parametrize("players", [2, 3])
def test_two_and_three_players_sit_down_with_their_colours(app: Flask, players: int) -> None:
    banker, invite = set_up(app, NAMES[:players], hidden_money="True", edition="fr")

    page = banker.go(invite.link("Go to the table"))

    assert len(page.form("b-lead-roll").buttons) >= players + 1


def test_the_banker_plays_for_a_seat_without_a_phone(app: Flask) -> None:
    table = seated(app, *BIDDING, phones=1)
    page = table.banker.go(table.page)
    for other in ("Carla", "Dario"):
        assert page.link(other).startswith("?for=")

    page = table.banker.press(page, "b-pass")
    page = table.banker.press(page, "b-pass")

    assert table.sequence == 4


def bank(table: Table) -> Page:
    return table.banker.go(f"/t/{table.code}/bank")


def test_the_bank_corrects_a_payment_and_counts_the_cash(app: Flask) -> None:
    table = seated(app, *BIDDING)
    typed = {"source": "bank", "target": "seat 2", "amount": "4", "reason": "lost coins"}

    table.banker.press(bank(table), "Move the money", **typed)
    table.banker.press(bank(table), "Fix the money", **{"amounts.seat 3": "12"})

    assert [table.balance(f"seat {seat}") for seat in range(4)] == [10, 10, 14, 12]
    assert "lost coins" in table.onlooker.go(f"/t/{table.code}/history").text


def test_the_bank_page_sets_loans_cubes_and_light_tracking(app: Flask) -> None:
    table = seated(app, *BIDDING)

    table.banker.press(bank(table), "Fix the loans", seat="2", loans="3")
    typed = {"lot": "16", "counts.red": "2", "counts.white": "1"}
    table.banker.press(bank(table), "Fix the cubes", **typed)
    assert table.now.state.counts["16"] == {"red": 2, "white": 1}
    table.banker.press(bank(table), "Stop tracking the cubes")

    assert table.now.state.loans["seat 2"] == 3
    assert table.now.state.tracking == "light"


def test_a_player_types_the_cubes_of_a_full_lot(app: Flask) -> None:
    second = [{"kind": "roll", "seat": 1, "value": 2}]
    second += [{"kind": "pass", "seat": seat} for seat in (2, 3, 0)]
    table = seated(app, *PLACING, *second, tracking="light")
    phone = table.phones[2]
    page = phone.go(phone.go(table.page).linked("href", f"/t/{table.code}/bank#tool-settle"))
    typed = {"lot": "9", "counts.red": "4", "counts.yellow": "3"}

    phone.press(page, "Who owns it?", **typed)

    assert table.now.state.sold["9"].owner == "red"


def test_with_two_players_the_bank_sets_the_loans_of_one_colour(app: Flask) -> None:
    table = seated(app, *BIDDING, players=2)

    table.banker.press(bank(table), "Fix the loans", seat="1", colour="black", loans="2")

    loans = table.now.state.loans
    assert (loans["seat 1 white"], loans["seat 1 black"]) == (0, 2)


def typed_board() -> dict[str, str]:
    values = (9, 9, 10, 10, 11, 11, 16, 18, 19, 20, 21)
    fields = {f"value_{place}": str(value) for place, value in enumerate(values, 1)}
    return {**fields, "touches_a_1": "on", "touches_b_2": "on"}


def test_the_board_is_entered_saved_exported_and_imported(app: Flask) -> None:
    banker, invite = set_up(app)
    page = banker.go(invite.link("Printed numbers"))
    banker.press(page, "Save the numbers", **typed_board())
    file = banker.get(
        banker.go(invite.link("Printed numbers")).link("Save these numbers as a file")
    )
    assert file.mimetype == "application/json" and file.json is not None
    assert file.json["lots"][10]["value"] == 21

    answer = banker.upload("/copies/big_shot", "copy", file.data, "theirs.json")
    kept = banker.go(answer.headers["Location"])

    assert set(kept.form("name_0").choices["copy_name"]) >= {"Our copy", "theirs"}
    _, invite = set_up(app, copy_name="theirs")
    assert 'value="21"' in banker.go(invite.link("Printed numbers")).html


def test_an_imported_board_replaces_no_existing_one(app: Flask) -> None:
    banker, invite = set_up(app)
    banker.press(banker.go(invite.link("Printed numbers")), "Save the numbers", **typed_board())
    theirs = banker.get(
        banker.go(invite.link("Printed numbers")).link("Save these numbers as a file")
    ).json
    assert theirs is not None
    theirs["lots"][0]["value"] = 10

    for _ in range(2):
        answer = banker.upload(
            "/copies/big_shot", "copy", json.dumps(theirs).encode(), "Our copy.json"
        )

    kept = banker.go(answer.headers["Location"]).form("name_0").choices["copy_name"]
    assert set(kept) >= {"Our copy", "Our copy 2", "Our copy 3"}
    _, invite = set_up(app, copy_name="Our copy")
    assert banker.go(invite.link("Printed numbers")).form("value_1").fields["value_1"] == "9"


def test_a_saved_game_can_be_imported(app: Flask) -> None:
    table = seated(app, *PLACING)
    saved = table.onlooker.get(
        table.onlooker.go(f"/t/{table.code}/history").link("Save the game as a file")
    )
    assert saved.headers["Content-Disposition"].startswith("attachment")

    somebody = Phone(app)
    answer = somebody.upload("/records", "record", saved.data)
    page = somebody.go(answer.headers["Location"])

    assert "Anna" in page.text and "of 4 placed" in page.text
    assert somebody.at != table.page


def test_changing_the_language_stays_on_the_page(app: Flask) -> None:
    table = seated(app, *BIDDING)
    phone = table.phones[0]
    for path in ("/", table.page, f"{table.page}?screen=seat", f"/t/{table.code}/history"):
        page = phone.go(path)

        page = phone.press(page, "fr")

        assert '<html lang="fr">' in page.html
        assert phone.at.rstrip("?") == path
        phone.press(page, "en")


def test_a_seated_device_goes_straight_to_the_table(app: Flask) -> None:
    table = seated(app, *LED)

    table.phones[0].go(f"/j/{table.code}")

    assert table.phones[0].at == table.page


def test_the_table_code_is_entered_on_the_first_page(app: Flask) -> None:
    table = seated(app, *LED)
    phone = Phone(app)
    form = phone.go("/").form("code")

    answer = phone.submit(form, code=f"{table.code[:4]}-{table.code[4:]}".lower())

    assert answer.headers["Location"] == f"/j/{table.code}"


@pytest.mark.parametrize("place", ["account", "account.txt", "copy", "history", "invite"])
def test_every_page_of_a_new_table_exists(app: Flask, place: str) -> None:
    table = seated(app, phones=0)

    for phone in (table.banker, table.onlooker):
        assert phone.get(f"/t/{table.code}/{place}").status_code == 200


def test_the_first_page_shows_its_own_address_as_text_and_as_a_code(app: Flask) -> None:
    app.config["PUBLIC_URLS"] = ["http://192.168.1.7:8000"]
    page = Phone(app).get("/").text
    assert "http://192.168.1.7:8000" in page and "<svg" in page


def test_the_first_page_is_shown_where_its_address_is_not_known(app: Flask) -> None:
    answer = Phone(app).get("/", Host="games.example")
    assert answer.status_code == 200 and "<svg" not in answer.text
