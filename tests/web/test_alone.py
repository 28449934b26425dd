"""The app on one phone: nobody can join, and players pass it on before it shows their secrets."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.serving.addresses import Reach
from tests.conftest import MakeApp
from tests.web.moments import EVERY
from tests.web.outside import OUTSIDE, household
from tests.web.phones import BIDDING, PLACING, SQUARE, Phone, Table, seated
from tests.web.test_sealed_bids_by_hand import SEALED, at_the_bank, bid
from tests.web.test_sheets_together import RESULT, SHEET
from tests.web.visits import BANKER, Visit, begun, visits

SECRET = 7_654_321
OF_OTHERS = re.compile(
    r"phones?\b|QR|big screen|Wi-Fi|laptop|(other|with this) device|connected|\bscan|backup"
    r"|address|link to|machine that|ask the banker|the banker ·",
    re.IGNORECASE,
)
"""Words about other devices, or about the server that a phone alone does not have."""


@pytest.fixture
def alone(make_app: MakeApp) -> Flask:
    app = make_app(ALONE=True)
    app.extensions["reach"] = Reach(80, read=list, find_outgoing=lambda: None)
    return app


def test_the_first_page_offers_no_table_to_join(alone: Flask) -> None:
    page = Phone(alone).go("/")

    assert "New table" in page.text
    assert "Join" not in page.text and "QR" not in page.text


@pytest.mark.usefixtures("standing_clock")
@pytest.mark.parametrize("name", EVERY)
def test_no_page_speaks_of_other_devices(alone: Flask, name: str) -> None:
    moment = begun(alone, EVERY[name], seats=0)
    banker, start = moment.people[BANKER], moment.start

    found = list(visits(alone, banker, name, start, 2, lambda path: path.startswith(start)))

    assert len(found) > 9
    assert spoken(found) == []


def test_no_page_outside_a_table_speaks_of_other_devices(alone: Flask) -> None:
    phone = household(alone)
    pages = [path for path in OUTSIDE if not path.startswith(("/rules/", "/join", "/t/", "/pass/"))]

    found = [visit for path in pages for visit in visits(alone, phone, "somebody", path)]

    assert spoken(found) == []


def spoken(found: list[Visit]) -> list[str]:
    """Return the lines of pages about other devices, except those that scripts may show."""
    lines = (line for visit in found for line in visit.lines)
    return [line for line in lines if OF_OTHERS.search(line) and not line.startswith("(hidden)")]


def test_rents_are_collected_automatically_unless_the_players_choose_otherwise(
    alone: Flask,
) -> None:
    page = Phone(alone).go("/new/monopoly")

    assert page.form("rent").fields["rent"] == "automatic"


def test_the_first_page_lists_each_table_with_its_latest_step_to_save_a_copy(alone: Flask) -> None:
    table = seated(alone, *BIDDING, phones=0)
    table.banker.tap(table, {"kind": "pass", "seat": 1})

    page = table.banker.go("/").html

    assert f'data-copy="{table.page}record.json" data-step="{len(BIDDING) + 1}"' in page


def test_a_game_from_a_file_needs_no_copy_before_its_next_move(alone: Flask) -> None:
    table = seated(alone, *BIDDING, phones=0)
    loaded = table.banker.go("/").html

    table.banker.tap(table, {"kind": "pass", "seat": 1})

    assert "data-copy" not in loaded and "data-copy" in table.banker.go("/").html


def test_a_copy_of_a_game_with_secrets_is_offered_only_when_they_have_been_shown(
    alone: Flask,
) -> None:
    hidden = hidden_money(alone)
    for page in ("/", f"{hidden.page}history", f"{hidden.page}delete"):
        shown = hidden.banker.go(page)
        assert f'href="{hidden.page}record.json"' not in shown.html
        assert "You can save the game" in shown.text

    hidden.banker.tap(hidden, {"kind": "stop"})

    for page in ("", "/", "history", "account", "delete"):
        there = hidden.banker.go(page if page == "/" else hidden.page + page)
        assert f'href="{hidden.page}record.json"' in there.html


def test_the_end_of_a_game_offers_no_copy_while_an_undo_could_go_on_with_secrets(
    alone: Flask,
) -> None:
    table = at_the_bank(alone, SEALED, phones=0)
    table.banker.tap(table, {**bid(0, SECRET), "kind": "seal_bid"})

    table.banker.tap(table, {"kind": "stop"})

    for page in ("", "account"):
        there = table.banker.go(table.page + page)
        assert "record.json" not in there.html
        assert "You can save the game" in there.text


@pytest.mark.parametrize("chosen", ["", "?for=0"])
def test_the_end_shows_the_winner(alone: Flask, chosen: str) -> None:
    moment = begun(alone, EVERY["cheese-over"], seats=0)

    text = moment.people[BANKER].go(moment.start + chosen).text

    assert "Place 1 of 6" in text


def test_a_new_table_begins_without_a_qr_code(alone: Flask) -> None:
    phone = Phone(alone)
    names = {"name_0": "Anna", "name_1": "Bruno"}

    place = phone.post("/new/free_bank", names).headers["Location"]

    assert place.startswith("/t/") and not place.endswith("/invite")
    page = phone.go(place)
    assert "Seats" in page.text and "Big screen" not in page.text


def test_the_page_of_the_seats_offers_no_other_device_a_way_in(alone: Flask) -> None:
    table = seated(alone, phones=0)

    text = table.banker.go(f"{table.page}invite").text

    assert "Rename" in text
    for words in ("Scan to join", "That’s me", "no phone", "another device"):
        assert words not in text


def test_the_page_of_the_seats_loads_no_script_for_the_wi_fi_of_guests(alone: Flask) -> None:
    table = seated(alone, phones=0)

    assert "wifi.js" not in table.banker.go(f"{table.page}invite").html


def test_the_menu_offers_a_sound_for_each_turn(alone: Flask) -> None:
    table = seated(alone, phones=0)

    page = table.banker.go(table.page).html

    assert "data-notes" in page and "sound.js" in page


def test_the_screen_follows_the_turns_after_a_move_of_several_taps(alone: Flask) -> None:
    table = seated(alone, *PLACING, phones=0)
    begun = table.banker.go(table.page)
    in_between = next(link.href for link in begun.links if "?draft=" in link.href)
    placing = table.banker.go(table.page + in_between)

    table.banker.tap(table, {"kind": "place", "seat": 0, "cubes": SQUARE})
    after = table.banker.go(table.page + in_between)

    assert "Anna places the four cubes." in placing.text
    assert "Bruno rolls the die." in after.text and "Roll in the app" in after.text


def test_a_demo_shows_no_code_to_scan(alone: Flask) -> None:
    phone = Phone(alone)

    page = phone.press(phone.go("/"), "Watch a demo game")

    assert "Next step" in page.text and not OF_OTHERS.search(page.text)


def test_sheets_and_game_nights_name_no_other_device(alone: Flask) -> None:
    phone = Phone(alone)
    sheet, result = phone.go(SHEET), phone.go(RESULT)

    phone.press(result, "Keep this result in Game nights")

    assert "on your own phones" not in sheet.text
    assert "stays in this browser" in phone.go("/evenings").text


@pytest.mark.parametrize(
    ("how", "kind", "following"), [("sealed", "seal_bid", "Carla"), ("proxy", "bid", "Bruno")]
)
def test_a_secret_bid_is_made_only_by_the_player_who_has_the_phone(
    alone: Flask, how: str, kind: str, following: str
) -> None:
    table = at_the_bank(alone, {**SEALED, "how": how}, phones=0)

    table.banker.tap(table, {**bid(0, SECRET), "kind": kind})

    for_anyone = table.banker.go(table.page)
    for_bruno = table.banker.press(for_anyone, "I am Bruno")
    posted = f'"kind":"{kind}"'
    assert "Pass this device to Bruno." in for_anyone.text
    assert posted not in for_anyone.html and str(SECRET) not in for_anyone.html
    assert posted in for_bruno.html and "Pass this device" not in for_bruno.text
    table.banker.tap(table, {**bid(1, 5), "kind": kind})
    assert f"Pass this device to {following}." in table.banker.go(table.page).text


def test_hidden_money_is_shown_only_until_the_next_move(alone: Flask) -> None:
    table = hidden_money(alone)

    before = table.banker.go(f"{table.page}?for=1")
    with_phone = table.banker.press(before, "I am Bruno")
    table.banker.tap(table, {"kind": "pass", "seat": 1})
    after = table.banker.go(f"{table.page}?for=1")

    assert str(SECRET) in with_phone.html
    assert "Show the money" not in with_phone.text
    assert str(SECRET) not in before.html and str(SECRET) not in after.html


def test_a_player_keeps_the_phone_until_the_next_turn(alone: Flask) -> None:
    table = hidden_money(alone)
    table.banker.press(table.banker.go(table.page), "I am Bruno")

    table.banker.tap(table, {"kind": "borrow", "seat": 1})
    in_the_turn = table.banker.go(table.page)
    table.banker.tap(table, {"kind": "pass", "seat": 1})

    assert str(SECRET + 9) in in_the_turn.html
    assert "Pass this device to Carla." in table.banker.go(table.page).text


def test_an_undo_in_a_turn_hides_what_its_player_saw(alone: Flask) -> None:
    table = hidden_money(alone)
    table.banker.press(table.banker.go(table.page), "I am Bruno")
    table.banker.tap(table, {"kind": "borrow", "seat": 1})

    table.banker.press(table.banker.go(table.page), "Undo")

    assert "Pass this device to Bruno." in table.banker.go(table.page).text


def test_the_banker_cannot_move_for_a_player_who_does_not_have_the_phone(alone: Flask) -> None:
    table = hidden_money(alone)

    answer = table.banker.tap(table, {"kind": "pass", "seat": 1})

    assert answer.status_code == 403
    assert "First pass this device to Bruno: on the table page, tap Bruno" in answer.text


def test_hidden_balances_of_a_bank_are_shown_only_to_their_player(alone: Flask) -> None:
    names = {"name_0": "Anna", "name_1": "Bruno", "hidden_money": "True", "start": str(SECRET)}
    phone = Phone(alone)
    place = phone.post("/new/free_bank", names).headers["Location"]

    covered = [phone.go(f"{place}{page}") for page in ("?for=1", "", "bank", "account", "history")]
    with_bruno = phone.press(covered[0], "I am Bruno")

    shown = f"{SECRET:,}".replace(",", "[^0-9]?")
    assert not any(re.search(shown, page.text) for page in covered)
    assert re.search(shown, with_bruno.text)


def test_the_history_does_not_list_each_time_the_phone_is_passed(alone: Flask) -> None:
    table = at_the_bank(alone, SEALED, bid(0, SECRET), phones=0)
    page = table.banker.press(table.banker.go(table.page), "I am Bruno")

    assert "banker’s device" not in page.text
    assert "banker’s device" not in table.banker.go(f"{table.page}history").text


def test_a_start_hides_what_was_shown_before(make_app: MakeApp) -> None:
    table = hidden_money(make_app(ALONE=True))
    shown = table.banker.press(table.banker.go(f"{table.page}?for=1"), "I am Bruno")

    started = Phone(make_app(ALONE=True))
    started.cookies.update(table.banker.cookies)

    assert str(SECRET) in shown.html
    assert str(SECRET) not in started.go(f"{table.page}?for=1").html


def test_a_phone_that_comes_back_from_the_background_hides_what_it_showed(alone: Flask) -> None:
    table = hidden_money(alone)
    tables = alone.extensions["open_tables"]
    assert not tables.take_back()
    table.banker.press(table.banker.go(f"{table.page}?for=1"), "I am Bruno")

    assert tables.take_back()

    assert str(SECRET) not in table.banker.go(f"{table.page}?for=1").html
    assert table.banker.tap(table, {"kind": "pass", "seat": 1}).status_code == 403


def test_a_player_who_has_only_looked_hides_it_again(alone: Flask) -> None:
    table = hidden_money(alone)
    shown = table.banker.press(table.banker.go(f"{table.page}?for=1"), "I am Bruno")

    covered = table.banker.press(shown, "Hide it again")

    assert str(SECRET) in shown.html and str(SECRET) not in covered.html
    assert "Pass this device to Bruno." in covered.text and "Hide it again" not in covered.text


def test_the_next_player_who_takes_the_phone_hides_what_the_last_one_saw(alone: Flask) -> None:
    table = hidden_money(alone)
    table.banker.press(table.banker.go(f"{table.page}?for=1"), "I am Bruno")

    table.banker.press(table.banker.go(f"{table.page}?for=2"), "I am Carla")

    assert str(SECRET) not in table.banker.go(f"{table.page}?for=1").html


def hidden_money(app: Flask) -> Table:
    """Return a table where Bruno, who is asked to bid, has a secret amount of money."""
    table = seated(app, *BIDDING, phones=0, hidden=True)
    page = table.banker.go(f"{table.page}?for=1")
    table.banker.press(page, "I am Bruno")
    counted = {"kind": "count_cash", "amounts": {"seat 1": SECRET}}
    assert table.banker.tap(table, counted).status_code == 303
    return table
