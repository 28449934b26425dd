"""Whose printed numbers are: strangers share a server, a household has several devices.

The server's machine is at 127.0.0.1; every other device has a different address.
"""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import pytest
from flask import Flask

from companion.games import all_games
from companion.mechanics.game import AnyGame
from companion.tables.forgetting import forget_tables
from companion.tables.household.kept_copies import ready_copies
from companion.tables.live.cache import open_tables
from companion.tables.seats import become_banker
from tests.web.pages import Form, Page
from tests.web.phones import Phone, sit

NAMES = {"name_0": "Anna", "name_1": "Bruno"}
GAMES = [game for game in all_games().values() if game.copy and game.copy.from_form]
ONE_NUMBER = {
    "monopoly": {"brown.1.price": "590", "other.0.name": "Pay Bob"},
    "big_shot": {"value_1": "9"},
    "big_deal": {"companies.telcom.white": "150"},
}
WRONG = {
    **ONE_NUMBER,
    "big_shot": {"value_1": "99"},
    "big_deal": {"companies.telcom.white": "5000"},
}
"""Printed numbers that a household and a stranger enter, by game."""
_addresses = count(10)


def device(app: Flask, language: str = "en") -> Phone:
    """Return another device in the network."""
    return Phone(app, language, address=f"192.168.1.{next(_addresses)}")


def new_table(phone: Phone, game: str = "monopoly", **chosen: str) -> str:
    """Let a device begin a table of two; returns the table's code."""
    form = phone.go(f"/new/{game}?players=2").form("name_0")
    answer = phone.submit(form, **{**NAMES, **chosen})
    assert answer.status_code == 303, Page(answer.text).text
    return answer.headers["Location"].split("/")[2]


def enter(phone: Phone, code: str, **numbers: str) -> None:
    """Enter printed numbers at a table."""
    form = phone.go(f"/t/{code}/copy").form(next(iter(numbers)))
    answer = phone.submit(form, **numbers)
    assert answer.status_code == 303, Page(answer.text).text


def offered(phone: Phone, game: str = "monopoly") -> Form:
    return phone.go(f"/new/{game}?players=2").form("copy_name")


def numbers(phone: Phone, code: str) -> Any:
    with phone.app.app_context():
        return open_tables().find(code).setup.copy


def bail(phone: Phone, code: str) -> object:
    return numbers(phone, code)["bail"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_stranger_cannot_change_others_printed_numbers(app: Flask, game: AnyGame) -> None:
    """Neither the ready-made boards, nor those of another household, whatever name is posted."""
    made = [copy.name for copy in ready_copies(game)]
    family, stranger = device(app), device(app)
    first = new_table(family, game.name)
    before = numbers(family, first)
    if not made:
        enter(family, first, **ONE_NUMBER[game.name])
        before = numbers(family, first)
    used = offered(family, game.name).fields["copy_name"]

    for name in (*made, used):
        code = new_table(stranger, game.name, copy_name=name)
        enter(stranger, code, **WRONG[game.name])

    assert offered(family, game.name).fields["copy_name"] == used
    for name in made:
        assert numbers(family, new_table(family, game.name, copy_name=name)) == next(
            copy.numbers for copy in ready_copies(game) if copy.name == name
        )
    assert numbers(family, new_table(family, game.name, copy_name=used)) == before


def test_a_changed_board_becomes_a_named_copy_used_next_time(app: Flask) -> None:
    phone = device(app)
    board = offered(phone).fields["copy_name"]

    code = new_table(phone)
    enter(phone, code, **{"other.bail": "60"})

    form = offered(phone)
    assert form.choices["copy_name"][:2] == [f"{board} 2", board]
    assert form.fields["copy_name"] == f"{board} 2"
    assert bail(phone, new_table(phone)) == 60
    assert bail(phone, new_table(phone, copy_name=board)) == 50


def test_a_number_entered_in_play_also_makes_a_copy(app: Flask) -> None:
    phone = device(app)
    code = new_table(phone)
    line = {"kind": "set_line", "list_name": "chance", "effect": "nothing"}

    for seen, total in enumerate((8, 9)):
        action = json.dumps({**line, "total": total})
        posted = {"action": action, "seen": str(seen), "key": f"key {total}"}
        assert phone.post(f"/t/{code}/act", posted).status_code == 303

    lists = numbers(phone, new_table(phone))["lists"]
    assert set(lists["chance"]) == {"8", "9", "15"}
    assert len(offered(phone).choices["copy_name"]) == 6


def test_a_device_sees_only_its_own_and_its_tables_copies(app: Flask) -> None:
    laptop, guest, stranger = device(app), device(app), device(app)
    code = new_table(laptop)
    enter(laptop, code, **{"other.bail": "60"})
    (own, *_) = offered(laptop).choices["copy_name"]
    sit(guest, code, 1)

    assert own in offered(guest).choices["copy_name"]
    assert own not in offered(stranger).choices["copy_name"]
    assert "Yours · changed: just now" in laptop.go("/new/monopoly").text
    assert "From another device · changed: just now" in guest.go("/new/monopoly").text


def test_the_server_machine_sees_all_copies_but_preselects_none_of_others(app: Flask) -> None:
    laptop, host = device(app), Phone(app)
    enter(laptop, new_table(laptop), **{"other.bail": "60"})
    (own, board, *_) = offered(laptop).choices["copy_name"]

    form = offered(host)

    assert own in form.choices["copy_name"] and form.fields["copy_name"] == board
    assert bail(host, new_table(host, copy_name=own)) == 60


def test_a_guest_who_corrects_anothers_copy_gets_their_own(app: Flask) -> None:
    laptop, guest = device(app), device(app)
    code = new_table(laptop)
    enter(laptop, code, **{"other.bail": "60"})
    (own, *_) = offered(laptop).choices["copy_name"]
    sit(guest, code, 1)

    enter(guest, new_table(guest, copy_name=own), **{"other.bail": "70"})

    assert bail(laptop, new_table(laptop)) == 60
    assert bail(guest, new_table(guest)) == 70


def test_two_laptops_that_are_bankers_of_one_table_keep_one_copy(app: Flask) -> None:
    laptop, tablet = device(app), device(app)
    new_table(tablet, "big_deal")  # It has a cookie.
    code = new_table(laptop)
    enter(laptop, code, **{"other.bail": "60"})
    with app.app_context():
        become_banker(code, open_tables().find(code).banker_pass, tablet.device)

    enter(tablet, code, **{"other.bail": "70"})

    assert bail(laptop, new_table(laptop)) == 70
    assert bail(tablet, new_table(tablet)) == 70


def test_a_lost_cookie_or_new_address_loses_no_copy_at_home(app: Flask) -> None:
    """The laptop is the machine itself. Under another address its browser is a new device."""
    laptop = Phone(app)
    enter(laptop, new_table(laptop), **{"other.bail": "60"})
    (own, *_) = offered(laptop).choices["copy_name"]

    again = Phone(app)

    page = again.go("/new/monopoly?players=2")
    assert own in page.form("copy_name").choices["copy_name"]
    assert '<details class="standard" open>' in page.html
    assert bail(again, new_table(again, copy_name=own)) == 60


def test_a_phone_that_lost_its_cookie_finds_the_copy_with_its_seat(app: Flask) -> None:
    laptop, before, after = device(app), device(app), device(app)
    code = new_table(laptop)
    enter(laptop, code, **{"other.bail": "60"})
    (own, *_) = offered(laptop).choices["copy_name"]
    sit(before, code, 1)

    laptop.post(f"/t/{code}/seats/1/free", {})
    sit(after, code, 0)

    assert own in offered(after).choices["copy_name"]


def test_copies_with_the_same_name_are_distinguishable(app: Flask) -> None:
    first, second, host = device(app), device(app), Phone(app)
    for phone, amount in ((first, "60"), (second, "70")):
        enter(phone, new_table(phone), **{"other.bail": amount})

    both = offered(host).choices["copy_name"][:2]

    assert len(set(both)) == 2
    assert {bail(host, new_table(host, copy_name=name)) for name in both} == {60, 70}


def test_deleting_tables_keeps_the_printed_numbers(app: Flask) -> None:
    phone = device(app)
    enter(phone, new_table(phone), **{"other.bail": "60"})

    with app.app_context():
        assert len(list(forget_tables(4_000_000_000.0))) == 1

    assert bail(phone, new_table(phone)) == 60
