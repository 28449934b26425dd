"""The chart of wealth: each figure where it belongs and where it can be read."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask

from companion.games import all_games
from companion.games.monopoly.board import classic_board
from companion.mechanics.play.seating import SEAT_COLOURS
from companion.web.live.chart import HEIGHT, TOP, ChartDrawing, turn_ends, wealth_chart
from tests.browser.scenes import record_of
from tests.extent import choose
from tests.games.big_shot.big_shot_player import FOLDER
from tests.games.records import read_record, records_of
from tests.web.phones import Table, seated

BOTTOM = HEIGHT - TOP


def chart_of(table: Table) -> ChartDrawing:
    with table.app.app_context():
        chart = wealth_chart(table.now)
    assert chart is not None
    return chart


def three_turns(app: Flask, *corrections: dict[str, Any]) -> Table:
    """Return a table of Monopoly of six after these and three turns that lead to nothing."""
    rolls = [{"kind": "roll", "seat": seat, "dice": [4, 6]} for seat in range(3)]
    return seated(
        app,
        {"kind": "begin", "seat": 0},
        *corrections,
        *rolls,
        game="monopoly",
        options={},
        copy=classic_board("it"),
        seats=[{"name": name} for name in ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")],
    )


def test_the_chart_uses_its_full_height_far_above_zero(app: Flask) -> None:
    rich = {"kind": "correct", "source": "bank", "target": "seat 0", "amount": 100}
    chart = chart_of(three_turns(app, rich))

    assert chart.zero is None
    assert list(chart.scale) == [(1600, TOP), (1500, BOTTOM)]


def test_constant_values_are_drawn_above_zero(app: Flask) -> None:
    table = three_turns(app)
    chart = chart_of(table)

    assert chart.zero == BOTTOM
    assert list(chart.scale) == [(0, BOTTOM), (1500, TOP)]
    page = table.banker.go(f"{table.page}account")
    axis = next(given for tag, given in page.elements if given.get("class") == "axis")
    assert axis["y1"] == axis["y2"] == str(chart.zero)


def test_the_legend_tells_what_each_has_at_the_end_with_the_most_first(app: Flask) -> None:
    """Beside the lines, several that end alike would be written over each other."""
    poor = {"kind": "correct", "source": "seat 0", "target": "bank", "amount": 1500}
    rich = {"kind": "correct", "source": "bank", "target": "seat 3", "amount": 100}
    table = three_turns(app, poor, rich)

    page = table.banker.go(f"{table.page}account").html
    plot, _, legend = page.partition("<figure")[2].partition('class="legend"')

    written = re.findall(r"(\w+)\s+<b>([\d−]+)</b>", legend.partition("</ul>")[0])
    others = [(name, "1500") for name in ("Bruno", "Carla", "Elena", "Fabio")]
    assert written == [("Dario", "1600"), *others, ("Anna", "0")]
    assert re.findall(r"<text[^>]*>([\d−]+)<", plot) == ["0", "1600"]


def test_the_numbers_of_the_chart_are_a_table_for_screen_readers(app: Flask) -> None:
    rich = {"kind": "correct", "source": "bank", "target": "seat 3", "amount": 100}
    table = three_turns(app, rich)

    page = table.banker.go(f"{table.page}account").html
    rows = page.partition("<caption>")[2].partition("</table>")[0].split("<tr>")[1:]
    cells = [re.findall(r"<t[hd][^>]*>([^<]*)</t", row) for row in rows]

    assert cells[0] == ["", *table.now.names]
    numbers = chart_of(table).numbers
    assert cells[1:] == [[str(turn), *map(str, figures)] for turn, figures in numbers]
    assert cells[-1][4] == "1600"


def test_negative_values_are_labelled_below_the_base_line(app: Flask) -> None:
    record = json.loads((FOLDER / "four-italian.json").read_text("utf-8"))
    record.pop("outcome", None)
    chart = chart_of(seated(app, *record.pop("actions"), phones=0, **record))

    (_, (highest, top), (lowest, bottom)) = chart.scale
    assert (top, bottom) == (TOP, BOTTOM)
    assert lowest < 0 < highest
    assert chart.zero is not None and top < chart.zero < bottom


def test_the_legend_uses_the_dashes_of_the_chart(app: Flask) -> None:
    table = three_turns(app)

    page = table.banker.go(f"{table.page}account")
    drawn = [
        given["class"]
        for tag, given in page.elements
        if tag in ("polyline", "svg") and given.get("class", "").startswith("line-")
    ]

    lines = [f"line-{seat} c-{colour}" for seat, colour in enumerate(SEAT_COLOURS[:6])]
    assert drawn == [*lines, *lines]


ENDS = {
    "big_shot": {"turn_ended"},
    "big_cheese": {"card_won", "card_vetoed", "card_discarded", "project_scored", "result_ignored"},
    "big_deal": {"turn_ended"},
    "monopoly": {"turn_passed"},
    "free_bank": {"money_moved", "salary_paid", "sold", "points_given", "seat_left", "corrected"},
}
"""The events that end a turn."""


@pytest.mark.parametrize("game", ENDS)
def test_each_chart_point_is_the_wealth_at_the_end_of_a_turn(shared_app: Flask, game: str) -> None:
    """Once, the chart showed states in the middle of the next turn, such as paid but not placed.

    The first and the last step end no turn.
    """
    chart, names = all_games()[game].chart, records_of(game)
    assert chart is not None
    compared = 0
    for name in choose(check=names[1:2], test=names[:4], full=names):
        record = read_record(game, name)
        record.pop("outcome", None)
        table = seated(shared_app, *record.pop("actions"), phones=0, **record)
        worth, steps = turn_ends(table.now, chart)
        states = list(table.now.timeline.states())
        by_step = {entry.sequence: (entry, state) for entry, state in states}

        for turn, step in list(steps.items())[1:-1]:
            compared += 1
            entry, state = by_step[step]
            assert {event.kind for event in entry.events} & ENDS[game], (name, turn)
            assert worth[turn] == chart.wealth(state), (name, turn)
        start = table.now.game.rules.begin(table.now.timeline.setup)
        assert worth[0] == chart.wealth(start)
        assert worth[max(worth)] == chart.wealth(table.now.state)
    assert compared


def test_the_scores_so_far_begin_with_the_sum_of_each_seat(app: Flask) -> None:
    record = record_of("big_cheese", "cheese-auction")
    table = seated(app, *record.pop("actions"), phones=0, **record)

    page = table.banker.go(f"{table.page}account").html.partition("<figure")[0]

    sums = [str(table.now.state.score(seat)) for seat in table.now.state.seats]
    assert re.findall(r'class="figure">(\d+)<', page) == sums and len(sums) > 2
