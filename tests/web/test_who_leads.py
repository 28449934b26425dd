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


def above_the_seats(phone: Phone, table: Table) -> str:
    """Return what is read on a phone before the names of all who sit there."""
    stage, _, _ = phone.get(table.page).text.partition('class="seats')
    return Page(stage).text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Tied for the lead: you, Carla, Dario"),
        ("it", "In testa a pari merito: tu, Carla, Dario"),
    ],
)
def test_a_phone_names_who_leads_and_speaks_to_whoever_holds_it(
    app: Flask, language: str, said: str
) -> None:
    table = seated(app, *BIDDING, *BOUGHT, languages=(language, "en", "en", "en"))

    anna, bruno, *_ = table.phones

    assert said in above_the_seats(anna, table)
    assert "Tied for the lead: Anna, Carla, Dario" in above_the_seats(bruno, table)
    assert "Tied for the lead: Anna, Carla, Dario" in above_the_seats(table.onlooker, table)


def test_where_all_have_the_same_a_phone_says_so(app: Flask) -> None:
    table = seated(app, *BIDDING)

    assert "Nobody is leading" in above_the_seats(table.phones[0], table)


def test_where_all_have_the_same_nobody_has_a_crown(app: Flask) -> None:
    table = seated(app, *BIDDING)
    crowned = 'class="ahead"'

    assert crowned not in table.phones[0].get(table.page).text

    table.phones[1].tap(table, BOUGHT[0])
    for seat in (2, 3, 0):
        table.phones[seat].tap(table, {"kind": "pass", "seat": seat})

    assert crowned in table.phones[0].get(table.page).text


def test_where_money_hides_no_phone_tells_who_leads(app: Flask) -> None:
    table = seated(app, *BIDDING, *BOUGHT, hidden=True)

    for phone in table.everybody:
        assert "Ahead" not in Page(phone.get(table.page).text).text
        assert "Nobody is leading" not in Page(phone.get(table.page).text).text
