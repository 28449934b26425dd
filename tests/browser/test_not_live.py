"""Without its live scripts, a page says so, reloads automatically, and works with plain forms."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.sitting import CARLA, act, auction
from tests.extent import choose
from tests.servers import Server

pytestmark = pytest.mark.breaks_scripts
expect = playwright_api.expect
Device = Callable[..., Page]
SAYS = "This browser does not support live updates. The page reloads every 10 seconds."
NO_STORAGE = """
for (const name of ["sessionStorage", "localStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("", "SecurityError"); } });
"""
SCRIPTS = choose(
    check=(),
    test=("live.js", "storage"),
    full=("live.js", "touch.js", "htmx.min.js", "storage"),
)
"""Failures: a script that the browser cannot parse, or a browser without storage."""


def device_without(device: Device, what: str) -> Page:
    """Return a device with one of the failures, and a clock that the test controls."""
    phone = device()
    phone.clock.install()
    if what == "storage":
        phone.add_init_script(NO_STORAGE)
    else:
        phone.route(f"**/{what}?*", lambda route: route.fulfill(body="new = syntax ||||= 1"))
    return phone


@pytest.mark.parametrize("what", SCRIPTS)
def test_a_page_whose_scripts_fail_says_so_and_still_shows_new_moves(
    server: Server, device: Device, what: str
) -> None:
    phone = device_without(device, what)
    table = brought_back(phone, server, auction())
    phone.goto(table)
    expect(phone.locator("#plain")).to_have_text(SAYS)
    expect(phone.locator(".my-turn")).to_contain_text("Bruno")

    phone.locator("#b-bid-1").click()
    expect(phone.locator(".my-turn")).to_contain_text("Carla")
    act(phone, server, table, {"kind": "pass", "seat": CARLA})
    phone.clock.run_for(10_000)

    expect(phone.locator(".my-turn")).to_contain_text("Dario")


def test_a_page_without_scripts_does_not_reload_while_somebody_types(
    server: Server, device: Device
) -> None:
    phone = device_without(device, "live.js")
    table = brought_back(phone, server, auction())
    phone.goto(table)
    expect(phone.locator("#plain")).to_be_visible()
    phone.get_by_label("Another amount").click()
    phone.locator("[name='bid.amount']").fill("7")
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))

    phone.locator(".who").first.click()
    phone.clock.run_for(30_000)
    phone.evaluate("fetch('/ready')")

    assert asked == [f"{server.url}/ready"]
    expect(phone.locator("[name='bid.amount']")).to_have_value("7")


def test_a_page_whose_scripts_run_shows_no_warning(server: Server, device: Device) -> None:
    phone = device()
    phone.goto(brought_back(phone, server, auction()))

    expect(phone.locator("body[data-live]")).to_be_attached()
    expect(phone.locator("#plain")).to_be_hidden()
