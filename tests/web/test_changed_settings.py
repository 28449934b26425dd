"""Settings of a free bank that the banker changes during the game, and who wins at its end."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.tables.live.cache import open_tables
from companion.tables.storage import models
from tests.web.phones import Phone, Table
from tests.web.test_free_bank_by_hand import PAY, SCORE, at_the_bank


def change(table: Table, option: str, value: str) -> Any:
    """Change a setting with the form of the bank, and return the answer."""
    form = table.banker.go(f"{table.page}bank").form(f"{option}.value")
    return table.banker.submit(form, f"b-set-{option}", **{f"{option}.value": value})


def end_tool(table: Table) -> str:
    html = table.banker.go(f"{table.page}bank").html
    return html.split('id="tool-end"')[1].split("</details>")[0]


def test_a_setting_is_changed_logged_and_undone(app: Flask) -> None:
    table = at_the_bank(app)

    assert change(table, "standing", "most_points").status_code == 303
    told = table.phones[0].go(table.page).text
    table.do({"kind": "undo", "entry": 1})

    assert "Who wins: most points from now on." in told
    assert table.now.state.standing == "most_money"
    history = table.banker.go(f"{table.page}history").text
    assert "undid “Who wins: most points from now on”." in history


def test_an_empty_field_removes_the_unit(app: Flask) -> None:
    table = at_the_bank(app, unit="fl")

    change(table, "unit", "")

    assert table.now.state.unit == ""


def test_a_debt_limit_below_a_debt_is_refused_with_the_lowest_possible(app: Flask) -> None:
    table = at_the_bank(app, {**PAY, "target": "pot", "amount": 130}, debt=50)

    answer = change(table, "debt", "20")

    assert answer.status_code == 422
    assert "Anna owes 30. Allow 30 or more." in answer.text and 'value="20"' in answer.text
    raised = {"kind": "set_option", "option": "debt", "value": "60"}
    assert table.phones[0].tap(table, raised).status_code == 403


def test_ending_asks_about_uncounted_points(app: Flask) -> None:
    table = at_the_bank(app, {**SCORE, "amount": 5}, {**SCORE, "seat": 1, "amount": 9}, start=0)
    page = table.banker.go(f"{table.page}bank")

    assert "Points were recorded, but money decides who wins." in end_tool(table)
    assert "Yes, end the game" not in end_tool(table)
    end = table.banker.press(page, "Most points win")

    assert "Bruno wins with 9 points." in end.text
    assert table.now.timeline.standing.entries[-1].action == {
        "kind": "end",
        "standing": "most_points",
    }


def test_ending_asks_about_uncounted_money(app: Flask) -> None:
    table = at_the_bank(app, PAY, standing="most_points")

    assert "Money was moved, but points decide who wins." in end_tool(table)
    page = table.banker.go(f"{table.page}bank")
    end = table.banker.press(page, "Most points win")

    assert "tie for the win with 0 points each" in end.text


@pytest.mark.parametrize(
    ("steps", "options"), [((PAY,), {}), ((SCORE,), {"standing": "most_points"}), ((), {})]
)
def test_ending_asks_nothing_if_everything_counts(
    app: Flask, steps: tuple[dict[str, Any], ...], options: dict[str, Any]
) -> None:
    table = at_the_bank(app, *steps, **options)

    assert "Yes, end the game" in end_tool(table) and "decide" not in end_tool(table)


def test_an_early_end_during_an_auction_asks_too(app: Flask) -> None:
    table = at_the_bank(app, SCORE, {"kind": "put_up"})
    page = table.banker.go(f"{table.page}bank")

    table.banker.press(page, "Most points win")

    assert table.now.state.standing == "most_points"
    assert table.now.state.stage == "open"
    assert "money decides" not in table.banker.go(f"{table.page}bank").text


def test_only_one_menu_entry_ends_the_game(app: Flask) -> None:
    def titles(table: Table) -> list[str]:
        html = table.banker.go(f"{table.page}bank").html
        return [part.split("</h2>")[0] for part in html.split("<summary><h2>")[1:]]

    table = at_the_bank(app)
    before = [title for title in titles(table) if title.startswith("End")]
    table.do({"kind": "put_up"})
    during = [title for title in titles(table) if title.startswith("End")]

    assert before == ["End the game", "End without a result"]
    assert during == ["End the game early"]


def test_the_next_game_starts_with_the_latest_settings(app: Flask) -> None:
    table = at_the_bank(app, standing="most_money")
    change(table, "standing", "fewest_points")
    change(table, "unit", "VP")
    offered = table.banker.go("/new/free_bank?players=3").form("name_0").fields
    table.do({"kind": "end"})

    table.banker.post(f"{table.page}again", {})

    with app.app_context(), Session(open_tables().store.engine) as session:
        first, second = session.scalars(select(models.Table).order_by(models.Table.id))
        assert (first.options["standing"], first.options["unit"]) == ("most_money", "")
        assert (second.options["standing"], second.options["unit"]) == ("fewest_points", "VP")
    assert (offered["standing"], offered["unit"]) == ("fewest_points", "VP")


def test_a_saved_game_keeps_the_settings_of_its_start_and_opens_with_the_changed_ones(
    app: Flask,
) -> None:
    table = at_the_bank(app, {**SCORE, "amount": 5})
    change(table, "standing", "most_points")
    table.do({"kind": "end"})

    saved = table.banker.get(f"{table.page}record.json")
    place = Phone(app).bring_back(json.loads(saved.data))

    assert json.loads(saved.data)["options"]["standing"] == "most_money"
    with app.app_context():
        opened = open_tables().find(place.split("/")[-2])
    outcome = opened.game.final.outcome(opened.state)
    assert outcome is not None and str(outcome.sentence) == "Anna wins with 5 points."


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/new/free_bank", "Standard rules · Who wins: most money · change"),
        ("/new/free_bank?standing=most_points", "Your rules · Who wins: most points · change"),
    ],
)
def test_a_new_table_says_who_wins_before_its_settings_are_opened(
    app: Flask, address: str, said: str
) -> None:
    page = Phone(app).go(address)

    assert said in page.text
