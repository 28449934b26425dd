"""Monopoly Travel on real screens: dice, deals, lines, time limits, and changes of money."""

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
    hold_answers,
    playwright_api,
    posted,
)
from tests.browser.monopoly_scenes import at, drawn_open, record, roll
from tests.browser.scenes import record_of
from tests.servers import Server

expect = playwright_api.expect
ANNA, BRUNO = range(2)
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
    thrown = {**roll(ANNA, *dice), "at": 1_000}
    timed = {**record(at(ANNA, 10), thrown), "options": {"minutes": 30}}

    phone.goto(brought_back(phone, server, timed))

    expect(phone.locator("#clock")).to_have_text(said, use_inner_text=True)


@pytest.mark.full
def test_when_time_is_up_the_end_button_appears_in_full_width(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device()
    thrown = {**roll(ANNA, 6, 4), "at": int(time.time()) - 55}
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
    forgotten = (at(ANNA, 21), roll(ANNA, 1, 2), roll(BRUNO, 1, 2))
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
    landed = record(unowned, at(ANNA, 31), roll(ANNA, 4, 4))
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
