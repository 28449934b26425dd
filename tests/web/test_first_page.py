"""The first page and what opens with it: the code first, a mark and a line for each game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from flask import Flask

from companion.games import all_games
from companion.web.live.appearance import mark_of
from tests.sources import ROOT
from tests.web.pages import Page
from tests.web.phones import BIDDING, Phone, seated

LANGUAGES = ("en", "it", "fr")
MARKS = ROOT / "static" / "marks"
LEAST_CONTRAST = 4.5


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1, as WCAG defines it."""
    digits = "".join(digit * 2 for digit in colour[1:]) if len(colour) == 4 else colour[1:]
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def grounds() -> Iterator[tuple[str, str]]:
    """Yield the name of each mark and the colour of its ground."""
    for path in sorted(MARKS.glob("*.svg")):
        yield path.stem, ElementTree.parse(path).getroot()[0].attrib["fill"]


def in_the_page(page: Page, name: str) -> list[str]:
    """Return the addresses of forms and links, in order, without the choice of a language."""
    return [
        given[name]
        for tag, given in page.elements
        if tag in ("form", "a") and name in given and given[name] != "/language"
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_starts_with_the_table_code(app: Flask, language: str) -> None:
    page = Phone(app, language).go("/")

    tags = [(tag, given.get("name", given.get("action", ""))) for tag, given in page.elements]
    inner = tags[tags.index(("main", "")) :]
    able = [one for one in inner if one[0] in ("a", "button", "form", "input", "summary")]
    assert able[:3] == [("form", "/join"), ("input", "code"), ("button", "")]
    assert [tag for tag, _ in page.elements].count("h1") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_game_is_listed_with_its_mark_and_a_line(app: Flask, language: str) -> None:
    page = Phone(app, language).go("/")

    marks = [given["src"] for tag, given in page.elements if tag == "img"]
    for name, game in all_games().items():
        if game.by_sheet:  # A table with a sheet begins on the page of the sheet.
            continue
        assert any(f"/marks/{name}.svg" in mark for mark in marks), name
        assert game.summary is not None, name
        said = str(game.summary) in page.text
        assert said == (language == "en"), name
    assert "/marks/plain.svg" not in "".join(marks)


def test_a_game_without_a_mark_gets_a_plain_one(app: Flask) -> None:
    with app.test_request_context():
        assert "/marks/plain.svg" in mark_of("toy")


def test_every_games_mark_is_visible_and_has_its_own_colour() -> None:
    found = dict(grounds())

    assert set(all_games()) < set(found)
    assert len(set(found.values())) == len(found)
    for name, colour in found.items():
        assert contrast(colour, "#ffffff") >= LEAST_CONTRAST, name


def test_an_open_table_is_listed_with_its_prompt(app: Flask) -> None:
    table = seated(app, *BIDDING)

    page = table.banker.go("/")

    assert f"/t/{table.code}/" in in_the_page(page, "href")
    assert "Bruno bids 1 or more, or passes." in page.text


def test_older_tables_are_folded_below_the_newest(app: Flask) -> None:
    phone = Phone(app)
    for other in ("Bruno", "Carla", "Dario", "Eva"):
        form = phone.go("/new/free_bank?players=2").form("name_0")
        phone.submit(form, "Show the QR code", name_0="Anna", name_1=other)

    page = phone.go("/")

    tags = [(tag, given.get("href", "")) for tag, given in page.elements]
    apply_events = tags.index(("details", ""))
    before = [href for tag, href in tags[:apply_events] if href.startswith("/t/")]
    assert (len(before), sum(href.startswith("/t/") for _, href in tags)) == (2, 4)


def test_the_theme_colour_is_the_page_background(app: Flask) -> None:
    page = Phone(app).go("/")

    said = [given["content"] for _, given in page.elements if given.get("name") == "theme-color"]
    tokens = "".join(
        (ROOT / f"static/styles/{name}.css").read_text("utf-8") for name in ("tokens", "dark")
    )
    assert said == re.findall(r"--ground: (#\w+);", tokens)


def test_a_home_screen_gets_our_icon(app: Flask) -> None:
    phone = Phone(app)

    given = next(
        given for _, given in phone.go("/").elements if given.get("rel") == "apple-touch-icon"
    )
    answer = phone.get(given["href"])

    # Width and height stand at the head of a PNG; three colours need no more than so many bytes.
    assert answer.data[16:24] == (180).to_bytes(4, "big") * 2
    assert len(answer.data) <= 1500


def test_only_a_banker_sees_the_wifi_fields_and_they_are_never_posted(app: Flask) -> None:
    table = seated(app)
    path = f"/t/{table.code}/invite"

    banker, player = table.banker.go(path), table.phones[0].go(path)

    fields = [given for tag, given in banker.elements if given.get("id", "").startswith("wifi-")]
    assert fields and not any("name" in given for given in fields)
    assert "wifi" in banker.html and "wifi" not in player.html
