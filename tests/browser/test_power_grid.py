"""An evening of Power Grid's money: three players, three rounds, in whole Elektro.

Everybody starts with 50. Computed by hand, for Anna, Bruno and Carla:

    Round 1: plants 4, 5, 3; coal 2*2, 3*1, 1; cities 10, 10+10+8, 10; income 22, 33, 22.
             They have 54, 47, 58.
    Bruno gives Anna 15 by mistake and undoes it. Carla owes Anna 6, who asks for it: 60, 47, 52.
    Round 2: Anna wins plant 13 for 14 against Carla; oil 3, 4, 2*3; income 22, 33, 22.
             They have 65, 76, 68.
    Round 3: cities 15+12, 20, 5*3; income 44, 44, 33. They have 82, 100, 86.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tests.browser.conftest import Page, from_menu, playwright_api
from tests.browser.sitting import ANNA, BRUNO, CARLA, expect_money, new_game, scan_and_begin
from tests.servers import Server

expect = playwright_api.expect


def sit_down(server: Server, device: Callable[..., Page]) -> tuple[Page, list[Page]]:
    """Return the banker's page and three phones at their seats."""
    banker = new_game(server, device, "free_bank", 3)
    banker.locator(".standard > summary").click()
    for option, typed in (("unit", "E"), ("start", "50"), ("salary", "0")):
        banker.locator(f"[name={option}]").fill(typed)
    banker.locator("[name=movers][value=pay_and_take]").check()
    phones = [device() for _ in range(3)]
    scan_and_begin(banker, phones)
    return banker, phones


def move(phone: Page, typed: str, after: int, takes: bool = False) -> None:
    """Pay the bank, or take money from it; the player then has ``after``."""
    sheet = phone.locator("#move")
    # A push may have left it open.
    if takes and not sheet.locator("#payer[open]").count():
        sheet.locator("#payer > summary").click()
    ends = "#payer" if takes else ".targets"
    sheet.locator(ends).get_by_role("link", name="The bank").click()
    sheet.locator("[name='paid.typed']").fill(typed)
    phone.locator("#b-pay").click()
    expect_money(phone, after)


def buy_and_earn(
    phones: Sequence[Page], money: list[int], paid: Sequence[str], earned: Sequence[int]
) -> None:
    """Let each player pay what is typed, such as "4+2*2", and then take an income."""
    for seat, typed in enumerate(paid):
        money[seat] -= value_of(typed)
        move(phones[seat], typed, money[seat])
        money[seat] += earned[seat]
        move(phones[seat], str(earned[seat]), money[seat], takes=True)


def value_of(typed: str) -> int:
    """Return the value of a sum whose terms are numbers, or products of two numbers."""
    total = 0
    for term in typed.split("+"):
        first, _, second = term.partition("*")
        total += int(first) * int(second or 1)
    return total


def test_an_evening_of_power_grid_is_paid_on_three_phones(
    server: Server, device: Callable[..., Page]
) -> None:
    banker, phones = sit_down(server, device)
    money = [50, 50, 50]

    buy_and_earn(phones, money, ("4+2*2+10", "5+3*1+10+10+8", "3+1+10"), (22, 33, 22))
    assert money == [54, 47, 58]

    pay_by_mistake(phones[BRUNO])
    ask_for_six(phones)
    money[ANNA] += 6
    money[CARLA] -= 6
    begin_round(banker, 2)

    auction_plant_13(banker, phones)
    money[ANNA] -= 14
    expect_money(phones[ANNA], money[ANNA])
    buy_and_earn(phones, money, ("3", "4", "2*3"), (22, 33, 22))
    assert money == [65, 76, 68]

    begin_round(banker, 3)
    buy_and_earn(phones, money, ("15+12", "20", "5*3"), (44, 44, 33))
    assert money == [82, 100, 86]

    from_menu(banker, "Bank")
    banker.get_by_text("End the game", exact=True).click()
    banker.get_by_role("button", name="Yes, end the game").click()
    expect(banker.locator(".waiting")).to_have_text(re.compile("Bruno wins with 100"))


def begin_round(banker: Page, number: int) -> None:
    """Begin a round, and wait until the laptop's history has it and loads nothing more."""
    banker.get_by_role("button", name=f"Begin round {number}").click()
    expect(banker.locator("#log")).to_contain_text(f"Round {number} begins")


def pay_by_mistake(bruno: Page) -> None:
    """Let Bruno pay Anna 15, and undo it."""
    bruno.locator("#move .targets").get_by_role("link", name="Anna").click()
    bruno.locator("[name='paid.typed']").fill("15")
    bruno.locator("#b-pay").click()
    expect_money(bruno, 32)
    bruno.get_by_role("button", name="Undo").click()
    expect_money(bruno, 47)


def auction_plant_13(banker: Page, phones: Sequence[Page]) -> None:
    banker.get_by_role("link", name=re.compile("Auction")).click()
    banker.locator("[name=what]").fill("Plant 13")
    banker.locator("#b-put-open").click()
    expect(banker.locator(".waiting")).to_contain_text("Plant 13")
    phones[CARLA].locator("#b-bid").click()
    expect(phones[ANNA].locator(".waiting")).to_contain_text("Carla bids")
    phones[ANNA].locator(".hands").get_by_label("Another amount").click()
    phones[ANNA].locator("[name='bid.typed']").fill("14")
    phones[ANNA].get_by_role("button", name="Bid 14", exact=True).click()
    expect(phones[CARLA].locator("#b-bid")).to_have_text(re.compile("Bid 15"))
    phones[BRUNO].locator("#b-pass").click()
    expect(phones[CARLA].locator(".seats li").nth(BRUNO)).to_contain_text("passed")
    phones[CARLA].locator("#b-pass").click()


def ask_for_six(phones: Sequence[Page]) -> None:
    """Let Anna ask Carla for 6, who pays it on her phone."""
    anna, carla = phones[ANNA], phones[CARLA]
    anna.get_by_role("link", name=re.compile("Auction")).click()
    anna.locator("#tool-ask > summary").click()
    anna.locator("#tool-ask [name=payer]").select_option(label="Carla")
    anna.locator("#tool-ask [name=typed]").fill("6")
    anna.get_by_role("button", name="Ask", exact=True).click()
    expect(carla.locator(".waiting")).to_contain_text("Anna asks you for 6")
    carla.get_by_role("button", name="Pay 6").click()
    expect_money(carla, 52)
    expect_money(anna, 60)
