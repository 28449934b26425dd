"""What stands in the hero's card of the screen for all is whole, and as large as there is room."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.monopoly.board import classic_board
from tests.browser.conftest import Page, brought_back
from tests.browser.monopoly_scenes import ANNA, at, record, roll
from tests.patience import eventually
from tests.servers import Server

Device = Callable[..., Page]
LETTERS = """
document.querySelector(".waiting").getBoundingClientRect().height / innerHeight
"""
CUT = """
[...document.querySelectorAll(".deed, .deed *")]
  .filter((part) => getComputedStyle(part).display !== "inline")
  .filter((part) => part.scrollWidth > part.clientWidth)
  .map((part) => part.textContent.trim())
"""
FITTED = "document.querySelector('.hero-card .figure, .hero-card .die, .waiting') !== null"
DEAREST = {"kind": "set_deed", "position": 39, "owner": None}


def shown_to_all(page: Page, server: Server, language: str, *actions: dict[str, object]) -> None:
    """Let a page show what all see after these actions, with the board of its language."""
    table = brought_back(page, server, {**record(*actions), "copy": classic_board(language)})
    page.goto(table + "?screen=table")
    eventually(lambda: page.evaluate(FITTED))


def test_the_prompt_of_a_roll_fills_its_card(server: Server, device: Device) -> None:
    page = device(width=1280, height=720)

    shown_to_all(page, server, "en")

    eventually(lambda: page.evaluate(LETTERS) > 0.1)


@pytest.mark.parametrize("language", ["en", "it", "fr", "de"])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_the_rents_of_the_dearest_street_stand_whole(
    server: Server, device: Device, language: str, size: tuple[int, int]
) -> None:
    page = device(language, width=size[0], height=size[1])
    bidding = ({"kind": "decline", "seat": ANNA}, {"kind": "bid", "seat": 3, "amount": 1200})

    shown_to_all(page, server, language, DEAREST, at(ANNA, 32), roll(ANNA, 3, 4), *bidding)

    eventually(lambda: page.evaluate(CUT) == [])
