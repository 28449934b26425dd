"""The score calculator of Big Shot: form and link without script, and what they refuse.

The figures are those of FOUR beside this file, worked out there.
"""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from companion.games import all_games, game_named
from tests.web.pages import Page
from tests.web.scores import FOUR, notice, score_form, shown, typed_into


def test_a_score_is_calculated_from_the_first_page(client: FlaskClient) -> None:
    home = Page(client.get("/").text)
    pick = next(link.href for link in home.links if "Add up a score" in link.text)
    games = Page(client.get(pick).text)
    blank = Page(client.get(next(one.href for one in games.links if "Big Shot" in one.text)).text)
    said = typed_into(score_form(blank), **{k: v for k, v in FOUR.items() if k != "players"})

    status, page = shown(client, "big_shot", dict(said))

    assert status == 200
    assert "Anna wins with 33." in page.text
    assert "Lot 9 × 2, doubled by park a 18 BS-F1" in page.text
    assert "Lot 10 × 2, doubled by park a 20 BS-F1" in page.text
    assert "1 loan of 10 −10 BS-F2" in page.text
    assert page.text.index("Bruno 31") < page.text.index("cannot win: has 0 lots, needs two")


@pytest.mark.parametrize(
    ("language", "lots"),
    [
        ("en", ("Lot 9", "Lot 9 b", "Lot 16")),
        ("it", ("Lotto 9", "Lotto 9 b", "Lotto 16")),
        ("fr", ("Quartier 9", "Quartier 9 b", "Quartier 16")),
    ],
)
def test_a_lot_is_named_by_its_value(
    client: FlaskClient, language: str, lots: tuple[str, ...]
) -> None:
    """Two lots with the same value are told apart in the result and found again in the form."""
    twins = {**FOUR, "value_3": "9"}

    answer = client.get(
        "/score/big_shot", query_string=twins, headers={"Accept-Language": language}
    )

    result = Page(answer.text).text
    assert all(lot in result for lot in lots), result


def test_each_line_of_the_scores_links_to_its_rule(client: FlaskClient) -> None:
    _, page = shown(client, "big_shot", FOUR)

    assert page.link("BS-F1") == "/rules/big_shot#BS-F1"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("it", "Anna vince con 33."), ("fr", "Anna gagne avec 33.")],
)
def test_the_calculator_is_in_the_devices_language(
    client: FlaskClient, language: str, sentence: str
) -> None:
    answer = client.get("/score/big_shot", query_string=FOUR, headers={"Accept-Language": language})

    assert sentence in answer.text


def test_another_number_of_players_keeps_what_was_typed(client: FlaskClient) -> None:
    status, page = shown(client, "big_shot", {**FOUR, "cash_0": "", "change": "players 3"})

    fields = score_form(page).fields
    assert status == 200 and "notice" not in page.html
    assert (fields["players"], fields["name_2"], fields["cash_1"]) == ("3", "Carla", "4")
    assert "name_3" not in fields and "cash_3" not in fields


def test_with_two_players_each_has_two_purses_and_needs_two_lots_of_each_colour(
    client: FlaskClient,
) -> None:
    """Anna red 9 + 10 = 19, yellow 11 + 16 = 27, cash 5 + 4: 55. Bruno 7 + 0."""
    _, page = shown(
        client,
        "big_shot",
        {
            **{key: said for key, said in FOUR.items() if not key.startswith(("name", "l"))},
            "players": "2",
            "name_0": "Anna",
            "name_1": "Bruno",
            "lot_1": "0",
            "lot_3": "0",
            "lot_5": "1",
            "lot_7": "1",
        },
    )

    assert "Anna wins with 55." in page.text
    assert "cannot win: needs two lots of each colour" in page.text


def test_typed_cubes_decide_the_owner_by_majority(client: FlaskClient) -> None:
    """Lot A 3/3/1: the single white. Lot C 2/2: nobody. Lot E one yellow, G one white: Carla 25."""
    cubes = {
        "cubes_1_0": "3",
        "cubes_1_1": "3",
        "cubes_1_2": "1",
        "cubes_3_0": "2",
        "cubes_3_1": "2",
        "cubes_5_1": "1",
        "cubes_7_2": "1",
    }
    without = {key: said for key, said in FOUR.items() if not key.startswith(("lot_", "loans"))}

    _, page = shown(client, "big_shot", {**without, **cubes, "by": "cubes"})

    assert "Carla wins with 32." in page.text
    assert "Lot 9 9 BS-F1" in page.text and "Lot 16 16 BS-F1" in page.text
    assert "Lot 10" not in page.text


def test_owners_or_cubes_are_one_tap_apart(client: FlaskClient) -> None:
    _, page = shown(client, "big_shot", {**FOUR, "change": "by cubes"})

    assert score_form(page).fields["cubes_a_3"] == ""
    assert score_form(page).fields["by"] == "cubes"


WRONG = [
    ({"cash_1": ""}, 422, "Bruno, cash is empty. Enter a whole number, 0 or more."),
    ({"cash_1": None}, 422, "Bruno, cash is empty. Enter a whole number, 0 or more."),
    (
        {"cash_1": "-3"},
        422,
        "Bruno, cash: enter a whole number such as 12, not “-3”.",
    ),
    (
        {"cash_1": "2.5"},
        422,
        "Bruno, cash: enter a whole number such as 12, not “2.5”.",
    ),
    (
        {"cash_1": "٣"},
        422,
        "Bruno, cash: enter a whole number such as 12, not “٣”.",
    ),
    (
        {"cash_1": "1000000000001"},
        422,
        "Bruno, cash: enter 0 to 1000000000000, not 1000000000001.",
    ),
    ({"loans_1": "31"}, 422, "Bruno, loans: enter 0 to 30, not 31."),
    ({"loans_1": "30"}, 422, "There are 30 loan certificates in all. BS-L3"),
    ({"value_1": "100"}, 422, "Value of lot A: enter 1 to 99, not 100."),
    ({"value_1": "0"}, 422, "Value of lot A: enter 1 to 99, not 0."),
    ({"value_1": ""}, 422, "Lot\u00a0A is owned by red. Enter the value printed on it. BS-F1"),
    (
        {"touches_a_1": "", "touches_a_3": ""},
        422,
        "Park\u00a0a is owned by red. Tick the lots it touches. BS-F1",
    ),
    ({"touches_a_1": "yes"}, 422, "Park\u00a0a: “yes” is not one of: on."),
    ({"lot_1": "4"}, 422, "Lot\u00a0A: “4” is not one of: 0, 1, 2, 3."),
    ({"colour_1": "red"}, 422, "The cubes have four different colours. What is printed"),
    ({"colour_1": "pink"}, 422, None),
    ({"edition": "es"}, 422, "“edition” cannot be “es”. Choose one of: it, fr."),
    ({"name_1": "anna"}, 422, "Two seats are named Anna. Change one of the names."),
    ({"name_1": "B" * 31}, 422, "A name may have at most 30 characters."),
    ({"players": ""}, 422, "Choose the number of players."),
    ({"players": "0"}, 422, "Choose the number of players."),
    ({"players": None}, 422, "Choose the number of players."),
    ({"players": "5"}, 422, "Big Shot is for 2 to 4 players, not “5”."),
    ({"players": "-1"}, 422, "Big Shot is for 2 to 4 players, not “-1”."),
    ({"players": "many"}, 422, "Big Shot is for 2 to 4 players, not “many”."),
    ({"players": "3"}, 400, "This link contains the unknown field “name_3”."),
    ({"winner": "3"}, 400, "This link contains the unknown field “winner”."),
    ({"cash_0": ["5", "500"]}, 400, "This link contains “cash_0” twice."),
    ({"players": ["4", "2"]}, 400, "This link contains “players” twice."),
    ({"by": "cubes", "cubes_1_0": "8"}, 422, "Lot\u00a0A: enter 0 to 7, not 8."),
    (
        {"by": "cubes", "cubes_1_0": "4", "cubes_1_1": "4"},
        422,
        "A lot holds at most 7 cubes. BS-M1",
    ),
    (
        {"by": "cubes", "cubes_1_0": "7", "cubes_2_0": "7", "cubes_3_0": "7"},
        422,
        "There are only 18 red cubes. You can still place 4. What is printed",
    ),
]


@pytest.mark.parametrize(("said", "status", "sentence"), WRONG)
def test_each_impossible_entry_is_refused_in_one_sentence(
    client: FlaskClient, said: dict[str, object], status: int, sentence: str | None
) -> None:
    link = {key: value for key, value in {**FOUR, **said}.items() if value is not None}

    answered, page = shown(client, "big_shot", link)

    assert answered == status
    assert sentence is None or notice(page) == sentence
    assert 'id="result"' not in page.html


def test_a_refused_form_keeps_its_fields_and_marks_the_wrong_one(client: FlaskClient) -> None:
    _, page = shown(client, "big_shot", {**FOUR, "cash_1": "-3"})

    fields = score_form(page).fields
    assert (fields["cash_1"], fields["name_3"], fields["value_5"]) == ("-3", "Dario", "11")
    (wrong,) = re.findall(r"<input[^>]*aria-invalid[^>]*>", page.html)
    assert 'name="cash_1"' in wrong


def test_a_link_longer_than_any_score_is_refused(client: FlaskClient) -> None:
    answered, page = shown(client, "big_shot", {**FOUR, "name_0": "A" * 8000})

    assert answered == 414
    assert notice(page) == "This link is too long for a score. Start a new one."


@pytest.mark.parametrize("game", [name for name, game in all_games().items() if game.calculator])
def test_the_calculator_asks_about_a_player_without_entries(client: FlaskClient, game: str) -> None:
    players = str(min(game_named(game).players))
    _, page = shown(client, game, {"change": f"players {players}"})
    form = score_form(page)

    status, answer = shown(client, game, typed_into(form, name_0="Anna", name_1="Bruno"))

    # A game may need a number from everybody. Then that is refused instead.
    assert (status, " nothing yet." in answer.text) in ((200, True), (422, False))
    assert 'id="result"' not in answer.html
