"""What phones show once the agreed time of Monopoly Travel has run out."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.phones import Table
from tests.web.test_monopoly_by_hand import ANNA, BEGUN, BRUNO, CARLA, at_the_board, deed

ROLLED = {"kind": "roll", "seat": ANNA, "dice": [4, 6], "at": 1000}
"""A clock of ten minutes that begins at second 1000 has run out long ago."""
ADD_UP = "Time is up: end the game"


def landed(app: Flask, place: int = 10, minutes: int | None = 10) -> Table:
    """Return a table where Anna has just landed there, on a deed of Carla's if it is one."""
    at = {"kind": "set_space", "seat": ANNA, "space": place - 10}
    owned = () if place == 10 else (deed(place, CARLA),)
    options = {"rent": "asked", **({"minutes": minutes} if minutes else {})}
    return at_the_board(app, BEGUN, *owned, at, ROLLED, options=options)


@pytest.mark.parametrize("seat", [ANNA, BRUNO])
def test_at_the_stroke_the_dice_make_room_for_one_button_as_wide_as_the_screen(
    shared_app: Flask, seat: int
) -> None:
    """M1."""
    table = landed(shared_app)
    phone = table.phones[seat]

    page = phone.go(table.page)

    assert 'class="first wide longest">Time is up: end the game' in page.html
    assert 'id="dice"' not in page.html and "b-roll" not in page.html
    assert "two dice" not in page.text
    phone.press(page, ADD_UP)
    assert table.now.state.stage == "over"


def test_before_the_stroke_nobody_adds_up(shared_app: Flask) -> None:
    """M1."""
    table = landed(shared_app, minutes=None)

    page = table.phones[BRUNO].go(table.page)

    assert 'id="dice"' in page.html and "b-time" not in page.html


def test_whoever_begins_a_turn_in_jail_at_the_stroke_gets_the_same_button_alone(
    shared_app: Flask,
) -> None:
    """M1."""
    jailed = {"kind": "set_jail", "seat": BRUNO, "jailed": True}
    options = {"minutes": 10}
    table = at_the_board(shared_app, BEGUN, jailed, ROLLED, options=options)

    page = table.phones[BRUNO].go(table.page)

    assert "b-time" in page.html and "b-bail" not in page.html


def test_a_rent_still_open_at_the_stroke_is_said_to_count_and_comes_first(
    shared_app: Flask,
) -> None:
    """R24."""
    table = landed(shared_app, place=14)
    carla = table.phones[CARLA]

    page = carla.go(table.page)

    said = "Time is up. Open rent still counts: collect it, then end the game."
    assert said in page.text and said in table.phones[BRUNO].go(table.page).text
    assert 0 < page.html.find("b-rent-14") < page.html.find("b-time")
    carla.press(page, "b-rent-14")
    assert said not in carla.go(table.page).text
