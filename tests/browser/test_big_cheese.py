"""A whole game of The Big Cheese by three phones and a banker, from the first card to the winner.

One die to 200, counter-clockwise: after Anna comes Carla, then Bruno. By hand:

    (1) Veto: Anna 1.
    (2) 20: Bruno 2; Anna's Veto is finished.
    (3) Big Cheese: Carla 1; Bruno's 20 has 1 worker left.
    (4) 20: Carla 1; Bruno's 20 and Carla's Big Cheese are finished.
        Bruno rolls 6: 120.
    A 20 is up; Carla bids 4, Anna, who could raise, plays her Veto; Carla opens again.
    (5) 12: Bruno 1; Carla's 20 is finished: she rolls 1, worth 20, gives it up and rolls 3: 60.
    (6) 20: Bruno 1; Bruno's 12: 5: 60 (180).
    (7) 2: Anna 1; Bruno's 20: 2: 40 (220). The end: Bruno 220, Carla 60, Anna 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, playwright_api
from tests.browser.sitting import choose_players, expect_money
from tests.servers import Server

expect = playwright_api.expect
NAMES = ("Anna", "Bruno", "Carla")
ANNA, BRUNO, CARLA = range(3)


def sit_down(server: Server, device: Callable[..., Page]) -> tuple[Page, list[Page]]:
    """Return the banker's page and three phones at their seats, with the target entered."""
    banker = device(width=1280, height=800)
    banker.goto(server.url)
    banker.locator("a[href='/new/big_cheese']").click()
    choose_players(banker, 3)
    for seat, name in enumerate(NAMES):
        banker.locator(f"[name=name_{seat}]").fill(name)
    banker.locator(".standard > summary").click()
    banker.locator("[name=target]").fill("200")
    banker.get_by_role("button", name="Show the QR code").click()
    link = banker.locator(".url").inner_text()
    phones = [device() for _ in NAMES]
    for phone, name in zip(phones, NAMES, strict=True):
        phone.goto(link)
        phone.get_by_role("button", name=re.compile(name)).click()
    banker.get_by_role("link", name="Go to the table").click()
    return banker, phones


def quick_bid(page: Page, workers: int) -> None:
    """Bid a quick amount. Its button is found by the number: the id only says which slot it is."""
    page.get_by_role("button", name=str(workers), exact=True).click()


def take(phones: list[Page], opener: int, card: str, seat: int, workers: int = 1) -> None:
    """Turn a card up on the opener's phone; one seat bids, and the others pass."""
    phones[opener].locator(f"#b-card-{card}").click()
    for word in range(3):
        speaker = (opener - word) % 3
        if speaker != seat:
            phones[speaker].locator("#b-pass").click()
        elif workers == 1:
            phones[speaker].locator("#b-bid-1").click()
        else:
            quick_bid(phones[speaker], workers)


def play_to_the_first_result(phones: list[Page]) -> None:
    """Play awards 1 to 4: a Veto and a Big Cheese are finished, and Bruno rolls for his 20."""
    take(phones, ANNA, "veto", ANNA)
    take(phones, ANNA, "20", BRUNO, workers=2)
    expect(phones[ANNA].locator(".seats .special")).to_have_text("Veto")
    expect_money(phones[ANNA], 10)
    expect_money(phones[BRUNO], 8)
    take(phones, BRUNO, "big_cheese", CARLA)
    expect(phones[ANNA].locator(".ripe").first).to_have_text("20 finishes next")
    take(phones, CARLA, "20", CARLA)
    expect(phones[BRUNO].locator("#ro2-6")).to_have_text("6=120")
    phones[BRUNO].locator("#ro2-6").click()


def veto_a_card(phones: list[Page]) -> None:
    """Let Anna veto a card, so that Carla, who opened, opens again."""
    phones[CARLA].locator("#b-card-20").click()
    phones[CARLA].get_by_label("Another amount").click()
    phones[CARLA].locator("[name='bid.workers']").fill("4")
    phones[CARLA].get_by_role("button", name="Bid 4").click()
    expect(phones[BRUNO].locator("#b-bid-5")).to_be_visible()
    expect(phones[BRUNO].locator("#b-veto")).to_have_count(0)
    phones[BRUNO].locator("#b-pass").click()
    phones[ANNA].locator("#b-veto").click()
    expect(phones[CARLA].locator("#b-card-20")).to_be_visible()
    expect_money(phones[CARLA], 9)


def roll_again(phones: list[Page]) -> None:
    """Let Carla roll a 1 for her 20, give up its worth, and roll a 3 with a Big Cheese."""
    phones[CARLA].locator("#ro4-1").click()
    expect(phones[CARLA].locator("#b-keep-4")).to_have_text("Keep 20")
    expect(phones[CARLA].locator("#b-reroll-4")).to_have_text(re.compile("instead of 20"))
    expect(phones[BRUNO].locator("#b-reroll-4")).to_have_count(0)
    phones[CARLA].get_by_text("Big Cheese: roll a real die instead of 20").click()
    phones[CARLA].locator("#re4-3").click()


@pytest.mark.full
def test_a_banker_and_three_phones_play_from_the_first_card_to_the_winner(
    server: Server, device: Callable[..., Page]
) -> None:
    banker, phones = sit_down(server, device)
    banker.locator("#b-open-0").click()
    play_to_the_first_result(phones)
    veto_a_card(phones)
    take(phones, CARLA, "12", BRUNO)
    roll_again(phones)
    take(phones, BRUNO, "20", BRUNO)
    phones[BRUNO].locator("#ro5-5").click()
    take(phones, BRUNO, "2", ANNA)
    phones[BRUNO].locator("#ro6-2").click()

    expect(banker.locator(".waiting")).to_have_text("Bruno wins with 220.")
    phones[ANNA].get_by_role("link", name="Final scores").click()
    expect(phones[ANNA].locator("h1")).to_have_text("Bruno wins with 220.")
    totals = [
        re.compile("Bruno.*220", re.S),
        re.compile("Carla.*60", re.S),
        re.compile("Anna.*0", re.S),
    ]
    expect(phones[ANNA].locator(".place h2")).to_have_text(totals)


@pytest.mark.full
def test_the_table_is_played_from_the_bankers_screen_alone(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = device(width=1280, height=800, script=False)
    banker.goto(server.url + "/new/big_cheese?players=3")
    for seat, name in enumerate(NAMES):
        banker.locator(f"[name=name_{seat}]").fill(name)
    banker.locator(".standard > summary").click()
    banker.locator("[name=scoring][value=dice_set]").check()
    banker.locator("[name=specials][value=False]").check()
    banker.get_by_role("button", name="Show the QR code").click()
    banker.get_by_role("link", name="Go to the table").click()
    banker.locator("#b-open-1").click()
    expect(banker.locator("#b-card-veto")).to_be_disabled()
    expect(banker.get_by_text("Veto: left out of this game")).to_be_visible()
    banker.locator("#b-card-4").click()
    quick_bid(banker, 3)
    for button in ("#b-bid-4", "#b-pass", "#b-pass"):
        banker.locator(button).click()
    expect(banker.locator(".just").first).to_contain_text("Anna wins the 4 with 4")
