"""The starting money and the pot of Monopoly Travel on the pages of a banker."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.pages import Page
from tests.web.phones import Phone, Table
from tests.web.test_monopoly_by_hand import ANNA, BEGUN, at_the_board


def correct(table: Table, start: str) -> Page:
    """Type other starting money on the figures page, and return the page that answers."""
    form = table.banker.go(f"{table.page}copy").form("other.start")
    answer = table.banker.submit(form, **{"other.start": start})
    return Page(answer.text)


def test_starting_money_changed_before_the_first_step_applies_at_once(shared_app: Flask) -> None:
    table = at_the_board(shared_app)

    correct(table, "2.000")

    assert [table.balance(f"seat {seat}") for seat in range(3)] == [2000] * 3
    table.do(BEGUN)
    assert table.balance("bank") == -6000


def test_starting_money_changed_later_applies_to_the_next_game(shared_app: Flask) -> None:
    table = at_the_board(shared_app, BEGUN)

    page = correct(table, "2000")

    said = "Everyone at this table began with 1500. Change it here after the game"
    assert said in page.text and table.balance("seat 0") == 1500


def test_the_bank_page_can_move_money_of_the_pot(shared_app: Flask) -> None:
    tax = {"kind": "set_space", "seat": ANNA, "space": 1}
    rolled = {"kind": "roll", "seat": ANNA, "dice": [1, 2]}
    table = at_the_board(shared_app, BEGUN, tax, rolled, options={"pot": True})

    page = table.banker.go(f"{table.page}bank")

    assert {"pot", "bank"} <= set(page.form("source").choices["source"])
    assert "Carla: 1500 Free Parking: 200 Amount" in page.text
    assert "200 on Free Parking" in table.phones[ANNA].go(table.page).text


@pytest.mark.parametrize("said", ["Free Parking", "Ask again next time", "Free bank"])
def test_the_settings_explain_playing_with_card_decks(shared_app: Flask, said: str) -> None:
    assert said in Phone(shared_app).go("/new/monopoly").text
