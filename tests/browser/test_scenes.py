"""Scenes on the big screen: each runs once, and only the next move cuts it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Page, brought_back, expect_live, playwright_api, posted
from tests.browser.scenes import recorded
from tests.browser.sitting import sit_down, start_auction
from tests.browser.test_for_everybody import VOICES, violations
from tests.extent import choose
from tests.patience import eventually
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]
MET = {
    "sold": ("big_shot/cube-moved", 7),
    "a lot": ("big_shot/fallen-back-french", 78),
    "lots": ("big_shot/four-italian", 105),
    "last lots": ("big_shot/four-italian-shared", 127),
    "score": ("big_cheese/one-die-200", 43),
    "takeover": ("big_deal/five-empty-wheel", 34),
    "bids": ("free_bank/sealed", 4),
    "payment": ("monopoly/bail-raised-first", 20),
    "bankruptcy": ("monopoly/bankrupt-to-a-player", 23),
    "groups": ("monopoly/fast-second-bankruptcy", 0),
    "winner": ("monopoly/last-one-of-four", 55),
}
"""By what is shown: a recorded game, and the number of its steps before that."""
AT = """
(share) => {
  const moving = document.getAnimations();
  const longest = Math.max(...moving.map((one) => one.effect.getComputedTiming().endTime));
  for (const one of moving) {
    one.pause();
    one.currentTime = longest * share;
  }
  return longest;
}
"""
"""Stops everything that moves at a share of the whole time, which it returns in milliseconds."""
HOLD = """
async () => {
  const moving = document.getAnimations();
  for (const one of moving) one.pause();
  await Promise.all(moving.map((one) => one.ready));
}
"""
"""Stop all animations, and wait until they stand still: a pause begins with the next frame."""
OUTSIDE = """
() => {
  const whole = document.querySelector(".scenes").getBoundingClientRect();
  const parts = document.querySelectorAll(".scene > *, .rows > li, .flag, .beside > *, .sum > *");
  const out = [...parts].filter((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return left < whole.left || right > whole.right || top < whole.top || bottom > whole.bottom;
  });
  return out.map((part) => part.outerHTML.slice(0, 200));
}
"""
"""Returns what does not lie inside the place of the scenes."""
CUT = """
() => {
  const moving = document.getAnimations(), cut = new Set();
  const longest = Math.max(...moving.map((one) => one.effect.getComputedTiming().endTime));
  for (let share = 0; share < 1; share += 0.02) {
    for (const one of moving) one.currentTime = longest * share;
    for (const picture of document.querySelectorAll(".scene svg")) {
      const { left, right, top, bottom } = picture.getBoundingClientRect();
      for (const part of picture.querySelectorAll("*")) {
        const box = part.getBoundingClientRect();
        const isInside = box.left >= left - 1 && box.right <= right + 1
          && box.top >= top - 1 && box.bottom <= bottom + 1;
        if (!isInside && getComputedStyle(picture).overflow !== "visible")
          cut.add(picture.outerHTML.slice(0, 60));
      }
    }
  }
  return [...cut];
}
"""
"""Returns the pictures that move out of their frames and are cut there."""
LONG = "Bartholomew Featherstonehaugh-"


def tap(page: Page, server: Server, table: str, action: dict[str, Any]) -> None:
    """Take an action as the banker, past the buttons: what it brings about is what is looked at."""
    sequence = page.locator("#now").get_attribute("data-sequence")
    fields = {"action": json.dumps(action), "seen": sequence, "key": f"key {sequence}"}
    posted(page, server, table.removeprefix(server.url) + "act", **fields)


def played(server: Server, device: Device, what: str, *names: str, **more: Any) -> Page:
    """Return a big screen that has just been brought a move that is shown."""
    name, step = MET[what]
    record = recorded(*name.split("/"))
    if names:
        for seat, called in zip(record["seats"], names, strict=False):
            seat["name"] = called
    page = device(width=1280, height=720, **more)
    table = brought_back(page, server, {**record, "actions": record["actions"][:step]})
    page.goto(table + "?screen=table")
    expect_live(page)
    tap(page, server, table, record["actions"][step])
    expect(page.locator(".scene").first).to_be_attached()
    return page


@pytest.mark.parametrize(
    "what",
    choose(
        check=(), test=("last lots", "score", "takeover", "bids", "bankruptcy"), full=tuple(MET)
    ),
)
def test_a_scene_is_readable_and_ends_within_eight_seconds(
    server: Server, device: Device, what: str
) -> None:
    page = played(server, device, what, LONG)

    longest = page.evaluate(AT, 0.48 if what in ("bids", "last lots") else 0.96)

    assert 2500 <= longest <= 8000
    assert violations(page) == []
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(CUT) == []


def test_a_pushed_screen_neither_repeats_nor_cuts_a_scene(server: Server, device: Device) -> None:
    page = played(server, device, "sold")
    page.evaluate("document.querySelector('.scenes').dataset.isTheSame = ''")
    # Held, so that the scene does not end before everything below has happened.
    page.evaluate(HOLD)
    times = "document.getAnimations().map((one) => [one.playState, one.currentTime])"
    before = page.evaluate(times)
    pushes = "window.pushes = 0; document.addEventListener('shown', () => { window.pushes += 1; })"
    page.evaluate(pushes)

    # A phone connects and disconnects, so every screen is pushed again.
    other = device()
    other.goto(page.url.partition("?")[0])
    expect_live(other)
    other.goto("about:blank")
    eventually(lambda: page.evaluate("window.pushes > 0"))
    # The stream is lost, and comes back.
    page.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))")
    eventually(lambda: page.evaluate("window.pushes > 1"))

    expect(page.locator(".scenes[data-is-the-same]")).to_have_count(1)
    assert before and page.evaluate(times) == before


def test_the_next_move_ends_all_scenes_and_a_page_that_loads_has_none(
    server: Server, device: Device
) -> None:
    page = played(server, device, "last lots")
    expect(page.locator(".scene")).to_have_count(2)

    page.reload()
    expect_live(page)
    expect(page.locator(".scenes")).to_have_count(0)

    other = played(server, device, "bids")
    expect(other.locator(".scene")).to_have_count(2)
    tap(other, server, other.url.partition("?")[0], {"kind": "next_round"})
    expect(other.locator(".scenes")).to_have_count(0)


def test_with_reduced_motion_a_scene_is_a_still_picture(server: Server, device: Device) -> None:
    page = device(width=1280, height=720)
    page.emulate_media(reduced_motion="reduce")
    for what in choose(check=("lots",), test=("lots", "score"), full=tuple(MET)):
        still = played(server, lambda **_: page, what)
        moving = still.evaluate("document.getAnimations().map((one) => one.animationName)")
        assert set(moving) == {"stands"}
        expect(still.locator(".scene").first).to_be_visible()


def test_a_screen_reader_hears_each_scene_once(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    banker.add_init_script(VOICES)
    start_auction(banker, phones)
    banker.goto(phones[0].url + "?screen=table")
    expect_live(banker)
    phones[1].locator("#b-bid-1").tap()
    for seat in (2, 3):
        phones[seat].locator("#b-pass").tap()
    banker.locator("#speak").click()
    banker.locator("#speak").click()

    phones[0].locator("#b-pass").tap()
    expect(banker.locator(".caption")).to_have_text("Bruno wins the cubes for 1.")

    assert banker.evaluate("window.said").count("Bruno wins the cubes for 1.") == 1
