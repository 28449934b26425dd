"""Every phone says who leads right under what the table waits for, wherever that may be known."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.web.pages import Page
from tests.web.phones import BIDDING, Phone, Table, seated

BOUGHT: list[dict[str, Any]] = [
    {"kind": "bid", "seat": 1, "amount": 2},
    *({"kind": "pass", "seat": seat} for seat in (2, 3, 0)),
]
"""Bruno pays for what the others may yet see come to nothing."""
SOLD = {"kind": "set_lot", "lot": "16", "counts": {"black": 4, "white": 3}}
"""Dario owns a lot that is worth 16."""
EQUAL = {"kind": "correct", "source": "bank", "target": "seat 0", "amount": 16}
"""Anna has as much."""


def above_the_seats(phone: Phone, table: Table) -> str:
    """Return the text of a phone above the list of seats."""
    stage, _, _ = phone.get(table.page).text.partition('class="seats')
    return Page(stage).text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Tied for the lead: you, Dario (money and sold lots)"),
        ("it", "In testa a pari merito: tu, Dario (soldi e lotti venduti)"),
    ],
)
def test_a_phone_names_the_leader_or_says_you(app: Flask, language: str, said: str) -> None:
    table = seated(app, *BIDDING, SOLD, EQUAL, languages=(language, "en", "en", "en"))

    anna, bruno, *_ = table.phones

    assert said in above_the_seats(anna, table)
    assert "Tied for the lead: Anna, Dario" in above_the_seats(bruno, table)
    assert "Tied for the lead: Anna, Dario" in above_the_seats(table.onlooker, table)


def test_nobody_has_a_crown_before_the_first_lot_is_sold(app: Flask) -> None:
    """All who had bought nothing had a crown, three at once."""
    table = seated(app, *BIDDING, *BOUGHT)
    crowned = 'class="ahead"'

    assert crowned not in table.phones[0].get(table.page).text

    table.do(SOLD)

    assert crowned in table.phones[0].get(table.page).text


def test_no_leader_is_shown_if_more_than_half_are_tied(app: Flask) -> None:
    also = [{**EQUAL, "target": "seat 1"}]
    table = seated(app, *BIDDING, SOLD, EQUAL, *also)

    assert 'class="ahead"' not in table.phones[0].get(table.page).text


def test_with_hidden_money_no_phone_shows_a_leader(app: Flask) -> None:
    table = seated(app, *BIDDING, *BOUGHT, hidden=True)

    for phone in table.everybody:
        shown = above_the_seats(phone, table)
        assert "lead" not in shown.casefold() and "cubes" in shown


@pytest.mark.parametrize(
    ("standing", "leader"),
    [("most_money", "Bruno"), ("least_money", "Anna"), ("fewest_points", "Carla")],
)
def test_the_leader_is_the_one_who_would_win(app: Flask, standing: str, leader: str) -> None:
    paid = {"kind": "pay", "seat": 0, "target": "seat 1", "amount": 5}
    given = [{"kind": "score", "seat": seat, "amount": 3} for seat in (0, 1)]
    seats = [{"name": name} for name in ("Anna", "Bruno", "Carla")]
    more: dict[str, Any] = {"copy": {}, "seats": seats}
    options = {"start": 10, "standing": standing}
    table = seated(app, paid, *given, game="free_bank", options=options, phones=0, **more)

    assert f"Leading: {leader}" in table.banker.get(table.page).text
