"""Pages for everybody: axe finds nothing, a thumb finds room, the focus and the live region follow.

Every scene of every game is looked at, on each of its pages and on the screen for all, and every
kind of action that a menu can offer (``tests/web/test_menus_looked_at.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.scenes import SCENES, SCORES, menus, recorded
from tests.browser.sitting import sit_down, start_auction
from tests.browser.test_narrow import WIDER
from tests.patience import eventually
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]
VOICES = """
window.said = [];
speechSynthesis.getVoices = () => [{ lang: "en-GB" }];
speechSynthesis.speak = (words) => window.said.push(words.text);
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
"""
"""A device with one voice, that keeps what it is given to say."""
LOOKS: tuple[tuple[str, Literal["light", "dark"]], ...] = (
    ("en", "light"),
    ("it", "dark"),
    ("fr", "light"),
)
SHEETS = (
    "sheets/",
    "sheets/new/lines",
    "sheets/victory",
    "sheets/victory?players=2&line_1_0=4&line_5_1=2&line_6_1=",
    "sheets/rounds?players=2&line_1_0=x",
    "sheets/majority/lines",
    "sheets/golf/share",
)
NARROWEST = 320
CONNECTED = """
() => !document.body.dataset.title || document.title.endsWith(document.body.dataset.title)
"""
SMALL = """
() => [...document.querySelectorAll("button, a[href], summary, select, input:not([type=hidden])")]
  .filter((thing) => !thing.matches(".rule, .points a, [type=checkbox], [type=radio]"))
  .filter((thing) => thing.checkVisibility())
  .map((thing) => [thing.textContent.trim().slice(0, 30), thing.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.width < 43.9 || box.height < 43.9))
  .map(([words, box]) => `${words}: ${Math.round(box.width)} × ${Math.round(box.height)}`)
"""
"""What is tapped and smaller than 44 px; a rule's small link stands behind its sentence, and the
points of a chart lie side by side as on a slider."""
STICKING_OUT = """
async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return [...document.querySelectorAll(".hero-card, .for-all .seats > li")].flatMap((card) => {
    const { top, bottom } = card.getBoundingClientRect();
    return [...card.querySelectorAll("*")]
      .filter((part) => part.getClientRects().length > 0)
      .filter((part) => !["inline", "contents"].includes(getComputedStyle(part).display))
      .map((part) => [part.textContent.trim(), part.getBoundingClientRect()])
      .filter(([, box]) => box.top < top - 1 || box.bottom > bottom + 1)
      .map(([words]) => `sticks out: ${words}`);
  });
}
"""
COVERED = """
() => {
  const button = document.querySelector(".table-screen #b-undo")?.getBoundingClientRect();
  return [...document.querySelectorAll(".for-all li, .for-all tr, .for-all ul, .hero-card")]
    .filter((part) => !part.matches(".lines li")) // what has no room there is cut off
    .map((part) => [part.textContent.trim(), part.getBoundingClientRect()])
    .filter(([, box]) => button && box.right > button.left && box.left < button.right)
    .filter(([, box]) => box.bottom > button.top + 1 && box.top < button.bottom)
    .map(([words]) => `covered by the button that takes back: ${words}`);
}
"""


def violations(page: Page, address: str) -> list[str]:
    """Return what axe finds on a page, and what a thumb does not."""
    is_for_all = address.endswith("?screen=table")
    page.set_viewport_size({"width": 1280 if is_for_all else 390, "height": 720})
    page.goto(address)
    eventually(lambda: page.evaluate(CONNECTED))
    found: dict[str, Any] = Axe().run(page).response
    said = [
        f"{address}: {broken['id']}: {node['html'][:200]}"
        for broken in found["violations"]
        for node in broken["nodes"]
    ]
    assert found["passes"]
    said += [f"{address}: {small}" for small in page.evaluate(SMALL)]
    if is_for_all:
        for height in (720, 800):
            page.set_viewport_size({"width": 1280, "height": height})
            found_there = page.evaluate(STICKING_OUT) + page.evaluate(COVERED)
            said += [f"{address} {height}: {words}" for words in found_there]
    else:
        page.set_viewport_size({"width": NARROWEST, "height": 640})
        if wider := page.evaluate(WIDER):
            said.append(f"{address}: {wider} px wider than a phone of {NARROWEST}")
    return said


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
@pytest.mark.parametrize("game", SCENES)
def test_axe_finds_nothing_on_any_page_of_any_scene(
    server: Server, device: Device, game: str, language: str, scheme: Literal["light", "dark"]
) -> None:
    page, found = device(language, scheme=scheme), []
    for _, record, pages in SCENES[game]():
        table = brought_back(page, server, record)
        for path in (*pages, "?screen=table"):
            found += violations(page, table + path)
    for record, path in menus(game):
        found += violations(page, brought_back(page, server, record) + path)
    found += violations(page, f"{server.url}/new/{game}")

    assert not found, "\n".join(found)


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_axe_finds_nothing_on_the_pages_without_a_table(
    server: Server, device: Device, language: str, scheme: Literal["light", "dark"]
) -> None:
    page, found = device(language, scheme=scheme), []
    for path in ("", "rules/big_shot", *SHEETS, *(f"score/{path}" for path in SCORES)):
        found += violations(page, f"{server.url}/{path}")
    # Now with people and an evening to remember, and a finale to go on from.
    table = brought_back(page, server, recorded("big_shot", "four-italian"))
    others = brought_back(page, server, recorded("big_cheese", "six-clockwise"))
    for path in ("", "evenings", "evenings?person=Anna", "new/big_shot"):
        found += violations(page, f"{server.url}/{path}")
    found += violations(page, f"{table}again") + violations(page, f"{others}again")

    assert not found, "\n".join(found)


def test_the_title_and_the_live_region_say_what_is_new(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)

    phones[1].locator("#b-bid-1").tap()

    expect(phones[2].locator("#told")).to_have_text(
        "Your turn Bid 2 or more, or pass. Bruno bids 1."
    )
    expect(phones[2]).to_have_title("Your turn Bid 2 or more, or pass. · Big Shot")


def test_keys_find_the_next_button_where_theirs_is_gone(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)
    phones[1].locator("#b-bid-1").focus()

    phones[1].keyboard.press("Enter")

    expect(phones[1].locator("#b-bid-1")).to_have_count(0)
    expect(phones[1].locator(".hands button:focus")).to_have_count(1)


def test_money_says_by_how_much_it_changed_and_why(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)

    phones[1].locator("#b-borrow").tap()

    expect(phones[1].locator(".delta")).to_have_text("+9 · Bruno borrows: gets 9, owes 10.")


def test_the_screen_for_all_says_aloud_what_it_was_asked_to(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    banker.add_init_script(VOICES)
    start_auction(banker, phones)
    banker.goto(phones[0].url + "?screen=table")
    banker.locator("#speak").click()

    phones[1].locator("#b-bid-1").tap()
    expect(banker.locator(".hero-card .figure")).to_have_text("1")
    banker.locator("#speak").click()
    phones[2].locator("#b-bid-2").tap()
    expect(banker.locator(".hero-card .figure")).to_have_text("2")

    assert banker.evaluate("window.said") == [
        "Bruno bids 1 or more, or passes.",
        "Carla bids 2 or more, or passes.",
        "Carla bids 2 or more, or passes.",
        "Carla bids 2.",
        "Dario bids 3 or more, or passes.",
    ]
