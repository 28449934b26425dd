"""Screens that stay true through bad Wi-Fi, double taps, sleep, and a phone handed over."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable

from companion.web.live.streams import MOST_STREAMS_EACH
from tests.browser.conftest import Page, Route, brought_back, expect_live, from_menu, playwright_api
from tests.browser.scenes import recorded
from tests.browser.sitting import sit_down, start_auction, type_the_board
from tests.patience import PATIENCE
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]


def bids_in(page: Page) -> int:
    """Return how many bids of 1 the table's history holds, taken back or not."""
    from_menu(page, "History")
    page.wait_for_url("**/history")  # counting does not wait: the lines must all be there
    return page.get_by_text("Bruno bids 1.", exact=True).count()


def test_a_tap_whose_answer_is_lost_is_played_once(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)
    lost = []

    def lose_the_answer(route: Route) -> None:
        lost.append(route.fetch())
        route.abort()

    phones[1].route("**/act", lose_the_answer, times=1)
    # The screen may come before the answer.
    with phones[1].expect_event("requestfailed", lambda request: request.url.endswith("/act")):
        phones[1].locator("#b-bid-1").click()
    expect(phones[2].locator("#b-bid-2")).to_be_visible()
    expect(phones[1].locator("#lost")).to_be_hidden()
    assert len(lost) == 1
    assert bids_in(banker) == 1


def test_a_tap_that_never_arrived_is_sent_again_by_itself(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)
    phones[1].route("**/act", lambda route: route.abort(), times=1)
    phones[1].locator("#b-bid-1").click()
    expect(phones[2].locator("#b-bid-2")).to_be_visible()
    assert bids_in(banker) == 1


def test_a_double_tap_is_one_bid(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)
    phones[1].locator("#b-bid-1").dblclick()
    expect(phones[2].locator("#b-bid-2")).to_be_visible()
    assert bids_in(banker) == 1


def test_what_somebody_types_survives_a_push(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)
    phones[1].get_by_label("Another amount").click()
    phones[1].locator("#amount").press_sequentially("7")
    phones[2].locator("[id^=b-borrow]").click()
    expect(phones[1].locator(".lines")).to_contain_text("Carla")
    expect(phones[1].locator("#amount")).to_be_focused()
    expect(phones[1].locator("#amount")).to_have_value("7")
    phones[1].locator("#b-bid-typed").click()
    expect(phones[2].locator("#b-bid-8")).to_be_visible()


def test_half_placed_cubes_survive_a_push(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)
    type_the_board(banker)
    for phone in (phones[1], phones[2], phones[3]):
        phone.locator("#b-pass").click()
    phones[0].locator('[data-colour="red"]').click()
    phones[0].locator('[data-lot="A"]').click()
    expect(phones[0].locator(".placed")).to_contain_text("1 of 4")
    before = phones[0].locator("#now").get_attribute("data-sequence")
    from_menu(banker, "Bank")
    banker.locator("[name=amount]").fill("3")
    banker.get_by_role("button", name="Move the money").click()
    expect(phones[0].locator("#now")).not_to_have_attribute("data-sequence", before or "")
    expect(phones[0].locator(".placed")).to_contain_text("1 of 4")


def test_a_server_that_falls_silent_is_noticed_and_found_again(
    server: Server, device: Device
) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)
    server.send(signal.SIGSTOP)
    try:
        expect(phones[1].locator("#lost")).to_be_visible()
    finally:
        server.send(signal.SIGCONT)
    expect(phones[1].locator("#lost")).to_be_hidden()
    phones[1].locator("#b-bid-1").click()
    expect(phones[2].locator("#b-bid-2")).to_be_visible()


def test_a_page_that_comes_back_to_the_front_asks_anew(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)
    with phones[1].expect_request("**/stream?*"):
        phones[1].evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phones[1].locator("#lost")).to_be_hidden()


def test_a_seat_handed_to_another_phone_leaves_the_old_one_looking_on(
    server: Server, device: Device
) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)
    from_menu(banker, "Seats")
    banker.get_by_role("link", name="Another phone").nth(1).click()
    # The page before has an address too, for everybody.
    banker.wait_for_url("**/seats/1")
    fresh = device()
    fresh.goto(banker.locator(".url").inner_text())
    fresh.get_by_role("button", name=re.compile("Bruno")).click()
    expect(fresh.locator("#b-bid-1")).to_be_visible()
    expect(phones[1].locator("#b-bid-1")).to_have_count(0)


def test_a_banker_plays_one_seat_after_another_from_one_screen(
    server: Server, device: Device
) -> None:
    banker, phones = sit_down(server, device, phones=0)
    banker.get_by_role("link", name="To the table").click()
    banker.locator("#b-lead-0").click()
    banker.locator("#b-face-3").click()
    for name in ("Bruno", "Carla", "Dario"):
        expect(banker.locator(".my-turn")).to_contain_text(name)
        banker.locator("#b-pass").click()
    expect(banker.locator(".waiting")).to_contain_text("Anna places")


def test_the_folded_menu_leads_to_every_page(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    start_auction(banker, phones)

    phones[0].locator(".menu summary").tap()
    phones[0].locator(".menu").get_by_role("link", name="History").tap()

    phones[0].wait_for_url("**/history")
    phones[0].locator(".menu summary").tap()
    expect(phones[0].locator(".menu a")).to_have_text(
        [
            "Table",
            "History",
            "Account",
            "The figures in your box",
            "Seats",
            "Big screen",
            "The rules in short",
        ]
        + ["Companion"]
    )


def test_a_dot_shows_whose_phone_is_connected(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device, phones=2)
    start_auction(banker, phones)
    expect(banker.locator(".seats .dot.here")).to_have_count(2)
    phones[0].close()
    expect(banker.locator(".seats .dot.here")).to_have_count(1)


def test_the_page_with_the_code_shows_who_sits_down(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    from_menu(banker, "Seats")
    anna = banker.locator(".seat-line", has_text="Anna")
    expect(anna.locator(".dot.here")).to_be_visible()
    anna.get_by_text("More", exact=True).click()
    anna.locator("[name=name]").fill("Annamaria")
    from_menu(phones[3], "Seats")
    phones[3].get_by_role("button", name="Leave the seat").click()
    dario = banker.locator(".seat-line", has_text="Dario")
    expect(dario).to_contain_text("no phone yet")
    expect(anna.locator("[name=name]")).to_have_value("Annamaria")


def test_who_turns_many_pages_holds_one_stream_a_tab(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device)
    refused: list[str] = []
    phones[1].on("response", lambda answer: refused.extend([answer.url] * (answer.status == 503)))

    for _ in range(MOST_STREAMS_EACH + 2):
        phones[1].reload()
        expect_live(phones[1])
    beside = phones[1].context.new_page()
    beside.goto(phones[1].url)
    expect_live(beside)
    start_auction(banker, phones)

    expect(phones[1].locator("#b-bid-1")).to_be_visible()
    expect(beside.locator("#b-bid-1")).to_be_visible()
    assert refused == []


def test_without_script_a_turn_is_played_as_plain_forms(server: Server, device: Device) -> None:
    banker, phones = sit_down(server, device, phones=0)
    link = banker.locator(".url").inner_text()
    plain = device(script=False)
    plain.goto(link)
    plain.get_by_role("button", name=re.compile("Anna")).click()
    type_the_board(banker)
    banker.locator("#b-lead-0").click()
    plain.reload()
    plain.locator("#b-face-3").click()
    expect(plain.locator(".waiting")).to_contain_text("Bruno")
    for name in ("Bruno", "Carla", "Dario"):
        expect(banker.locator(".my-turn")).to_contain_text(name)
        banker.locator("#b-pass").click()
    expect(banker.locator(".waiting")).to_contain_text("Anna places the four cubes.")
    plain.reload()
    expect(plain.locator(".waiting")).to_contain_text("Place the four cubes.")
    for colour, lot in (("red", "A"), ("yellow", "A"), ("white", "B"), ("black", "park a")):
        plain.locator(f'[data-colour="{colour}"]').click()
        plain.locator(f'[data-lot="{lot}"]').click()
    plain.locator("#b-place").click()
    expect(plain.locator(".turn")).to_contain_text("Bruno")


def test_when_the_agreed_time_is_over_each_screen_comes_anew(
    server: Server, device: Device
) -> None:
    """The screen is told that a second is left: what may be done then the server says."""
    record = {
        "game": "monopoly",
        "options": {"minutes": 60},
        "seats": [{"name": "Anna"}, {"name": "Bruno"}],
        "actions": [
            {"kind": "begin", "seat": 0},
            {"kind": "roll", "seat": 0, "dice": [4, 6], "at": int(time.time())},
        ],
    }
    phone = device()
    phone.goto(brought_back(phone, server, record))
    # The stream's first screen says again how much is left; only what is set after it stays.
    expect_live(phone)

    with phone.expect_request("**/stream?**", timeout=1000 * PATIENCE):
        phone.evaluate(
            "document.getElementById('clock').dataset.left = '1';"
            "document.dispatchEvent(new Event('shown'))"
        )


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
