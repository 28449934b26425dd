"""The menu closes after a tap outside it, Escape, or a choice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, brought_back, expect_live, playwright_api
from tests.browser.scenes import record_of
from tests.extent import choose
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]
GROUPS = """
() => [...document.querySelectorAll(".menu nav > :is(a, hr)")].reduce((groups, entry) => {
  if (entry.matches("hr")) groups.push([]);
  else groups.at(-1).push(entry.textContent.trim());
  return groups;
}, [[]])
"""
"""Returns the entries of the menu between its lines."""


@pytest.mark.parametrize(
    ("width", "height", "beside"),
    [
        pytest.param(320, 640, ".mine .figure", marks=pytest.mark.full),
        pytest.param(844, 390, ".mine .figure", marks=pytest.mark.full),
        (844, 390, ".stage button"),
    ],
)
def test_a_tap_beside_the_menu_closes_it_and_presses_nothing(
    server: Server, device: Device, width: int, height: int, beside: str
) -> None:
    phone = device(width=width, height=height)
    table = brought_back(phone, server, record_of("big_deal", "bd-won"))
    phone.goto(table)
    expect_live(phone)
    said, place = phone.locator(".waiting").inner_text(), phone.locator(beside).first.bounding_box()
    assert place is not None

    phone.locator(".menu summary:not([data-touch-young])").tap(position={"x": 24, "y": 24})
    expect(phone.locator(".menu nav")).to_be_visible()
    phone.touchscreen.tap(place["x"] + 8, place["y"] + place["height"] / 2)

    expect(phone.locator(".menu nav")).to_be_hidden()
    assert phone.url == table
    phone.reload()
    assert phone.locator(".waiting").inner_text() == said


@pytest.mark.parametrize("page", choose(check=("",), test=("",), full=("", "history", "invite")))
def test_escape_closes_the_menu_and_leaves_the_focus_on_its_button(
    server: Server, device: Device, page: str
) -> None:
    laptop = device(width=1280, height=720)
    laptop.goto(brought_back(laptop, server, record_of("big_shot", "auction")) + page)
    summary = laptop.locator(".menu summary")

    summary.press("Enter")
    laptop.keyboard.press("Tab")
    laptop.keyboard.press("Escape")

    expect(laptop.locator(".menu nav")).to_be_hidden()
    expect(summary).to_be_focused()


def test_a_page_that_is_left_comes_back_with_its_menu_closed(
    server: Server, device: Device
) -> None:
    phone = device()
    phone.goto(brought_back(phone, server, record_of("big_shot", "auction")) + "account")
    phone.locator(".menu summary").press("Enter")
    expect(phone.locator(".menu nav")).to_be_visible()

    # Simulates the back/forward cache, which automated browsers do not use.
    phone.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")

    expect(phone.locator(".menu nav")).to_be_hidden()


def test_the_menu_separates_play_table_help_and_languages_by_lines(
    server: Server, device: Device
) -> None:
    phone = device()
    phone.goto(brought_back(phone, server, record_of("big_shot", "auction")))

    phone.locator(".menu summary:not([data-touch-young])").click()

    groups = phone.evaluate(GROUPS)
    assert groups == [
        ["Table", "History", "Score so far"],
        ["Printed numbers", "Bank", "Seats", "Big screen"],
        ["Rules summary", "Companion"],
        [],
    ]
