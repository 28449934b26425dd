"""Monopoly Travel by a banker and three phones, until everything has happened once.

The dice are entered, so all amounts are computed by hand (English names, 1500 each):

    Anna   2+4: The Angel Islington, bought for 100: 1400.
    Bruno  3+5: Euston Road, bought for 100: 1400.
    Carla  4+5: Pentonville Road, declined; Bruno bids 1, Anna 60, the others withdraw: Anna 1340.
    Anna offers Bruno 150 for Euston Road, Bruno agrees: Anna 1190, Bruno 1550; Anna has the group.
    Anna builds a house on The Angel Islington for 50: 1140, its rent is 30 now.
    Anna   1+3: Just Visiting. Bruno 1+2: Pall Mall, bought for 140: 1410, mortgaged for 70: 1480.
    The banker takes 1490 from Carla: 10.
    Carla  1+2: Electric Company, says the app; but her piece stands on The Angel Islington.
    Anna asks for 30. Carla has 10 and nothing to raise: she is bankrupt, Anna gets the 10: 1150.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest

from tests.browser.conftest import (
    Page,
    Route,
    brought_back,
    expect_live,
    from_menu,
    hold_answers,
    playwright_api,
    posted,
)
from tests.browser.monopoly_scenes import at, drawn_open, record
from tests.browser.monopoly_scenes import roll as rolled
from tests.browser.scenes import record_of
from tests.browser.sitting import choose_players, expect_money
from tests.servers import Server

expect = playwright_api.expect
NAMES = ("Anna", "Bruno", "Carla")
ANNA, BRUNO, CARLA = range(3)
COVERS = """
(said) => {
  const { left, right, top, bottom } = said.getBoundingClientRect();
  const money = said.parentElement.getBoundingClientRect();
  const isBeside = right <= money.left && top < money.bottom && bottom > money.top;
  const covered = [".just", ".waiting", ".hands", ".menu > summary"].filter((name) => {
    const part = document.querySelector(name), range = document.createRange();
    range.selectNodeContents(part.closest(".hands") || part);
    const box = range.getBoundingClientRect();
    return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  });
  return isBeside ? covered : [...covered, "not beside the money"];
}
"""
"""Returns what the change of a sum covers, or that it stands elsewhere."""


def sit_down(
    server: Server, device: Callable[..., Page], *, script: bool = True
) -> tuple[Page, list[Page]]:
    """Return the banker's page and three phones at their seats, on the classic board."""
    banker = device(width=1280, height=800)
    banker.goto(server.url)
    banker.locator("a[href='/new/monopoly']").click()
    choose_players(banker, 3)
    expect(banker.locator("[name=copy_name][value='Classic board']")).to_be_checked()
    for seat, name in enumerate(NAMES):
        banker.locator(f"[name=name_{seat}]").fill(name)
    banker.get_by_role("button", name="Show the QR code").click()
    link = banker.locator(".url").inner_text()
    phones = [device(script=script) for _ in NAMES]
    for phone, name in zip(phones, NAMES, strict=True):
        phone.goto(link)
        phone.get_by_role("button", name=re.compile(name)).click()
    banker.get_by_role("link", name="Go to the table").click()
    return banker, phones


def roll(phone: Page, first: int, second: int) -> None:
    """Tap the results of the two dice."""
    phone.locator(f"a#die-{first}").click()
    phone.locator(f"#die-{second}").click()


def buy_and_auction(phones: list[Page]) -> None:
    """Let Anna and Bruno buy; the property that Carla declines goes to Anna for 60."""
    roll(phones[ANNA], 2, 4)
    phones[ANNA].locator("#b-buy").click()
    roll(phones[BRUNO], 3, 5)
    phones[BRUNO].locator("#b-buy").click()
    roll(phones[CARLA], 4, 5)
    phones[CARLA].locator("#b-decline").click()
    phones[BRUNO].locator("#b-bid").click()
    phones[ANNA].get_by_label("Another amount").click()
    phones[ANNA].locator("[name='bid.amount']").fill("60")
    phones[ANNA].get_by_role("button", name="Bid 60").click()
    expect(phones[CARLA].locator(".standing")).to_have_text("60 highest bid ■ Anna")
    phones[BRUNO].locator("#b-pass").click()
    phones[CARLA].locator("#b-pass").click()
    expect_money(phones[ANNA], 1340)


def make_a_deal(phones: list[Page]) -> None:
    """Let Anna propose a deal, and Bruno agree to it."""
    phones[ANNA].locator("#deal-1").click()
    phones[ANNA].locator("#take-8").check()
    phones[ANNA].locator("#give-money").fill("150")
    phones[ANNA].locator("#b-propose").click()
    offer = phones[BRUNO].locator("#offer-1")
    expect(offer).to_contain_text("Anna offers you 150")
    expect(offer).to_contain_text("and wants from you Euston Road")
    expect(phones[ANNA].locator("#offer-1")).to_contain_text("You offer Bruno 150")
    expect(phones[CARLA].locator("#offer-1")).to_have_count(0)
    phones[BRUNO].locator("#agree-1").click()
    expect_money(phones[ANNA], 1190)
    expect_money(phones[BRUNO], 1550)


def build_a_house(phone: Page) -> None:
    """Let Anna open her group, which stays open, and build on one street."""
    phone.locator(".own.g-light_blue").click()
    phone.locator("#b-build-6").click()
    expect_money(phone, 1140)
    expect(phone.locator(".open")).to_contain_text("earns 30")
    # Houses are built evenly: the next one must go to another street.
    expect(phone.locator("#b-build-6")).to_have_count(0)
    expect(phone.locator("#b-build-8")).to_be_visible()


def mortgage_a_street(phones: list[Page]) -> None:
    """Let Anna end her turn; Bruno buys Pall Mall and mortgages it."""
    roll(phones[ANNA], 1, 3)
    roll(phones[BRUNO], 1, 2)
    phones[BRUNO].locator("#b-buy").click()
    expect_money(phones[BRUNO], 1410)
    phones[BRUNO].locator(".own.g-pink").click()
    phones[BRUNO].locator("#b-mortgage-11").click()
    expect_money(phones[BRUNO], 1480)
    expect(phones[BRUNO].locator("#b-lift-11")).to_have_text("Lift −77")


def take_money(banker: Page, seat: int, amount: int) -> None:
    """Let the banker move money to the bank by a correction."""
    from_menu(banker, "Bank")
    banker.locator("[name=source]").select_option(f"seat {seat}")
    banker.locator("[name=target]").select_option("bank")
    banker.locator("#tool-correct [name=amount]").fill(str(amount))
    banker.get_by_role("button", name="Move the money").click()
    banker.wait_for_url(re.compile(r"/t/\w+/(#|$)"))


def go_bankrupt(phones: list[Page]) -> None:
    """Fix the space of Carla's piece; she cannot pay the rent and goes bankrupt."""
    roll(phones[CARLA], 1, 2)
    expect(phones[CARLA].locator("#b-decline")).to_be_visible()
    phones[CARLA].locator("a#at").click()
    expect(phones[CARLA].locator("#at")).to_have_text("Electric Company")
    phones[CARLA].locator("#at-6").click()
    expect(phones[CARLA].locator("#at")).to_have_text("The Angel Islington")
    phones[ANNA].locator("#b-rent-6").click()
    expect(phones[CARLA].locator(".debt")).to_contain_text("You owe Anna 30")
    missing = phones[CARLA].locator(".missing")
    expect(missing).to_have_text("20 short. You cannot raise any more.")
    expect(phones[CARLA].locator(".debt .hint")).to_have_count(0)
    phones[CARLA].locator("#ask-bankrupt summary").click()
    expect(phones[CARLA].locator("#ask-bankrupt")).to_contain_text("Anna gets all you have: 10")
    expect(phones[CARLA].locator("#b-undo")).to_have_count(0)
    expect(phones[CARLA].locator(".aside > *").last).not_to_be_visible()
    phones[CARLA].get_by_text("No, keep playing").click()
    expect(phones[CARLA].locator("#b-bankrupt")).not_to_be_visible()
    phones[CARLA].locator("#ask-bankrupt summary").click()
    phones[CARLA].locator("#b-bankrupt").click()
    expect(phones[CARLA].locator(".stage")).to_contain_text("You are out. Everyone else plays on.")
    expect_money(phones[ANNA], 1150)


@pytest.mark.full
def test_a_banker_and_three_phones_play_a_deal_an_auction_a_mortgage_a_house_and_a_bankruptcy(
    server: Server, device: Callable[..., Page]
) -> None:
    banker, phones = sit_down(server, device)
    banker.locator("#b-begin-0").click()
    buy_and_auction(phones)
    make_a_deal(phones)
    build_a_house(phones[ANNA])
    mortgage_a_street(phones)
    take_money(banker, CARLA, 1490)
    expect_money(phones[CARLA], 10)
    go_bankrupt(phones)

    expect(banker.locator(".seats .passed")).to_contain_text("Carla")
    expect(banker.locator(".waiting")).to_contain_text("Anna")
    from_menu(banker, "Big screen")
    # Cash, three streets at their prices, and the house at its cost.
    expect(banker.locator(".seats li").first).to_contain_text("Wealth 1520")


@pytest.mark.full
def test_property_is_given_for_a_debt_from_the_bankers_screen_alone(
    server: Server, device: Callable[..., Page]
) -> None:
    """Anna owes Bruno 750, gives Gare Montparnasse for 600, and has 688 for the rest."""
    banker = device()
    banker.goto(brought_back(banker, server, record_of("monopoly", "mo-debt")))
    expect_money(banker, 688)

    banker.locator("#in-kind").click()
    banker.locator("#give-5").check()
    banker.locator("#pay-part").fill("600")
    banker.locator("#b-pay-some").click()
    expect(banker.locator(".waiting")).to_contain_text("Anna offers Bruno property for 600")
    banker.goto(banker.url.partition("?")[0])
    expect(banker.locator(".mine .who")).to_contain_text("Bruno")
    banker.locator("#agree-1").click()
    expect(banker.locator(".mine .who")).to_contain_text("Anna")
    banker.get_by_role("button", name="Pay 150").click()

    expect(banker.locator(".debt")).to_have_count(0)
    expect(banker.locator(".lines")).to_contain_text("Anna pays Bruno 150")


def test_the_title_keeps_its_question_after_further_pushes(
    server: Server, device: Callable[..., Page]
) -> None:
    banker, held = device(), list[Route]()
    banker.route("**/?draft=line*", lambda route: held.append(route))
    banker.goto(brought_back(banker, server, record_of("monopoly", "mo-line")))
    expect_live(banker)

    held[0].continue_()

    expect(banker.locator("div#line-more")).to_be_attached()
    expect(banker).to_have_title(re.compile("What does line 8 of Chance say"))


def test_the_amounts_of_a_line_appear_while_the_answer_to_the_dice_is_pending(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = device()
    banker.goto(brought_back(banker, server, record_of("monopoly", "mo-list")))
    expect_live(banker)
    held = hold_answers(banker)

    for face in (2, 3, 3):
        banker.locator(f"#die-{face}:not([data-touch-young])").click()

    expect(banker.locator("div#line-more")).to_be_attached()
    assert len(held) == 1
    held[0].abort()


@pytest.mark.full
@pytest.mark.parametrize("width", [320, 390])
def test_the_six_die_faces_align_with_the_other_buttons(
    server: Server, device: Callable[..., Page], width: int
) -> None:
    phone = device(width=width)
    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-roll")) + "?for=0")

    faces = [phone.locator(f"#die-{face}").bounding_box() for face in range(1, 7)]

    assert all(faces)
    boxes = [box for box in faces if box]
    assert (boxes[0]["x"], boxes[-1]["x"] + boxes[-1]["width"]) == pytest.approx(
        (16, width - 16), abs=0.5
    )
    # At 320 pixels a row of six, 8 pixels apart, has 41 for each: its height makes up for that.
    assert min(box["width"] for box in boxes) >= (44 if width > 320 else 41)
    assert min(box["width"] * box["height"] for box in boxes) >= 44 * 44


def test_tapping_the_first_die_replaces_the_hint_and_moves_no_button(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device(width=390)
    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-roll")) + "?for=0")
    expect_live(phone)
    hint, key = phone.locator("#dice .hint"), phone.locator("#die-1")
    expect(hint).to_be_visible()
    before = key.bounding_box()

    phone.locator("#die-3").click()

    expect(phone.locator("#dice [data-begun]")).to_be_visible()
    expect(hint).to_be_hidden()
    assert key.bounding_box() == before


def test_the_sender_of_a_deal_sees_that_it_is_open(
    server: Server, device: Callable[..., Page]
) -> None:
    played = record_of("monopoly", "mo-roll")
    phone = device(width=390)
    phone.goto(brought_back(phone, server, played) + drawn_open(played)[0])
    expect_live(phone)
    phone.locator("label", has_text="Rue de Vaugirard").click()
    sent = phone.locator("#b-propose:not([data-touch-young])")
    sent.evaluate("button => scrollBy(0, button.getBoundingClientRect().top - 200)")

    sent.click()

    expect(phone.locator("#offer-1")).to_be_in_viewport(ratio=1)


@pytest.mark.full
def test_with_a_long_name_houses_stay_beside_the_rent(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device(width=390)
    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-debt")) + "?for=0")

    deed = phone.locator(".own.g-orange i", has_text="Saint-Michel")

    expect(deed.locator("b")).to_have_text("⌂⌂⌂ 550")
    assert deed.evaluate("(one) => parseFloat(getComputedStyle(one).lineHeight)") <= 24


@pytest.mark.full
def test_a_name_on_two_lines_of_the_final_scores_is_set_tightly(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device(width=320)
    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-roll")) + "account")

    name = phone.get_by_role("link", name="Compagnie de distribution d’électricité")

    assert name.evaluate("(one) => parseFloat(getComputedStyle(one).lineHeight)") <= 24


@pytest.mark.full
def test_dice_that_can_be_fixed_are_not_underlined(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device()
    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-debt")))

    line = phone.locator(".thrown").evaluate("(one) => getComputedStyle(one).textDecorationLine")

    assert line == "none"


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ((6, 4), "Time is up. The banker taps “Count the wealth”."),
        pytest.param((5, 5), "Time is up: this is the last turn.", marks=pytest.mark.full),
    ],
)
def test_when_time_is_up_words_replace_the_clock(
    server: Server, device: Callable[..., Page], dice: tuple[int, int], said: str
) -> None:
    phone = device()
    thrown = {**rolled(ANNA, *dice), "at": 1_000}
    timed = {**record(at(ANNA, 10), thrown), "options": {"minutes": 30}}

    phone.goto(brought_back(phone, server, timed))

    expect(phone.locator("#clock")).to_have_text(said, use_inner_text=True)


@pytest.mark.full
def test_when_time_is_up_the_end_button_appears_in_full_width(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device()
    thrown = {**rolled(ANNA, 6, 4), "at": int(time.time()) - 55}
    timed = {**record(at(ANNA, 10), thrown), "options": {"minutes": 1}}
    phone.goto(brought_back(phone, server, timed))
    expect(phone.locator("#dice")).to_be_visible()

    expect(phone.locator("#b-time")).to_be_visible(timeout=10_000)

    expect(phone.locator("#dice")).to_have_count(0)
    width = phone.locator("#b-time").evaluate("(one) => one.offsetWidth / innerWidth")
    assert width > 0.9


@pytest.mark.full
def test_the_corrections_of_a_step_are_set_apart_from_undo(
    server: Server, device: Callable[..., Page]
) -> None:
    banker = device(width=390)
    forgotten = (at(ANNA, 21), rolled(ANNA, 1, 2), rolled(BRUNO, 1, 2))
    banker.goto(brought_back(banker, server, record(*forgotten, rent="asked")))
    banker.locator(".lines a", has_text="did not collect").first.click()

    back, after = (
        banker.locator(f".set-right {one}").bounding_box()
        for one in ("form >> nth=0", "#b-after-1")
    )

    assert back and after and after["y"] - back["y"] - back["height"] >= 8


def test_the_reason_for_a_change_of_money_is_the_line_with_that_sum(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device()
    unowned = {"kind": "set_deed", "position": 39, "owner": None}
    landed = record(unowned, at(ANNA, 31), rolled(ANNA, 4, 4))
    phone.goto(brought_back(phone, server, landed))
    expect_live(phone)

    phone.locator("#b-buy:not([data-touch-young])").tap()

    expect(phone.locator(".lines li").first).to_contain_text("again")
    expect(phone.locator(".delta")).to_have_text("−400")
    expect(phone.locator(".just").last).to_have_text("Anna buys Rue de la Paix for 400.")


def test_a_sum_of_several_lines_is_not_attributed_to_one_of_them(
    server: Server, device: Callable[..., Page]
) -> None:
    banker, phone = device(), device()
    line = {"list_name": "chance", "total": 15, "effect": "collect_each", "amount": 10}
    known = record_of("monopoly", "mo-known")
    known["actions"] += [{"kind": "set_line", "reason": "our list", **line}]
    table = brought_back(banker, server, known)
    posted(phone, server, table.removeprefix(server.url) + "sit", seat=str(ANNA))
    phone.goto(table)
    expect_live(phone)

    phone.locator(".main .first:not([data-touch-young])").tap()

    expect(phone.locator(".delta")).to_have_text("+30")


@pytest.mark.parametrize("size", [(320, 640), (1280, 800)])
def test_a_change_of_money_is_shown_beside_it_and_covers_nothing(
    server: Server, device: Callable[..., Page], size: tuple[int, int]
) -> None:
    width, height = size
    page = device(width=width, height=height)
    landed = record({"kind": "set_deed", "position": 39, "owner": None}, at(ANNA, 31))
    page.goto(brought_back(page, server, landed))
    expect_live(page)
    page.locator("#die-4:not([data-touch-young])").click()
    page.locator("#die-4:not([data-touch-young])").click()

    page.locator("#b-buy:not([data-touch-young])").click()

    assert page.locator(".delta").evaluate(COVERS) == []
