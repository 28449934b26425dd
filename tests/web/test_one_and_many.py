"""A count beside a word reads right at one and at many, in every language."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.mechanics.language.words import say_many
from companion.web.requests.language import speaker_for
from tests.web.phones import Table, seated
from tests.web.test_free_bank_by_hand import at_the_bank
from tests.web.test_monopoly_by_hand import BEGUN, at_the_board

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
def test_points_have_singular_and_plural(app: Flask, language: str, one: str, many: str) -> None:
    table = at_the_bank(app, *POINTS)
    table.onlooker.language = language

    text = table.onlooker.go(table.page).text

    assert f"{one} " in text and f"{many} " in text


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("en", "1 free worker", "10 free"),
        ("it", "1 tirapiedi libero", "10 liberi"),
        ("fr", "1 sbire libre", "10 libres"),
    ],
)
def test_free_workers_have_singular_and_plural(
    app: Flask, language: str, one: str, many: str
) -> None:
    table = at_the_cheese(app)
    table.phones[0].language = language

    text = table.phones[0].go(table.page).text

    assert f"{one} " in text and f"{many} " in text


@pytest.mark.parametrize(
    ("language", "before", "after"),
    [
        ("en", "32 houses · 12 hotels · 6 keys", "32 houses · 12 hotels · 1 key"),
        ("it", "32 case · 12 alberghi · 6 chiavi", "32 case · 12 alberghi · 1 chiave"),
        ("fr", "32 maisons · 12 hôtels · 6 clés", "32 maisons · 12 hôtels · 1 clé"),
    ],
)
@pytest.mark.parametrize("screen", ["", "?screen=table"])
def test_the_banks_supplies_have_singular_and_plural(
    app: Flask, language: str, before: str, after: str, screen: str
) -> None:
    table = at_the_board(app, BEGUN, language=language)
    table.banker.language = language

    assert before in table.banker.go(table.page + screen).text
    table.banker.tap(table, {"kind": "set_keys", "seat": 0, "keys": 5})
    assert after in table.banker.go(table.page + screen).text


@pytest.mark.parametrize(
    ("language", "points", "keys"),
    [("en", "points", "−3 keys"), ("it", "punti", "−3 chiavi"), ("fr", "points", "−3\u00a0clés")],
)
def test_a_negative_count_uses_the_plural(language: str, points: str, keys: str) -> None:
    speaker = speaker_for(language)

    assert speaker.ngettext("point", "points", -3) == points
    assert speaker.say(say_many("{count} key", "{count} keys", count=-3)) == keys


def test_names_and_what_they_have_are_joined_as_the_language_does(app: Flask) -> None:
    table = at_the_cheese(app)
    table.onlooker.language = "fr"

    text = table.onlooker.go(f"{table.page}purse/0").text

    assert "Anna : sbires" in text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("language", "one"),
    [
        ("en", "Where does the laid share go?"),
        ("it", "Dove va l’azione giocata?"),
        ("fr", "Où va l’action posée\N{NO-BREAK SPACE}?"),
    ],
)
def test_a_question_for_one_laid_share_omits_the_number(language: str, one: str) -> None:
    asked = say_many(
        "Where does the laid share go?", "Where do the {count} laid shares go?", count=1
    )

    assert speaker_for(language).say(asked) == one
