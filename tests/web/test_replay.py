"""A finished game looked at again: each step as the screen for all was then."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from flask import Flask

from companion.web.live.chart import turn_steps
from tests.browser.scenes import recorded
from tests.games.records import records_of
from tests.web.pages import Page
from tests.web.phones import BIDDING, Phone, Table, seated

SHORT = {
    "big_cheese": "everybody-passes",
    "big_deal": "two-added-to-pay",
    "big_shot": "two-italian",
    "free_bank": "sealed",
    "monopoly": "two-landings",
}


FOLD = re.compile(r'<details class="fold" (open)?>\s*<summary><b>(\d+)</b>')


def table_of(app: Flask, name: str, record: str, steps: int | None = None) -> Table:
    data = {"copy": {}, **recorded(name, record)}
    return seated(app, *data.pop("actions")[:steps], phones=0, **data)


def shown(page: Page) -> str:
    """Return the words of the screen itself, before the links that walk on."""
    return page.text.removeprefix("Skip to the content ").partition(" ⇤ ")[0]


@pytest.mark.parametrize("name", SHORT)
def test_the_replay_shows_each_steps_big_screen(app: Flask, name: str) -> None:
    over = table_of(app, name, SHORT[name])
    for step in {1, over.sequence // 2, over.sequence - 1}:
        then = table_of(app, name, SHORT[name], step)
        live = then.onlooker.go(f"{then.page}?screen=table").text

        page = shown(over.onlooker.go(f"{over.page}replay/{step}"))

        assert page and page in live, step


def test_plain_links_step_through_the_whole_replay(app: Flask) -> None:
    table, walked = table_of(app, "monopoly", "two-landings"), 0
    page = table.onlooker.go(f"{table.page}replay/0")
    assert not [link for link in page.links if link.attributes.get("rel") == "prev"]

    while [link for link in page.links if link.attributes.get("rel") == "next"]:
        page = table.onlooker.go(page.linked("rel", "next"))
        walked += 1
        assert f"Step {walked} of {table.sequence}" in page.text

    assert walked == table.sequence
    assert page.linked("rel", "prev") == f"{table.page}replay/{walked - 1}"
    assert "wins" in page.text or "is the richest" in page.text


def test_the_replay_plays_without_script_and_can_pause(app: Flask) -> None:
    table = table_of(app, "monopoly", "two-landings")

    page = table.onlooker.go(table.onlooker.go(f"{table.page}replay/0").linked("title", "Play"))

    (refresh,) = [given for tag, given in page.elements if given.get("http-equiv") == "refresh"]
    assert refresh["content"] == f"2;url={table.page}replay/2?play"
    assert page.linked("title", "Pause") == f"{table.page}replay/1"


def test_replay_links_jump_between_turns(app: Flask) -> None:
    table = table_of(app, "big_shot", "four-italian")
    page, jumps = table.onlooker.go(f"{table.page}replay/0"), [f"{table.page}replay/0"]

    while [link for link in page.links if link.attributes.get("title") == "One turn on"]:
        jumps.append(page.linked("title", "One turn on"))
        page = table.onlooker.go(jumps[-1])
    chart = table.onlooker.go(f"{table.page}account")
    # Only the points of the chart are left out of the order of the Tab key.
    chart_links = [link.href for link in chart.links if link.attributes.get("tabindex") == "-1"]

    assert [jump.rpartition("/")[2] for jump in jumps[:4]] == ["0", "9", "21", "28"]
    assert jumps == chart_links
    assert page.linked("title", "One turn back") == jumps[-2]
    assert table.onlooker.go(jumps[1]).linked("title", "One turn back") == jumps[0]


def test_without_turns_the_replay_jumps_between_seats(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(app, "monopoly", "two-landings").now
    entries = table.timeline.standing.entries
    monkeypatch.setattr(type(table.game), "chart", None)

    steps = turn_steps(table)

    assert steps[0] == 0 and steps[-1] == table.sequence
    for before, after in pairwise(steps):
        assert len({one.seat for one in entries if before < one.sequence <= after}) == 1
    assert 2 < len(steps) < len(entries)


@pytest.mark.parametrize(("wanted", "step"), [("0", 0), ("3", 3), ("999999", None), ("-1", 0)])
def test_the_replays_slider_is_a_form(app: Flask, wanted: str, step: int | None) -> None:
    table = table_of(app, "monopoly", "two-landings")
    page = table.onlooker.go(f"{table.page}replay/5?speed=2")
    form = page.form("step")
    (slider,) = [given for _, given in page.elements if given.get("type") == "range"]

    answer = table.onlooker.submit(form, step=wanted)

    assert slider["value"] == "5" and slider["max"] == str(table.sequence)
    there = table.sequence if step is None else step
    assert answer.headers["Location"] == f"{table.page}replay/{there}?speed=2"


def test_the_replays_slider_skips_undone_steps(app: Flask) -> None:
    record = {"copy": {}, **recorded("big_cheese", "everybody-passes")}
    actions = record.pop("actions")
    table = seated(app, *actions[:2], phones=0, **record)
    table.do({"kind": "undo", "entry": 2}, *actions[1:])

    answer = table.onlooker.get(f"{table.page}replay?step=3")

    assert answer.headers["Location"] == f"{table.page}replay/1"


def test_a_replay_plays_once_twice_or_four_times_as_fast(app: Flask) -> None:
    table = table_of(app, "monopoly", "two-landings")
    page, speeds = table.onlooker.go(f"{table.page}replay/4?play"), []
    for _ in range(3):
        (main,) = [given for tag, given in page.elements if tag == "main"]
        speeds.append((main["data-pace"], main["data-next"].partition("?")[2]))
        page = table.onlooker.go(page.linked("id", "walk-speed"))

    assert speeds == [("1500", "play"), ("750", "play&speed=2"), ("375", "play&speed=4")]
    assert table.onlooker.at == f"{table.page}replay/4?play"
    assert table.onlooker.go(f"{table.page}replay/4?speed=9").linked("rel", "next") == (
        f"{table.page}replay/5"
    )


def test_the_replay_skips_undone_steps_but_can_show_them(app: Flask) -> None:
    record = {"copy": {}, **recorded("big_cheese", "everybody-passes")}
    actions = record.pop("actions")
    table = seated(app, *actions[:2], phones=0, **record)
    table.do({"kind": "undo", "entry": 2}, *actions[1:])

    undone = table.onlooker.go(f"{table.page}replay/2")
    on = table.onlooker.go(f"{table.page}replay/1")

    assert shown(undone) == shown(table.onlooker.go(f"{table.page}replay/4"))
    assert on.linked("rel", "next") == f"{table.page}replay/4"


def test_history_lines_and_chart_points_link_to_the_replay(app: Flask) -> None:
    table = table_of(app, "big_shot", "four-italian")

    history = table.onlooker.go(f"{table.page}history")
    chart = table.onlooker.go(f"{table.page}account")

    assert f"{table.page}replay/{table.sequence}" in [link.href for link in history.links]
    points = [link.href for link in chart.links if link.attributes.get("tabindex") == "-1"]
    steps = [int(point.removeprefix(f"{table.page}replay/")) for point in points]
    assert len(steps) == 19 and steps == sorted(steps) and steps[-1] == table.sequence
    assert "Turn 2 of 18" in table.onlooker.go(points[1]).text


@pytest.mark.parametrize("hidden", [False, True])
def test_a_running_game_has_no_replay(app: Flask, hidden: bool) -> None:
    table = seated(app, *BIDDING, hidden=hidden)

    for phone in table.everybody:
        for step in ("/0", "/1", "/2", "?step=1"):
            answer = phone.get(f"{table.page}replay{step}")
            assert answer.status_code == 422
            assert "You can see this when the game is over." in answer.text
        for page in ("history", "account"):
            assert "/replay/" not in phone.go(f"{table.page}{page}").html


def test_the_replay_covers_money_that_was_hidden(app: Flask) -> None:
    assert "hidden-italian" in records_of("big_shot")
    table = table_of(app, "big_shot", "hidden-italian")
    then = table_of(app, "big_shot", "hidden-italian", 20)

    page = shown(table.onlooker.go(f"{table.page}replay/20"))

    assert page in then.onlooker.go(f"{then.page}?screen=table").text


def test_a_missing_step_shows_the_last_one(app: Flask) -> None:
    table = table_of(app, "monopoly", "two-landings")

    page = table.onlooker.go(f"{table.page}replay/999999")

    assert f"Step {table.sequence} of {table.sequence}" in page.text


def test_a_replay_needs_the_right_code(app: Flask) -> None:
    assert Phone(app).get("/t/AAAAAAAA/replay/1").status_code in (404, 429)


def test_the_history_is_folded_by_turn_and_opens_the_turn_that_is_fixed(app: Flask) -> None:
    table = table_of(app, "big_shot", "two-italian")

    folds = FOLD.findall(table.banker.go(f"{table.page}history").html)
    fixed = FOLD.findall(table.banker.go(f"{table.page}history?step=2").html)

    assert [int(turn) for _, turn in folds] == list(range(18, 0, -1))
    assert [turn for is_open, turn in folds if is_open] == ["18"]
    assert [turn for is_open, turn in fixed if is_open] == ["18", "1"]


def test_the_history_of_a_game_without_turns_is_one_list(app: Flask) -> None:
    table = table_of(app, "free_bank", "most-money")

    assert FOLD.findall(table.banker.go(f"{table.page}history").html) == []
