"""News goes by step: the same move again is told again, and nothing is told twice."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, expect_live, playwright_api, posted
from tests.browser.sitting import act, seated
from tests.browser.test_for_everybody import VOICES
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]
ANNA, BRUNO = range(2)
PAY = {"kind": "move", "source": "seat 0", "target": "seat 1", "amount": 5}
POINT = {"kind": "score", "seat": BRUNO, "amount": 1}
WATCH = """() => {
  window.told = [];
  window.flashed = [];
  new MutationObserver(() => {
    const words = document.getElementById("told").textContent;
    if (words !== window.told[window.told.length - 1]) window.told.push(words);
  }).observe(document.getElementById("told"), { childList: true });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const one of addedNodes)
        if (one.className === "delta") window.flashed.push(one.textContent);
  }).observe(document.getElementById("now"), { childList: true, subtree: true });
}"""
"""Records each different text of the live region in turn, and each flash of money."""

DOWN = "document.body.style.minHeight = '3000px'; scrollTo(0, 400)"
IS_UP = "document.getElementById('now').getBoundingClientRect().top >= 0"


def table_of_two(server: Server, banker: Page, **options: str) -> str:
    """Return the URL of a new free bank of Anna and Bruno, with the page's device as banker."""
    names = {"name_0": "Anna", "name_1": "Bruno"}
    banker.goto(server.url)
    return posted(banker, server, "/new/free_bank", **names, **options).removesuffix("invite")


@pytest.mark.parametrize(
    ("move", "options", "flash"),
    [
        (PAY, {"start": "20000"}, "+5"),
        (POINT, {"standing": "most_points"}, "+1"),
    ],
    ids=["money", "points"],
)
def test_a_repeated_move_is_announced_and_flashed_again(
    server: Server, device: Device, move: dict[str, object], options: dict[str, str], flash: str
) -> None:
    banker = device()
    table = table_of_two(server, banker, **options)
    phone = seated(server, device, table, BRUNO)
    phone.evaluate(WATCH)

    for times in range(1, 4):
        act(banker, server, table, move)
        expect(phone.locator(f"#now[data-sequence='{times}']")).to_be_attached()

    told = phone.evaluate("window.told")
    assert len(told) == 3, told
    assert len({words.rstrip("\u00a0") for words in told}) == 1
    assert phone.evaluate("window.flashed") == [flash] * 3


def test_a_phone_that_reconnects_announces_nothing_old(server: Server, device: Device) -> None:
    banker = device()
    table = table_of_two(server, banker, start="100")
    act(banker, server, table, PAY)
    phone = seated(server, device, table, BRUNO)
    phone.evaluate(WATCH)

    for _ in range(2):
        phone.evaluate("document.documentElement.removeAttribute('data-is-shown')")
        phone.evaluate("dispatchEvent(new Event('online'))")
        expect_live(phone)

    assert phone.evaluate("[window.told, window.flashed]") == [[], []]


def test_an_undo_announces_no_older_line_as_news(server: Server, device: Device) -> None:
    banker = device()
    table = table_of_two(server, banker, start="100")
    for amount in range(1, 5):
        act(banker, server, table, {**PAY, "amount": amount})
    phone = seated(server, device, table, BRUNO)
    phone.evaluate(WATCH)

    act(banker, server, table, {"kind": "undo", "entry": 4})

    expect(phone.locator("#now[data-sequence='5']")).to_be_attached()
    (told,) = phone.evaluate("window.told")
    assert "undid" in told and told.count("pays") == 1
    assert phone.evaluate("window.flashed") == ["−4"]


def test_a_screen_reader_hears_a_repeated_move_each_time(server: Server, device: Device) -> None:
    banker, screen = device(), device(width=1280, height=720)
    table = table_of_two(server, banker, start="100")
    screen.add_init_script(VOICES)
    screen.goto(f"{table}?screen=table")
    expect_live(screen)
    for _ in "effects", "little", "all":
        screen.locator("#speak:not([data-touch-young])").click()
    screen.evaluate("window.said.length = 0")

    for times in range(1, 4):
        act(banker, server, table, PAY)
        expect(screen.locator(f"#now[data-sequence='{times}']")).to_be_attached()

    said = [line for line in screen.evaluate("window.said") if re.search("Bruno", line)]
    assert said == ["Anna pays Bruno 5."] * 3


def test_the_end_and_a_typed_bid_scroll_a_phone_to_the_top(server: Server, device: Device) -> None:
    banker = device()
    table = table_of_two(server, banker, start="100")
    act(banker, server, table, {"kind": "put_up", "what": "Vase", "how": "open"})
    phone = seated(server, device, table, BRUNO)
    phone.set_viewport_size({"width": 320, "height": 420})
    phone.locator(".other > summary:not([data-touch-young])").click()
    phone.locator(".other input").fill("7")
    phone.evaluate(DOWN)

    phone.locator(".other input").press("Enter")

    expect(phone.locator("#now[data-sequence='2']")).to_be_attached()
    phone.wait_for_function(IS_UP)
    act(banker, server, table, {"kind": "hammer"})
    expect(phone.locator("#now[data-sequence='3']")).to_be_attached()
    phone.evaluate(DOWN)
    act(banker, server, table, {"kind": "end"})
    expect(phone.locator(".end")).to_be_attached()
    phone.wait_for_function(IS_UP)


def test_an_open_menu_closes_when_its_player_is_asked_something(
    server: Server, device: Device
) -> None:
    banker = device()
    table = table_of_two(server, banker, start="100")
    phone = seated(server, device, table, BRUNO)
    phone.locator(".menu > summary:not([data-touch-young])").click()
    expect(phone.locator(".menu[open]")).to_be_visible()

    act(banker, server, table, {"kind": "put_up", "what": "Vase", "how": "open"})

    expect(phone.locator(".my-turn")).to_be_visible()
    expect(phone.locator(".menu[open]")).to_have_count(0)
