"""The first screen of a phone says whose it is, on the felt of its game."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.pages import Page
from tests.web.phones import BIDDING, seated


@pytest.mark.parametrize(
    ("language", "welcome"),
    [("en", "Welcome, Anna. You are red."), ("de", "Willkommen, Anna. Deine Farbe: rot.")],
)
def test_before_the_first_move_a_phone_welcomes_its_player_in_their_colour(
    app: Flask, language: str, welcome: str
) -> None:
    table = seated(app, languages=(language, "en", "en", "en"))

    shown = table.phones[0].get(table.page).text

    assert 'class="welcome of-red"' in shown
    assert welcome in Page(shown).text


def test_a_banker_and_onlookers_are_not_welcomed(app: Flask) -> None:
    table = seated(app)

    assert "welcome" not in table.banker.get(table.page).text
    assert "welcome" not in table.onlooker.get(table.page).text


def test_the_welcome_goes_with_the_first_move(app: Flask) -> None:
    table = seated(app, *BIDDING)

    assert "welcome" not in table.phones[0].get(table.page).text


def test_a_phone_names_its_game_above_the_prompt(app: Flask) -> None:
    table = seated(app, *BIDDING)

    stage = table.phones[0].get(table.page).text.partition('class="on-felt"')[2]

    assert '<p class="game">Big Shot</p>' in stage.partition('class="waiting')[0]


def test_no_row_is_kept_for_an_undo_that_cannot_be_used(app: Flask) -> None:
    table = seated(app, *BIDDING)

    shown = table.phones[3].get(table.page).text

    assert "Undo" not in Page(shown.partition('class="hands"')[2]).text
