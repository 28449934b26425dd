"""A spoken auction is recorded with two real touches: the buyer and the price.

Together with turning the card up, a card of The Big Cheese takes three touches.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.scenes import record_of, recorded, until
from tests.browser.test_touches import Walk, place_of
from tests.extent import choose
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]
AUCTIONS = {
    "big_shot": ("auction", "Carla"),
    "big_cheese": ("cheese-auction", "Dario"),
    "free_bank": ("fb-auction", "Carla"),
    "monopoly": ("mo-auction", "Anna"),
    "big_deal": ("bd-duel", "Anna"),
}
"""For each game, a scene with an auction, and a player who can be the buyer."""


class Thumb:
    """A thumb on one page, which counts its touches."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = 0

    def touch(self, *places: str) -> None:
        """Touch elements in order, each once it accepts touches."""
        for place in places:
            thing = self.page.locator(place).first
            expect(thing).not_to_have_attribute("data-touch-young", re.compile(""))
            thing.tap()
            self.touches += 1


def scene(game: str) -> dict[str, Any]:
    """Return the saved game with the auction."""
    return record_of(game, AUCTIONS[game][0])


def name(who: str) -> str:
    return f'a[href*="/sold"]:has-text("{who}")'


AMOUNT = ".sold .chip"
TOLD = "Recorded by the banker:"


@pytest.mark.parametrize(
    "game", choose(check=("big_deal",), test=("big_deal",), full=tuple(AUCTIONS))
)
def test_a_spoken_sale_is_recorded_with_two_touches(
    server: Server, device: Device, game: str
) -> None:
    phone = device()
    table = brought_back(phone, server, scene(game))
    phone.goto(table)
    thumb = Thumb(phone)

    thumb.touch(name(AUCTIONS[game][1]), AMOUNT)

    expect(phone.locator("#now")).to_be_visible()
    phone.goto(f"{table}history")
    expect(phone.locator("main")).to_contain_text(TOLD)
    assert thumb.touches == 2


@pytest.mark.full
@pytest.mark.parametrize("script", [True, False])
def test_a_card_auctioned_aloud_takes_three_touches(
    server: Server, device: Device, script: bool
) -> None:
    phone = device(script=script)
    record = until(recorded("big_cheese", "six-clockwise"), "offer", 0)
    table = brought_back(phone, server, record)
    phone.goto(table)
    thumb = Thumb(phone)

    thumb.touch(".card-face:not(:disabled)", name("Carla"), AMOUNT)

    expect(phone.locator("#now")).to_be_visible()
    phone.goto(f"{table}history")
    expect(phone.locator("main")).to_contain_text(TOLD)
    assert thumb.touches == 3


@pytest.mark.parametrize("delay", choose(check=(300,), test=(300,), full=(120, 300, 800)))
def test_a_name_tapped_twice_sells_nothing(server: Server, device: Device, delay: int) -> None:
    """The second tap hits the page that the first one has loaded."""
    walk = Walk(server, device(), device())
    url = walk.table(scene("big_shot"), None)
    walk.banker.goto(url)
    walk.banker.clock.run_for(1500)
    before = walk.log(url)
    place = place_of(walk.banker, name("Carla"))

    walk.touch(walk.banker, place)
    walk.banker.locator(AMOUNT).first.wait_for()
    walk.banker.clock.run_for(delay)
    walk.touch(walk.banker, place)
    walk.settled(walk.banker, url)

    assert walk.log(url) == before
