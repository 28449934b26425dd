"""A whole game of Big Shot on the banker's device only, without leaving the page of the table.

The scores are those of ``test_whole_game``, except that Carla borrows nothing: 47 + 5 = 52.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, brought_back, playwright_api, posted
from tests.browser.sitting import BRUNO, CARLA, NAMES, auction, sit_down, type_the_board
from tests.browser.test_whole_game import place
from tests.servers import Server

expect = playwright_api.expect


def play_turn(banker: Page, turn: int) -> None:
    """Play one turn: the page always shows the buttons of the seat that the table waits for."""
    leader, winner = (turn - 1) % 4, turn % 4
    banker.locator(f"#b-face-{turn % 6 + 1}").click()
    banker.locator("#b-bid-1").click()
    for other in (winner + 1, winner + 2, leader):
        expect(banker.locator(".who")).to_contain_text(NAMES[other % 4])
        banker.locator("#b-pass").click()
    place(banker, turn)


@pytest.mark.full
def test_a_banker_alone_plays_a_whole_game_on_one_page(
    server: Server, device: Callable[..., Page]
) -> None:
    banker, _ = sit_down(server, device, phones=0)
    type_the_board(banker)
    banker.locator("#b-lead-0").click()
    banker.evaluate("() => { window.stays = true; }")

    for turn in range(1, 19):
        play_turn(banker, turn)

    expect(banker.locator(".waiting")).to_contain_text("Carla")
    assert banker.evaluate("() => window.stays") is True
    banker.get_by_role("link", name="Final scores").click()
    expect(banker.locator(".place h2").first).to_have_text(re.compile("Carla.*52", re.S))


def test_the_bankers_controls_for_each_phone_fold_up_after_use(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = device(width=1280, height=800)
    table = brought_back(banker, server, auction())
    for seat in (BRUNO, CARLA):
        posted(device(), server, table.removeprefix(server.url) + "sit", seat=str(seat))
    banker.goto(table)
    chips = banker.locator(".said details")
    expect(chips).to_have_text(re.compile("Bruno"))
    assert chips.get_by_role("button").first.is_hidden()

    chips.locator("summary").click()
    chips.get_by_role("button", name="Pass").click()

    expect(chips).to_have_text(re.compile("Carla"))
    expect(chips.get_by_role("button", name="Pass", include_hidden=True)).to_be_hidden()
