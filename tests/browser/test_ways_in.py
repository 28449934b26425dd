"""The pages for joining a table: the Wi-Fi's QR code, and large enough buttons."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
import qrcode
from qrcode.util import QRData

from companion.mechanics.actions.refusal import not_none
from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.scenes import recorded
from tests.browser.sitting import ANNA, auction, seated
from tests.extent import choose
from tests.servers import Server

expect = playwright_api.expect
QUIET = 2
WORD = 'p;a:n"e\\è'
LEAST = 44
SMALL = """least => [...document.querySelectorAll(
    ":is(.top, main) :is(a[href], button, input:not([type=hidden]), select, summary, label)"
)].map(one => one.closest("label") || one)
    .map(one => [one, one.getBoundingClientRect()])
    .filter(([one, { width, height }]) => width && (width < least || height < least))
    .map(([one, { width, height }]) => `${one.outerHTML.slice(0, 90)}: ${width} x ${height}`)"""


def modules(text: str) -> list[set[tuple[int, int]]]:
    """Return a text's QR code for each mask, as the columns and rows of its dark modules."""
    drawn = []
    for mask in range(8):
        code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=0, mask_pattern=mask)
        code.add_data(QRData(text.encode()))
        rows = enumerate(code.get_matrix())
        drawn.append({(x, y) for y, row in rows for x, dark in enumerate(row) if dark})
    return drawn


def shown(page: Page) -> set[tuple[int, int]]:
    """Return the dark modules of the QR code that the page shows for the Wi-Fi."""
    line = page.locator("#wifi-drawn path").get_attribute("d") or ""
    return {(int(x) - QUIET, int(y) - QUIET) for x, y in re.findall(r"M(\d+),(\d+)h1v1h-1z", line)}


def invited(server: Server, device: Callable[..., Page], language: str = "en") -> Page:
    """Return a banker's device on the page with the code of a table."""
    banker = device(language)
    banker.goto(brought_back(banker, server, {**auction(), "actions": []}) + "invite")
    return banker


def type_the_wifi(page: Page, name: str, word: str) -> None:
    page.locator("#wifi-open").click()
    page.locator("#wifi-name").fill(name)
    page.locator("#wifi-word").fill(word)
    page.locator("#wifi-keep").click()


def test_the_wifi_stays_on_the_device_where_it_was_typed(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = invited(server, device)
    asked: list[str] = []
    banker.context.on(
        "request", lambda ask: asked.append(f"{ask.url} {ask.post_data} {ask.headers}")
    )

    type_the_wifi(banker, "Casa, Rossi", WORD)
    drawn = shown(banker)
    banker.reload()

    assert drawn in modules(r"WIFI:T:WPA;S:Casa\, Rossi;P:p\;a\:n\"e\\è;;")
    assert shown(banker) == drawn
    banker.locator("#wifi-open").click()
    banker.locator("#wifi-forget").click()
    expect(banker.locator("#wifi-name")).to_be_visible()
    banker.reload()
    expect(banker.locator("#wifi-open")).to_be_visible()
    assert banker.locator("#wifi-drawn path").count() == 0
    assert banker.evaluate("localStorage.length") == 0
    for spelling in (WORD, json.dumps(WORD), "Rossi", "p%3B", "p;a"):
        assert not [line for line in asked if spelling in line]
    assert asked and not [cookie for cookie in banker.context.cookies() if "Rossi" in str(cookie)]


def test_an_open_wifi_has_no_password_and_enter_shows_its_code(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = invited(server, device)

    banker.locator("#wifi-open").click()
    banker.locator("#wifi-name").fill("Bar")
    banker.locator("#wifi-name").press("Enter")

    assert shown(banker) in modules("WIFI:T:nopass;S:Bar;;")


@pytest.mark.full
def test_without_script_the_wifi_is_not_offered(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = invited(server, device)
    plain = device(script=False)
    plain.context.add_cookies(banker.context.cookies())  # type: ignore[arg-type]

    plain.goto(banker.url)

    expect(plain.locator(".code")).to_be_visible()
    expect(plain.locator("#wifi")).to_be_hidden()


@pytest.mark.parametrize("language", choose(check=(), test=("fr",), full=("en", "it", "fr")))
def test_every_button_on_the_way_to_a_table_is_large_enough_to_tap(
    server: Server, device: Callable[..., Page], language: str
) -> None:
    banker = invited(server, device, language)
    table, join = banker.url, banker.url.replace("/t/", "/j/").removesuffix("/invite")
    guest = device(language=language)
    visits = [
        *((banker, f"{server.url}/new/{game}") for game in ("big_shot", "monopoly", "free_bank")),
        *((banker, page) for page in (server.url, table, table.replace("invite", "seats/1"))),
        *((guest, page) for page in (server.url, f"{server.url}/join?code=AAAA-AAAA", join)),
    ]

    small = {}
    for page, address in visits:
        page.goto(address)
        for summary in page.locator("main summary").all():
            summary.click()
        small[address] = page.evaluate(SMALL, LEAST)

    assert {address: found for address, found in small.items() if found} == {}


def test_a_refresh_of_the_ways_in_keeps_a_half_typed_name(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = invited(server, device)
    name = banker.locator(".seat-line [name=name]").first
    banker.locator(".seat-line summary").first.click()
    name.fill("Anneli")
    banker.evaluate("document.querySelector('#ways-in h1').textContent = 'Old'")

    # Without the address that it shows, the page asks for the whole section.
    refresh = (
        "htmx.ajax('GET', location.pathname + '/ways', {target: '#ways-in', swap: 'outerHTML'})"
    )
    banker.evaluate(refresh)

    expect(banker.locator("#ways-in h1")).to_have_text("Scan to join")
    expect(name).to_have_value("Anneli")


def test_a_taken_seat_disappears_from_the_choice_without_a_reload(
    server: Server, device: Callable[..., Page]
) -> None:
    banker, phone = device(), device()
    table = brought_back(banker, server, auction())
    phone.goto(f"{server.url}/j/{table.split('/')[-2]}")
    anna = phone.get_by_role("button", name="Anna")
    expect(anna).to_be_enabled()

    seated(server, device, table, ANNA)

    expect(anna).to_have_count(0)
    expect(phone.locator(".here-already")).to_have_text(re.compile("Anna"))


@pytest.mark.parametrize(
    "size", [(1280, 720), pytest.param((390, 844), marks=pytest.mark.full)], ids=str
)
@pytest.mark.parametrize("game", ["free_bank", "monopoly"])
def test_the_start_button_and_the_code_are_visible_without_scrolling(
    server: Server, device: Callable[..., Page], game: str, size: tuple[int, int]
) -> None:
    """However many players there are, however many rules can be chosen."""
    banker = device(width=size[0], height=size[1])
    banker.goto(f"{server.url}/new/{game}?players=6")
    for seat in range(6):
        banker.locator(f"[name=name_{seat}]").fill(f"Player {seat}")
    banker.evaluate("scrollTo(0, 0)")
    button = banker.get_by_role("button", name="Show the QR code")
    assert bottom(button) <= size[1]
    assert not banker.locator(".option").first.is_visible()

    button.click()

    banker.wait_for_url("**/invite")
    drawn = not_none(banker.locator("#ways-in svg").bounding_box())
    assert drawn["y"] + drawn["height"] <= size[1]
    assert drawn["height"] >= 0.42 * size[1]
    assert bottom(banker.get_by_role("link", name="Go to the table")) <= size[1]


def bottom(found: Any) -> float:
    box = not_none(found.bounding_box())
    return float(box["y"] + box["height"])


def test_a_player_can_choose_a_colour_when_sitting_down(
    server: Server, device: Callable[..., Page]
) -> None:
    """The seat of the lobby is filled with it, and nobody else can have it."""
    record = {**recorded("free_bank", "fewest-points-shared"), "actions": []}
    banker, phone = device(), device()
    table = brought_back(banker, server, record)
    banker.goto(f"{table}invite")
    phone.goto(f"{server.url}/j/{table.split('/')[-2]}")
    phone.get_by_text("Another colour").click()
    phone.get_by_label("pink").check()

    phone.locator("#seat-1").click()

    expect(phone.locator(".who .c-pink")).to_be_visible()
    seat = banker.locator(".seat-line").nth(1)
    expect(seat).to_have_class(re.compile("seated c-pink"))
    banker.locator(".seat-line").nth(0).get_by_text("More").click()
    expect(banker.locator(".seat-line").nth(0).get_by_label("pink")).to_have_count(0)
