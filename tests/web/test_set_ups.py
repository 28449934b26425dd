"""Set-ups of the free bank under the name of a box: kept, opened, changed, handed on, forgotten."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.pages import Page
from tests.web.phones import Phone, everything_kept
from tests.web.test_scripts_in_names import tags_of

HARBOUR = {
    "currency": "ducats",
    "start": "40",
    "salary": "5",
    "accounts": "Tax office, Harbour",
    "movers": "banker",
    "standing": "most_points",
    "dice": "1d20",
    "auctions": "False",
}


def keep(phone: Phone, page: Page, **typed: str) -> TestResponse:
    """Press the button of the set-up's form that leads elsewhere than the form does."""
    leads = [given["formaction"] for _, given in page.elements if "formaction" in given]
    (there,) = [one for one in leads if one.startswith("/set-ups/")]
    return phone.post(there, {**page.form("box_name").fields, **typed})


def kept(phone: Phone, page: Page, **typed: str) -> Page:
    """Keep a set-up; return its page."""
    answer = keep(phone, page, **typed)
    assert answer.status_code == 303, Page(answer.text).text
    return phone.go(answer.headers["Location"])


def kept_by(phone: Phone, name: str = "Harbour", **typed: str) -> Page:
    """Keep a new set-up under a name; return its page."""
    return kept(phone, phone.go("/new/free_bank"), box_name=name, **(HARBOUR | typed))


def said_by(page: Page) -> dict[str, str]:
    """Return the initial fields of the form of a preset."""
    fields = page.form("currency").fields
    return {name: fields[name] for name in HARBOUR}


def a_file(**more: Any) -> bytes:
    head = {"format": "companion set-up", "version": 1, "game": "free_bank", "name": "Harbour"}
    options = {"start": 40, "currency": "ducats", "standing": "most_points"}
    return json.dumps({**head, "options": options, **more}).encode()


def test_a_preset_is_saved_and_started_from_the_first_page(app: Flask) -> None:
    phone = Phone(app)
    kept_by(phone)

    home = phone.go("/")
    page = phone.go(next(one.href for one in home.links if "Harbour" in one.text))
    invite = phone.press(page, "Show the QR code", **{f"name_{n}": f"P{n}" for n in range(4)})

    assert said_by(page) == HARBOUR and "Harbour" in page.text
    assert "QR" in invite.text or "<svg" in invite.html
    (table,) = everything_kept(app)["tables"]
    assert "ducats" in str(table) and "Tax office" in str(table)


def test_adding_players_keeps_a_presets_numbers(app: Flask) -> None:
    phone = Phone(app)
    page = kept_by(phone)

    more = Page(phone.submit(page.form("currency"), "6", salary="7").text)

    assert said_by(more) == {**HARBOUR, "salary": "7"} and "Harbour" in more.text
    assert "name_5" in more.form("currency").fields


def test_a_preset_is_edited_and_another_name_makes_another_preset(app: Flask) -> None:
    phone = Phone(app)
    page = kept_by(phone)

    changed = kept(phone, page, salary="9")
    kept(phone, changed, box_name="Port", salary="1")

    names = [(row[3], row[4]["salary"]) for row in everything_kept(app)["boxes"]]
    assert sorted(names) == [("Harbour", 9), ("Port", 1)]
    assert "Port" in phone.go("/new/free_bank").text


def test_only_its_own_device_deletes_a_preset(app: Flask) -> None:
    phone, other = Phone(app, address="10.0.0.7"), Phone(app, address="10.0.0.8")
    page = kept_by(phone)

    theirs = other.post("/set-ups/1/forget", {})
    looked = [other.get(path) for path in ("/new/free_bank?box=1", "/set-ups/1/file")]

    assert [answer.status_code for answer in (theirs, *looked)] == [404, 404, 404]
    assert "Harbour" in phone.go("/").text
    phone.press(page, "Delete Harbour")
    assert "Harbour" not in phone.go("/").text


def test_a_preset_is_shared_by_link_and_file(app: Flask) -> None:
    phone, other = Phone(app, address="10.0.0.7"), Phone(app, address="10.0.0.8")
    share = phone.go(kept_by(phone).link("Share"))
    address = urlsplit(share.link("Link to it"))
    file = phone.get(share.link("Save as a file"))

    there = other.go(f"{address.path}?{address.query}")
    theirs = kept(other, there)
    same = other.upload("/sheets/file", "sheet", file.data)

    assert said_by(there) == said_by(theirs) == HARBOUR
    assert same.headers["Location"] == "/new/free_bank?box=2"
    assert "<svg" in share.html.partition("whole-sheet")[2]


def test_a_preset_older_than_the_dice_setting_has_dice_and_auctions(app: Flask) -> None:
    phone = Phone(app)
    page = phone.go(phone.upload("/sheets/file", "sheet", a_file()).headers["Location"])
    before = phone.go("/new/free_bank?named=Harbour&start=40")

    for said in (page, before):
        fields = said.form("currency").fields
        assert (fields["dice"], fields["auctions"]) == ("1d6 2d6", "True")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"box_name": ""}, "Enter a name."),
        ({"box_name": "x" * 41}, "at most 40 characters"),
        ({"start": "much"}, "Enter a whole number"),
        ({"accounts": "Harbour, Harbour"}, "“Harbour” already exists"),
        ({"dice": "7d7"}, "“dice” cannot be “7d7”"),
    ],
)
def test_an_impossible_preset_is_refused_and_stays_in_the_form(
    app: Flask, typed: dict[str, str], words: str
) -> None:
    phone = Phone(app)
    said = {"box_name": "Harbour", "name_0": "Anna", **HARBOUR, **typed}

    answer = keep(phone, phone.go("/new/free_bank"), **said)

    page = Page(answer.text)
    assert answer.status_code == 422 and words in page.text
    assert not everything_kept(app)["boxes"]
    fields = page.form("currency").fields
    assert fields["name_0"] == "Anna" and fields["currency"] == "ducats"


@pytest.mark.parametrize(
    ("more", "status", "words"),
    [
        ({"game": "big_shot"}, 400, "free_bank"),
        ({"game": "nothing"}, 404, "nothing"),
        ({"options": [1]}, 400, "options"),
        ({"options": {"begin": 3}}, 422, "begin"),
        ({"options": {"start": -3}}, 422, "-3"),
        ({"options": {"standing": "most"}}, 422, "most"),
        ({"options": {"dice": "7d7"}}, 422, "7d7"),
        ({"options": {"auctions": "no"}}, 422, "auctions"),
        ({"name": 3}, 400, "name"),
        ({"name": " "}, 422, "Enter a name"),
        ({"version": 2}, 422, "newer version"),
    ],
)
def test_a_file_that_cannot_be_read_names_what_is_wrong(
    app: Flask, more: dict[str, Any], status: int, words: str
) -> None:
    answer = Phone(app).upload("/sheets/file", "sheet", a_file(**more))

    assert (answer.status_code, words in Page(answer.text).text) == (status, True)
    assert not everything_kept(app)["boxes"]


def test_the_home_page_names_the_game_of_each_preset(app: Flask) -> None:
    phone = Phone(app)
    kept(phone, phone.go("/new/score_pad"), box_name="Wizard", rounds="10")
    kept_by(phone, "Ra")

    home = phone.go("/").text

    assert "Wizard Score pad" in home and "Ra Free bank" in home


def test_only_games_for_any_box_offer_presets(app: Flask) -> None:
    for game in ("free_bank", "score_pad"):
        assert "Save these settings" in Phone(app).go(f"/new/{game}").text
    assert "Save these settings" not in Phone(app).go("/new/big_shot").text


def test_a_presets_name_is_escaped(app: Flask) -> None:
    phone = Phone(app)
    page = kept_by(phone, "<script>alert(1)</script>", currency="<b>x</b>")

    for body in (page.html, phone.go("/").html, phone.go("/set-ups/1/share").html):
        assert tags_of(body) == []
        assert "<script>alert" not in body and "&lt;script&gt;alert" in body


def test_a_field_with_several_minimums_has_no_fixed_one(app: Flask) -> None:
    set_up = Phone(app).go("/new/big_cheese")

    assert "At least 200 with one die, 40 with the set" in set_up.text
    assert "≥ 40" not in set_up.html


def finished(phone: Phone, name: str, **typed: str) -> str:
    """Play and end a game with a preset; return the page of its table."""
    home = phone.go("/")
    page = phone.go(next(one.href for one in home.links if name in one.text and "box=" in one.href))
    names = {f"name_{seat}": person for seat, person in enumerate(("Anna", "Bruno"))}
    page = Page(phone.submit(page.form("currency"), "2", **names).text)
    invite = phone.submit(page.form("Show the QR code"), "Show the QR code", **names, **typed)
    place = invite.headers["Location"].removesuffix("invite")
    ended(phone, place)
    return place


def ended(phone: Phone, place: str) -> None:
    form = {"action": '{"kind": "end"}', "seen": "0", "key": f"end {place}"}
    assert phone.post(f"{place}act", form).status_code == 303


def test_a_presets_name_is_shown_wherever_its_game_is_named(app: Flask) -> None:
    phone = Phone(app)
    for name in ("Ra", "Power Grid"):
        kept_by(phone, name, start="0", standing="most_money")
    first = finished(phone, "Ra")
    second = finished(phone, "Power Grid")

    evenings = phone.go("/evenings")
    by_game = evenings.text[evenings.text.index("By game") : evenings.text.index("All games")]
    assert "Ra" in by_game and "Power Grid" in by_game and "Free bank" not in by_game
    only = phone.go(next(one.href for one in evenings.links if one.href.endswith("title=Ra")))
    assert "Power Grid" not in only.text
    assert {row.split(",")[2] for row in phone.get("/evenings.csv").text.splitlines()[1:]} == {
        "Ra",
        "Power Grid",
    }
    account = phone.go(f"{first}account")
    assert "Ra" in phone.get(f"{first}account.txt").text.splitlines()
    assert ">Ra<" in phone.get(f"{first}result.svg").text
    told = json.loads(parse_qs(urlsplit(account.link("Log in BG Stats")).query)["data"][0])
    assert (told["game"]["name"], told["game"]["sourceGameId"]) == ("Ra", "free_bank/ra")
    assert "Ra" in phone.go(f"{first}history").text
    assert "Free bank" not in phone.go(first).html + phone.go(f"{first}history").text
    tonight = phone.go(f"{second}tonight").text
    assert "Ra Anna" in tonight and "Power Grid Anna" in tonight
    assert "Ra, Power Grid" in phone.get(f"{second}tonight.svg").text


def test_a_presets_name_is_kept_by_next_table_and_saved_game(app: Flask) -> None:
    phone = Phone(app)
    kept_by(phone, "Ra", start="0", standing="most_money")
    place = finished(phone, "Ra")

    again = phone.post(f"{place}again", {}).headers["Location"]
    saved = json.loads(phone.get(f"{place}record.json").data)
    brought = phone.bring_back(saved)

    assert saved["title"] == "Ra"
    for path in (again, brought):
        assert ">Ra<" in phone.go(path).html or "Ra · Companion" in phone.go(path).html
        assert "Free bank" not in phone.go(path).html
    assert "Ra" in phone.go("/").text


def test_a_saved_game_with_an_invalid_game_name_is_refused(app: Flask) -> None:
    phone = Phone(app)
    kept_by(phone, "Ra", start="0", standing="most_money")
    saved = json.loads(phone.get(f"{finished(phone, 'Ra')}record.json").data)

    for title, refusal in ((7, 422), ("x" * 41, 422), ("  ", 422)):
        answer = phone.upload("/records", "record", json.dumps({**saved, "title": title}).encode())
        assert answer.status_code == refusal
