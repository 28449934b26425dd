"""Taps while the server is down are kept, are shown as pending, and are sent when it is back."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable

import pytest

from tests.browser.conftest import (
    FilePayload,
    Page,
    Route,
    brought_back,
    from_menu,
    playwright_api,
    press_in_menu,
)
from tests.browser.sitting import BRUNO, act, auction, banker_at, seated
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]
LATE_PICTURE = """
addEventListener("DOMContentLoaded", () => {
  document.body.append(Object.assign(new Image(), { src: "/late.png" }));
});
"""
KEEPS_BACK = """
const Opened = EventSource;
window.EventSource = function (address) {
  const source = new Opened(address);
  if (!address.includes("plain")) source.addEventListener = () => {};
  return source;
};
"""
"""Simulates a browser or proxy that buffers a compressed stream before it unpacks anything."""
STAYS = re.compile("Cannot reach Companion. This page will update when it is back.")

SECONDS_UNSEEN = "(note) => parseFloat(getComputedStyle(note).animationDuration)"


def test_a_link_tapped_offline_says_so_and_opens_once_online(
    server: Server, device: Device
) -> None:
    phone = banker_at(server, device, auction())
    here = phone.url
    phone.context.set_offline(True)
    press_in_menu(phone, "History")
    expect(phone.locator("#away")).to_have_text(STAYS)
    assert phone.url == here
    expect(phone.locator("#b-bid-1")).to_be_attached()

    phone.context.set_offline(False)
    phone.wait_for_url("**/history")
    expect(phone.locator("#away")).to_be_hidden()


def test_a_link_tapped_before_the_page_has_loaded_still_opens(
    server: Server, device: Device
) -> None:
    banker = device()
    table = brought_back(banker, server, auction())
    held: dict[str, Route] = {}

    def hold(route: Route) -> None:
        held[route.request.url.rpartition("/")[2]] = route

    banker.add_init_script(LATE_PICTURE)
    banker.route(re.compile("late.png|health"), hold)
    with banker.expect_request("**/late.png"):
        banker.goto(f"{table}bank", wait_until="domcontentloaded")
    with banker.expect_request("**/health"):
        press_in_menu(banker, "History")
    expect(banker.locator("[data-touch-sent]")).to_have_text("History")

    held["late.png"].abort()
    banker.wait_for_load_state("load")
    held["health"].continue_()

    banker.wait_for_url("**/history", wait_until="commit")


def test_a_phone_that_gets_no_gzipped_events_is_sent_plain_ones(
    server: Server, device: Device
) -> None:
    phone = device()
    table = brought_back(phone, server, auction())
    phone.add_init_script(KEEPS_BACK)
    with phone.expect_request(re.compile("stream.*plain=1")):
        phone.goto(table)

    act(phone, server, table, {"kind": "bid", "seat": BRUNO, "amount": 1})

    expect(phone.locator(".my-turn")).to_contain_text("Carla")


@pytest.mark.full
@pytest.mark.parametrize("page", ["history", "account", "bank", "invite", "copy"])
def test_on_every_page_a_link_waits_until_a_killed_server_is_back(
    server: Server, device: Device, page: str
) -> None:
    banker = device()
    banker.goto(brought_back(banker, server, auction()) + page)
    here = banker.url
    server.kill()
    press_in_menu(banker, "Table")
    expect(banker.locator("#away")).to_have_text(STAYS)
    assert banker.url == here

    server.start()
    banker.wait_for_url("**/t/*/")


def test_with_a_silent_server_the_last_link_tapped_opens_in_the_end(
    server: Server, device: Device
) -> None:
    banker = device()
    banker.goto(brought_back(banker, server, auction()) + "bank")
    server.send(signal.SIGSTOP)
    try:
        press_in_menu(banker, "History")
        expect(banker.locator("[data-touch-sent]")).to_have_text("History")
        press_in_menu(banker, "Score so far")
        expect(banker.locator("[data-touch-sent]")).to_have_text("Score so far")
        expect(banker.locator("#away")).to_have_text(STAYS)
        assert banker.url.endswith("/bank")
    finally:
        server.send(signal.SIGCONT)
    banker.wait_for_url("**/account")


def test_a_form_sent_offline_keeps_its_fields_and_is_sent_once(
    server: Server, device: Device
) -> None:
    banker = device()
    table = brought_back(banker, server, auction())
    banker.goto(f"{table}bank")
    tool = banker.locator("#tool-correct")
    tool.locator("[name=amount]").fill("3")
    tool.locator("[name=reason]").fill("a bet")
    tool.locator("[name=target]").select_option("seat 0")
    banker.context.set_offline(True)
    tool.get_by_role("button").click()
    expect(banker.locator("#away")).to_have_text(STAYS)
    expect(tool.locator("[name=amount]")).to_have_value("3")

    banker.context.set_offline(False)
    banker.wait_for_url(re.compile(r"/t/[^/]+/(#.*)?$"))
    from_menu(banker, "History")
    lines = banker.locator("p", has_text=re.compile("3.*Anna.*a bet"))
    expect(lines).to_have_count(1)


def test_a_field_edited_while_offline_is_not_sent_half_typed(
    server: Server, device: Device
) -> None:
    banker = device()
    banker.goto(brought_back(banker, server, auction()) + "bank")
    tool = banker.locator("#tool-correct")
    tool.locator("[name=amount]").fill("3")
    banker.context.set_offline(True)
    tool.get_by_role("button").click()
    expect(banker.locator("#away")).to_have_text(STAYS)
    tool.locator("[name=amount]").fill("30")
    expect(banker.locator("[data-touch-sent]")).to_have_count(0)

    banker.context.set_offline(False)

    expect(banker.locator("#away")).to_be_hidden()
    expect(tool.locator("[name=amount]")).to_have_value("30")
    assert banker.url.endswith("/bank")


def test_the_first_page_and_the_new_game_form_wait_for_the_server_too(
    server: Server, device: Device
) -> None:
    phone = device()
    phone.goto(server.url)
    phone.context.set_offline(True)
    phone.locator("a[href='/new/big_shot']").click()
    expect(phone.locator("#away")).to_have_text(STAYS)
    phone.context.set_offline(False)
    phone.locator("[name=name_0]").fill("Anna")
    phone.context.set_offline(True)
    phone.locator("[name=players][value='3']").click()
    expect(phone.locator("#away")).to_have_text(STAYS)

    phone.context.set_offline(False)
    expect(phone.locator("[name=name_3]")).to_have_count(0)
    expect(phone.locator("[name=name_0]")).to_have_value("Anna")


def test_a_button_with_its_own_address_posts_there(server: Server, device: Device) -> None:
    phone = device()
    phone.goto(server.url)
    phone.locator("details summary").last.click()
    file: FilePayload = {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    phone.locator("input[type=file]").set_input_files(file)
    phone.get_by_role("button", name="Check it").click()

    expect(phone.get_by_role("heading", name="This saved game breaks a rule")).to_be_visible()


def test_a_refusal_on_the_bank_page_is_shown_beside_the_typed_amount(
    server: Server, device: Device
) -> None:
    banker = device()
    banker.goto(brought_back(banker, server, auction()) + "bank")
    tool = banker.locator("#tool-loans")
    tool.locator("summary").click()
    tool.locator("[name=loans]").fill("many")
    tool.locator("[name=seat]").select_option("2")
    tool.get_by_role("button").click()

    expect(tool.locator(".notice")).to_be_in_viewport()
    expect(tool.locator("[name=loans]")).to_have_value("many")
    expect(tool.locator("[name=seat]")).to_have_value("2")


def test_a_phone_whose_seat_is_freed_is_notified_at_once(server: Server, device: Device) -> None:
    banker = device()
    table = brought_back(banker, server, auction())
    phone = seated(server, device, table, BRUNO)
    banker.goto(f"{table}invite")
    bruno = banker.locator(".seat-line").nth(BRUNO)
    bruno.get_by_text("More", exact=True).click()
    bruno.get_by_role("button", name="Free this seat").click()

    expect(phone.locator(".told")).to_have_text(
        "The banker has freed Bruno’s seat. This phone is only watching."
    )
    expect(phone.locator("#b-bid-1")).to_have_count(0)


@pytest.mark.full
def test_a_phone_that_asks_for_a_seat_gets_it_when_the_banker_agrees(
    server: Server, device: Device
) -> None:
    banker, phone = device(), device()
    table = brought_back(banker, server, auction())
    banker.goto(table)
    banker.locator("#b-bid-1").click()
    expect(banker.locator(".my-turn")).to_contain_text("Carla")
    phone.goto(f"{server.url}/j/{table.split('/')[-2]}")
    phone.get_by_role("button", name=re.compile("Bruno")).click()
    expect(phone.locator(".told")).to_contain_text("Wait for the banker")

    banker.get_by_role("button", name="Give them the seat").click()

    expect(phone.locator(".mine")).to_contain_text("Bruno")
    expect(phone.locator("#b-borrow")).to_be_visible()


def test_help_links_for_a_phone_in_trouble_are_large_enough_to_tap(
    server: Server, device: Device
) -> None:
    """The link beside the note that the banker is away, and the way back from the big screen."""
    banker = device()
    table = brought_back(banker, server, auction())
    phone = seated(server, device, table, BRUNO)
    ways = [phone.locator("#away-banker a"), phone.locator(".leave")]

    expect(ways[0]).to_be_visible()
    # A banker who only goes from page to page is back before that.
    assert phone.locator("#away-banker").evaluate(SECONDS_UNSEEN) >= 3
    sizes = [ways[0].bounding_box()]
    press_in_menu(phone, "Big screen")
    expect(ways[1]).to_be_in_viewport()
    sizes.append(ways[1].bounding_box())
    phone.set_viewport_size({"width": 844, "height": 390})
    expect(ways[1]).to_be_in_viewport()

    assert all(size and min(size["width"], size["height"]) >= 44 for size in sizes), sizes
    ways[1].click()
    phone.wait_for_url(table)
