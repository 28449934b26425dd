"""Live screens stay correct after bad Wi-Fi, double taps, sleep, and handing over a phone."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable

import pytest

from companion.web.live.streams import MOST_STREAMS_EACH
from tests.browser.conftest import Page, Route, brought_back, expect_live, from_menu, playwright_api
from tests.browser.scenes import recorded, until
from tests.browser.sitting import ANNA, BRUNO, CARLA, act, auction, banker_at, seated
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]
HIDE_FOR_A_FRAME = """
() => {
  const next = Number(document.getElementById("now").dataset.sequence) + 1;
  const [sheet] = document.styleSheets, end = sheet.cssRules.length;
  const part = `#now[data-sequence="${next}"] .hands > .chips`;
  sheet.insertRule("@keyframes hidden-once { from { visibility: hidden } }", end);
  sheet.insertRule(`${part} { animation: hidden-once 1s }`, end);
  const watch = () => {
    if (document.activeElement === document.body) document.body.dataset.unfocused = "";
    requestAnimationFrame(watch);
  };
  watch();
}
"""
"""Hides the chips of bids in the first frame after the next step, and notes when nothing has the
focus: a browser sends no event then."""


def bids_at(page: Page) -> int:
    """Return the number of bids of 1 in the history, including those that were undone."""
    return page.request.get(f"{page.url}history").text().count("<p>Bruno bids 1.")


@pytest.mark.chromium
def test_a_tap_whose_answer_is_lost_is_played_once(server: Server, device: Device) -> None:
    phone = banker_at(server, device, auction())
    lost = []

    def lose_the_answer(route: Route) -> None:
        lost.append(route.fetch())
        route.abort()

    phone.route("**/act", lose_the_answer, times=1)
    # The push may arrive before the answer.
    with phone.expect_event("requestfailed", lambda request: request.url.endswith("/act")):
        phone.locator("#b-bid-1").click()
    expect(phone.locator(".my-turn")).to_contain_text("Carla")
    expect(phone.locator("#lost")).to_be_hidden()
    assert len(lost) == 1
    assert bids_at(phone) == 1


def test_a_tap_that_never_arrived_is_sent_again_automatically(
    server: Server, device: Device
) -> None:
    phone = banker_at(server, device, auction())
    phone.route("**/act", lambda route: route.abort(), times=1)
    phone.locator("#b-bid-1").click()
    expect(phone.locator(".my-turn")).to_contain_text("Carla")
    assert bids_at(phone) == 1


def test_a_double_tap_is_one_bid(server: Server, device: Device) -> None:
    phone = banker_at(server, device, auction())
    phone.locator("#b-bid-1").dblclick()
    expect(phone.locator(".my-turn")).to_contain_text("Carla")
    assert bids_at(phone) == 1


def test_typed_text_survives_a_push(server: Server, device: Device) -> None:
    phone = banker_at(server, device, auction())
    phone.get_by_label("Another amount").click()
    phone.locator("[name='bid.amount']").press_sequentially("7")
    act(phone, server, phone.url, {"kind": "borrow", "seat": CARLA})
    expect(phone.locator(".lines")).to_contain_text("Carla")
    expect(phone.locator("[name='bid.amount']")).to_be_focused()
    expect(phone.locator("[name='bid.amount']")).to_have_value("7")
    phone.get_by_role("button", name="Bid 7").click()
    expect(phone.locator("#b-bid-8")).to_be_visible()


def test_a_field_whose_part_is_hidden_for_a_frame_gets_the_focus_back(
    server: Server, device: Device
) -> None:
    phone = banker_at(server, device, auction())
    phone.get_by_label("Another amount").click()
    field = phone.locator("[name='bid.amount']")
    field.press_sequentially("7")
    # As the styles do to a part that appears at another place, with the next push.
    phone.evaluate(HIDE_FOR_A_FRAME)

    act(phone, server, phone.url, {"kind": "borrow", "seat": CARLA})

    expect(phone.locator("body[data-unfocused]")).to_be_attached()
    expect(field).to_be_focused()
    expect(field).to_have_value("7")


def test_half_placed_cubes_survive_a_push(server: Server, device: Device) -> None:
    phone = banker_at(server, device, until(recorded("big_shot", "four-italian"), "place", 0))
    phone.locator('[data-colour="red"]').click()
    phone.locator('[data-lot="9"]').click()
    expect(phone.locator(".placed")).to_contain_text("1 of 4")
    table, before = phone.url, phone.locator("#now").get_attribute("data-sequence")
    correction = {"kind": "correct", "source": "bank", "target": "seat 0", "amount": 3}
    act(phone, server, table.partition("?")[0], correction)
    expect(phone.locator("#now")).not_to_have_attribute("data-sequence", before or "")
    expect(phone.locator(".placed")).to_contain_text("1 of 4")


def test_a_page_notices_a_silent_server_and_reconnects(server: Server, device: Device) -> None:
    phone = banker_at(server, device, auction())
    server.send(signal.SIGSTOP)
    try:
        expect(phone.locator("#lost")).to_be_visible()
    finally:
        server.send(signal.SIGCONT)
    expect(phone.locator("#lost")).to_be_hidden()
    phone.locator("#b-bid-1").click()
    expect(phone.locator(".my-turn")).to_contain_text("Carla")


def test_a_page_that_becomes_visible_again_reconnects(server: Server, device: Device) -> None:
    phone = banker_at(server, device, auction())
    with phone.expect_request("**/stream?*"):
        phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.locator("#lost")).to_be_hidden()


@pytest.mark.full
def test_a_phone_whose_seat_was_handed_over_becomes_a_viewer(
    server: Server, device: Device
) -> None:
    banker = device()
    table = brought_back(banker, server, auction())
    bruno, fresh = seated(server, device, table, BRUNO), device()
    banker.goto(f"{table}seats/{BRUNO}")
    fresh.goto(banker.locator(".url").inner_text())
    fresh.get_by_role("button", name=re.compile("Bruno")).click()
    expect(fresh.locator("#b-bid-1")).to_be_visible()
    expect(bruno.locator("#b-bid-1")).to_have_count(0)


def test_a_banker_plays_one_seat_after_another_from_one_screen(
    server: Server, device: Device
) -> None:
    banker = device(width=1280, height=800)
    banker.goto(brought_back(banker, server, auction()))
    for name in ("Bruno", "Carla", "Dario"):
        expect(banker.locator(".my-turn")).to_contain_text(name)
        banker.locator("#b-pass").click()
    expect(banker.locator(".waiting")).to_contain_text("Anna places")


def test_the_folded_menu_leads_to_every_page(server: Server, device: Device) -> None:
    phone = seated(server, device, brought_back(device(), server, auction()), ANNA)

    phone.locator(".menu summary").tap()
    phone.locator(".menu").get_by_role("link", name="History").tap()

    phone.wait_for_url("**/history")
    phone.locator(".menu summary").tap()
    expect(phone.locator(".menu a")).to_have_text(
        [
            "Table",
            "History",
            "Score so far",
            "Printed numbers",
            "Seats",
            "Big screen",
            "Rules summary",
        ]
        + ["Companion"]
    )


def test_a_dot_shows_whose_phone_is_connected(server: Server, device: Device) -> None:
    banker = banker_at(server, device, auction())
    bruno = seated(server, device, banker.url, BRUNO)
    expect(banker.locator(".seats li").nth(BRUNO).locator(".dot.here")).to_be_visible()
    expect(banker.locator(".seats .dot.here")).to_have_count(1)
    bruno.goto("about:blank")
    expect(banker.locator(".seats .dot.here")).to_have_count(0)


def test_the_page_with_the_code_shows_who_sits_down(server: Server, device: Device) -> None:
    banker = device()
    table = brought_back(banker, server, auction())
    phone = seated(server, device, table, BRUNO)
    banker.goto(f"{table}invite")
    bruno, carla = (banker.locator(".seat-line").nth(seat) for seat in (BRUNO, BRUNO + 1))
    expect(bruno.locator(".dot.here")).to_be_visible()
    carla.get_by_text("More", exact=True).click()
    carla.locator("[name=name]").fill("Carlotta")
    from_menu(phone, "Seats")
    phone.get_by_role("button", name="Leave the seat").click()
    expect(bruno).to_contain_text("no phone yet")
    expect(carla.locator("[name=name]")).to_have_value("Carlotta")


@pytest.mark.full
def test_a_tab_that_opens_many_pages_holds_only_one_stream(server: Server, device: Device) -> None:
    phone = device()
    phone.goto(brought_back(phone, server, auction()))
    refused: list[str] = []
    phone.on("response", lambda answer: refused.extend([answer.url] * (answer.status == 503)))

    for _ in range(MOST_STREAMS_EACH + 2):
        phone.reload()
        expect_live(phone)
    beside = phone.context.new_page()
    beside.goto(phone.url)
    expect_live(beside)
    phone.locator("#b-bid-1").click()

    for page in (phone, beside):
        expect(page.locator(".my-turn")).to_contain_text("Carla")
    assert refused == []


@pytest.mark.full
def test_without_script_a_turn_is_played_with_plain_forms(server: Server, device: Device) -> None:
    plain = device(script=False)
    record = until(recorded("big_shot", "four-italian"), "bid", 0)
    plain.goto(brought_back(plain, server, record))
    plain.get_by_role("button", name="Bid 6", exact=True).click()
    expect(plain.locator(".my-turn")).to_contain_text("Anna")
    plain.locator("#b-pass").click()
    expect(plain.locator(".waiting")).to_contain_text("Dario places the four cubes.")
    for colour, lot in (("red", "9"), ("yellow", "9"), ("white", "10"), ("black", "park a")):
        plain.locator(f'[data-colour="{colour}"]').click()
        plain.locator(f'[data-lot="{lot}"]').click()
    plain.locator("#b-place").click()
    expect(plain.locator(".turn")).to_contain_text("Bruno")


START_CLOCK = """() => fetch("act", {
  method: "POST",
  body: new URLSearchParams({
    action: '{"kind": "start_clock", "seconds": 1}', seen: "0", key: "start",
  }),
})"""


def test_the_end_of_a_countdown_is_announced_like_a_move(server: Server, device: Device) -> None:
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    record = {"game": "free_bank", "options": {"start": 100}, "seats": seats, "actions": []}
    banker, screen = device(), device()
    banker.goto(brought_back(banker, server, record))
    screen.goto(f"{banker.url}?screen=table")
    for page in (banker, screen):
        expect_live(page)

    banker.evaluate(START_CLOCK)

    for page in (banker, screen):
        expect(page.locator("#told")).to_contain_text("Time is up.")


TURN_CLOCK = START_CLOCK.replace('"start_clock", ', '"start_turn_clock", "seat": 1, ').replace(
    '"seconds": 1', '"seconds": 12'
)


def test_a_screen_reader_and_the_voice_hear_that_ten_seconds_are_left(
    server: Server, device: Device
) -> None:
    seats = [{"name": "Anna"}, {"name": "Bruno"}]
    record = {"game": "free_bank", "options": {"start": 100}, "seats": seats, "actions": []}
    banker, screen = device(), device()
    banker.goto(brought_back(banker, server, record))
    screen.goto(f"{banker.url}?screen=table")
    screen.evaluate(
        "addEventListener('warned', ({detail}) => document.body.dataset.warned = detail, true)"
    )
    for page in (banker, screen):
        expect_live(page)

    banker.evaluate(TURN_CLOCK)

    for page in (banker, screen):
        expect(page.locator("#clock")).to_contain_text("Bruno")
        expect(page.locator("#told")).to_have_text("Bruno: ten seconds left.")
    expect(screen.locator("body")).to_have_attribute("data-warned", "Bruno: ten seconds left.")


def test_the_menu_offers_to_keep_the_screen_on_where_the_browser_can(
    server: Server, device: Device
) -> None:
    phone = device()
    phone.goto(brought_back(phone, server, recorded("big_shot", "four-italian")))
    phone.locator(".menu > summary").click()
    offered = phone.get_by_role("button", name="Keep this screen on")
    expect(offered).to_be_visible()

    offered.click()

    expect(offered).to_be_hidden()
    expect(phone.locator("#asleep")).to_be_hidden()
