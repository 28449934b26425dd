"""Phones ask for one confirmation before costly moves, and mention open debts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from tests.web.phones import Table
from tests.web.test_monopoly_by_hand import ANNA, BEGUN, BRUNO, at_the_board, deed
from tests.web.test_monopoly_dues_by_hand import owing

BROWN = (deed(1, ANNA), deed(3, ANNA))


def built(level: int) -> tuple[dict[str, Any], ...]:
    """Return the steps that put so many buildings on each of Anna's brown streets."""
    levels = {"1": level, "3": level}
    return (BEGUN, *BROWN, {"kind": "set_buildings", "group": "brown", "levels": levels})


@pytest.mark.parametrize(
    ("to_bank", "told"),
    [
        (False, "Sure? You are out, and Bruno gets all you have: 100 and 1 property."),
        (True, "Sure? You are out, and the bank gets all you have: 100 and 1 property."),
    ],
)
def test_a_bankruptcy_is_confirmed_once_with_all_losses(
    shared_app: Flask, to_bank: bool, told: str
) -> None:
    table = ruined(shared_app, to_bank=to_bank)
    anna = table.phones[ANNA]

    page = anna.go(table.page)

    asked = re.search(r'<details[^>]*id="ask-bankrupt">.*?</details>', page.html)
    assert told in page.text and asked and 'id="b-bankrupt"' in asked[0]
    assert re.search(r"<b>No, keep playing</b></summary>\s*<button", asked[0])
    anna.press(page, "Yes, go bankrupt")
    assert table.now.state.bankrupt == (ANNA,)


def ruined(app: Flask, *, to_bank: bool) -> Table:
    """Return a table where Anna, with 100 and a mortgaged deed, owes more than she can raise."""
    poor = {"kind": "correct", "source": "seat 0", "target": "bank", "amount": 1400}
    dear = {"kind": "set_buildings", "group": "dark_blue", "levels": {"37": 2, "39": 2}}
    start = (BEGUN, deed(12, ANNA, mortgaged=True), deed(37, BRUNO), deed(39, BRUNO), dear, poor)
    place = 1 if to_bank else 36
    moved = {"kind": "set_space", "seat": ANNA, "space": place}
    rolled = {"kind": "roll", "seat": ANNA, "dice": [1, 2]}
    return at_the_board(app, *start, moved, rolled, options={"rent": "automatic"})


def test_selling_a_whole_group_is_confirmed_with_cost_and_proceeds(shared_app: Flask) -> None:
    table = at_the_board(shared_app, *built(5))
    anna = table.phones[ANNA]

    page = anna.go(f"{table.page}?draft=group.brown")

    assert "Sure? These buildings cost 500 and sell for 250." in page.text
    anna.press(page, "Yes, sell all")
    assert table.balance("seat 0") == 1500 + 250


@pytest.mark.parametrize(("level", "words"), [(5, "Back to 4 houses +25"), (4, "Sell +25")])
def test_selling_a_hotel_mentions_the_returned_houses(
    shared_app: Flask, level: int, words: str
) -> None:
    table = at_the_board(shared_app, *built(level))
    anna = table.phones[ANNA]

    page = anna.go(f"{table.page}?draft=group.brown")
    anna.press(page, "b-sell-1")

    assert page.form("b-sell-1").button("b-sell-1").text == words
    assert table.now.state.level(1) == level - 1


def test_choosing_a_space_corrects_it_and_can_be_undone(shared_app: Flask) -> None:
    table = at_the_board(shared_app, BEGUN)
    anna = table.phones[ANNA]
    page = anna.go(anna.where(anna.go(table.page).linked("id", "at")))

    page = anna.press(page, "at 24")

    assert table.now.state.spaces[ANNA] == 24 and 'id="space"' not in page.html
    anna.press(page, "b-undo")
    assert table.now.state.spaces[ANNA] == 0


def test_the_tokens_current_space_cannot_be_chosen(shared_app: Flask) -> None:
    """A second landing would charge its rent twice."""
    table = at_the_board(shared_app, BEGUN)
    anna = table.phones[ANNA]

    page = anna.go(anna.where(anna.go(table.page).linked("id", "at")))

    posted = {button.value for button in page.form("at 24").buttons}
    assert "at 0" not in posted and "at 1" in posted


def test_an_unpaid_debt_is_named_beside_the_wealth_it_counts_in(shared_app: Flask) -> None:
    table = owing(shared_app)

    creditor = table.phones[BRUNO].go(table.page)
    everybody = table.onlooker.go(f"{table.page}?screen=table")

    assert "owed to you: 600" in creditor.text and "−600" in creditor.text
    wealth = 1500 + 600 + 750 + 4 * 200
    assert f"Wealth {wealth} is owed 600" in everybody.text and "−600" in everybody.text
