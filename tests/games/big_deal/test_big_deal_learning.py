"""Printed numbers entered at a table are kept for the household's next game."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from flask import Flask

from companion.games.big_deal import GAME
from companion.mechanics.game import Action, SeatSetup
from companion.mechanics.history.log import Undo
from companion.mechanics.values.codec import to_json
from companion.tables.copies import set_table_copy
from companion.tables.household.kept_copies import list_copies, save_copy
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.play import submit
from companion.tables.tables import create_table
from tests.games.big_deal.big_deal_player import learn

SEATS = [SeatSetup("Anna"), SeatSetup("Bruno")]


@pytest.fixture(autouse=True)
def inside(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def a_table() -> str:
    """Return the code of a table on the household's copy called ours."""
    return create_table("big_deal", {}, SEATS, None, "ours", "laptop").code


def tapped(code: str, action: Action | Undo) -> OpenTable:
    table = open_tables().find(code)
    key = f"key {table.sequence}"
    asked = to_json(action)
    submit(code, "laptop", asked, seen=table.sequence, key=key, dice=lambda n: n, now=lambda: 5.0)
    return open_tables().find(code)


def kept() -> Any:
    (copy,) = list_copies("big_deal", "laptop")
    return copy.numbers


def test_a_company_typed_in_one_game_is_known_in_the_next() -> None:
    save_copy("big_deal", "ours", GAME.blank_copy(), "laptop")

    tapped(a_table(), learn("telcom"))

    assert kept()["companies"]["telcom"]["white"] == 150
    next_game = open_tables().find(a_table())
    assert next_game.state.company("telcom").is_known


def test_undoing_a_mistyped_company_forgets_its_numbers() -> None:
    save_copy("big_deal", "ours", GAME.blank_copy(), "laptop")
    code = a_table()
    tapped(code, learn("telcom"))

    tapped(code, Undo(1))

    assert kept() == GAME.blank_copy()


def test_a_number_corrected_on_the_copys_page_stays_corrected() -> None:
    save_copy("big_deal", "ours", GAME.blank_copy(), "laptop")
    code = a_table()
    learnt = tapped(code, learn("telcom"))
    mended: Any = deepcopy(GAME.copy.learnt(learnt.state))
    mended["companies"]["telcom"]["white"] = 200

    set_table_copy(code, "laptop", mended)
    tapped(code, learn("security"))

    assert kept()["companies"]["telcom"]["white"] == 200
    assert kept()["companies"]["security"]["white"] == 100
