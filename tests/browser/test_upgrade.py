"""A page of an older version stays open during an upgrade: nothing typed on it is lost.

``tests/frozen/page.zip`` holds the page of a player in Big Shot from before pages had a version,
with the scripts that it had loaded.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable

from companion.web.live.streams import PROTOCOL
from tests.browser.conftest import Page, Route, brought_back, expect_live, playwright_api, posted
from tests.browser.sitting import BRUNO, act, auction
from tests.servers import Server
from tests.sources import ROOT

expect = playwright_api.expect
THEN = zipfile.ZipFile(ROOT / "tests/frozen/page.zip")
CODE = "CODE2345"
"""The code of the table on the old page."""


class OldPhone:
    """Bruno's phone, whose first page is the old one."""

    def __init__(self, phone: Page, server: Server, table: str) -> None:
        self.page = phone
        self.loads: list[str] = []
        """The URL of each page that the phone has loaded."""
        code = table.rstrip("/").rpartition("/")[2]
        html = THEN.read("page.html").decode()
        self._scripts = set(re.findall(r"/static/([\w./]+\.js\?v=\w+)", html))
        self._html = html.replace(CODE, code)
        posted(phone, server, f"/t/{code}/sit", seat=str(BRUNO))
        phone.on("request", self._count)
        phone.route("**/static/**/*.js?*", self._script)
        phone.route("**/static/*.js?*", self._script)
        phone.route(table, self._old_page, times=1)
        phone.goto(table)
        expect_live(phone)

    def _count(self, request: playwright_api.Request) -> None:
        if request.is_navigation_request():
            self.loads.append(request.url)

    def _old_page(self, route: Route) -> None:
        route.fulfill(body=self._html, content_type="text/html")

    def _script(self, route: Route) -> None:
        name = route.request.url.partition("/static/")[2]
        if name not in self._scripts:
            route.continue_()
            return
        route.fulfill(body=THEN.read(name.partition("?")[0]), content_type="text/javascript")


def given(cash: int) -> dict[str, object]:
    """Return the banker's correction that gives Anna money."""
    return {"kind": "correct", "source": "bank", "target": "seat 0", "amount": cash}


def test_a_page_from_before_an_upgrade_sends_its_input_once_and_reloads_once(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = device()
    table = brought_back(banker, server, auction())
    old = OldPhone(device(), server, table)
    phone, anna = old.page, old.page.locator("#part-seat-0")
    phone.locator(".other summary").click()
    phone.locator("[name='bid.amount']").fill("4")

    act(banker, server, table, given(7))

    expect(anna).to_contain_text("17")
    expect(phone.locator("[name='bid.amount']")).to_have_value("4")
    assert len(old.loads) == 1
    expect(phone.locator("body")).to_have_attribute("data-stream", re.compile("/stream$"))

    phone.locator("[data-takes]:not([data-touch-young])").click()

    expect(phone.locator("body")).to_have_attribute("data-stream", re.compile(f"={PROTOCOL}"))
    expect(phone.locator(".standing")).to_contain_text("4")
    expect_live(phone)
    act(banker, server, table, given(1))
    expect(anna).to_contain_text("18")
    assert len(old.loads) == 2
    history = phone.request.get(f"{table}history").text()
    assert len(re.findall(r"Bruno bids 4", history)) == 1
