"""Buttons that count: each of several quick taps counts, and none of them takes the focus away."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.scenes import free_bank
from tests.servers import Server

expect = playwright_api.expect


def at_the_goods(server: Server, device: Callable[..., Page]) -> Page:
    """Return the phone of Anna, who has two of the first good and gives herself points."""
    banker, phone = device(), device()
    record = next(scene for name, scene, _ in free_bank() if name == "fb-goods")
    record = {**record, "options": {**record["options"], "standing": "most_points"}}
    table = brought_back(banker, server, record)
    phone.goto(f"{server.url}/j/{table.split('/')[-2]}")
    phone.get_by_role("button", name=re.compile("Anna")).click()
    expect(phone.locator("body:not(.is-lost)")).to_be_visible()
    phone.wait_for_timeout(1000)
    return phone


def test_each_of_several_quick_taps_counts(server: Server, device: Callable[..., Page]) -> None:
    phone = at_the_goods(server, device)
    held = phone.locator("[data-good=Wood]")
    points = int(phone.locator(".mine [data-points]").first.inner_text())

    phone.locator("#good1-1").click(click_count=3, delay=20)
    expect(held).to_have_text("5")
    phone.locator("#pts-2").click(click_count=2, delay=20)

    expect(phone.locator(".mine .figure")).to_have_text(re.compile(f"^{points + 4}"))


def test_the_last_of_a_good_leaves_the_focus_on_its_button(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = at_the_goods(server, device)
    less = phone.locator("#good1--1")
    less.focus()

    for left in ("1", "0", "0"):
        less.press("Enter")
        expect(phone.locator("[data-good=Wood]")).to_have_text(left)

    expect(less).to_be_focused()
    expect(less).to_have_attribute("aria-disabled", "true")
    expect(phone.locator("#notice")).to_have_text("")
