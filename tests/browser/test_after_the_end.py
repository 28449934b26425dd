"""After the end: the replay of a game, and sharing of its result with other devices."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable

import pytest

from tests.browser.conftest import (
    Page,
    brought_back,
    expect_live,
    from_menu,
    playwright_api,
    posted,
)
from tests.browser.scenes import recorded
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]
NO_SCRIPT = pytest.param(False, id="no script", marks=pytest.mark.full)
SCRIPT = pytest.mark.parametrize("script", [pytest.param(True, id="script"), NO_SCRIPT])


def finished(page: Page, server: Server) -> str:
    """Return the URL of a short finished game of Monopoly."""
    return brought_back(page, server, recorded("monopoly", "two-landings"))


@pytest.mark.full
@SCRIPT
def test_the_replay_is_opened_and_stepped_through_from_the_finale(
    server: Server, device: Device, script: bool
) -> None:
    phone = device(script=script)
    phone.goto(finished(phone, server))

    phone.get_by_role("link", name="Replay").tap()
    step = phone.locator(".walk-step")
    expect(step).to_have_text(re.compile(r"Step 0 of \d+"))
    for number in (1, 2, 3):
        phone.get_by_role("link", name="One step on").tap()
        expect(step).to_have_text(re.compile(rf"Step {number} of"))
    phone.get_by_role("link", name="One step back").tap()
    expect(step).to_have_text(re.compile("Step 2 of"))
    assert phone.url.endswith("/replay/2")
    phone.get_by_role("link", name="To the end").tap()

    expect(phone.locator(".verdict")).to_be_visible()


@SCRIPT
def test_the_replay_plays_on_until_it_is_paused(
    server: Server, device: Device, script: bool
) -> None:
    page = device(script=script, width=1280, height=720)
    page.goto(finished(page, server) + "replay/0")

    page.get_by_role("link", name="Play").click()
    expect(page.locator(".walk-step")).to_have_text(re.compile(r"Step ([2-9]|\d\d) of"))
    page.get_by_role("link", name="Pause").click()

    expect(page.get_by_role("link", name="Play")).to_be_visible()
    assert "?play" not in page.url


def test_arrow_keys_step_through_the_replay_and_chart_points_link_to_it(
    server: Server, device: Device
) -> None:
    page = device(width=1280, height=720)
    page.goto(finished(page, server) + "account")

    page.locator(".points a").nth(1).click()
    first = page.locator(".walk-step")
    expect(first).to_have_text(re.compile(r"Step [1-9]\d* of"))
    number = int(first.inner_text().split()[1])
    page.wait_for_load_state()
    page.keyboard.press("ArrowRight")

    expect(first).to_have_text(re.compile(rf"Step {number + 1} of"))


def test_the_slider_and_keys_reach_any_step_and_turn(server: Server, device: Device) -> None:
    page = device()
    table = brought_back(page, server, recorded("big_shot", "four-italian"))
    page.goto(table + "replay/0")
    step, slider = page.locator(".walk-step"), page.locator("#walk-slider")

    slider.fill("40")
    expect(step).to_have_text(re.compile("Step 40 of"))
    expect(page).to_have_url(f"{table}replay/40")
    slider.press("ArrowRight")
    expect(step).to_have_text(re.compile("Step 41 of"))
    expect(slider).to_have_value("41")
    page.locator("#walk-turn-on").tap()
    expect(page.locator(".turn")).to_contain_text("Turn 6 of 18")
    slider.evaluate("slider => slider.blur()")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".turn")).to_contain_text("Turn 5 of 18")
    page.keyboard.press("End")
    expect(page.locator(".verdict")).to_be_visible()
    expect(slider).to_have_value(str(slider.get_attribute("max")))


def test_tapping_a_speed_makes_the_replay_faster(server: Server, device: Device) -> None:
    page = device()
    page.goto(finished(page, server) + "replay/0")

    page.get_by_role("link", name="Speed: 2×").tap()
    page.get_by_role("link", name="Speed: 4×").tap()
    page.get_by_role("link", name="Play").tap()

    expect(page.locator("#walk-speed")).to_have_text("4×")
    expect(page.locator(".walk-step")).to_have_text(re.compile(r"Step ([4-9]|\d\d) of"))


def test_at_the_end_no_phone_mentions_a_purse_and_its_menu_links_to_the_scores(
    server: Server, device: Device
) -> None:
    banker, phone = device(), device()
    record = recorded("monopoly", "stopped-in-debt")
    stop = record["actions"].pop()
    table = brought_back(banker, server, record)
    posted(phone, server, table.removeprefix(server.url) + "sit", seat="1")
    phone.goto(table)
    expect_live(phone)
    expect(phone.locator(".mine .figure")).not_to_have_text("0")
    expect(phone.locator("#scores")).to_have_text(re.compile("Score so far"))

    posted(
        banker,
        server,
        table.removeprefix(server.url) + "act",
        action=json.dumps(stop),
        seen="0",
        key="stop",
    )

    expect(phone.locator(".mine .figure")).to_have_count(0)
    assert phone.locator(".delta").count() == 0
    expect(phone.locator("#scores")).to_have_text("Final scores")


def test_the_result_of_a_stopped_game_can_be_copied_and_is_logged(
    server: Server, device: Device
) -> None:
    banker = device()
    record = recorded("monopoly", "stopped-in-debt")
    record["actions"].pop()
    banker.goto(brought_back(banker, server, record))
    from_menu(banker, "Bank")
    banker.get_by_text("End the game early").first.tap()
    banker.get_by_text("End now and score it").tap()
    banker.get_by_role("button", name="Yes, end the game").tap()
    expect(banker.locator("body")).to_contain_text("Ended early.")

    banker.get_by_role("link", name="Share").tap()

    picture = banker.locator("#picture")
    expect(picture).to_have_attribute("src", re.compile("^data:image/png;base64,"))
    png = base64.b64decode((picture.get_attribute("src") or "").partition(",")[2])
    assert png.startswith(b"\x89PNG") and len(png) > 5000
    assert picture.evaluate("picture => picture.naturalWidth") == 1080
    banker.get_by_role("button", name="Copy the text").tap()
    expect(banker.get_by_role("button", name="Copied")).to_be_visible()
    assert "Bruno: 1500" in banker.locator("#text").input_value()
    link = banker.get_by_role("link", name="Log in BG Stats").get_attribute("href") or ""
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
