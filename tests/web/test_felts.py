"""Each game's pages lie on the felt that the game names, and the big screen is dark by default."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.games import all_games
from companion.mechanics.game import Game
from tests.sources import ROOT
from tests.web.phones import BIDDING, Phone, seated

FELTS = set(re.findall(r"\.felt-(\w+) \{", (ROOT / "static/styles/tokens.css").read_text("utf-8")))


def body_of(page: str) -> str:
    found = re.search(r'<body\s+class="([^"]*)"', page)
    assert found is not None
    return found[1]


# A score sheet has no page of its own before a sheet is chosen.
@pytest.mark.parametrize("name", [name for name, game in all_games().items() if not game.by_sheet])
def test_the_pages_of_a_game_lie_on_its_felt(app: Flask, name: str) -> None:
    felt = all_games()[name].felt

    page = Phone(app).get(f"/new/{name}").text

    assert felt in FELTS
    assert f"felt-{felt}" in body_of(page).split()
    assert f'data-game="{name}"' in page


def test_a_page_without_a_game_lies_on_the_felt_of_games_that_name_none(app: Flask) -> None:
    page = Phone(app).get("/").text

    assert Game.felt in FELTS
    assert f"felt-{Game.felt}" in body_of(page).split()


def test_a_phone_has_the_colour_of_its_seat_and_the_big_screen_is_dark(app: Flask) -> None:
    table = seated(app, *BIDDING)

    phone = table.phones[0].get(table.page).text
    screen = table.banker.get(f"{table.page}?screen=table").text

    assert re.search(r"\bc-\w+ seat-screen\b", body_of(phone))
    assert re.search(r'id="dark"[^>]*media="all"', screen)
    assert 'media="all"' not in phone


@pytest.mark.parametrize("path", ["/no-such-page", "/evenings"])
def test_a_page_with_nothing_on_it_has_a_piece_and_a_button(app: Flask, path: str) -> None:
    page = Phone(app).get(path).text

    found = re.search(r'<section class="lone">(.*?)</section>', page, re.DOTALL)
    assert found is not None
    assert found[1].count("<i class=") == 1
    assert found[1].count('class="button big"') == 1
