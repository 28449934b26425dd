"""A banker and four phones sit down at a table of Big Shot."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from tests.browser.conftest import Page, from_menu, playwright_api

NAMES = ("Anna", "Bruno", "Carla", "Dario")
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
