"""A banker and four phones sit down at a table of Big Shot."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from tests.browser.conftest import (
    Page,
    brought_back,
    expect_live,
    from_menu,
    playwright_api,
    posted,
)
from tests.browser.scenes import recorded, until
from tests.servers import Server

NAMES = ("Anna", "Bruno", "Carla", "Dario")
ANNA, BRUNO, CARLA, DARIO = range(4)
VALUES = (9, 9, 10, 10, 11, 11, 16, 18, 19, 20, 21)


def choose_players(banker: Page, count: int) -> None:
    """Set up for so many, and wait for that page: what is typed into the one before is lost.

    The page with the button is waited for too: on its way still, it would be taken for that one.
    """
    button = banker.get_by_role("button", name=str(count), exact=True)
    button.wait_for()
    with banker.expect_navigation():
        button.click()


class Reachable(Protocol):
    """A companion at an address: a server, or what stands in front of one."""

    @property
    def url(self) -> str: ...


def sit_down(
    server: Reachable, device: Callable[..., Page], phones: int = 4
) -> tuple[Page, list[Page]]:
    """Return the banker's page and so many phones, each at its seat, clockwise.

    The banker's page shows each phone: what is tapped there while one still comes may move away
    under the finger, and is refused then.
    """
    banker = device(width=1280, height=800)
    banker.goto(server.url)
    banker.locator("a[href='/new/big_shot']").click()
    for seat, name in enumerate(NAMES):
        banker.locator(f"[name=name_{seat}]").fill(name)
    banker.get_by_role("button", name="Show the QR code").click()
    link = banker.locator(".url").inner_text()
    seated = [_seated(device(), link, name) for name in NAMES[:phones]]
    shown = banker.locator(".seat-line .dot.here")
    playwright_api.expect(shown).to_have_count(phones)
    return banker, seated


def _seated(phone: Page, link: str, name: str) -> Page:
    phone.goto(link)
    phone.get_by_role("button", name=re.compile(name)).click()
    return phone


def start_auction(banker: Page, phones: list[Page]) -> None:
    """Let Anna lead and roll a 3: then Bruno has the first word."""
    banker.get_by_role("link", name="To the table").click()
    # A button that has just come or moved refuses a touch for a moment, and shows it.
    banker.locator("#b-lead-0:not([data-touch-young])").click()
    phones[0].locator("#b-face-3:not([data-touch-young])").click()
    phones[1].locator("#b-bid-1").wait_for()


def type_the_board(banker: Page) -> None:
    """Type the eleven values, and that park a touches lots A and D; then the table is shown."""
    from_menu(banker, "The figures in your box")
    for place, value in enumerate(VALUES, 1):
        banker.locator(f"[name=value_{place}]").fill(str(value))
    for field in ("touches_a_1", "touches_a_4", "touches_b_2"):
        banker.locator(f"[name={field}]").check()
    banker.get_by_role("button", name="Keep the figures").click()


def seated(server: Server, device: Callable[..., Page], table: str, seat: int) -> Page:
    """Return a phone that has taken a free seat and shows the table, its stream connected."""
    phone = device()
    posted(phone, server, table.removeprefix(server.url) + "sit", seat=str(seat))
    phone.goto(table)
    expect_live(phone)
    return phone


def auction() -> dict[str, Any]:
    """Return a record of Big Shot in which Anna has led and rolled: Bruno has the first word."""
    return until(recorded("big_shot", "four-italian"), "pass", 0)


def banker_at(server: Server, device: Callable[..., Page], record: Mapping[str, object]) -> Page:
    """Return the banker's phone at a table made from a record, its stream connected."""
    phone = device()
    phone.goto(brought_back(phone, server, record))
    expect_live(phone)
    return phone


def act(page: Page, server: Server, table: str, action: Mapping[str, object]) -> None:
    """Take an action at a table as a page's device, at its newest step."""
    (seen, *_) = re.findall(r'data-sequence="(\d+)"', page.request.get(table).text())
    fields = {"action": json.dumps(action), "seen": seen, "key": os.urandom(6).hex()}
    posted(page, server, table.removeprefix(server.url) + "act", **fields)
