"""What devices show once the agreed time of Monopoly Travel has run out."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.web.live.streams import streams
from tests.web.phones import Phone, Table
from tests.web.test_game_dates import put_forward
from tests.web.test_monopoly_by_hand import ANNA, BEGUN, BRUNO, CARLA, at_the_board, deed

ROLL: dict[str, Any] = {"kind": "roll", "seat": ANNA, "dice": [4, 6]}
OLD_ROLL = ROLL | {"at": 1000}
"""A clock of an older log: ten minutes that began at second 1000 have run out long ago."""
COUNT = "Count the wealth"
PROMPT = "Time is up. The banker taps “Count the wealth”."


def landed(app: Flask, *actions: dict[str, Any], place: int = 10, minutes: int = 10) -> Table:
    """Return a table where Anna has just landed there, on a deed of Carla's if it is one."""
    at = {"kind": "set_space", "seat": ANNA, "space": place - 10}
    owned = () if place == 10 else (deed(place, CARLA),)
    options = {"rent": "asked", "minutes": minutes}
    return at_the_board(app, BEGUN, *owned, at, *actions, options=options)


@pytest.fixture(params=["kept by the app", "older log"])
def timed(request: pytest.FixtureRequest, app: Flask, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a table whose time has run out between two turns, with either kind of clock."""
    if request.param == "older log":
        return landed(app, OLD_ROLL)
    table = landed(app)
    table.do(ROLL)
    put_forward(monkeypatch, 600)
    return table


def present(monkeypatch: pytest.MonkeyPatch, *phones: Phone) -> None:
    """Let these devices and no others count as connected."""
    devices = frozenset(phone.device for phone in phones)
    with phones[0].app.app_context():
        monkeypatch.setattr(streams(), "present", lambda table_id: devices)


def test_when_time_is_up_the_banker_has_one_wide_end_button(timed: Table) -> None:
    page = timed.banker.go(timed.page)

    assert f'class="first wide long">{COUNT}' in page.html or f">{COUNT}</button>" in page.html
    assert 'id="dice"' not in page.html and "b-roll" not in page.html
    timed.banker.press(page, COUNT)
    assert timed.now.state.stage == "over"


@pytest.mark.parametrize("seat", [ANNA, BRUNO])
def test_a_player_is_told_to_ask_the_banker_and_cannot_end_the_game(
    timed: Table, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    present(monkeypatch, timed.banker)

    page = timed.phones[seat].go(timed.page)

    assert page.text.count(PROMPT) == 1 and "two dice" not in page.text
    assert "b-time" not in page.html and "b-roll" not in page.html and 'id="dice"' not in page.html


def test_without_a_banker_a_player_ends_the_game_after_a_question(
    timed: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    bruno = timed.phones[BRUNO]
    present(monkeypatch, bruno)

    page = bruno.go(timed.page)

    assert page.html.index("<details") < page.html.index('id="b-time"')
    bruno.press(page, "b-time")
    assert timed.now.state.stage == "over"


def test_before_time_is_up_nothing_is_scored(app: Flask) -> None:
    table = landed(app)
    table.do(ROLL)

    page = table.phones[BRUNO].go(table.page)

    assert 'id="dice"' in page.html and "b-time" not in page.html


def test_after_the_time_limit_all_devices_agree(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = landed(app)
    table.do(ROLL)
    put_forward(monkeypatch, 601)

    pages = [phone.go(table.page) for phone in table.everybody]
    big = table.onlooker.go(f"{table.page}?screen=table")

    for page in (*pages, big):
        assert PROMPT in page.text and "to roll two dice" not in page.text
        assert "this is the last turn" not in page.text and "my-turn" not in page.html
    history = table.banker.go(f"{table.page}history").text
    assert "Time is up." in history and "The app" in history
    assert PROMPT in table.banker.go("/").text


def test_the_running_turn_is_finished_after_the_time_limit(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = landed(app, place=15)
    table.do(deed(15, -1) | {"owner": None}, ROLL)
    put_forward(monkeypatch, 601)
    anna = table.phones[ANNA]

    page = anna.go(table.page)
    assert "Time is up: this is the last turn." in page.text and "Your turn" in page.text
    anna.press(page, "b-buy")

    assert table.now.state.owner(15) == ANNA
    assert PROMPT in anna.go(table.page).text


def test_a_roll_after_the_time_limit_is_refused(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = landed(app)
    table.do(ROLL)
    seen = table.sequence
    put_forward(monkeypatch, 601)

    answer = table.phones[BRUNO].tap(table, ROLL | {"seat": BRUNO}, seen=seen)

    assert answer.status_code == 409 or answer.status_code == 422
    assert PROMPT in answer.text
    assert table.now.state.stage == "roll" and table.now.state.turn_seat == BRUNO


def test_at_the_time_limit_a_player_in_jail_pays_no_bail(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    jailed = {"kind": "set_jail", "seat": BRUNO, "jailed": True}
    table = landed(app, jailed)
    table.do(ROLL)
    put_forward(monkeypatch, 601)

    page = table.phones[BRUNO].go(table.page)

    assert PROMPT in page.text and "b-bail" not in page.html


def test_an_open_rent_at_the_time_limit_is_mentioned_first(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = landed(app, place=14)
    table.do(ROLL)
    put_forward(monkeypatch, 601)
    carla = table.phones[CARLA]

    page = carla.go(table.page)

    said = "Time is up. Open rent still counts: collect it first."
    assert said in page.text and said in table.phones[BRUNO].go(table.page).text
    carla.press(page, "b-rent-14")
    assert PROMPT in carla.go(table.page).text


def test_a_pause_stops_the_time_limit(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table = landed(app)
    table.do(ROLL)
    put_forward(monkeypatch, 120)
    table.do({"kind": "pause"})
    put_forward(monkeypatch, 3600)

    page = table.phones[BRUNO].go(table.page)
    assert "8:00" in page.text and 'data-ends=""' in page.html
    table.phones[BRUNO].press(page, "b-go-on")

    put_forward(monkeypatch, 479)
    assert "0:01" in table.banker.go(table.page).text
    put_forward(monkeypatch, 1)
    assert PROMPT in table.banker.go(table.page).text


def test_undoing_the_time_limit_stops_the_clock(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = landed(app)
    table.do(ROLL)
    put_forward(monkeypatch, 601)
    banker, bruno = table.banker, table.phones[BRUNO]

    banker.press(banker.go(table.page), "b-undo")

    put_forward(monkeypatch, 600)
    page = bruno.go(table.page)
    assert "The clock is stopped." in page.text and 'id="dice"' in page.html
    bruno.press(page, "b-roll")
    banker.press(banker.go(f"{table.page}bank"), "Set the clock", minutes="5")
    assert "5:00" in bruno.go(table.page).text
    put_forward(monkeypatch, 300)
    assert "Time is up" in bruno.go(table.page).text
    assert [entry.actor for entry in table.now.timeline.standing.entries].count("app") == 1
