"""What surrounds a score: its link, its text, one lot alone, and that nothing is written."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import inspect, text

from companion.web.access.limits import SCORES
from tests.conftest import MakeApp
from tests.games.big_shot.big_shot_player import EXAMPLE_COPY
from tests.web.pages import Page
from tests.web.phones import Phone
from tests.web.scores import FOUR, PAD, notice, score_form, shown


def test_a_link_omits_defaults(client: FlaskClient) -> None:
    blanks = {"loans_1": "0", "by": "owners", "colour_0": "red", "lot_2": "", "value_2": " "}

    _, page = shown(client, "big_shot", {**FOUR, **blanks})

    link = urlsplit(page.link("Link to this score"))
    assert {name: said[0] for name, said in parse_qs(link.query).items()} == FOUR
    assert len(link.query) < 300


def test_a_link_opens_the_same_score_on_another_device(make_app: MakeApp) -> None:
    here, there = make_app().test_client(), make_app().test_client()
    _, page = shown(here, "big_cheese", PAD)

    again = there.get(page.link("Link to this score"))

    assert Page(again.text).text == page.text


def test_a_link_carries_the_address_that_phones_can_open(make_app: MakeApp) -> None:
    app = make_app(PUBLIC_URLS=["http://192.168.1.20:8000", "http://127.0.0.1:8000"])

    _, page = shown(app.test_client(), "big_shot", FOUR)

    assert page.link("Link to this score").startswith("http://192.168.1.20:8000/score/big_shot?")


def test_another_language_keeps_the_score(app: Flask) -> None:
    phone = Phone(app)
    page = phone.go("/score/big_shot?" + urlencode({**FOUR, "name_0": "Zoë & Anna"}))

    french = phone.press(page, "fr")

    assert "Zoë & Anna gagne avec 33." in french.text


def test_the_text_to_share_holds_every_term_and_the_link(client: FlaskClient) -> None:
    answer = client.get("/score/big_shot/text", query_string=FOUR)

    assert answer.mimetype == "text/plain"
    assert answer.text.startswith("Big Shot\nAnna wins with 33. (BS-F2)\n")
    assert "Anna: 33\n" in answer.text
    assert "  Lot\u00a09 × 2, doubled by park\u00a0a: 18 (BS-F1)\n" in answer.text
    assert answer.text.rstrip().splitlines()[-1].startswith("http://localhost/score/big_shot?")


def test_the_text_to_share_has_a_space_before_its_colons_in_french(client: FlaskClient) -> None:
    answer = client.get(
        "/score/big_shot/text", query_string=FOUR, headers={"Accept-Language": "fr"}
    )

    assert "\nAnna\N{NO-BREAK SPACE}: 33\n" in answer.text
    assert "doublé par le parc\u00a0a\N{NO-BREAK SPACE}: 18" in answer.text


def test_a_name_with_markup_stays_a_name(client: FlaskClient) -> None:
    _, page = shown(client, "big_shot", {**FOUR, "name_0": "<script>x</script>"})

    assert "<script>x" not in page.html
    assert "&lt;script&gt;x" in page.html


@pytest.mark.parametrize(
    ("cubes", "said"),
    [
        ("red=3&white=3&black=1", "red 3, white 3, black 1 — tied colours cancel out, so black"),
        ("red=3&yellow=2&white=2", "red 3, yellow 2, white 2 — red has the most and owns it"),
        ("red=1&yellow=", "The lot: red 1 — red has the most and owns it."),
        ("red=2&yellow=2", "tied colours cancel out, so nobody owns it."),
        ("red=0", "An empty lot belongs to nobody"),
    ],
)
def test_the_majority_page_decides_one_lot_with_a_reason(
    client: FlaskClient, cubes: str, said: str
) -> None:
    answer = client.get(f"/score/big_shot/majority?{cubes}")

    assert answer.status_code == 200
    assert said in Page(answer.text).text


@pytest.mark.parametrize(
    ("cubes", "status", "sentence"),
    [
        ("red=-1", 422, "Enter a whole number such as 12, not “-1”."),
        ("red=1.5", 422, "Enter a whole number such as 12, not “1.5”."),
        ("red=4&white=4", 422, "A lot holds at most 7 cubes. BS-M1"),
        ("red=10000000000000", 422, None),
        ("pink=1", 400, "This link contains the unknown field “pink”."),
        ("red=1&red=2", 400, "This link contains “red” twice."),
    ],
)
def test_the_majority_page_refuses_in_one_sentence(
    client: FlaskClient, cubes: str, status: int, sentence: str | None
) -> None:
    answer = client.get(f"/score/big_shot/majority?{cubes}")

    assert answer.status_code == status
    assert sentence in (None, notice(Page(answer.text)))


def test_the_majority_page_asks_only_for_cubes(client: FlaskClient) -> None:
    page = Page(client.get("/score/big_shot/majority").text)

    assert set(page.form("red").fields) == {"red", "yellow", "white", "black"}


@pytest.mark.parametrize("path", ["/score/chess", "/score/chess/text", "/score/chess/majority"])
def test_the_calculator_of_an_unknown_game_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_game_without_lots_has_no_majority_page(client: FlaskClient) -> None:
    assert client.get("/score/big_cheese/majority").status_code == 404


def test_the_calculator_uses_the_devices_own_board(app: Flask) -> None:
    phone = Phone(app)
    phone.upload("/copies/big_shot", "copy", json.dumps(EXAMPLE_COPY).encode(), "Our copy.json")

    page = phone.go("/score/big_shot")

    fields = score_form(page).fields
    assert (fields["value_1"], fields["value_11"]) == ("9", "21")
    assert {name for name in fields if name.startswith("touches_")} == {
        *("touches_a_1", "touches_a_3"),
        *("touches_b_2", "touches_b_4", "touches_b_5"),
    }


def rows(app: Flask) -> dict[str, int]:
    """Return the number of rows in each table of the database."""
    engine = app.extensions["open_tables"].store.engine
    with engine.connect() as base:
        return {
            name: base.execute(text(f'select count(*) from "{name}"')).scalar_one()
            for name in inspect(engine).get_table_names()
        }


def test_a_score_writes_nothing_and_sets_no_cookie(app: Flask) -> None:
    client = app.test_client()
    before = rows(app)

    shown(client, "big_shot", FOUR)
    shown(client, "big_cheese", PAD)
    client.get("/score/big_shot/majority?red=1")

    assert rows(app) == before
    with client.session_transaction() as kept:
        assert "device" not in kept


def test_browsers_may_cache_a_score(client: FlaskClient) -> None:
    answer = client.get("/score/big_shot", query_string=FOUR)

    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_scores_are_rate_limited(client: FlaskClient) -> None:
    answers = [
        client.get("/score/big_shot/majority?red=1").status_code for _ in range(SCORES.amount + 1)
    ]

    assert answers[:-1] == [200] * SCORES.amount
    assert answers[-1] == 429
    assert client.get("/score/").status_code == 200
