"""A score sheet that two phones and the banker fill in together, as in an evening at home."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import Page, expect_live, playwright_api
from tests.browser.sitting import choose_players, scan
from tests.servers import Server

expect = playwright_api.expect


def enter(page: Page, **numbers: str) -> None:
    """Type numbers of the column on the screen, such as ``n2="5"`` for its second line."""
    for name, text in numbers.items():
        page.locator(f"[name='numbers.{name[1:]}']").fill(text)


def test_two_phones_and_the_banker_fill_in_a_sheet_and_the_result_appears(
    server: Server, device: Callable[..., Page]
) -> None:
    """Nine Greens, the lowest total wins: Anna 4 + 3, Bruno 9, Carla 5."""
    banker, anna, bruno = device(width=1280, height=800), device(), device()
    banker.goto(f"{server.url}/sheets/golf")
    banker.get_by_role("link", name="Fill in together").click()
    choose_players(banker, 3)
    scan(banker, (anna, bruno))
    for phone in (anna, bruno):
        expect_live(phone)

    enter(bruno, n1="9")
    enter(anna, n1="4", n2="3")
    anna.get_by_role("button", name="Enter", exact=True).click()
    # What Bruno has typed survives Anna's numbers, and hers stay readable in her fields.
    expect(bruno.locator(".all-columns")).to_contain_text("7")
    expect(bruno.locator("[name='numbers.1']")).to_have_value("9")
    expect(anna.locator("[name='numbers.1']")).to_have_attribute("placeholder", "4")
    anna.get_by_role("button", name="Everything else is 0").click()
    bruno.get_by_role("button", name="Everything else is 0").click()
    banker.get_by_role("link", name="Go to the table").click()
    expect(banker.locator(".waiting").first).to_have_text("Waiting for the numbers of Carla.")
    enter(banker, n9="5")
    banker.get_by_role("button", name="Everything else is 0").click()

    for phone in (anna, bruno):
        expect(phone.locator(".stage")).to_contain_text("Carla wins with 5.")
