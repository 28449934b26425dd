"""The clock for turns of the free bank and the score pad on devices, and after an undo."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.web.phones import seated
from tests.web.test_free_bank_by_hand import at_the_bank
from tests.web.test_game_dates import put_forward

START: dict[str, Any] = {"kind": "start_turn_clock", "seat": 0, "each": "player", "seconds": 300}


def test_a_clock_is_started_on_the_page_of_the_bank_and_ended_by_its_player(app: Flask) -> None:
    table = at_the_bank(app)
    form = table.banker.go(f"{table.page}bank").form("each")
    table.banker.submit(form, "b-turns", each="turn", seat="1", typed="2")
    anna, bruno = table.phones[:2]

    page = bruno.go(table.page)
    assert "It is your turn." in page.text and "Bruno 2:00" in page.text
    assert "b-next-turn" not in anna.go(table.page).html
    bruno.press(page, "b-next-turn")

    assert table.now.timeline.state.timer.seat == 2


def test_a_time_limit_is_no_time_of_day(app: Flask) -> None:
    table = at_the_bank(app)
    table.banker.language = "de"

    assert "Uhrzeit" not in table.banker.go(f"{table.page}bank").text


def test_the_prompt_alone_says_whose_turn_it_is(app: Flask) -> None:
    table = at_the_bank(app, START, {"kind": "next_turn", "seat": 0})

    bruno, banker = table.phones[1].go(table.page).html, table.banker.go(f"{table.page}?for=1").html

    assert bruno.partition('id="part-lines"')[0].count("It is your turn.") == 1
    assert banker.partition('id="part-lines"')[0].count("It is Bruno’s turn.") == 1
    assert "Your turn" not in bruno


def test_nobody_ends_the_turn_of_another(app: Flask) -> None:
    table = at_the_bank(app, START)

    assert table.phones[1].tap(table, {"kind": "next_turn", "seat": 0}).status_code == 403


def test_the_time_that_stands_is_beside_each_name(app: Flask) -> None:
    table = at_the_bank(app, START)

    screen = table.banker.go(f"{table.page}?screen=table").text

    assert "Bruno 5:00" in screen and "Carla 5:00" in screen


def test_an_undone_end_of_a_turn_leaves_the_clock_running(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_forward(monkeypatch, 0)
    table = at_the_bank(app, START)
    put_forward(monkeypatch, 30)
    table.do({"kind": "next_turn", "seat": 0})
    put_forward(monkeypatch, 20)

    table.do({"kind": "undo", "entry": table.now.sequence})

    page = table.phones[0].go(table.page)
    assert "Anna 4:10" in page.text and "your turn" in page.text


def test_a_time_that_is_up_is_said_once_on_the_phone_of_its_player(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at_the_bank(app, START)
    put_forward(monkeypatch, 301)

    phone = table.phones[0].go(table.page).html.partition('id="part-lines"')[0]

    assert phone.count("time is up.") == 1


def test_an_undone_end_of_a_time_is_not_marked_again(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at_the_bank(app, START)
    put_forward(monkeypatch, 301)
    banker = table.banker
    assert "Anna’s time is up." in banker.go(table.page).text

    banker.press(banker.go(table.page), "b-undo")

    assert "The clock is stopped." in banker.go(table.page).text
    table.do({"kind": "next_turn", "seat": 0})
    assert "Bruno 5:00" in table.phones[1].go(table.page).text


def test_a_score_pad_has_the_same_clock_on_its_screens(app: Flask) -> None:
    seats = [{"name": name} for name in ("Anna", "Bruno", "Carla")]
    table = seated(app, game="score_pad", options={}, copy={}, seats=seats)
    form = table.banker.go(f"{table.page}bank").form("each")
    table.banker.submit(form, "b-turns", each="player", seat="1", typed="5")

    bruno = table.phones[1]
    page = bruno.go(table.page)
    assert (
        "It is your turn." in page.text and "Bruno 5:00" in page.text and "Carla 5:00" in page.text
    )
    bruno.press(page, "b-next-turn")

    assert table.now.timeline.state.timer.seat == 2
    table.banker.press(table.banker.go(table.page), "b-stop-clock")
    assert table.now.timeline.state.timer is None
