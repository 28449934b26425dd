"""What stands on the screen for all is whole, and as large as there is room, on a phone as well."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.monopoly.board import classic_board
from tests.browser.conftest import Page, brought_back
from tests.browser.monopoly_scenes import ANNA, at, record, roll
from tests.browser.scenes import record_of
from tests.browser.test_narrow import BROKEN, WIDER
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
OUT = """
() => [...document.querySelectorAll("button, a, .tile b, .tiles b, .legend li, .door, .turn span")]
  .filter((thing) => thing.getClientRects().length > 0)
  .filter((thing) => {
    const { left, right, bottom } = thing.getBoundingClientRect();
    const below = bottom + scrollY > document.documentElement.scrollHeight + 1;
    return thing.scrollWidth > thing.clientWidth && getComputedStyle(thing).display !== "inline"
      || left < 0 || right > innerWidth || below;
  })
  .map((thing) => thing.textContent.trim())
"""
"""What is cut, or stands where no scrolling leads."""
SMALL = """
() => [...document.querySelectorAll(".tile b, .tiles b, .terms li, .lines li, button, .door a")]
  .filter((thing) => thing.getClientRects().length > 0)
  .filter((thing) => parseFloat(getComputedStyle(thing).fontSize) < 12)
  .map((thing) => thing.textContent.trim())
"""
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


@pytest.mark.parametrize(
    ("game", "scene"),
    [
        ("big_shot", "auction"),
        ("big_shot", "over"),
        ("big_cheese", "cheese-auction"),
        ("big_deal", "bd-actions"),
        ("monopoly", "mo-buy"),
        ("free_bank", "fb-auction"),
    ],
)
def test_opened_on_a_phone_it_scrolls_and_nothing_is_cut(
    server: Server, device: Device, game: str, scene: str
) -> None:
    page = device("it")
    table = brought_back(page, server, record_of(game, scene))

    page.goto(table + "?screen=table")
    eventually(lambda: page.evaluate("document.querySelector('.for-all') !== null"))

    assert page.evaluate(WIDER) == 0
    assert page.evaluate(OUT) + page.evaluate(SMALL) + page.evaluate(BROKEN) == []
