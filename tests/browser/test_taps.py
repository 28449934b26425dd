"""How many taps and requests things take, counted with real touches: each row has its goal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.monopoly_scenes import ANNA, BRUNO, at, record, roll
from tests.browser.scenes import free_bank, recorded, until
from tests.servers import Server

expect = playwright_api.expect


@dataclass
class Thumb:
    """Touches a page as a finger does, and counts; asked: what the page asked the table for."""

    page: Page
    taps: int = 0
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("request", self._hear)

    def _hear(self, request: Any) -> None:
        if "/t/" in request.url and "/stream" not in request.url:
            self.asked.append(request.method)

    def tap(self, selector: str) -> None:
        """Touch the middle of a thing, once it takes touches."""
        thing = self.page.locator(selector).first
        thing.scroll_into_view_if_needed()
        expect(thing).not_to_have_attribute("data-touch-young", "")
        box = thing.bounding_box()
        assert box is not None
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1


Way = Callable[[Thumb], None]


def rent_of_another(thumb: Thumb) -> None:
    """Anna stands on Dario's street, Bruno is to roll: Dario says it, the banker taps it."""
    thumb.tap('.said button:text-is("Dario")')
    expect(thumb.page.locator(".lines")).to_contain_text("Dario asks for the rent")


def bid_of_another(thumb: Thumb) -> None:
    """Anna's buttons are shown; Carla calls out the next bid."""
    thumb.tap('.said:has-text("Bid") button:text-is("Carla")')
    expect(thumb.page.locator(".standing")).to_contain_text("Carla")


def two_dice(thumb: Thumb) -> None:
    """Two dice on the table show 3 and 4."""
    thumb.tap("#die-3")
    thumb.tap("#die-4")
    expect(thumb.page.locator(".lines")).to_contain_text("3")
    expect(thumb.page.locator("#now .hero")).to_be_visible()


def pay_60(thumb: Thumb) -> None:
    """Anna pays Carla 60: her row, two chips, the button."""
    thumb.tap('.seats li:has-text("Carla")')
    thumb.tap('#move .sums a:text-is("+50")')
    thumb.tap('#move .sums a:text-is("+10")')
    thumb.tap("#b-pay")
    expect(thumb.page.locator(".lines")).to_contain_text("Anna → Carla: 60")


def four_cubes(thumb: Thumb) -> None:
    """Four colours, each on a lot of its own."""
    for place, colour in enumerate(("red", "yellow", "white", "black")):
        thumb.tap(f'[data-colour="{colour}"]')
        thumb.tap(f".lots a >> nth={place}")
    thumb.tap("#b-place")
    expect(thumb.page.locator("#place")).to_have_count(0)


def cube_elsewhere(thumb: Thumb) -> None:
    """The first cube that lies on the board lies on the lot beside: the lot, the cube, the lot."""
    thumb.tap(".tiles li:has(i[class]) a")
    thumb.tap(".right summary")
    thumb.tap(".right details .chip")
    expect(thumb.page.locator(".lines")).to_contain_text("Correction")


def rent_after_all(thumb: Thumb) -> None:
    """Bruno has rolled, and Anna's landing on Dario's street was forgotten."""
    thumb.tap('.lines a:has-text("did not ask")')
    thumb.tap("#b-after-1")
    expect(thumb.page.locator(".steps")).to_contain_text("from Anna to Dario")


def house_off(thumb: Thumb) -> None:
    """Anna's orange streets are opened, and one has a house less."""
    for deeds in (".own.g-orange", ".open .titled >> nth=2"):
        # Out from under the buttons below.
        thumb.page.locator(deeds).evaluate("(one) => one.scrollIntoView({ block: 'center' })")
        thumb.tap(deeds)
    thumb.tap('.right button:text-is("3 houses")')
    expect(thumb.page.locator(".lines")).to_contain_text("Correction: Orange")


def wrong_purse(thumb: Thumb) -> None:
    """Carla has 60 more than the app thinks: her row, and two chips."""
    thumb.tap('.seats li:has-text("Carla") .cover')
    thumb.tap('button:text-is("+50")')
    expect(thumb.page.locator("main")).to_contain_text("+50")
    thumb.tap('button:text-is("+10")')
    expect(thumb.page.locator("main")).to_contain_text("+10 ")


def wrong_die(thumb: Thumb) -> None:
    """Anna's dice showed 3 and 5."""
    thumb.tap("a.thrown")
    thumb.tap('.instead button:text-is("3 + 5")')
    expect(thumb.page.locator(".steps")).to_contain_text("Anna rolls 3 and 5")


def pay_scene() -> dict[str, Any]:
    """Return the free bank before a payment of Anna's."""
    return next(scene for name, scene, _ in free_bank() if name == "fb-pay")


AUCTION = (at(ANNA, 22), roll(ANNA, 3, 4), {"kind": "decline", "seat": ANNA})
ROWS: dict[str, tuple[Callable[[], dict[str, Any]], str, Way, int, int]] = {
    "Monopoly: rent, banker alone": (
        lambda: record(at(ANNA, 21), roll(ANNA, 1, 2), rent="asked"),
        "",
        rent_of_another,
        1,
        1,
    ),
    "Monopoly: another seat's bid, banker alone": (
        lambda: record(*AUCTION),
        "?for=0",
        bid_of_another,
        1,
        1,
    ),
    "Monopoly: two dice of the table": (record, "", two_dice, 2, 1),
    "Free bank: a payment, two chips": (pay_scene, "?for=0", pay_60, 4, 1),
    "Big Shot: one cube on another lot": (
        lambda: until(recorded("big_shot", "four-italian"), "roll", 2),
        "",
        cube_elsewhere,
        3,
        3,
    ),
    "Monopoly: a forgotten rent": (
        lambda: record(at(ANNA, 21), roll(ANNA, 1, 2), roll(BRUNO, 1, 2), rent="asked"),
        "",
        rent_after_all,
        2,
        4,
    ),
    "Monopoly: a house off": (lambda: record(), "?for=0", house_off, 3, 5),
    "Monopoly: a wrong purse": (record, "", wrong_purse, 3, 6),
    "Monopoly: a wrong die": (
        lambda: record(at(ANNA, 8), roll(ANNA, 1, 1)),
        "",
        wrong_die,
        2,
        5,
    ),
    "Big Shot: four cubes": (
        lambda: until(recorded("big_shot", "four-italian"), "place", 9),
        "",
        four_cubes,
        9,
        2,
    ),
}
"""What is done: at which moment, on which screen, how, and how many taps and requests at most."""


@pytest.mark.parametrize("row", ROWS)
def test_it_takes_no_more_taps_and_requests_than_agreed(
    server: Server, device: Callable[..., Page], row: str
) -> None:
    moment, screen, way, taps, requests = ROWS[row]
    page = device()
    page.goto(brought_back(page, server, moment()) + screen)
    page.locator("#now").wait_for()
    thumb = Thumb(page)

    way(thumb)

    assert thumb.taps <= taps
    assert len(thumb.asked) <= requests, thumb.asked


def test_a_payment_half_composed_outlives_a_push_and_a_reload(
    server: Server, device: Callable[..., Page]
) -> None:
    page = device()
    table = brought_back(page, server, pay_scene())
    page.goto(table + "?for=0")
    thumb = Thumb(page)
    thumb.tap('.seats li:has-text("Carla")')
    thumb.tap('#move .sums a:text-is("+50")')

    other = page.context.new_page()
    other.goto(table + "?for=1")
    other.locator('#move .names a:text-is("Anna")').click()
    other.locator('#move .sums a:text-is("+5")').click()
    other.locator("#b-pay").click()
    expect(page.locator(".lines")).to_contain_text("Bruno → Anna")
    expect(page.locator("#b-pay")).to_contain_text("50")
    page.reload()
    expect(page.locator("#b-pay")).to_contain_text("50")
    expect(page.locator("#move [aria-current]")).to_have_text("Carla")
    thumb.tap("#move [data-back]")
    expect(page.locator("#b-pay")).to_be_disabled()


def test_a_banker_goes_from_seat_to_seat_without_another_page(
    server: Server, device: Callable[..., Page]
) -> None:
    page = device()
    page.goto(brought_back(page, server, record(*AUCTION)))
    page.evaluate("() => { window.stays = true; }")
    page.locator('#now [name="bid.amount"]').evaluate("(field) => { field.value = '77'; }")
    thumb = Thumb(page)

    thumb.tap('.play-for a:text-is("Dario")')

    expect(page.locator(".who")).to_contain_text("Dario")
    expect(page.locator(".play-for [aria-current]")).to_have_text("Dario")
    assert page.evaluate("() => window.stays") is True
    assert page.locator('#now [name="bid.amount"]').input_value() == ""
    assert thumb.asked == []
    thumb.tap('.said:has-text("out") button:text-is("Bruno")')
    expect(page.locator(".lines")).to_contain_text("Bruno")
    expect(page.locator(".who")).to_contain_text("Dario")
    page.reload()
    expect(page.locator(".who")).to_contain_text("Dario")
