"""A player moves to another place: every screen lists the players as they sit."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.phones import Phone, Table, seated, table_at
from tests.web.test_free_bank_by_hand import at_the_bank


def move(table: Table, seat: int, after: int) -> None:
    """Let the banker move a player from the page of the seats."""
    page = table.banker.go(f"{table.page}invite")
    form = next(form for form in page.forms if form.action == f"{table.page}seats/{seat}")
    answer = table.banker.submit(form, "Move", after=str(after))
    assert answer.status_code == 303, answer.text


def order_on(text: str, *names: str) -> list[str]:
    """Return the names in the order in which a text has them first."""
    return sorted(names, key=text.index)


def test_all_screens_list_the_players_as_they_sit(app: Flask) -> None:
    table = at_the_bank(app, players=4)

    move(table, 0, 2)

    expected = ["Bruno", "Carla", "Anna", "Dario"]
    for path, before in (("?screen=table", "Round 1"), ("invite", "Seats, clockwise")):
        text = table.banker.go(f"{table.page}{path}").text.partition(before)[2]
        assert order_on(text, *expected) == expected, text
    scanned = Phone(app).go(f"/j/{table.code}").text
    assert order_on(scanned, *expected) == expected
    history = table.banker.go(f"{table.page}history").text
    assert "Clockwise from now on: Bruno, Carla, Anna, Dario." in history


def test_the_turns_of_big_shot_follow_and_an_undo_puts_everyone_back(app: Flask) -> None:
    table = seated(app, {"kind": "lead", "seat": 0})

    move(table, 0, 2)
    table.do({"kind": "roll", "seat": 0, "value": 3})
    moved = table.now.state.auction.order
    table.do({"kind": "undo", "entry": 2}, {"kind": "roll", "seat": 0, "value": 3})

    assert moved == (3, 1, 2, 0)
    assert table.now.state.auction.order == (1, 2, 3, 0)


def test_only_the_banker_moves_players(app: Flask) -> None:
    table = at_the_bank(app, players=4)

    answer = table.phones[0].post(f"{table.page}seats/0", {"move": "1", "after": "2"})

    assert answer.status_code == 403
    assert "Move" not in table.phones[0].go(f"{table.page}invite").text


def test_the_next_game_begins_in_the_order_at_the_table(app: Flask) -> None:
    table = at_the_bank(app, players=4)
    move(table, 0, 2)
    table.do({"kind": "end"})
    everyone = {"chosen": "1", "game": "free_bank", "stays": ["0", "1", "2", "3"]}

    place = table.banker.post(f"{table.page}again", everyone).headers["Location"]

    later = table_at(table.banker, place)
    assert later.now.names == ("Bruno", "Carla", "Anna", "Dario")


def test_a_name_moves_up_on_the_new_game_page_with_its_colour(app: Flask) -> None:
    phone = Phone(app)
    form = phone.go("/new/free_bank?players=3").form("name_0")
    names = {"name_0": "Anna", "name_1": "Bruno", "name_2": "Carla"}
    colours = {"colour_0_0": "red", "colour_1_0": "blue", "colour_2_0": "green"}

    query = {**form.fields, **names, **colours, "earlier": "2", "start": "70"}
    page = phone.client.get("/new/free_bank", query_string=query).text

    found = re.findall(r'name="name_(\d)"\s+required\s+autocomplete="off"\s+value="(\w*)"', page)
    assert found == [("0", "Anna"), ("1", "Carla"), ("2", "Bruno")]
    checked = re.findall(r'name="colour_(\d)_0"\s+value="(\w+)"[^>]*\schecked', page)
    assert checked == [("0", "red"), ("1", "green"), ("2", "blue")]
    assert 'value="70"' in page


@pytest.mark.parametrize(("players", "arrows"), [(1, []), (3, ["↓", "↑", "↑"])])
def test_each_name_on_the_new_game_page_has_an_arrow(
    app: Flask, players: int, arrows: list[str]
) -> None:
    form = Phone(app).go(f"/new/free_bank?players={players}").form("name_0")

    found = [(one.text, one.value) for one in form.buttons if one.name == "earlier"]
    assert [text for text, _ in found] == arrows
    # The first row moves the second player up.
    assert [value for _, value in found] == ["1", "1", "2"][: len(arrows)]


@pytest.mark.parametrize("game", ["big_shot", "big_cheese", "big_deal", "monopoly", "free_bank"])
def test_every_page_of_a_table_is_shown_after_a_player_has_moved(app: Flask, game: str) -> None:
    banker = Phone(app)
    names = {f"name_{number}": name for number, name in enumerate(("Anna", "Bruno", "Carla"))}
    place = banker.post(f"/new/{game}", names).headers["Location"]
    table = table_at(banker, place)
    answer = banker.post(f"{table.page}seats/0", {"move": "1", "after": "1"})
    assert answer.status_code == 303, answer.text

    for page in ("", "?screen=table", "?for=1", "bank", "account", "history", "invite"):
        assert banker.get(table.page + page).status_code == 200, page
