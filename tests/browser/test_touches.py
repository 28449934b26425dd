"""What a finger touches counts once, as it was meant; it is answered at once, nothing scrolls away.

The page's clock is ours, so a touch comes so many milliseconds after what happened on any machine.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, Route, Server, playwright_api
from tests.browser.double_taps import GAMES, Pair, Walk, offences
from tests.browser.random_moments import random_game
from tests.browser.sitting import sit_down, start_auction, type_the_board

expect = playwright_api.expect
Device = Callable[..., Page]
PAIRS = int(os.environ.get("DOUBLE_TAPS", "6"))
"""How many things of each game are tapped twice; DOUBLE_TAPS=300 walks through all its stages."""
STAND_STILL = "document.getElementById('now').dataset.sequence"


@pytest.mark.parametrize("game", GAMES)
def test_the_second_tap_of_a_double_tap_never_does_another_thing(
    server: Server, device: Device, game: str
) -> None:
    walk = Walk(server, device(), device())

    assert offences(walk, game, seed=1, most=PAIRS, tell=str) == []


def free_bank(walk: Walk, *actions: dict[str, object]) -> Page:
    """Return the phone of the first seat at a free bank where these actions were taken."""
    record = {**random_game("free_bank", 1), "actions": list(actions)}
    walk.phone.goto(walk.table(record, 0))
    walk.phone.clock.run_for(1500)
    return walk.phone


def post(page: Page, action: str) -> None:
    """Let the banker's device do something; the phone's screen is the newest when this returns."""
    before = page.evaluate(STAND_STILL)
    page.evaluate(
        """async ([action, key]) => {
          const form = new FormData(document.getElementById("tap"));
          form.set("action", action); form.set("key", key); form.delete("seen");
          const address = document.getElementById("tap").getAttribute("action");
          await fetch(address, { method: "POST", body: form });
        }""",
        [action, os.urandom(6).hex()],
    )
    expect(page.locator("#now")).not_to_have_attribute("data-sequence", before)


def place_of(page: Page, name: str) -> tuple[float, float]:
    box = page.locator(name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_another_phones_push_disarms_no_button(server: Server, device: Device) -> None:
    walk = Walk(server, device(), device())
    phone = free_bank(walk)
    walk.banker.goto(phone.url + "?for=1")
    place, counted = place_of(phone, "#b-salary"), 0
    url = phone.url
    for number in range(100):
        before = len(walk.log(url))
        shown = str(phone.evaluate(STAND_STILL))
        post(walk.banker, '{"kind":"salary","seat":1}')
        expect(phone.locator("#now")).not_to_have_attribute("data-sequence", shown)
        phone.clock.run_for(20 + 280 * number // 99)
        walk.touch(phone, place)
        walk.settled(phone, url)
        refused = phone.locator("[data-touch-refused]").count()
        counted += len(walk.log(url)) - before - 1
        assert len(walk.log(url)) - before - 1 + refused == 1
        phone.clock.run_for(1500)

    assert counted == 100


def test_a_button_that_has_just_changed_under_the_finger_refuses_visibly(
    server: Server, device: Device
) -> None:
    walk = Walk(server, device(), device())
    phone = free_bank(
        walk, {"kind": "put_up", "what": "Mill", "how": "open", "target": "bank", "amount": 1}
    )
    walk.banker.goto(phone.url + "?for=1")
    place, before = place_of(phone, "#b-bid"), len(walk.log(phone.url))
    post(walk.banker, '{"kind":"bid","seat":1,"auction":1,"amount":3}')
    expect(phone.locator("#b-bid")).to_have_text(re.compile("4"))
    phone.clock.run_for(300)

    walk.touch(phone, place)

    expect(phone.locator("#b-bid")).to_have_attribute("data-touch-refused", "")
    expect(phone.locator("#word")).to_contain_text("only just changed")
    assert len(walk.log(phone.url)) == before + 1
    phone.clock.run_for(1000)
    walk.touch(phone, place)
    walk.settled(phone, phone.url)
    assert len(walk.log(phone.url)) == before + 2


def test_a_tap_made_again_as_the_slow_answer_comes_is_not_a_second_one(
    server: Server, device: Device
) -> None:
    walk = Walk(server, device(), device())
    phone = free_bank(walk)
    before, place = len(walk.log(phone.url)), place_of(phone, "#b-salary")
    pair = Pair(path="", thing=0, delay=300, comes="slowly", is_banker=False)

    walk.tap_twice(phone, phone.url, place, pair)

    assert len(walk.log(phone.url)) == before + 1
    phone.clock.run_for(600)
    walk.touch(phone, place)
    walk.settled(phone, phone.url)
    assert len(walk.log(phone.url)) == before + 2


def test_the_tapped_button_shows_at_once_that_its_tap_is_on_its_way(
    server: Server, device: Device
) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)
    phone, held = phones[1], list[Route]()
    phone.evaluate(
        """document.addEventListener("submit", () => {
          window.shown = Boolean(document.querySelector("#b-bid-1[data-touch-sent]"));
        }, true)"""
    )
    phone.route("**/act", lambda route: held.append(route))
    phone.locator("#b-bid-1").tap()
    expect(phone.locator("#b-bid-1")).to_have_attribute("data-touch-sent", "")
    before = str(phone.evaluate(STAND_STILL))
    phones[2].locator("[id^=b-borrow]").click()
    expect(phone.locator("#now")).not_to_have_attribute("data-sequence", before)

    # Shown in the same task as the click, and still after another phone's push.
    assert phone.evaluate("shown") is True
    expect(phone.locator("#b-bid-1")).to_have_attribute("data-touch-sent", "")
    held[0].continue_()
    expect(phone.locator("[data-touch-sent]")).to_have_count(0)


def test_a_tap_made_offline_shows_that_it_waits_and_that_it_has_arrived(
    server: Server, device: Device
) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)
    phone = phones[1]
    phone.route(re.compile("/act$|/stream"), lambda route: route.abort())
    phone.locator("#b-bid-1").tap()
    expect(phone.locator("#lost")).to_have_text(re.compile("Your tap waits"))
    expect(phone.locator("#b-bid-1")).to_have_attribute("data-touch-sent", "")

    phone.unroute(re.compile("/act$|/stream"))

    expect(phone.locator("#word")).to_have_text("Your tap has arrived.")
    expect(phones[2].locator("#b-bid-2")).to_be_visible()
    expect(phone.locator("[data-touch-sent]")).to_have_count(0)


def test_a_key_that_is_held_down_presses_once(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)
    button = phones[1].locator("#b-bid-1")
    pressed = button.evaluate(
        """(button) => [false, true].map((repeat) => button.dispatchEvent(new KeyboardEvent(
          "keydown", { key: "Enter", repeat, bubbles: true, cancelable: true })))"""
    )

    assert pressed == [True, False]
    button.press("Enter")
    expect(phones[2].locator("#b-bid-2")).to_be_visible()


def test_no_tap_scrolls_and_my_turn_shows_the_top_of_the_stage(
    server: Server, device: Device
) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)
    type_the_board(banker)
    bruno, carla = phones[1], phones[2]
    carla.set_viewport_size({"width": 390, "height": 600})
    carla.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(carla.locator(".mine .figure")).to_be_in_viewport()
    assert carla.evaluate("document.getElementById('now').getBoundingClientRect().top") < 0
    bruno.locator("#b-bid-1").tap()
    expect(carla.locator(".my-turn")).to_be_in_viewport()
    carla.locator("#b-bid-2").tap()
    for phone in (phones[3], phones[0], bruno):
        phone.locator("#b-pass").tap()
    carla.locator('[data-colour="red"]').scroll_into_view_if_needed()
    before = carla.evaluate("scrollY")
    expect(carla.locator('[data-colour="red"]')).not_to_have_attribute("data-touch-young", "")
    carla.touchscreen.tap(*place_of(carla, '[data-colour="red"]'))
    expect(carla.locator('.chosen[data-colour="red"]')).to_be_visible()
    assert carla.evaluate("scrollY") == before
