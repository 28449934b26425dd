"""Hidden pages close their streams, because browsers allow only six connections to a server."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, brought_back, expect_live, hold_answers, playwright_api
from tests.browser.sitting import auction, banker_at
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]
HIDEABLE = """
let state = "visible";
Object.defineProperty(document, "visibilityState", { get: () => state });
window.turn = (now) => { state = now; document.dispatchEvent(new Event("visibilitychange")); };
"""
"""Simulates the visibility of a page, because headless browsers report every page as visible."""


def hidden(page: Page, table: str) -> None:
    """Open a table on a page, and hide the page for five seconds."""
    page.clock.install()
    page.goto(table)
    expect_live(page)
    with page.expect_event("requestfailed", lambda request: "/stream?" in request.url):
        page.evaluate("turn('hidden')")
        page.clock.run_for(5000)


def test_a_hidden_page_closes_its_stream_and_reconnects_when_visible(
    server: Server, device: Device
) -> None:
    phone = device()
    table = brought_back(phone, server, auction())
    phone.add_init_script(HIDEABLE)

    hidden(phone, table)

    with phone.expect_request("**/stream?*"):
        phone.evaluate("turn('visible')")
    expect(phone.locator("#lost")).to_be_hidden()


def test_a_hidden_big_screen_keeps_no_phone_waiting(server: Server, device: Device) -> None:
    tables: list[str] = []
    asked: list[str] = []
    for is_hidden in ("true", "false"):
        big = device(width=1280, height=720)
        tables.append(brought_back(big, server, auction()))
        big.add_init_script(f"Object.defineProperty(document, 'hidden', {{ value: {is_hidden} }})")
        big.on("request", lambda request: asked.append(request.url))
        big.clock.install()

        big.goto(tables[-1] + "?screen=table")
        expect_live(big)
        big.clock.run_for(7000)

    reports = [url for url in asked if "/seen?" in url]
    assert reports and all(url.startswith(tables[1]) for url in reports)


def test_a_tap_in_the_last_of_seven_tabs_is_played(server: Server, device: Device) -> None:
    phone = device()
    table = brought_back(phone, server, auction())
    phone.context.add_init_script(HIDEABLE)
    for _ in range(6):
        hidden(phone.context.new_page(), table)
    phone.goto(table)
    expect_live(phone)

    phone.locator("#b-bid-1").click()

    expect(phone.locator(".my-turn")).to_contain_text("Carla")


@pytest.mark.slow
def test_after_five_seconds_without_an_answer_a_message_appears(
    server: Server, device: Device
) -> None:
    phone = banker_at(server, device, auction())
    hold_answers(phone)

    phone.locator("#b-bid-1").click()

    expect(phone.locator("#lost")).to_contain_text("Your tap will be sent")
    assert phone.evaluate("htmx.config.timeout") == 5000
