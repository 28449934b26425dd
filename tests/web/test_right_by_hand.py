"""What lies on the table is set right where it lies: a lot, a deed, a purse, dice, a line."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from tests.browser.monopoly_scenes import ANNA, BRUNO, DARIO, at, record, roll
from tests.web.phones import PLACING, Phone, Table, brought_back, seated

PLACED = {
    "kind": "place",
    "seat": 0,
    "cubes": [["red", "9"], ["yellow", "9"], ["white", "10"], ["black", "11"]],
}


def brought(app: Flask, *actions: dict[str, Any], **options: object) -> Table:
    """Return a table of Monopoly with these actions behind it, and its banker."""
    return brought_back(Phone(app), record(*actions, **options))


def test_a_cube_is_moved_from_its_lot_to_another(app: Flask) -> None:
    table = seated(app, *PLACING, PLACED)
    page = table.banker.go(table.page)

    page = table.banker.go(table.page + page.linked("href", "right/9"))
    table.banker.press(page, "b-way-1")

    state = table.now.state
    assert dict(state.lot_counts("9"))["red"] == 0
    assert dict(state.lot_counts("9 b"))["red"] == 1
    assert table.banker.at == table.page


def test_players_cannot_use_the_corrections(app: Flask) -> None:
    table = seated(app, *PLACING, PLACED)
    phone = table.phones[0]

    assert "Fix" not in phone.go(table.page).html
    assert 'class="cover"' not in phone.go(table.page).html
    for path in ("right/9", "die"):
        assert phone.get(table.page + path).status_code == 403
    assert "Is it wrong?" not in phone.go(f"{table.page}purse/0").text


def test_only_legal_corrections_are_offered(app: Flask) -> None:
    table = brought(app)

    streets = table.banker.go(f"{table.page}right/16").text

    assert "4 houses" in streets and "hotel" not in streets
    assert "not mortgaged" not in streets
    assert "What is built there?" not in table.banker.go(f"{table.page}right/12").text


def test_a_forgotten_rent_is_paid_by_a_correction(app: Flask) -> None:
    table = brought(app, at(ANNA, 21), roll(ANNA, 1, 2), roll(BRUNO, 1, 2), rent="asked")
    before = table.balance(f"seat {DARIO}")
    links = table.banker.go(table.page).links
    line = next(link.href for link in links if "Dario did not collect" in link.text)

    page = table.banker.go(table.page + line)
    table.banker.press(page, "b-after-1")

    assert table.balance(f"seat {DARIO}") > before
    assert "b-after-1" not in table.banker.go(table.page + line).html


def test_a_forgotten_rent_that_cannot_be_paid_is_owed(app: Flask) -> None:
    poor = {"kind": "correct", "source": "seat 0", "target": "bank", "amount": 680}
    table = brought(app, at(ANNA, 21), roll(ANNA, 1, 2), roll(BRUNO, 1, 2), poor, rent="asked")

    page = table.banker.go(f"{table.page}history?step={table.sequence - 1}")
    table.banker.press(page, "b-after-1")

    (debt,) = table.now.state.debts
    assert (debt.debtor, debt.creditor, debt.reason, debt.position) == (ANNA, DARIO, "rent", 24)


def test_a_roll_of_two_dice_is_fixed(app: Flask) -> None:
    table = brought(app, at(ANNA, 8), roll(ANNA, 1, 1))

    page = table.banker.go(f"{table.page}die")
    table.banker.submit(page.form("2 + 6"), "2 + 6")

    assert table.now.state.dice == (2, 6)
    with pytest.raises(AssertionError, match="no form with"):
        page.form("1 + 1")


MORTGAGE = {"kind": "mortgage", "seat": ANNA, "position": 25}


@pytest.mark.parametrize(
    ("done", "offered", "not_offered"),
    [
        (roll(ANNA, 3, 4), (">1 + 1<",), ("Mortgage", "House", "Sell")),
        (MORTGAGE, ("Mortgage",), ("Roll", "House", "Sell")),
    ],
)
def test_a_step_can_be_fixed_to_another_legal_move(
    app: Flask, done: dict[str, Any], offered: tuple[str, ...], not_offered: tuple[str, ...]
) -> None:
    table = brought(app, done)

    page = table.banker.go(f"{table.page}history?step={table.sequence}")

    _, _, instead = page.html.partition("What should it be instead?")
    instead, _, _ = instead.partition("</form>")
    assert [words for words in offered if words not in instead] == []
    assert [words for words in not_offered if words in instead] == []


def test_a_roll_in_jail_can_be_fixed_to_a_bail(app: Flask) -> None:
    jailed = {"kind": "set_jail", "seat": ANNA, "jailed": True, "rolls": 1}
    table = brought(app, jailed, roll(ANNA, 3, 4))

    page = table.banker.go(f"{table.page}die")
    table.banker.press(page, "b-pay_bail")

    assert table.now.state.jail[ANNA] is None


def test_a_purse_is_corrected_on_its_own_page(app: Flask) -> None:
    table = brought(app)
    before = table.balance("seat 2")

    page = table.banker.go(f"{table.page}purse/2")
    page = table.banker.press(page, "+50")
    table.banker.press(page, "−10")

    assert table.balance("seat 2") == before + 40
    assert table.banker.at == f"{table.page}purse/2"


def test_a_purse_shows_its_sum_above_the_newest_line(app: Flask) -> None:
    table = brought(app)
    page = table.banker.go(f"{table.page}purse/2")

    page = table.banker.press(page, "+50")

    figures = re.findall(r'class="(figure|amount gain)">([^<]*)<', page.html)
    assert figures[:2] == [("figure", str(table.balance("seat 2"))), ("amount gain", "+50")]


@pytest.mark.parametrize(
    ("game", "offered"),
    [
        ("big_shot", "−10 −5 −1 +1 +5 +10"),
        ("monopoly", "−100 −50 −10 −5 −1 +1 +5 +10 +50 +100 +500"),
    ],
)
def test_correction_buttons_are_no_larger_than_the_purses_sums(
    app: Flask, game: str, offered: str
) -> None:
    table = seated(app, *PLACING) if game == "big_shot" else brought(app)

    found = table.banker.go(f"{table.page}purse/2")

    steps = [button.text.strip() for form in found.forms for button in form.buttons]
    assert [step for step in steps if step[:1] in ("−", "+")] == offered.split()


def test_a_hotel_is_shown_beside_its_owner(app: Flask) -> None:
    table = brought(app)
    state = table.now.state
    place = next(place for place, deed in state.deeds.items() if deed.hotel)

    page = table.banker.go(f"{table.page}right/{place}")

    assert f"<h1>{state.board[place].name}</h1>" in page.html
    assert "Bruno · hotel" in page.text


LISTED = (
    at(ANNA, 29),
    roll(ANNA, 3, 4),
    {"kind": "roll_list", "seat": ANNA, "dice": [2, 3, 3]},
    {"kind": "follow_line", "seat": ANNA, "effect": "collect", "amount": 50},
)


def test_fixing_a_card_line_offers_no_nearby_amounts(app: Flask) -> None:
    table = brought(app, *LISTED, roll(BRUNO, 1, 2))
    before = table.balance("seat 0")

    page = table.banker.go(f"{table.page}history?step={table.sequence - 1}")
    table.banker.press(page, "Pay 50")

    assert "Collect 50 … other Done" in page.text
    assert not {"Pay 1", "48", "51"} & {
        button.text for form in page.forms for button in form.buttons
    }
    assert table.balance("seat 0") == before - 100


def test_a_card_lines_destination_is_fixed_by_name(app: Flask) -> None:
    table = brought(app, *LISTED)

    page = table.banker.go(f"{table.page}history?step={table.sequence}")
    field = "follow_line-advance.amount"
    (spaces,) = (form.choices[field] for form in page.forms if field in form.choices)
    table.banker.press(page, "b-follow_line-advance-typed", **{field: "27"})

    assert spaces == [str(space) for space in range(40)]
    assert "Go to Place de la Bourse; salary if you pass Go" in page.text
    assert table.now.state.spaces[ANNA] == 27


def test_printed_values_are_asked_for_the_lots_with_cubes_first(app: Flask) -> None:
    table = seated(app, *PLACING, PLACED)

    page = table.banker.go(f"{table.page}copy").html

    _, with_cubes, without = page.split('<ul class="tiles board">')
    assert (with_cubes.count('name="value_'), without.count('name="value_')) == (3, 8)
