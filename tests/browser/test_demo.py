"""A demo game in a browser: it runs automatically, can be stopped, and waits for players."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import Page, playwright_api
from tests.servers import Server

expect = playwright_api.expect


def test_a_demo_advances_automatically_and_by_tapping(
    server: Server, device: Callable[..., Page]
) -> None:
    screen = device(width=1280, height=720)
    screen.goto(server.url)

    screen.get_by_role("button", name="Watch a demo game").click()

    expect(screen.locator(".lines li").first).to_contain_text("Dario")
    screen.get_by_label("by itself").uncheck()
    # The demo may have played another step before it was stopped.
    before = screen.locator(".lines li").first.inner_text()
    screen.get_by_role("button", name="Next step").click()
    expect(screen.locator(".lines li").first).not_to_have_text(before)
