"""Play again: phones and the big screen follow to the next table automatically."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urljoin

import pytest

from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.scenes import recorded
from tests.browser.sitting import ANNA, seated
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]


def finished(server: Server, device: Device) -> tuple[str, Page, Page, Page]:
    """Return the URL of a finished table, and the pages of its banker, Anna and a television.

    The television has no seat and has never opened the table before.
    """
    banker = device()
    table = brought_back(banker, server, recorded("big_shot", "four-italian"))
    phone = seated(server, device, table, ANNA)
    television = device(width=1280, height=720)
    television.goto(f"{table}?screen=table")
    banker.goto(table)
    for page in (banker, television, phone):
        expect(page).to_have_title(re.compile("Big Shot$"))
        expect(page.locator("body")).to_have_attribute("data-title", "Big Shot")
    return table, banker, phone, television


def play_again(banker: Page) -> None:
    """Answer the question whether everyone plays again."""
    banker.locator("#ask-again > summary").tap()
    banker.locator("#b-again").tap()


def gone_on(banker: Page, table: str) -> str:
    """Wait until the banker is at the next table; return its URL."""
    code = table.split("/")[-2]
    expect(banker).to_have_url(re.compile(rf"/t/(?!{code})\w+/(\?screen=table)?$"))
    return banker.url.partition("?")[0]


def test_a_phone_and_the_big_screen_move_on_to_the_new_table(
    server: Server, device: Device
) -> None:
    table, banker, phone, television = finished(server, device)
    television.locator("#speak").click()

    banker.locator("#ask-again > summary").tap()
    expect(banker).to_have_url(table)
    banker.locator("#b-again").tap()
    there = gone_on(banker, table)

    expect(phone).to_have_url(there)
    expect(phone.locator(".who")).to_contain_text("Anna")
    expect(television).to_have_url(f"{there}?screen=table")
    expect(television.locator("#speak")).to_have_text("Sound: effects")
    banker.locator("#b-lead-0").tap()
    expect(phone.locator("#b-face-3")).to_be_visible()
    expect(television.locator(".waiting")).to_contain_text("Anna")


@pytest.mark.full
def test_another_game_with_the_same_people_takes_two_taps(server: Server, device: Device) -> None:
    table, banker, phone, television = finished(server, device)

    banker.locator("#b-another").tap()
    banker.get_by_role("button", name=re.compile("Monopoly Travel")).tap()
    there = gone_on(banker, table)

    expect(phone).to_have_url(there)
    expect(phone.locator("body")).to_have_attribute("data-title", "Monopoly Travel")
    expect(television).to_have_url(f"{there}?screen=table")


@pytest.mark.parametrize(
    "page",
    [
        "replay/40",
        *(
            pytest.param(name, marks=pytest.mark.full)
            for name in ("account", "history", "/rules/big_shot", "bank")
        ),
    ],
)
def test_a_phone_on_another_page_is_offered_a_link_to_the_new_table(
    server: Server, device: Device, page: str
) -> None:
    table, banker, phone, _ = finished(server, device)
    phone.goto(urljoin(table, page), referer=table)
    expect(phone.locator("#onward")).to_be_empty()

    play_again(banker)
    there = gone_on(banker, table)
    expect(phone.locator("#onward")).to_contain_text("The others are at the next table.")
    expect(phone).to_have_url(urljoin(table, page))
    phone.get_by_role("link", name="Go to the new table").tap()

    expect(phone).to_have_url(there)


@pytest.mark.full
def test_the_bankers_big_screen_moves_on_and_stays_a_big_screen(
    server: Server, device: Device
) -> None:
    table, banker, phone, _ = finished(server, device)
    banker.set_viewport_size({"width": 1280, "height": 720})
    banker.goto(f"{table}?screen=table")

    play_again(banker)
    there = gone_on(banker, table)

    expect(phone).to_have_url(there)


@pytest.mark.full
def test_a_phone_that_was_offline_moves_on_when_it_reconnects(
    server: Server, device: Device
) -> None:
    table, banker, phone, _ = finished(server, device)
    phone.goto("about:blank")

    play_again(banker)
    there = gone_on(banker, table)
    phone.go_back()

    expect(phone).to_have_url(there)


def test_tapping_a_known_name_seats_them_with_their_usual_colour(
    server: Server, device: Device
) -> None:
    banker = device()
    brought_back(banker, server, recorded("big_shot", "four-italian"))
    banker.goto(f"{server.url}/new/big_shot?players=3")
    banker.locator("[name=name_0]").fill("")

    banker.locator("#others").get_by_role("button", name="Dario").tap()

    expect(banker.locator("[name=name_0]")).to_have_value("Dario")
    colours = [
        banker.locator(f"[name=colour_{place}_0]:checked").input_value() for place in range(3)
    ]
    assert colours[0] == "black" and len(set(colours)) == 3
    expect(banker.locator("#others button")).to_have_count(0)
