"""The action bar of a seat: labels on one line, and chips that keep their places."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.web.requests.language import LANGUAGES
from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.scenes import SCENES, record_of, then
from tests.extent import choose
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]
WRAPPED = """
() => [...document.querySelectorAll(".hands :is(button, a.button, summary)")]
  .filter((button) => button.checkVisibility() && !button.closest(".said, .play-for"))
  .filter((button) => {
    const walk = document.createTreeWalker(button, NodeFilter.SHOW_TEXT), pieces = [];
    while (walk.nextNode()) {
      const text = walk.currentNode, range = document.createRange();
      if (!text.data.trim() || text.parentElement.closest("small")) continue;
      range.selectNodeContents(text);
      pieces.push(...[...range.getClientRects()].filter((piece) => piece.width > 1));
    }
    const { left, right } = button.getBoundingClientRect();
    // A sign beside a name is a little higher than the name.
    const middle = Math.min(...pieces.map(({ top, bottom }) => (top + bottom) / 2));
    return pieces.some(({ top }) => top > middle) || left < 0 || right > innerWidth;
  })
  .map((button) => button.textContent.trim())
"""
"""Returns the labels that take more than one line, or are wider than the screen."""
SLOTS = """
() => [...document.querySelectorAll(".slots > :not(input)")].map((slot) => {
  const { left, right, bottom } = slot.getBoundingClientRect();
  return [slot.id, left, right, innerHeight - bottom];
})
"""
"""Returns the place of each slot for a quick amount, whether it can be used or not."""


@pytest.mark.parametrize(
    "language", choose(check=("de",), test=("de", "fr"), full=tuple(LANGUAGES))
)
@pytest.mark.parametrize("game", sorted(SCENES))
def test_no_label_in_the_action_bar_wraps_on_the_narrowest_phone(
    server: Server, device: Device, game: str, language: str
) -> None:
    phone, found = device(width=320, height=640, language=language), []
    for name, record, paths in SCENES[game]():
        live = [path for path in paths if path == "" or path.startswith("?for=")]
        table = brought_back(phone, server, record)
        for path in live:
            phone.goto(table + path)
            found += [f"{name}{path}: {label}" for label in phone.evaluate(WRAPPED)]

    assert found == []


def test_a_button_keeps_its_place_from_bid_to_bid(server: Server, device: Device) -> None:
    phone, places = device(width=320, height=640), []

    for amount in (130, 600, 1400):
        bid = {"kind": "bid", "seat": 1, "amount": amount}
        table = brought_back(phone, server, then(record_of("monopoly", "mo-auction"), bid))
        phone.goto(table + "?for=0")
        places.append(phone.evaluate(SLOTS))

    assert len(places[0]) == 6
    assert places[0] == places[1] == places[2]


def test_the_main_button_shows_and_bids_the_typed_amount(server: Server, device: Device) -> None:
    """Nine was typed, and the big button under it bid six."""
    phone = device()
    phone.goto(brought_back(phone, server, record_of("big_cheese", "cheese-auction")))
    main = phone.locator(".hands .first")
    expect(main).to_have_text("Bid 1")

    phone.get_by_label("Another amount").click()
    phone.locator("[name='bid.workers']").fill("9")

    expect(main).to_have_text("Bid 9")
    phone.get_by_label("Another amount").click()
    expect(main).to_have_text("Bid 1")
    phone.get_by_label("Another amount").click()
    phone.locator("[name='bid.workers']").fill("9")
    main.click()
    expect(phone.locator(".just").first).to_contain_text("Dario wins the 2 with 9")


def test_a_typed_price_per_share_shows_the_total(server: Server, device: Device) -> None:
    phone = device()
    phone.goto(brought_back(phone, server, record_of("big_deal", "bd-duel")) + "?for=0")

    phone.get_by_label("Another price").click()
    phone.locator("[name='raise.price']").fill("450")

    expect(phone.locator(".hands .first")).to_have_text("Bid 450: 900 in all")


def test_all_in_above_the_cash_at_hand_asks_for_confirmation(
    server: Server, device: Device
) -> None:
    phone = device(width=320, height=640)
    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-auction")) + "?for=0")
    asked = phone.locator(".slots .asked")

    asked.locator("summary").click()

    expect(asked).to_contain_text("You have 688. The other 1415 must come from")
    expect(phone.locator(".standing .figure")).to_have_text("120")
    asked.get_by_role("button", name="Bid 2103").click()
    expect(phone.locator(".standing .figure")).to_have_text("2103")


def test_the_field_for_another_amount_has_the_focus_when_opened(
    server: Server, device: Device
) -> None:
    phone = device(width=320, height=640)
    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-auction")) + "?for=0")
    before = phone.evaluate(SLOTS)

    phone.get_by_label("Another amount").click()

    assert phone.evaluate("document.activeElement.name") == "bid.amount"
    assert phone.evaluate(SLOTS) == before
