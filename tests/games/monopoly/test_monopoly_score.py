"""The score calculator of Monopoly Travel: form and link without scripts, and their refusals.

ENDED, worked out by hand (MO-F4), the fast game:
Anna: cash 120, the brown streets 60 + 60 with a hotel (1 + 3) x 50 and two houses 2 x 50: 540.
Bruno: cash 300, King's Cross mortgaged 200 / 2 = 100, the Water Works 150: 550.
Carla and Dario are bankrupt, Dario after Carla, so he stands before her.
"""

from __future__ import annotations

import json
from typing import cast
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.games.monopoly import GAME
from companion.games.monopoly.board import classic_board
from companion.mechanics.actions.refusal import Refusal
from companion.web.calculator.score import result_of, scored
from tests.web.pages import Page
from tests.web.phones import Phone
from tests.web.scores import notice, score_form, shown, typed_into

ENDED = {
    "players": "4",
    "variant": "fast",
    "board": "en",
    "name_0": "Anna",
    "name_1": "Bruno",
    "name_2": "Carla",
    "name_3": "Dario",
    "cash_0": "120",
    "cash_1": "300",
    "bankrupt_2": "1",
    "bankrupt_3": "2",
    "owner_1": "0",
    "on_1": "hotel",
    "owner_3": "0",
    "on_3": "2",
    "owner_5": "1",
    "on_5": "mortgaged",
    "owner_28": "1",
}
CLASSIC_PRICES = 5690
"""All 28: 120 + 320 + 440 + 560 + 680 + 800 + 920 + 750 by colours, 4 x 200, 2 x 150."""


def test_the_calculator_gives_each_players_wealth(client: FlaskClient) -> None:
    blank = Page(client.get("/score/monopoly").text)
    said = typed_into(score_form(blank), **ENDED)

    status, page = shown(client, "monopoly", {k: v for k, v in said.items() if k in ENDED})

    assert status == 200
    assert "Two players are bankrupt. Bruno is the richest with 550 and wins." in page.text
    assert "1 hotel at cost, with its 3 houses 200 MO-F4" in page.text
    assert "2 houses at cost 100 MO-F4" in page.text
    assert "mortgaged properties at half price 100 MO-F4" in page.text
    assert page.text.index("Anna 540") < page.text.index("Dario 0") < page.text.index("Carla 0")
    assert page.link("MO-F4") == "/rules/monopoly#MO-F4"


def test_in_the_normal_game_a_hotel_counts_four_houses(client: FlaskClient) -> None:
    _, page = shown(client, "monopoly", {**ENDED, "variant": "normal"})

    assert "Anna is the richest with 590 and wins." in page.text


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Anna is the richest with 590 and wins."),
        ("it", "Vince Anna con il patrimonio più alto: 590."),
        ("fr", "Anna gagne avec la plus grosse fortune : 590."),
    ],
)
def test_without_a_time_limit_the_result_mentions_no_time(
    client: FlaskClient, language: str, sentence: str
) -> None:
    answer = client.get(
        "/score/monopoly",
        query_string=MultiDict({**ENDED, "variant": "normal"}),
        headers={"Accept-Language": language},
    )

    text = Page(answer.text).text
    assert sentence in text
    assert not any(time in text for time in ("Time is up", "Il tempo è", "Le temps est"))


def test_the_link_of_a_score_holds_only_typed_fields(client: FlaskClient) -> None:
    blank = score_form(Page(client.get("/score/monopoly?players=4&change=players+4").text))

    _, page = shown(client, "monopoly", dict(typed_into(blank, **ENDED)))

    link = urlsplit(page.link("Link to this score"))
    assert {name: said[0] for name, said in parse_qs(link.query).items()} == ENDED


def test_a_link_has_room_for_the_largest_game_with_other_prices(client: FlaskClient) -> None:
    said = {"players": "6", "variant": "fast", "board": "it"}
    said |= {f"name_{seat}": "Ж" * 30 for seat in range(6)}
    said |= {f"cash_{seat}": "123456789012" for seat in range(6)}
    for one in GAME.calculator.form(6).fields:
        if one.name.startswith("owner_"):
            said[one.name] = "5"
        elif one.name.startswith(("price_", "house_")):
            said[one.name] = "987654"
        elif one.name.startswith("on_"):
            said[one.name] = "mortgaged"

    status, page = shown(client, "monopoly", dict(said))

    link = page.link("Link to this score")
    assert status == 200 and len(urlsplit(link).query) < 8000
    assert Page(client.get(link).text).text == page.text


def test_the_calculator_starts_with_the_households_own_numbers(app: Flask) -> None:
    record = classic_board("it")
    spaces = [dict(space) for space in cast("list[dict[str, object]]", record["spaces"])]
    spaces[1] |= {"price": 66, "house_price": 55}
    phone, numbers = Phone(app), GAME.copy.check({**record, "spaces": spaces})
    phone.upload("/copies/monopoly", "copy", json.dumps(numbers).encode(), "Casa.json")

    page = phone.go("/score/monopoly")

    fields = score_form(page).fields
    assert (fields["price_1"], fields["house_1"], fields["price_3"]) == ("66", "55", "60")
    assert fields["board"] == "it" and "Vicolo Corto" in page.text


@pytest.mark.parametrize(
    ("language", "street"),
    [("en", "Old Kent Road"), ("it", "Vicolo Corto"), ("fr", "Boulevard de Belleville")],
)
def test_the_calculator_names_streets_in_the_readers_language(
    client: FlaskClient, language: str, street: str
) -> None:
    answer = client.get("/score/monopoly", headers={"Accept-Language": language})

    assert street in Page(answer.text).text


def test_the_calculator_can_show_another_boards_names(client: FlaskClient) -> None:
    status, page = shown(client, "monopoly", {**ENDED, "change": "board fr"})

    assert status == 200 and "Boulevard de Belleville" in page.text
    assert score_form(page).fields["owner_1"] == "0"


SLIPS: list[tuple[str, dict[str, str], str]] = [
    (
        "empty_amount",
        {"cash_1": ""},
        "Bruno, cash is empty. Enter a whole number, 0 or more. MO-F4",
    ),
    (
        "owner_missing",
        {"owner_28": "", "on_28": "mortgaged"},
        "Water Works: tap who owns it. MO-F4",
    ),
    (
        "seat_bankrupt",
        {"owner_28": "2"},
        "Carla is bankrupt and cannot own Water Works. MO-X2",
    ),
    (
        "group_not_whole",
        {"owner_3": "1"},
        "Old Kent Road has buildings, but its group does not belong to one player. MO-B1",
    ),
    (
        "level_out_of_range",
        {"on_3": "4"},
        "Whitechapel Road: at most 3 houses before the hotel. MO-F2",
    ),
    ("amount_out_of_range", {"price_1": "0"}, "Brown, price: enter 1 to 999999, not 0."),
    ("unknown_choice", {"on_5": "1"}, "Stations: “1” is not one of: mortgaged."),
]


@pytest.mark.parametrize(("name", "slip", "sentence"), SLIPS)
def test_a_wrong_entry_is_refused_in_one_sentence(
    app: Flask, name: str, slip: dict[str, str], sentence: str
) -> None:
    status, page = shown(app.test_client(), "monopoly", {**ENDED, **slip})
    with app.test_request_context(), pytest.raises(Refusal) as refused:
        result_of(scored(GAME), MultiDict({**ENDED, **slip}))

    assert (status, refused.value.name) == (422, name)
    assert notice(page) == sentence


@pytest.mark.parametrize(
    ("built", "sentence"),
    [("4", "There are only 32 houses. MO-B3"), ("hotel", "There are only 12 hotels. MO-B3")],
)
def test_more_buildings_than_the_box_holds_are_refused(
    client: FlaskClient, built: str, sentence: str
) -> None:
    said = {**ENDED, "variant": "normal"}
    for one in GAME.calculator.form(4).fields:
        if one.name.startswith("on_") and built in one.choices:
            place = one.name.removeprefix("on_")
            said |= {f"owner_{place}": "0", one.name: built}

    status, page = shown(client, "monopoly", dict(said))

    assert (status, notice(page)) == (422, sentence)


def test_all_deeds_of_the_classic_board_are_worth_their_prices_together(
    client: FlaskClient,
) -> None:
    said = {"players": "2", "cash_0": "0", "cash_1": "1"}
    for one in GAME.calculator.form(2).fields:
        if one.name.startswith("owner_"):
            said[one.name] = "0"

    _, page = shown(client, "monopoly", dict(said))

    assert f"properties at printed price {CLASSIC_PRICES} MO-F4" in page.text
