"""A count beside a word reads right at one and at many, in every language."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.web.phones import Table, seated
from tests.web.test_free_bank_by_hand import at_the_bank

POINTS = [
    {"kind": "score", "seat": 0, "amount": 1},
    {"kind": "score", "seat": 1, "amount": 2},
]
NINE_WORKERS: list[dict[str, Any]] = [
    {"kind": "open", "seat": 0},
    {"kind": "offer", "card": "8"},
    {"kind": "bid", "seat": 0, "workers": 9},
    {"kind": "pass", "seat": 2},
    {"kind": "pass", "seat": 1},
]
"""Anna puts nine of her ten workers on the 8."""


def at_the_cheese(app: Flask) -> Table:
    seats = [{"name": name} for name in ("Anna", "Bruno", "Carla")]
    return seated(app, *NINE_WORKERS, game="big_cheese", options={}, copy={}, seats=seats)


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [("en", "1 point", "2 points"), ("it", "1 punto", "2 punti"), ("fr", "1 point", "2 points")],
)
@pytest.mark.parametrize("page", ["", "account"])
def test_points_are_said_by_their_number(
    app: Flask, language: str, one: str, many: str, page: str
) -> None:
    table = at_the_bank(app, *POINTS)
    table.onlooker.language = language

    text = table.onlooker.go(table.page + page).text

    assert f"{one} " in text and f"{many} " in text


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("en", "1 free worker", "10 free"),
        ("it", "1 tirapiedi libero", "10 liberi"),
        ("fr", "1 sbire libre", "10 libres"),
    ],
)
def test_free_workers_are_said_by_their_number(
    app: Flask, language: str, one: str, many: str
) -> None:
    table = at_the_cheese(app)
    table.phones[0].language = language

    text = table.phones[0].go(table.page).text

    assert f"{one} " in text and f"{many} " in text
