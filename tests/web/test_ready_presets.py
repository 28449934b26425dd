"""Ready-made settings on the New game page."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games import game_named
from companion.mechanics.game import SeatSetup, Setup
from companion.mechanics.language.words import Sentence
from companion.mechanics.play.seating import chosen_options
from companion.mechanics.scoring.ready_presets import READY_PRESETS, ReadyPreset
from tests.web.phones import Phone


@pytest.mark.parametrize("preset", READY_PRESETS.values(), ids=READY_PRESETS)
def test_each_ready_made_setting_is_one_of_its_game(preset: ReadyPreset) -> None:
    game = game_named(preset.game)
    said = {
        name: str(value) if isinstance(value, Sentence) else value
        for name, value in preset.options.items()
    }

    options = chosen_options(game.title, game.options, said)

    prepared = game.rules.prepare(Setup(options, (SeatSetup("Anna"), SeatSetup("Bruno"))))
    assert {name: prepared.options[name] for name in said} == said


def test_a_tap_fills_the_settings_and_keeps_the_players(app: Flask) -> None:
    phone = Phone(app)

    page = phone.go(
        "/new/free_bank?players=2&name_0=Anna&name_1=Bruno&currency=ducats&start=40&debt=9&ready=18xx"
    )

    fields = page.form("currency").fields
    assert (fields["currency"], fields["unit"], fields["movers"]) == ("money", "$", "pay_and_take")
    assert (fields["start"], fields["debt"], fields["name_1"]) == ("", "", "Bruno")
    answer = phone.submit(page.form("name_0"))
    assert answer.status_code == 303


def test_a_ready_made_preset_names_the_decimal_places(app: Flask) -> None:
    page = Phone(app).go("/new/free_bank?ready=poker")

    assert page.form("places").fields["places"] == "2"


def test_goods_of_a_ready_made_preset_are_hidden_and_no_money_is_shown(app: Flask) -> None:
    phone = Phone(app, language="it")
    page = phone.go("/new/free_bank?ready=catan&players=2")
    answer = phone.submit(page.form("name_0"), name_0="Anna", name_1="Bruno")
    place = answer.headers["Location"].removesuffix("invite")
    anna = Phone(app)
    anna.post(f"{place}sit", {"seat": "0"})

    seat, bank = anna.go(place), phone.go(f"{place}bank")

    assert "Legno 0 −1 +1 Argilla 0 −1 +1" in seat.text
    assert "Round 1. Enter points whenever your game says so." in seat.text
    assert "Money" not in seat.text and "hidden" not in seat.text
    assert "wins-most_points" not in bank.html


def test_names_of_money_are_in_the_language_of_the_device(app: Flask) -> None:
    phone = Phone(app, language="de")

    page = phone.go("/new/free_bank?ready=18xx")

    assert page.form("currency").fields["currency"] == "Geld" and "Bank wie bei 18xx" in page.text


def test_a_ready_made_preset_is_saved_under_the_tables_own_name(app: Flask) -> None:
    phone = Phone(app)
    page = phone.go("/new/score_pad?ready=rummy")

    answer = phone.post("/set-ups/score_pad", {**page.form("box_name").fields, "box_name": "Ours"})

    mine = phone.go(answer.headers["Location"])
    assert mine.form("standing").fields["standing"] == "fewest_points" and "Ours" in mine.text


def test_presets_of_another_game_are_not_offered(app: Flask) -> None:
    page = Phone(app).go("/new/free_bank?ready=golf")

    assert "golf" not in page.text and "Bank as in 18xx" in page.text
