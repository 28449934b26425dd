"""Scenes on the big screen: each runs once, and only the next move cuts it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.browser.conftest import Page, brought_back, expect_live, playwright_api, posted
from tests.browser.scenes import recorded
from tests.browser.sitting import (
    BRUNO,
    CARLA,
    act,
    auction,
    banker_at,
    seated,
    sit_down,
    start_auction,
)
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
    "payment": ("monopoly/fast-second-bankruptcy", 6),
    "bankruptcy": ("monopoly/bankrupt-to-a-player", 23),
    "groups": ("monopoly/fast-second-bankruptcy", 0),
    "winner": ("monopoly/last-one-of-four", 55),
    "begins": ("monopoly/last-one-of-four", 0),
    "card": ("big_cheese/told", 2),
    "veto": ("big_cheese/one-die-200", 32),
    "reroll": ("big_cheese/told", 8),
    "opened": ("big_deal/told", 4),
    "split": ("big_deal/three-won-and-split", 21),
    "overs": ("big_deal/three-shared-win", 17),
    "leader": ("big_deal/stopped-in-a-takeover", 3),
    "outbid": ("big_shot/four-italian-shared", 3),
    "jail": ("monopoly/jail-in-and-out", 7),
    "built": ("monopoly/fast-second-bankruptcy", 5),
    "deal": ("monopoly/debt-paid-with-property", 17),
    "round": ("score_pad/ten-rounds", 9),
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
  const inner = ".scene :is(li, .flag, .beside > *, .sum > *)";
  const parts = document.querySelectorAll(`.scene > *, ${inner}`);
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
MOVING = """
document.querySelector(".scenes").getAnimations({ subtree: true }).map((one) => one.animationName)
"""
FINISH = "document.getAnimations().forEach((one) => one.finish())"
TELLS = """
document.getElementById("part-public").innerHTML + document.getElementById("told").textContent
"""
"""Returns the parts of a big screen that show what happened."""
TONES = """
window.tones = [];
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  const tone = make.call(this), start = tone.start;
  tone.start = function (at) { window.tones.push(tone.frequency.value); start.call(tone, at); };
  return tone;
};
"""
"""Records the pitch of every tone."""
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
    page.evaluate(f"window.before = {TELLS}")
    # The app fills in the time.
    action = {name: given for name, given in record["actions"][step].items() if name != "at"}
    tap(page, server, table, action)
    expect(page.locator(".scene").first).to_be_attached()
    return page


@pytest.mark.parametrize(
    "what",
    choose(
        check=(),
        test=("last lots", "score", "takeover", "bids", "bankruptcy", "begins"),
        full=tuple(MET),
    ),
)
def test_a_scene_is_readable_and_ends_within_eight_seconds(
    server: Server, device: Device, what: str
) -> None:
    page = played(server, device, what, LONG)

    longest = page.evaluate(AT, 0.48 if what in ("bids", "last lots") else 0.96)

    is_end = page.locator(".scenes.whole").count() == 1
    assert 2500 <= longest <= (12000 if is_end else 8000)
    assert violations(page) == []
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(CUT) == []


def test_a_pushed_screen_neither_repeats_nor_cuts_a_scene(server: Server, device: Device) -> None:
    page = played(server, device, "sold")
    page.evaluate("document.querySelector('.scenes').isTheSame = true")
    # Held, so that the scene does not end before everything below has happened.
    page.evaluate(HOLD)
    times = "document.getAnimations().map((one) => [one.playState, one.currentTime])"
    before = page.evaluate(times)
    # Each push brings a new key.
    key = "document.getElementById('tap').elements.key.value"
    first = page.evaluate(key)

    # A phone connects and disconnects, so every screen is pushed again.
    other = device()
    other.goto(page.url.partition("?")[0])
    expect_live(other)
    other.goto("about:blank")
    eventually(lambda: page.evaluate(key) != first)
    second = page.evaluate(key)
    # The stream is lost, and comes back.
    page.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))")
    eventually(lambda: page.evaluate(key) != second)

    assert page.evaluate("document.querySelector('.scenes').isTheSame")
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
        moving = still.evaluate(MOVING)
        assert set(moving) == {"stands", "read"}
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
    for _ in ("effects", "little", "all"):
        banker.locator("#speak:not([data-touch-young])").click()

    phones[0].locator("#b-pass").tap()
    expect(banker.locator(".caption")).to_have_text("Bruno wins the cubes for 1.")
    eventually(lambda: "Bruno wins the cubes for 1." in banker.evaluate("window.said"))
    banker.evaluate(FINISH)
    expect(banker.locator("body.is-held")).to_have_count(0)

    assert banker.evaluate("window.said").count("Bruno wins the cubes for 1.") == 1


def test_nothing_is_told_before_its_scene_has_shown_it(server: Server, device: Device) -> None:
    """All kinds: what stands on the big screen stays as it was until the scenes have ended."""
    page = device(width=1280, height=720)
    for what in MET:
        played(server, lambda **_: page, what)
        page.evaluate(HOLD)

        assert page.evaluate(TELLS) == page.evaluate("window.before"), what
        page.evaluate(FINISH)
        expect(page.locator("body.is-held")).to_have_count(0)
        assert page.evaluate(TELLS) != page.evaluate("window.before"), what


def test_a_sale_knocks_twice_once_somebody_has_turned_the_sound_on(
    server: Server, device: Device
) -> None:
    page = device(width=1280, height=720)
    page.add_init_script(TONES)
    page.add_init_script("localStorage.setItem('sound', `1 ${Date.now()}`)")
    played(server, lambda **_: page, "sold")
    eventually(lambda: page.evaluate("window.tones") != [])
    loud = page.evaluate("window.tones")

    page.add_init_script("localStorage.setItem('sound', `0 ${Date.now()}`)")
    played(server, lambda **_: page, "sold")
    page.evaluate(FINISH)

    assert loud[:2] == [240, 190]
    assert page.evaluate("window.tones") == []


def test_a_phone_waits_for_the_big_screen_at_the_end_until_it_is_tapped(
    server: Server, device: Device
) -> None:
    name, step = "free_bank/most-money-shared", 3
    record = recorded(*name.split("/"))
    banker, big, phone = device(), device(width=1280, height=720), device()
    table = brought_back(banker, server, {**record, "actions": record["actions"][:step]})
    banker.goto(table)
    posted(phone, server, table.removeprefix(server.url) + "sit", seat="0")
    phone.goto(table)
    expect_live(phone)
    with big.expect_response(lambda answer: "/seen?" in answer.url):
        big.goto(table + "?screen=table")
    expect_live(big)

    tap(banker, server, table, record["actions"][step])
    look = phone.get_by_text("Look at the big screen")
    expect(look).to_be_visible()
    # A screen reader does not wait. The title says nothing, not even later.
    expect(phone.locator("#told")).to_contain_text("You tie for the win")
    expect(phone).to_have_title("Free bank")
    at = "([x, y]) => document.elementFromPoint(x, y).closest('.look, .hands')?.className"
    eventually(lambda: "look" in (phone.evaluate(at, [200, 300]) or ""))
    expect(phone.locator(".hands .first, .hands .second").first).to_be_visible()
    look.tap()
    expect(look).to_be_hidden()
    expect(phone.locator(".places").first).to_be_visible()


def test_only_the_phone_whose_turn_begins_sounds(server: Server, device: Device) -> None:
    banker = banker_at(server, device, auction())
    bruno, carla = (seated(server, device, banker.url, seat) for seat in (BRUNO, CARLA))
    for phone in (bruno, carla):
        turn_notes_on(phone)

    act(banker, server, banker.url, {"kind": "pass", "seat": BRUNO})

    eventually(lambda: carla.evaluate("tones.length"))
    expect(bruno.locator("#now")).to_have_attribute(
        "data-sequence", carla.locator("#now").get_attribute("data-sequence") or ""
    )
    assert [phone.evaluate("tones") for phone in (bruno, carla)] == [[], [523, 659]]


def test_a_screen_that_passes_to_the_next_player_sounds(server: Server, device: Device) -> None:
    banker = banker_at(server, device, auction())
    turn_notes_on(banker)

    act(banker, server, banker.url, {"kind": "pass", "seat": BRUNO})

    eventually(lambda: banker.evaluate("tones.length"))
    assert banker.evaluate("tones") == [523, 659]


def turn_notes_on(phone: Page) -> None:
    """Let a device play two notes when a turn begins on it, and record its tones."""
    phone.evaluate("localStorage.setItem('notes', `1 ${Date.now()}`)")
    phone.add_init_script(TONES)
    phone.reload()
    expect_live(phone)
    eventually(partial(phone.evaluate, "Boolean(window.companionSound)"))
