"""The score pad on devices without script: set up, filled in, corrected, and shown to everyone."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.testing.households import NAMES
from companion.testing.tables import ANNA, BRUNO, CARLA
from tests.web.phones import Phone, Table, seated


def enter(seat: int, amount: int, round: int = 1) -> dict[str, Any]:
    return {"kind": "enter", "seat": seat, "amount": amount, "round": round}


def a_pad(app: Flask, *actions: dict[str, Any], phones: int = 2, **options: Any) -> Table:
    """Return a pad of three players, some of them with a phone."""
    seats = [{"name": name} for name in NAMES[:3]]
    more: dict[str, Any] = {"options": options, "copy": {}, "seats": seats}
    return seated(app, *actions, game="score_pad", phones=phones, **more)


def test_a_pad_is_on_the_home_page_and_begins_with_names_alone(app: Flask) -> None:
    phone = Phone(app)
    assert "Score pad Points round by round" in phone.go("/").text

    form = phone.go("/new/score_pad?players=2").form("name_0")
    answer = phone.submit(form, name_0="Anna", name_1="Bruno")
    page = phone.go(answer.headers["Location"].removesuffix("invite"))

    assert "Round 1: Anna deals." in page.text and "M$" not in page.text


@pytest.mark.parametrize(("typed", "line"), [("35", "You, round 1: 35."), ("", "round 1: 0.")])
def test_a_player_enters_points_in_the_field(app: Flask, typed: str, line: str) -> None:
    table = a_pad(app)
    anna = table.phones[ANNA]

    anna.submit(anna.go(table.page).form("enter.amount"), "b-enter", **{"enter.amount": typed})

    assert line in anna.go(table.page).text
    assert "Round 1: waiting for Bruno and Carla." in table.banker.go(table.page).text


def test_the_banker_gets_the_keys_of_one_missing_player_after_the_other(app: Flask) -> None:
    table = a_pad(app, phones=0)
    banker = table.banker
    for points in ("5", "-7", "0"):
        page = banker.go(table.page)
        banker.submit(page.form("enter.amount"), "b-enter", **{"enter.amount": points})

    state = table.now.state
    assert [state.money(seat) for seat in state.seats] == [5, -7, 0] and state.round == 2


def test_the_banker_corrects_a_cell_where_it_stands(app: Flask) -> None:
    table = a_pad(app, enter(ANNA, 5), enter(BRUNO, 6), enter(CARLA, 7), enter(BRUNO, 9, 2))
    banker = table.banker
    page = banker.go(table.page)
    (cell,) = (link.href for link in page.links if "for=1&round=1#" in link.href)

    form = banker.go(table.page + cell.partition("#")[0]).form("Fix the points")
    assert (form.fields["seat"], form.fields["round"]) == ("1", "1")
    banker.submit(form, "Fix the points", amount="60")

    assert "Bruno, round 1: 60 instead of 6." in banker.go(table.page).text
    assert "= 5 60 7" in table.onlooker.go(table.page).text
    assert "#tool-set_points" not in table.phones[ANNA].get(table.page).text


def test_a_player_takes_a_bonus_with_a_name_and_the_banker_corrects_it(app: Flask) -> None:
    table = a_pad(app)
    anna, banker = table.phones[ANNA], table.banker
    form = anna.go(table.page + "bank").form("what")
    anna.submit(form, "Give the points", amount="10", what="Longest road")
    (cell,) = (link.href for link in banker.go(table.page).links if "&line=" in link.href)

    form = banker.go(table.page + cell.partition("#")[0]).form("Fix the points")
    banker.submit(form, "Fix the points", amount="-4")

    page = banker.go(table.page).text
    assert "Anna, Longest road: −14." in page and "Longest road ± −4" in page


def test_the_columns_are_in_the_order_in_which_the_players_sit(app: Flask) -> None:
    moved = {"kind": "move_seat", "seat": CARLA, "after": ANNA}
    table = a_pad(app, moved, enter(ANNA, 5), enter(BRUNO, 60), enter(CARLA, 7))

    page = table.onlooker.go(table.page).text

    assert "Anna ✚ Carla" in page and "= 5 7 60" in page


def test_only_the_banker_corrects_other_rounds_and_other_players(app: Flask) -> None:
    table = a_pad(app, enter(ANNA, 5), enter(BRUNO, 6), enter(CARLA, 7))
    anna = table.phones[ANNA]

    for action in (
        {"kind": "set_points", "seat": ANNA, "amount": 50, "round": 1},
        enter(BRUNO, 1, 2),
        {"kind": "bonus", "seat": BRUNO, "amount": 1},
        {"kind": "out", "seat": BRUNO},
        {"kind": "end"},
    ):
        assert anna.tap(table, action).status_code == 403, action


def test_the_big_screen_has_the_pad_and_the_live_order(app: Flask) -> None:
    table = a_pad(app, enter(ANNA, 5), enter(BRUNO, 60), enter(CARLA, 7), rounds=10)

    page = table.onlooker.go(table.page + "?screen=table").text

    assert "Round 2 of 10" in page and "= 5 60 7" in page
    assert page.index("1 ★ Bruno") < page.index("2 ✚ Carla") < page.index("3 ■ Anna")
