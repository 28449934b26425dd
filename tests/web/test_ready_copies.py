"""Boards that a game brings ready-made: picked at set-up, corrected once, learnt, taken along."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from companion.games.monopoly.board import (
    LANGUAGES,
    READY_COPIES,
    SPACES,
    classic_board,
    name_in_any_language,
    printed_names,
)
from companion.mechanics.values.copies import ReadyCopy
from companion.tables.household.kept_copies import list_copies
from companion.tables.live.cache import OpenTable, open_tables
from tests.browser import monopoly_scenes
from tests.web.pages import Page
from tests.web.phones import Phone, seated

NAMES = {"name_0": "Anna", "name_1": "Bruno"}
ITALIAN = "Classic board, Italian names"


def set_up(
    app: Flask, language: str = "en", phone: Phone | None = None, **chosen: str
) -> tuple[Phone, str]:
    """Return a device that began a table of two, and the table's code."""
    phone = phone or Phone(app, language)
    form = phone.go("/new/monopoly?players=2").form("name_0")
    answer = phone.submit(form, **{**NAMES, **chosen})
    assert answer.status_code == 303, Page(answer.text).text
    return phone, answer.headers["Location"].split("/")[2]


def table_of(app: Flask, code: str) -> OpenTable:
    with app.app_context():
        return open_tables().find(code)


def kept(app: Flask) -> dict[str, Any]:
    with app.app_context():
        return {copy.name: copy.numbers for copy in list_copies("monopoly", "", sees_all=True)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_phone_shows_the_names_of_the_board_in_its_own_language(
    app: Flask, language: str
) -> None:
    banker, code = set_up(app)
    phone = Phone(app, language)
    deed = json.dumps({"kind": "set_deed", "position": 1, "owner": 0})
    answer = banker.post(f"/t/{code}/act", {"action": deed, "seen": "0", "key": "dealt"})
    assert answer.status_code == 303

    for page in ("", "history", "copy"):
        html = phone.go(f"/t/{code}/{page}").html
        seen = {tongue: printed_names(1)[tongue] in html for tongue in LANGUAGES}
        assert seen == {tongue: tongue == language for tongue in LANGUAGES}, page


@pytest.mark.parametrize("copy", READY_COPIES[1:])
def test_a_chosen_board_shows_its_own_streets(app: Flask, copy: ReadyCopy) -> None:
    banker, code = set_up(app, copy_name=copy.name)
    banker.press(banker.go(f"/t/{code}/"), "■ Anna")

    page = Phone(app, "es").go(f"/t/{code}/?screen=table")

    assert table_of(app, code).setup.copy == classic_board(copy.language)
    assert printed_names(39)[copy.language] in page.html


def test_another_game_offers_its_boards_and_the_saved_copies(app: Flask) -> None:
    phone, code = set_up(app, copy_name="Classic board, Italian names")
    phone.submit(phone.go(f"/t/{code}/copy").form("other.bail"), **{"other.bail": "60"})
    big_shot = {"name_0": "Anna", "name_1": "Bruno"}
    answer = phone.submit(phone.go("/new/big_shot?players=2").form("name_0"), **big_shot)
    other = answer.headers["Location"].split("/")[2]

    form = phone.go(f"/t/{other}/again").form("monopoly.copy_name")

    names = [copy.name for copy in READY_COPIES]
    assert form.choices["monopoly.copy_name"] == ["Classic board, Italian names 2", *names]
    assert form.fields["monopoly.copy_name"] == "Classic board, Italian names 2"
    chosen = {"monopoly.copy_name": "Classic board, French names"}
    later = (
        phone.submit(form, game="monopoly", stays=["0", "1"], **chosen)
        .headers["Location"]
        .split("/")[2]
    )
    assert table_of(app, later).setup.copy == classic_board("fr")


def test_the_same_game_again_offers_its_boards_with_its_own_first(app: Flask) -> None:
    phone, code = set_up(app, copy_name="Classic board, Italian names")

    form = phone.go(f"/t/{code}/again").form("monopoly.copy_name")

    assert form.fields["monopoly.copy_name"] == "Classic board, Italian names"
    later = phone.submit(form, game="monopoly", stays=["0", "1"]).headers["Location"].split("/")[2]
    assert table_of(app, later).setup.copy == classic_board("it")


def test_every_ready_made_board_can_be_picked_on_any_screen(app: Flask) -> None:
    page = Phone(app, "it").go("/new/monopoly")

    assert page.form("copy_name").choices["copy_name"] == [copy.name for copy in READY_COPIES]
    assert "Tabellone classico, nomi francesi" in page.text

    _, code = set_up(app, "it", copy_name="Classic board, French names")
    assert table_of(app, code).setup.copy == classic_board("fr")


def test_picking_a_ready_made_board_saves_no_copy(app: Flask) -> None:
    set_up(app, "it")

    assert kept(app) == {}


def test_a_printed_number_is_corrected_once_for_the_household(app: Flask) -> None:
    phone, code = set_up(app, "it", copy_name=ITALIAN)
    form = phone.go(f"/t/{code}/copy").form("dark_blue.39.rent.5")

    answer = phone.submit(form, **{"dark_blue.39.rent.5": "2200"})
    assert answer.status_code == 303

    _, later = set_up(app, phone=phone)
    for table in (table_of(app, code), table_of(app, later)):
        assert table.state.board[39].rents == (50, 200, 600, 1400, 1700, 2200)
    assert list(kept(app)) == [f"{ITALIAN} 2"]


def test_a_corrected_board_is_listed_first_under_its_translated_name(app: Flask) -> None:
    phone, code = set_up(app, "it", copy_name=ITALIAN)
    phone.submit(phone.go(f"/t/{code}/copy").form("other.bail"), **{"other.bail": "60"})

    phone.language = "fr"
    page = phone.go("/new/monopoly")

    form = page.form("copy_name")
    assert form.choices["copy_name"][0] == form.fields["copy_name"] == f"{ITALIAN} 2"
    assert "Plateau classique, noms italiens 2" in page.text
    assert form.choices["copy_name"][1:] == [copy.name for copy in READY_COPIES]


def test_a_wrong_entry_is_shown_again_and_not_saved(app: Flask) -> None:
    phone, code = set_up(app)
    form = phone.go(f"/t/{code}/copy").form("pink.11.price")

    answer = phone.submit(form, **{"pink.11.price": "a lot"})

    page = Page(answer.text)
    assert answer.status_code == 422
    assert "Pall Mall: enter a whole number from 1 to" in page.text
    assert page.form("pink.11.price").fields["pink.11.price"] == "a lot"
    parts = [given for tag, given in page.elements if "part" in given.get("class", "").split()]
    assert sum("open" in given for given in parts) == 1
    assert kept(app) == {}


def test_the_form_has_sections_closed_at_first(app: Flask) -> None:
    phone, code = set_up(app)

    page = phone.go(f"/t/{code}/copy")

    parts = [given for tag, given in page.elements if "part" in given.get("class", "").split()]
    assert len(parts) == 13
    assert not any("open" in given for given in parts)


def test_card_lists_are_entered_and_exported_to_another_household(app: Flask) -> None:
    phone, code = set_up(app)
    line = {"chance.7.kind": "repairs", "chance.7.amount": "25", "chance.7.hotel": "100"}
    phone.submit(phone.go(f"/t/{code}/copy").form("chance.7.amount"), **line)

    file = phone.get(f"/t/{code}/copy.json").data
    answer = Phone(app).upload("/copies/monopoly", "copy", file, "grandma.json")

    assert answer.status_code == 303
    data = json.loads(file)
    assert (data["format"], data["game"]) == ("companion copy", "monopoly")
    assert data["lists"]["chance"] == {
        "7": {"kind": "repairs", "amount": 25, "hotel": 100},
        "15": {"kind": "jail"},
    }
    assert kept(app)["grandma"]["lists"] == data["lists"]


@pytest.mark.slow
def test_no_page_of_an_italian_reader_has_an_english_name_of_a_space(app: Flask) -> None:
    """Except for short words such as "Go", which are parts of others."""
    english = {str(name_in_any_language(position)) for position in range(SPACES)}
    names = {name for name in english if len(name) > len("Chance")}

    for scene, record, pages in monopoly_scenes.moments():
        game = {**record, "copy": READY_COPIES[0].numbers}
        table = seated(app, *game.pop("actions"), **game)
        for phone in (table.banker, table.phones[0]):
            phone.language = "it"
            for page in (*pages, "", "?screen=table", "history", "bank", "copy"):
                text = phone.get(f"{table.page}{page}").text
                assert {name for name in names if name in text} == set(), (scene, page)
