"""Helpers to set up tables, mostly of Big Shot, with a banker and four phones."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
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
    """Choose the number of players, and wait for the new page: it would discard earlier input.

    The current page must be complete first. Otherwise it would be mistaken for the new one.
    """
    button = banker.get_by_role("button", name=str(count), exact=True)
    button.wait_for()
    with banker.expect_navigation():
        button.click()


def new_game(server: Server, device: Callable[..., Page], game: str, players: int) -> Page:
    """Return the banker's laptop on the page for a new game of so many players."""
    banker = device(width=1280, height=800)
    banker.goto(server.url)
    banker.locator(f"a[href='/new/{game}']").click()
    choose_players(banker, players)
    return banker


class Reachable(Protocol):
    """Something with a URL: a server, or a proxy in front of one."""

    @property
    def url(self) -> str: ...


def sit_down(
    server: Reachable, device: Callable[..., Page], phones: int = 4
) -> tuple[Page, list[Page]]:
    """Return the banker's page and so many phones at their seats, clockwise.

    The banker's page then shows all of them, so that no button moves when one arrives.
    """
    banker = device(width=1280, height=800)
    banker.goto(server.url)
    banker.locator("a[href='/new/big_shot']").click()
    seated = [device() for _ in range(phones)]
    scan(banker, seated, NAMES)
    shown = banker.locator(".seat-line .dot.here")
    playwright_api.expect(shown).to_have_count(phones)
    return banker, seated


def scan(banker: Page, phones: Sequence[Page], names: Sequence[str] = NAMES[:3]) -> None:
    """Name the players of a new game, and let the phones scan its code and take the first seats."""
    for seat, name in enumerate(names):
        banker.locator(f"[name=name_{seat}]").fill(name)
    banker.get_by_role("button", name="Show the QR code").click()
    link = banker.locator(".url").inner_text()
    for phone, name in zip(phones, names, strict=False):
        phone.goto(link)
        phone.get_by_role("button", name=re.compile(name)).click()


def scan_and_begin(banker: Page, phones: Sequence[Page], names: Sequence[str] = NAMES[:3]) -> None:
    """Let the phones take their seats (see ``scan``), and show the table on the banker's page."""
    scan(banker, phones, names)
    banker.get_by_role("link", name="Go to the table").click()
    # A tap on a link while another page is loading could be lost.
    banker.wait_for_url("**/t/*/")


def start_auction(banker: Page, phones: list[Page]) -> None:
    """Let Anna lead and roll a 3, so that Bruno is the first to bid."""
    banker.get_by_role("link", name="Go to the table").click()
    # For a moment, a new or moved button ignores touches and has this attribute.
    banker.locator("#b-lead-0:not([data-touch-young])").click()
    phones[0].locator("#b-face-3:not([data-touch-young])").click()
    phones[1].locator("#b-bid-1").wait_for()


def type_the_board(banker: Page) -> None:
    """Enter the eleven values and the lots that the parks touch; this returns to the table."""
    from_menu(banker, "Printed numbers")
    for place, value in enumerate(VALUES, 1):
        banker.locator(f"[name=value_{place}]").fill(str(value))
    for field in ("touches_a_1", "touches_a_4", "touches_b_2"):
        banker.locator(f"[name={field}][type=checkbox]").check()
    banker.get_by_role("button", name="Save the numbers").click()


def expect_money(phone: Page, amount: int) -> None:
    """Wait until a player has an amount; for three seconds its change, such as +5, follows it."""
    figure = phone.locator(".mine .figure")
    playwright_api.expect(figure).to_have_text(re.compile(rf"^{amount}([+−]\d.*)?$"))


def seated(server: Server, device: Callable[..., Page], table: str, seat: int) -> Page:
    """Return a phone at a free seat that shows the table, with its stream connected."""
    phone = device()
    posted(phone, server, table.removeprefix(server.url) + "sit", seat=str(seat))
    phone.goto(table)
    expect_live(phone)
    return phone


def auction() -> dict[str, Any]:
    """Return a saved game of Big Shot in which Bruno is the first to bid."""
    return until(recorded("big_shot", "four-italian"), "pass", 0)


def banker_at(server: Server, device: Callable[..., Page], record: Mapping[str, object]) -> Page:
    """Return the banker's phone at a table made from a saved game, with its stream connected."""
    phone = device()
    phone.goto(brought_back(phone, server, record))
    expect_live(phone)
    return phone


def act(page: Page, server: Server, table: str, action: Mapping[str, object]) -> None:
    """Take an action as the page's device, at the newest step of the table."""
    (seen, *_) = re.findall(r'data-sequence="(\d+)"', page.request.get(table).text())
    fields = {"action": json.dumps(action), "seen": seen, "key": os.urandom(6).hex()}
    posted(page, server, table.removeprefix(server.url) + "act", **fields)
