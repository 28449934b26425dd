"""What all may see, in every language: in words that a newcomer can read out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from companion.tables.records import import_record
from companion.web.language import speaker_for
from companion.web.live import live
from tests.browser.big_deal_scenes import (
    COLLECT,
    DARIO,
    DEFENDED,
    DUEL,
    LAST,
    OPENED,
    OVER,
    SHORT,
    record,
    step,
)
from tests.web.phones import Phone

SCREENS = ("seat", "table")
TAG = re.compile(r"<[^>]*>")


def drawn(app: Flask, actions: list[dict[str, Any]], screen: str, language: str) -> str:
    """Return the part of a screen that everybody may see, after these actions."""
    with app.app_context():
        table = import_record(record(actions), "banker")
        return str(live().screens.public(table, screen, speaker_for(language), frozenset()))


def words(part: str) -> str:
    """Return what is read on a part of a screen, in one line."""
    return " ".join(TAG.sub(" ", part).split())


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(
    ("language", "wheels"),
    [
        (
            "en",
            "The wheels on the board: tokens left, price of the next "
            "★ human resources 12 costs 100 ▲ space 11 costs 100 "
            "■ energy 13 price: see the board ✚ technology 13 price: see the board",
        ),
        (
            "it",
            "Le ruote del tabellone: segnalini rimasti, prezzo del prossimo "
            "★ risorse umane 12 costa 100 ▲ spazi 11 costa 100 "
            "■ energia 13 prezzo: vedi il tabellone ✚ tecnologia 13 prezzo: vedi il tabellone",
        ),
        (
            "fr",
            "Les roues du plateau : jetons restants, prix du prochain "
            "★ ressources humaines 12 coûte 100 ▲ espace 11 coûte 100 "
            "■ énergie 13 prix : voir le plateau ✚ technologie 13 prix : voir le plateau",
        ),
    ],
)
def test_a_wheel_is_called_by_its_resource_and_says_where_a_missing_price_stands(
    app: Flask, screen: str, language: str, wheels: str
) -> None:
    assert wheels in words(drawn(app, OPENED, screen, language)).replace("\xa0", " ")


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(
    ("language", "begun"), [("en", "Round"), ("it", "Giro"), ("fr", "Tour de table")]
)
def test_rounds_are_counted_and_not_the_turns_of_each_seat(
    app: Flask, screen: str, language: str, begun: str
) -> None:
    fourth = drawn(app, OPENED, screen, language)
    fifth = drawn(app, [*OPENED, step("end_turn", DARIO)], screen, language)

    assert f"{begun} 1 ·" in words(fourth)
    assert f"{begun} 2 ·" in words(fifth)


@pytest.mark.parametrize(
    ("language", "packing", "start"),
    [
        ("en", "To prepare for 4 players", "Show the QR code"),
        ("it", "Da preparare per 4", "Mostrare il codice QR"),
        ("fr", "À préparer pour 4", "Afficher le code QR"),
    ],
)
def test_what_is_to_be_prepared_is_read_before_the_button_that_begins(
    app: Flask, language: str, packing: str, start: str
) -> None:
    page = Phone(app, language).get("/new/big_deal?players=4").text

    assert page.index(packing) < page.index(start)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ([], []),
        (OPENED, ["Dario"]),
        (DUEL, ["Anna"]),
        (DEFENDED, ["Anna"]),
        (SHORT, ["Dario"]),
        (COLLECT, ["Bruno", "Dario"]),
        (LAST, ["Anna", "Bruno", "Carla", "Dario"]),
        (OVER, []),
    ],
)
def test_who_must_act_is_marked_and_not_whose_turn_it_is(
    app: Flask, screen: str, actions: list[dict[str, Any]], expected: list[str]
) -> None:
    marked = re.findall(
        r'<li class="next">(?:<i .*?</i>)?<b>(.*?)</b>', drawn(app, actions, screen, "en")
    )

    assert marked == expected
