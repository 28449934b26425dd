"""A whole game of Big Deal by three phones and a banker, from the deal to the final sale.

No printed numbers are known at first; players enter them when they first matter. Computed by hand,
in millions; 5 shares of each company are in play. Anna begins with 1000, Bruno 1150, Carla 1300:

    (1) Anna buys a blue and a yellow token for 50 each: 900. She opens Security Inc. with 3.
    (2) Bruno lays 1 share and bids 150; Anna 200, Bruno 300; Anna gives up: Bruno pays 3 x 300.
        Anna 1800, Bruno 250. Bruno sells 2 of the won shares at 150 + 50: 650; the rest to hand.
    (3) Carla, with a Game Over: collects 50 each from Anna (3 shares, 2 free tokens): 250, and
        from Bruno (2 shares): 100. Anna 1550, Bruno 550, Carla 1650.
    (4) Anna opens Security Inc. again, with 2.
    (5) Bruno lays 1 share and a Cash card and bids 150; Anna 200; Bruno gives up: she pays
        2 x 200, and gets 150 for the Cash card. Anna 1300, Bruno 950. The share joins the two.
    (6) Carla ends her turn. (7) Anna has 100 of income: 1400.
    (8) Bruno ends his turn. (9) Carla, at the lower half of the deck, sees the other six Game Over
        cards: the end.
        Anna 1400 + 3 shares open, 1 in hand, 2 tokens at 150: 2300.
        Carla 1650 + 4 x 150: 2250. Bruno 950 + 3 x 150: 1400.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, brought_back, expect_live, hold_answers, playwright_api
from tests.browser.scenes import record_of
from tests.browser.sitting import choose_players, expect_money
from tests.servers import Server

expect = playwright_api.expect
NAMES = ("Anna", "Bruno", "Carla")
ANNA, BRUNO, CARLA = range(3)
SECURITY = {"white": 150, "green": 100, "needs.human": 1, "needs.space": 1}


def sit_down(server: Server, device: Callable[..., Page]) -> tuple[Page, list[Page]]:
    """Return the banker's page and three phones at their seats, after the packing list."""
    banker = device(width=1280, height=800)
    banker.goto(server.url)
    banker.locator("a[href='/new/big_deal']").click()
    choose_players(banker, 3)
    expect(banker.locator(".packing")).to_contain_text("1000 · 1150 · 1300")
    expect(banker.locator(".packing")).to_contain_text("NanoTech Microsystems, Virtual Emotions")
    for seat, name in enumerate(NAMES):
        banker.locator(f"[name=name_{seat}]").fill(name)
    banker.get_by_role("button", name="Show the QR code").click()
    link = banker.locator(".url").inner_text()
    phones = [device() for _ in NAMES]
    for phone, name in zip(phones, NAMES, strict=True):
        phone.goto(link)
        phone.get_by_role("button", name=re.compile(name)).click()
    banker.get_by_role("link", name="Go to the table").click()
    return banker, phones


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


def open_security(phone: Page, shares: int) -> None:
    tap(phone, "p-open", "p-security", f"b-open-{shares}")
    expect(phone.locator(".lines")).to_contain_text(f"opens Security Inc. with {shares} shares")


def play_the_first_turn(anna: Page) -> None:
    """Let Anna enter printed numbers, buy two tokens, and open a company."""
    expect(anna.locator("#b-end")).to_have_count(0)
    anna.locator("#b-draw-0").click()
    tap(anna, "p-resources")
    for resource, left in (("human", 950), ("space", 900)):
        tap(anna, f"p-buy-{resource}", "b-price-50")
        expect_money(anna, left)
        expect_question(anna, "Which resource?")
    expect(anna.locator("#b-back")).to_have_text("Done")
    tap(anna, "b-back", "p-open", "p-security")
    type_figures(anna)
    expect(anna.locator(".lines")).to_contain_text("white 150, green 100")
    expect_question(anna, "With how many shares from hand?")
    expect(anna.locator(".placed .lot")).to_have_text(["Open a company", "Security Inc."])
    tap(anna, "b-open-3")
    expect(anna.locator(".lines")).to_contain_text("opens Security Inc. with 3 shares")
    anna.locator("#b-end").click()


def lose_a_takeover(phones: list[Page]) -> None:
    """Let Bruno take Security Inc. from Anna, sell two of its shares and keep the rest."""
    anna, bruno = phones[ANNA], phones[BRUNO]
    tap(bruno, "b-draw-0", "p-takeover")
    expect_question(bruno, "What do you lay down?")
    tap(bruno, "p-1")
    expect(bruno.locator("#b-first-150")).to_have_text("150 a share 450 in all")
    tap(bruno, "b-first-150")
    expect(anna.locator(".duel")).to_contain_text("If you give up, Bruno pays you 3 × 150 = 450")
    expect(anna.locator(".duel")).to_contain_text("If Bruno gives up, you pay 1 × 200 = 200")
    expect(anna.locator(".stage")).to_contain_text("Your money covers 900 a share at most.")
    tap(anna, "b-raise-200")
    bruno.get_by_role("button", name="300 =900", exact=True).click()
    tap(anna, "b-give-up")
    expect_money(anna, 1800)
    expect_money(bruno, 250)
    tap(bruno, "b-sell-won-2")
    expect_money(bruno, 650)
    tap(bruno, "b-keep-won")
    expect(bruno.locator(".lines")).to_contain_text("keeps 2 × Security Inc. in hand")
    tap(bruno, "b-end")


def collect(phones: list[Page]) -> None:
    """Let Carla collect from the other two, who count their hands."""
    tap(phones[CARLA], "draw-1", "p-cash", "p-0", "b-collect-0-1")
    expect(phones[CARLA].locator(".waiting")).to_contain_text("Anna, Bruno")
    tap(phones[ANNA], "hand-3")
    tap(phones[BRUNO], "hand-2")
    for seat, money in ((ANNA, 1550), (BRUNO, 550), (CARLA, 1650)):
        expect_money(phones[seat], money)
    tap(phones[CARLA], "b-end")


def fight_off_a_takeover(phones: list[Page]) -> None:
    """Let Anna defend her company against a share and a Cash card."""
    anna, bruno = phones[ANNA], phones[BRUNO]
    tap(bruno, "b-draw-0", "p-takeover", "p-cash")
    expect_question(bruno, "How many Cash cards?")
    tap(bruno, "p-1")
    expect_question(bruno, "And how many shares?")
    tap(bruno, "p-1", "b-first-150")
    tap(anna, "b-raise-200")
    tap(bruno, "b-give-up")
    tap(anna, "b-claim-0")
    expect(anna.locator(".seats")).to_contain_text("Security Inc. ×3")
    expect_money(anna, 1300)
    expect_money(bruno, 950)
    tap(bruno, "b-end")


@pytest.mark.full
def test_a_banker_and_three_phones_play_from_the_deal_to_the_final_sale(
    server: Server, device: Callable[..., Page]
) -> None:
    banker, phones = sit_down(server, device)
    banker.locator("#b-deal-0").click()
    play_the_first_turn(phones[ANNA])
    lose_a_takeover(phones)
    collect(phones)
    tap(phones[ANNA], "b-draw-0")
    open_security(phones[ANNA], 2)
    tap(phones[ANNA], "b-end")
    fight_off_a_takeover(phones)
    tap(phones[CARLA], "b-draw-0", "b-end")
    tap(phones[ANNA], "b-draw-0")
    expect(phones[ANNA].locator("#part-turn .hint")).to_have_text("income 100 Security Inc.")
    tap(phones[ANNA], "b-end")
    expect(phones[BRUNO].locator(".overs")).to_contain_text("1/7")
    expect(phones[BRUNO].locator("[id^=draw-]")).to_have_text(["1", "2"])
    tap(phones[BRUNO], "b-draw-0", "b-end")
    expect(phones[CARLA].locator("#draw-5")).to_be_visible()
    expect(phones[CARLA].locator("#draw-6")).to_be_hidden()
    phones[CARLA].get_by_text("all 6 remaining Game Over cards").click()
    expect(phones[CARLA].locator("#ask-draw-overs")).to_contain_text("The game ends at once: you")
    tap(phones[CARLA], "draw-6")
    for phone, hand in zip(phones, (1, 3, 4), strict=True):
        tap(phone, f"hand-{hand}")
    phones[ANNA].get_by_role("link", name="Final scores").click()
    expect(phones[ANNA].locator("h1")).to_have_text("Anna wins with 2300.")
    totals = [
        re.compile("Anna.*2300", re.S),
        re.compile("Carla.*2250", re.S),
        re.compile("Bruno.*1400", re.S),
    ]
    expect(phones[ANNA].locator(".place h2")).to_have_text(totals)


@pytest.mark.full
def test_a_takeover_is_played_on_the_bankers_screen_without_script(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = device(width=1280, height=800, script=False)
    banker.goto(server.url + "/new/big_deal?players=2")
    for seat, name in enumerate(NAMES[:2]):
        banker.locator(f"[name=name_{seat}]").fill(name)
    # Not the prices that an earlier game on this server has learnt.
    banker.locator(".standard summary").click()
    banker.get_by_label("New numbers, to be entered").check()
    banker.get_by_role("button", name="Show the QR code").click()
    banker.get_by_role("link", name="Go to the table").click()
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
