"""Accessibility: axe finds no violations, and the focus and the live region follow the game.

`make test` checks the first page and the big screen of each scene. `make test-all` checks all its
pages, and every kind of action (``tests/web/test_menus_looked_at.py``). All rules of axe are
applied in English in the light theme; those for contrast also in the dark one, in `make test` only
on big screens. ``test_sweep`` checks the size of buttons and the contrast of texts on phones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.scenes import SCENES, SCORES, SHEETS, menus, record_of, recorded
from tests.browser.sitting import banker_at, seated, sit_down, start_auction
from tests.extent import choose
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
"""Simulates a device with one voice, and records the spoken texts."""
BIG_SCREEN = "?screen=table"
OTHERS = (*SHEETS, *(f"score/{path}" for path in SCORES))
WITHOUT_A_TABLE = choose(check=(), test=("sheets/victory", "score/big_shot"), full=OTHERS)
CONNECTED = """
() => !document.body.dataset.title || document.title.endsWith(document.body.dataset.title)
"""
RUN = """
async (only) => {
  const usual = { resultTypes: ["violations"], selectors: false };
  const { passes, violations } = await axe.run({ ...usual, ...only });
  if (!passes.length) throw new Error("axe looked at nothing");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
"""
"""Runs axe and returns violations only: its whole report has 50 kB."""
CONTRAST = {"runOnly": ["color-contrast"]}
WITHOUT_CONTRAST = {"rules": {"color-contrast": {"enabled": False}}}


def violations(page: Page, *, with_contrast: bool = True) -> list[str]:
    """Return axe's violations on a page, in the light and the dark theme."""
    eventually(lambda: page.evaluate(CONNECTED))
    page.evaluate(AXE_SCRIPT)
    if not with_contrast:
        return list(page.evaluate(RUN, WITHOUT_CONTRAST))
    found: list[str] = page.evaluate(RUN, {})
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {words}" for words in page.evaluate(RUN, CONTRAST)]
    page.emulate_media(color_scheme="light")
    return found


def violations_at(page: Page, address: str) -> list[str]:
    """Return axe's violations on the page at a URL, on a phone or a laptop."""
    is_big = address.endswith(BIG_SCREEN)
    page.set_viewport_size({"width": 1280 if is_big else 390, "height": 720})
    page.goto(address)
    # The sweep checks the contrast of every page on a phone, in both themes.
    with_contrast = is_big or choose(check=False, test=False, full=True)
    return [f"{address}: {words}" for words in violations(page, with_contrast=with_contrast)]


def looked_at(game: str) -> Iterator[tuple[dict[str, Any], tuple[str, ...]]]:
    """Yield the saved games of a game to check, with their pages."""
    for number, (_, record, pages) in enumerate(SCENES[game]()):
        first = pages[:1] if number % 2 else (*pages[:1], BIG_SCREEN)
        yield record, choose(check=(), test=first, full=(*pages, BIG_SCREEN))
    for record, page in menus(game) if choose(check=False, test=False, full=True) else ():
        yield record, (page,)


@pytest.mark.parametrize("game", SCENES)
def test_axe_finds_nothing_on_any_page_of_any_scene(
    server: Server, device: Device, game: str
) -> None:
    page = device()
    found = violations_at(page, f"{server.url}/new/{game}")
    for record, paths in looked_at(game):
        table = brought_back(page, server, record)
        for path in paths:
            found += violations_at(page, table + path)

    assert not found, "\n".join(found)


@pytest.mark.parametrize(("game", "scene"), [("big_shot", "auction"), ("big_deal", "bd-actions")])
def test_axe_finds_nothing_on_a_big_screen_that_was_made_light(
    server: Server, device: Device, game: str, scene: str
) -> None:
    page = device(width=1280, height=720)
    page.add_init_script("localStorage.setItem('light', '1')")
    page.goto(brought_back(page, server, record_of(game, scene)) + BIG_SCREEN)
    expect(page.locator("#light")).to_have_text("Dark screen")

    assert violations(page) == []


def test_axe_finds_nothing_on_the_pages_without_a_table(own_server: Server, device: Device) -> None:
    """The first page is also checked without tables, so this test has its own server."""
    page, found = device(), []
    for path in ("", "rules/big_shot", *WITHOUT_A_TABLE):
        found += violations_at(page, f"{own_server.url}/{path}")
    # Now with known players, a finished game, and a table to continue from.
    table = brought_back(page, own_server, recorded("big_shot", "four-italian"))
    others = brought_back(page, own_server, recorded("big_cheese", "six-clockwise"))
    for path in ("", "evenings", "evenings/tonight", "evenings?person=Anna", "new/big_shot"):
        found += violations_at(page, f"{own_server.url}/{path}")
    found += violations_at(page, f"{table}again") + violations_at(page, f"{others}again")

    assert not found, "\n".join(found)


def test_the_title_and_the_live_region_announce_news(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)

    phones[1].locator("#b-bid-1").tap()

    expect(phones[2].locator("#told")).to_have_text(
        "Your turn Bid 2 or more, or pass. Bruno bids 1."
    )
    expect(phones[2]).to_have_title("Your turn Bid 2 or more, or pass. · Big Shot")


def test_keyboard_focus_moves_to_the_prompt_and_not_to_undo_if_its_button_is_gone(
    server: Server, device: Device
) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)
    phones[1].locator("#b-bid-1").focus()

    phones[1].keyboard.press("Enter")

    expect(phones[1].locator("#b-bid-1")).to_have_count(0)
    expect(phones[1].locator(".waiting:focus")).to_have_count(1)


def test_the_focus_of_a_player_who_waits_is_on_the_prompt_and_on_nothing_to_press(
    server: Server, device: Device
) -> None:
    banker = banker_at(server, device, record_of("free_bank", "fb-auction"))
    phone = seated(server, device, banker.url, 0)
    phone.locator("#b-bid").focus()

    phone.keyboard.press("Enter")

    expect(phone.locator("#b-bid")).to_have_count(0)
    expect(phone.locator(".waiting:focus")).to_have_count(1)


def test_a_screen_reader_hears_how_much_money_changed_and_why(
    server: Server, device: Device
) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)

    phones[1].locator("#b-borrow").tap()

    expect(phones[1].locator(".mine .money .delta")).to_have_text("+9")
    expect(phones[1].locator(".just")).to_have_text("You borrow: you get 9 and owe 10.")


def test_the_big_screen_reads_aloud_the_chosen_announcements(
    server: Server, device: Device
) -> None:
    banker, phones = sit_down(server, device)
    banker.add_init_script(VOICES)
    start_auction(banker, phones)
    banker.goto(phones[0].url + "?screen=table")
    banker.locator("#speak:not([data-touch-young])").click()
    banker.locator("#speak:not([data-touch-young])").click()

    phones[1].locator("#b-bid-1").tap()
    expect(banker.locator(".hero-card .figure")).to_have_text("1")
    banker.locator("#speak:not([data-touch-young])").click()
    phones[2].locator("#b-bid-2").tap()
    expect(banker.locator(".hero-card .figure")).to_have_text("2")

    assert banker.evaluate("window.said") == [
        "Bruno bids 1 or more, or passes.",
        "Carla bids 2 or more, or passes.",
        "Carla bids 2 or more, or passes.",
        "Carla outbids Bruno with 2.",
        "Carla bids 2.",
        "Dario bids 3 or more, or passes.",
    ]
