"""A game at the free bank: a banker and three phones pay, bid, seal bids, and use a countdown.

Everybody starts with 1500 and takes a salary of 200 when it is due. Computed by hand:

    Anna pays Bruno 60 by chips: 1440, 1560. Bruno takes the salary: 1760.
    The banker moves 100 from the bank to Carla: 1600.
    The mill: Carla bids 1, Anna 5, Bruno and Carla pass: Anna 1435.
    The picture, sealed: Anna 50, Bruno 80, Carla none: Bruno 1680.
    The banker ends it: Bruno 1680, Carla 1600, Anna 1435.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, from_menu, playwright_api
from tests.browser.sitting import choose_players, expect_money
from tests.servers import Server

expect = playwright_api.expect
NAMES = ("Anna", "Bruno", "Carla")
ANNA, BRUNO, CARLA = range(3)


def sit_down(
    server: Server,
    device: Callable[..., Page],
    unit: str = "D",
    start: int = 1500,
    salary: int = 200,
) -> tuple[Page, list[Page]]:
    """Return the banker's page and three phones at their seats."""
    banker = device(width=1280, height=800)
    banker.goto(server.url)
    banker.locator("a[href='/new/free_bank']").click()
    choose_players(banker, 3)
    for seat, name in enumerate(NAMES):
        banker.locator(f"[name=name_{seat}]").fill(name)
    banker.locator(".standard > summary").click()
    for option, typed in (("unit", unit), ("start", start), ("salary", salary)):
        banker.locator(f"[name={option}]").fill(str(typed))
    banker.locator("[name=movers][value=pay_and_take]").check()
    banker.get_by_role("button", name="Show the QR code").click()
    link = banker.locator(".url").inner_text()
    phones = [device() for _ in NAMES]
    for phone, name in zip(phones, NAMES, strict=True):
        phone.goto(link)
        phone.get_by_role("button", name=re.compile(name)).click()
    banker.get_by_role("link", name="Go to the table").click()
    return banker, phones


def tap_together(page: Page, *words: str) -> None:
    """Tap the links of a payment in order."""
    for word in words:
        page.locator("#move").locator("a", has_text=re.compile(rf"^\W*{word}\s*$")).first.click()


def pay(banker: Page, phones: list[Page]) -> None:
    """Pay with chips; a push in between does not change the sum."""
    anna = phones[ANNA]
    tap_together(anna, "Bruno", "50")
    expect(anna.locator("#b-pay [data-sum]")).to_have_text(re.compile("50"))
    phones[BRUNO].locator("#b-salary").click()
    expect(anna.locator(".seats li").nth(BRUNO)).to_contain_text("1700")
    tap_together(anna, "10")
    expect(anna.get_by_role("button", name="Pay 60")).to_be_visible()
    anna.locator("#b-pay").click()
    expect_money(anna, 1440)
    expect_money(phones[BRUNO], 1760)
    expect(anna.locator("#move")).to_contain_text("To")
    tap_together(banker, "The bank")
    banker.locator("#move .targets").get_by_role("link", name="Carla").click()
    tap_together(banker, "100")
    banker.locator("#b-pay").click()
    expect_money(phones[CARLA], 1600)


def put_up(banker: Page, what: str, how: str) -> None:
    banker.get_by_role("link", name=re.compile("Auction")).click()
    banker.locator("[name=what]").fill(what)
    banker.locator(f"#b-put-{how}").click()
    expect(banker.locator(".waiting")).to_contain_text(what)


def auction_the_mill(banker: Page, phones: list[Page]) -> None:
    """Sell the mill in an open auction, which ends when all others have passed."""
    put_up(banker, "Mill", "open")
    phones[CARLA].locator("#b-bid").click()
    expect(phones[ANNA].locator(".waiting")).to_contain_text("Carla bids 1")
    expect(phones[CARLA].locator("#b-bid")).to_have_count(0)
    phones[ANNA].get_by_role("button", name="6", exact=True).wait_for()
    phones[ANNA].locator(".hands").get_by_label("Another amount").click()
    phones[ANNA].locator("[name='bid.typed']").fill("5")
    phones[ANNA].get_by_role("button", name="Bid 5", exact=True).click()
    expect(phones[CARLA].locator("#b-bid")).to_have_text(re.compile("Bid 6"))
    phones[BRUNO].locator("#b-pass").click()
    expect(phones[CARLA].locator(".seats li").nth(BRUNO)).to_contain_text("passed")
    phones[CARLA].locator("#b-pass").click()
    expect_money(phones[ANNA], 1435)


def auction_the_picture(banker: Page, phones: list[Page]) -> None:
    """Sell the picture by sealed bids, which are hidden until the last one is made."""
    put_up(banker, "Picture", "sealed")
    for seat, amount in ((ANNA, "50"), (BRUNO, "80")):
        phones[seat].locator("[name='seal_bid.typed']").fill(amount)
        phones[seat].locator("#b-seal").click()
        expect(phones[seat].locator("p.sealed")).to_contain_text(f"Your sealed bid: {amount}")
    expect(banker.locator(".waiting")).to_contain_text("waiting for Carla to submit a sealed bid")
    expect(phones[CARLA].locator(".waiting")).to_contain_text("Picture: submit your sealed bid.")
    for other in (banker, phones[CARLA]):
        expect(other.locator(".seats li").nth(BRUNO)).to_contain_text("bid is in")
        expect(other.locator("#now")).not_to_contain_text("80")
    phones[CARLA].locator("#b-no-bid").click()
    expect(phones[CARLA].locator(".bids")).to_contain_text("Bruno 80")
    expect_money(phones[BRUNO], 1680)


def count_down(banker: Page, phones: list[Page]) -> None:
    """Show a countdown of 5 minutes on every screen, and remove it."""
    banker.get_by_role("link", name=re.compile("Auction")).click()
    banker.locator("#tool-clock > summary").click()
    banker.get_by_role("button", name="5:00").click()
    for page in (banker, *phones):
        expect(page.locator("#clock")).to_contain_text(re.compile("[45]:[0-5][0-9]"))
    phones[CARLA].locator("#b-stop-clock").click()
    for page in (banker, *phones):
        expect(page.locator("#clock")).to_have_count(0)


@pytest.mark.full
def test_a_banker_and_three_phones_play_a_game_of_the_free_bank(
    server: Server, device: Callable[..., Page]
) -> None:
    banker, phones = sit_down(server, device)
    pay(banker, phones)
    auction_the_mill(banker, phones)
    auction_the_picture(banker, phones)
    count_down(banker, phones)
    from_menu(banker, "Bank")
    yes = banker.get_by_role("button", name="Yes, end the game")
    expect(yes).to_be_hidden()
    banker.get_by_text("End the game", exact=True).click()
    yes.click()

    expect(banker.locator(".waiting")).to_have_text(re.compile("Bruno wins with 1680"))
    phones[CARLA].get_by_role("link", name="Final scores").click()
    expect(phones[CARLA].locator("h1")).to_have_text(re.compile("Bruno wins with 1680"))
    totals = [
        re.compile(f"{name}.*{total}", re.S)
        for name, total in (("Bruno", 1680), ("Carla", 1600), ("Anna", 1435))
    ]
    expect(phones[CARLA].locator(".place h2")).to_have_text(totals)


@pytest.mark.full
def test_one_device_without_script_plays_bank_and_all_players(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = device(script=False)
    banker.goto(server.url + "/new/free_bank?players=2")
    for seat, name in enumerate(NAMES[:2]):
        banker.locator(f"[name=name_{seat}]").fill(name)
    banker.locator(".standard > summary").click()
    banker.locator("[name=start]").fill("20")
    banker.get_by_role("button", name="Show the QR code").click()
    banker.get_by_role("link", name="Go to the table").click()
    banker.get_by_role("link", name="Bruno", exact=True).last.click()
    tap_together(banker, "Anna", "10")
    banker.locator("#b-pay").click()
    expect(banker.locator(".lines li").first).to_have_text("Bruno → Anna: 10.")
    put_up(banker, "Vase", "open")
    banker.locator("#b-bid").click()
    expect(banker.locator(".waiting")).to_contain_text("Anna bids 1")
    banker.locator("#b-bid").click()
    expect(banker.locator(".waiting")).to_contain_text("Bruno bids 2")
    banker.locator("#b-hammer").click()
    expect(banker.locator(".lines li").first).to_have_text("Vase: Bruno wins it for 2.")
