"""The date of a game is that of its end, wherever it is shown or exported."""

from __future__ import annotations

import json
import time
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from companion.tables.household.tonight import BREAK_SECONDS, tonight_of
from tests.web.phones import Table
from tests.web.test_free_bank_by_hand import at_the_bank

DAY = 86_400
PAY: dict[str, Any] = {"kind": "pay", "seat": 0, "target": "bank", "amount": 5}


def put_forward(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Put the clock forward."""
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + seconds)


def shown(table: Table) -> list[object]:
    """Return the date of the game on each page and in each file of the banker's device."""
    banker = table.banker
    csv = banker.get("/evenings.csv").text.splitlines()[1].split(",")[:2]
    game_nights = banker.go("/evenings").text.rpartition("Free bank ·")[2].split()[:4]
    picture = banker.get(f"/t/{table.code}/result.svg").text.partition('text-anchor="end"')[2]
    link = banker.go(f"{table.page}account").link("Log in BG Stats")
    play = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    date = picture.partition(">")[2].partition("<")[0]
    return [csv, game_nights, date, play["playDate"], play["durationMin"]]


def test_a_correction_weeks_later_changes_no_date(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at_the_bank(app, PAY)
    put_forward(monkeypatch, 1200)
    table.do({"kind": "end"})
    put_forward(monkeypatch, DAY)
    before = shown(table)

    put_forward(monkeypatch, 21 * DAY)
    table.do(
        {"kind": "amend", "entry": 1, "action": PAY | {"amount": 6}},
        {"kind": "undo", "entry": 2},
        {"kind": "redo", "entry": 4},
    )
    table.banker.post(f"/t/{table.code}/seats/1", {"name": "Berta"})

    assert table.balance("seat 0") == 94 and table.now.names[1] == "Berta"
    assert shown(table) == before
    ended = datetime.fromtimestamp(table.now.timeline.standing.entries[-1].at)
    assert before[0] == [f"{ended:%Y-%m-%d}", f"{ended:%H:%M}"] and before[4] == 20
    assert "just now" not in str(before)


def test_the_length_of_a_game_leaves_out_its_pauses(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at_the_bank(app, PAY)
    put_forward(monkeypatch, 600)
    table.do({"kind": "pause"})
    put_forward(monkeypatch, 1800)
    table.do({"kind": "go_on"})
    put_forward(monkeypatch, 300)
    table.do(PAY)
    put_forward(monkeypatch, 5400)
    table.do({"kind": "end"})

    assert shown(table)[-1] == 15


def test_a_correction_does_not_reorder_games_or_tonight(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = at_the_bank(app, PAY)
    first.do({"kind": "end"})
    put_forward(monkeypatch, BREAK_SECONDS - 60)
    first.do({"kind": "amend", "entry": 1, "action": PAY | {"amount": 6}})
    put_forward(monkeypatch, 120)

    assert "Tonight" not in first.banker.go("/evenings").text
    second = at_the_bank(app, PAY)
    second.do({"kind": "end"})
    with app.app_context():
        assert len(tonight_of(second.now).games) == 1
