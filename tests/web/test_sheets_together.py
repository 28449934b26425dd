"""A score sheet that is filled in together at a table, and results kept as finished tables."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from companion.mechanics.scoring.sheet import packed, read_sheet
from tests.web.pages import Page
from tests.web.phones import Phone, everything_kept, sit

GOLF = {
    "name": "Golf",
    "winner": "least",
    "lines": [{"label": f"Hole {hole}", "kind": "number", "detail": ""} for hole in (1, 2)],
}
PACKED = packed(read_sheet(GOLF))
SHEET = f"/sheets/given?sheet={PACKED}"
RESULT = f"{SHEET}&players=2&name_0=Anna&name_1=Bruno&line_1_0=4&line_2_0=3&line_1_1=2&line_2_1=9"


def link_named(page: Page, words: str) -> str:
    return next(link.href for link in page.links if words in " ".join(link.text.split()))


def table_of_three(app: Flask) -> tuple[str, Phone, Phone]:
    """Return the code of a table of Golf, its banker's device, and Anna's phone."""
    banker, anna = Phone(app), Phone(app)
    new = banker.go(link_named(banker.go(SHEET), "Fill in together") + "&players=3")
    answer = banker.submit(
        new.form("Show the QR code"), name_0="Anna", name_1="Bruno", name_2="Carla"
    )
    code = answer.headers["Location"].split("/")[2]
    sit(anna, code, 0)
    return code, banker, anna


def fill(phone: Phone, code: str, button: str, query: str = "", **numbers: str) -> Page:
    """Type numbers of the column that a device shows, and press a button."""
    page = phone.go(f"/t/{code}/{query}")
    typed = {f"numbers.{name.removeprefix('n')}": text for name, text in numbers.items()}
    return phone.press(page, button, **typed)


def golf_played(app: Flask) -> tuple[str, Phone]:
    """Return a finished table of Golf, and its banker's device."""
    code, banker, anna = table_of_three(app)
    fill(anna, code, "Enter", n1="4", n2="3")
    fill(banker, code, "Enter", "?for=1", n1="2", n2="9")
    fill(banker, code, "Everything else is 0", "?for=2", n1="5")
    return code, banker


def test_a_player_fills_in_their_own_column_and_the_banker_the_others(app: Flask) -> None:
    code, banker, anna = table_of_three(app)

    page = fill(anna, code, "Enter", n1="4")

    assert "Enter your numbers." in page.text
    assert page.form("Enter").fields["numbers.1"] == ""
    assert 'placeholder="4"' in page.html
    page = fill(anna, code, "Enter", n2="3")
    assert "Waiting for the numbers of Bruno and Carla." in page.text
    refused = anna.post(
        f"/t/{code}/act",
        {
            "action": json.dumps({"kind": "fill", "seat": 1, "numbers": {"1": 1}}),
            "seen": "2",
            "key": "of somebody else",
        },
    )
    assert refused.status_code == 403
    fill(banker, code, "Enter", "?for=1", n1="2", n2="9")
    page = fill(banker, code, "Everything else is 0", "?for=2", n1="5")
    assert "Carla wins with 5." in page.text


def test_the_big_screen_shows_the_sheet_with_what_is_missing(app: Flask) -> None:
    code, _, anna = table_of_three(app)
    fill(anna, code, "Enter", n1="0")

    page = Phone(app).go(f"/t/{code}/?screen=table")

    assert "Waiting for the numbers of Anna, Bruno and Carla." in page.text
    cells = page.html.partition("<tbody>")[2].partition("</tbody>")[0]
    assert cells.count('aria-label="missing"') == 5
    assert "Golf" in page.text


def test_the_result_counts_in_game_nights_under_the_name_of_the_sheet(app: Flask) -> None:
    code, banker = golf_played(app)

    page = banker.go("/evenings")

    assert "Golf" in page.text
    assert "Score sheet" not in page.text
    assert ",Golf,3,Carla,5,1,1," in banker.get("/evenings.csv").text
    account = banker.go(f"/t/{code}/account")
    data = parse_qs(urlsplit(link_named(account, "BG Stats")).query)["data"][0]
    assert json.loads(data)["game"]["name"] == "Golf"
    assert json.loads(data)["game"]["highestWins"] is False


def test_two_spellings_are_one_winner_of_a_game(app: Flask) -> None:
    phone = Phone(app)
    for name in ("Anna", "anna"):
        result = phone.go(RESULT.replace("name_0=Anna", f"name_0={name}"))
        phone.press(result, "Keep this result in Game nights")

    page = phone.go("/evenings")

    assert "anna (2)" in page.text
    assert "Anna" not in page.text.partition("By game")[2].partition("All games")[0]


def test_the_next_game_has_the_same_sheet(app: Flask) -> None:
    code, banker = golf_played(app)

    answer = banker.post(f"/t/{code}/again", {})

    again = banker.go(answer.headers["Location"])
    assert "Golf Waiting for the numbers of Anna, Bruno and Carla. Hole 1 Hole 2" in again.text


def test_a_table_without_a_sheet_begins_on_the_page_of_sheets(app: Flask) -> None:
    phone = Phone(app)

    assert phone.get("/new/score_sheet").headers["Location"] == "/sheets/"
    assert "/new/score_sheet" not in phone.go("/").html


def test_a_result_on_one_device_is_kept_as_a_finished_table(app: Flask) -> None:
    phone = Phone(app)

    account = phone.press(phone.go(RESULT), "Keep this result in Game nights")

    assert "Anna wins with 7." in account.text
    assert ",Golf,1,Anna,7,1,1," in phone.get("/evenings.csv").text


def test_the_same_result_is_kept_once(app: Flask) -> None:
    phone = Phone(app)
    form = phone.go(RESULT).form("Keep this result in Game nights")
    first = phone.submit(form).headers["Location"]
    before = everything_kept(app)

    assert phone.submit(form).headers["Location"] == first
    assert everything_kept(app) == before
    other = phone.go(RESULT.replace("line_1_0=4", "line_1_0=5"))
    second = phone.submit(other.form("Keep this result in Game nights")).headers["Location"]
    assert second != first


@pytest.mark.parametrize("wrong", ["name_1=Anna", "line_1_0=x", "line_1_0=-1"])
def test_a_result_that_no_table_can_have_is_refused_and_nothing_is_kept(
    app: Flask, wrong: str
) -> None:
    phone = Phone(app)
    phone.go(SHEET)
    before = everything_kept(app)
    path = RESULT.replace("/given", "/given/result")
    name = wrong.partition("=")[0]
    query = "&".join(f"{part}" for part in path.split("&") if not part.startswith(f"{name}="))

    answer = phone.post(f"{query}&{wrong}", {})

    assert answer.status_code == 422
    assert everything_kept(app) == before
