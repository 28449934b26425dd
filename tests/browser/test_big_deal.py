"""Big Deal on a laptop: a takeover without scripts, panels, and the signs of resources."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, brought_back, expect_live, hold_answers, playwright_api
from tests.browser.scenes import record_of
from tests.browser.sitting import expect_money, scan_and_begin
from tests.servers import Server

expect = playwright_api.expect
SECURITY = {"white": 150, "green": 100, "needs.human": 1, "needs.space": 1}


def tap(phone: Page, *ids: str) -> None:
    """Tap links, named by the end of their ids, and buttons, named by their whole ids, in order."""
    for name in ids:
        phone.locator(f"#{name}").click()


def expect_question(phone: Page, words: str) -> None:
    """Wait for a question, because two panels in a row may contain the same button."""
    expect(phone.locator("#place .question")).to_have_text(words)


def type_figures(phone: Page) -> None:
    """Enter the printed values of the shares of Security Inc., which the phone asks for."""
    expect_question(phone, "What is printed on the shares of Security Inc.?")
    for name, figure in SECURITY.items():
        phone.locator(f'[name="{name}"]').fill(str(figure))
    phone.locator("#b-learn").click()


@pytest.mark.full
def test_a_takeover_is_played_on_the_bankers_screen_without_script(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = device(width=1280, height=800, script=False)
    banker.goto(server.url + "/new/big_deal?players=2")
    # Not the prices that an earlier game on this server has learnt.
    banker.locator(".standard summary").click()
    banker.get_by_label("New numbers, to be entered").check()
    scan_and_begin(banker, [], ("Anna", "Bruno"))
    banker.locator("[name='deal.overs']").select_option("2")
    tap(banker, "b-deal-1", "b-draw-0", "p-resources", "p-buy-human")
    banker.locator("[name=price]").fill("100")
    tap(banker, "b-price-typed", "p-buy-space", "b-price-50", "b-back", "p-open", "p-security")
    type_figures(banker)
    tap(banker, "b-open-2", "b-end")
    expect(banker.locator(".waiting")).to_contain_text("Anna draws the next card.")
    tap(banker, "draw-1", "p-takeover", "p-2")
    banker.locator("[name=price]").fill("400")
    tap(banker, "b-first-typed")
    expect(banker.locator(".my-turn")).to_contain_text("Bruno can only give up Security Inc.")
    tap(banker, "b-give-up")
    expect(banker.locator(".waiting")).to_contain_text("Anna opens, sells or keeps")
    expect_money(banker, 350)
    expect(banker.locator(".overs")).to_contain_text("3/7")


def test_a_panel_opens_while_the_answer_to_the_previous_tap_is_pending(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = device()
    banker.goto(brought_back(banker, server, record_of("big_deal", "bd-draw")))
    expect_live(banker)
    held = hold_answers(banker)

    tap(banker, "b-draw-0", "p-resources")

    expect_question(banker, "Which resource?")
    assert len(held) == 1
    held[0].abort()


def test_a_ring_distinguishes_resource_signs_from_player_signs(
    server: Server, device: Callable[..., Page]
) -> None:
    laptop = device(width=1280, height=720)
    table = brought_back(laptop, server, record_of("big_deal", "bd-actions"))
    ring = "(signs) => signs.map((sign) => getComputedStyle(sign).borderTopWidth)"

    for path in ("", "?screen=table"):
        laptop.goto(table + path)

        players = laptop.locator(".holder > i:not(.dot, .crown)").evaluate_all(ring)
        assert players == ["0px"] * 4
        for resources in (".wheels i", ".holder small > i"):
            assert set(laptop.locator(resources).evaluate_all(ring)) == {"1px"}
