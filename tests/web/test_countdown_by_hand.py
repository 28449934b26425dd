"""The countdown of the free bank on devices without script, and pushed to open streams."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.web.live import streams
from tests.web.test_free_bank_by_hand import at_the_bank
from tests.web.test_game_dates import put_forward
from tests.web.test_monopoly_by_hand import BEGUN, at_the_board

START: dict[str, Any] = {"kind": "start_clock", "seconds": 60}
PAUSES = "The game is paused; the next tap resumes it."


@pytest.mark.parametrize("screen", ["", "&screen=table"])
def test_the_end_of_a_countdown_is_pushed_like_a_move(
    app: Flask, monkeypatch: pytest.MonkeyPatch, screen: str
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(streams, "RETRY_SECONDS", 0.01)
    table = at_the_bank(app)
    table.do(START)
    with table.phones[1].stream(table, query=screen) as events:
        assert "id: 1" in next(events)

        put_forward(monkeypatch, 60)
        pushed = next(events)

    assert "id: 2" in pushed and ">Time is up.<" in pushed
    assert ('class="dial rings">0:00<' in pushed) == bool(screen)
    assert table.now.timeline.standing.entries[-1].actor == "app"


@pytest.mark.parametrize("seconds", [0.0, 0.05])
def test_the_end_of_a_countdown_is_pushed_once_however_late_a_stream_looks(
    app: Flask, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    """On one phone, a stream never waits, and may look long after the end."""
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", seconds)
    table = at_the_bank(app)
    table.do(START)
    answer = table.phones[1].get(f"/t/{table.code}/stream?protocol={streams.PROTOCOL}")
    events = (event.decode() for event in answer.iter_encoded())
    try:
        before = next(events), next(events)
        put_forward(monkeypatch, 600)
        after = [next(events) for _ in range(4)]
    finally:
        answer.close()

    assert "clock is-over" not in before[0] and before[1] == streams.HEARTBEAT
    assert "clock is-over" in after[0]
    assert after[1:] == [streams.HEARTBEAT] * 3


def test_a_paused_countdown_stops_and_continues(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at_the_bank(app)
    table.do(START)
    put_forward(monkeypatch, 2)
    table.banker.press(table.banker.go(f"{table.page}bank"), "Pause")
    put_forward(monkeypatch, 600)
    bruno = table.phones[1]

    page = bruno.go(table.page)
    assert "0:58" in page.text and 'data-ends=""' in page.html
    page = bruno.press(page, "b-go-on")

    assert "0:58" in page.text and 'data-ends=""' not in page.html


def test_a_pause_is_shown_once(app: Flask) -> None:
    table = at_the_bank(app)
    table.banker.press(table.banker.go(f"{table.page}bank"), "Pause")

    page = table.phones[1].go(table.page)

    assert page.html.count(f">{PAUSES}</p>") == 1


def test_a_pause_has_a_button_to_go_on_instead_of_undo(app: Flask) -> None:
    """If a pause could be undone, its time would count as played, and the countdown would jump."""
    table = at_the_bank(app)
    table.banker.press(table.banker.go(f"{table.page}bank"), "Pause")

    page = table.banker.go(table.page)

    assert "b-go-on" in page.html and "b-undo" not in page.html


def test_an_undone_end_leaves_the_countdown_stopped(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at_the_bank(app)
    table.do(START)
    put_forward(monkeypatch, 61)
    banker = table.banker
    assert "Time is up." in banker.go(table.page).text

    page = banker.press(banker.go(table.page), "b-undo")

    assert "The clock is stopped." in page.text
    put_forward(monkeypatch, 60)
    assert "The clock is stopped." in table.phones[1].go(f"{table.page}history").text
    # Only the app marks the end; Redo brings it back.
    history = banker.go(f"{table.page}history").html
    assert 'name="again"' not in history and "Redo" in history
    table.do(START)
    assert "1:00" in table.phones[1].go(table.page).text


@pytest.mark.parametrize("page", ["history", "copy", "account"])
def test_the_countdown_is_small_in_the_bar(app: Flask, page: str) -> None:
    table = at_the_board(app, BEGUN, options={"minutes": 10})

    html = table.phones[1].go(table.page + page).html

    bar = html.partition('<header class="top">')[2].partition("</header>")[0]
    assert 'class="clock"' in bar and html.count('id="clock"') == 1


def test_time_is_up_is_shown_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table = at_the_bank(app)
    table.do(START)
    put_forward(monkeypatch, 61)

    page = table.phones[1].go(table.page)

    assert page.html.partition('id="part-lines"')[0].count(">Time is up.<") == 1
