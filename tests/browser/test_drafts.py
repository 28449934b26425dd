"""Typed form fields survive a reload, another page and a closed tab, until the form is sent."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, brought_back, expect_live, playwright_api, posted
from tests.browser.scenes import record_of
from tests.browser.sitting import act, seated
from tests.browser.test_told_by_step import ANNA, BRUNO, table_of_two
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]
FORMS = {
    "/new/free_bank": "[name=name_0]",
    "/score/big_shot": "[name=cash_0]",
    "/score/monopoly": "[name=name_1]",
    "/score/big_cheese": "[name=name_0]",
    "/sheets/new/lines": "[name=name]",
}
KEPT = "What you entered earlier is still here."


def drafts(page: Page) -> list[str]:
    return list(page.evaluate("Object.keys(localStorage).filter(one => one.startsWith('draft'))"))


def reopened(page: Page, url: str) -> Page:
    """Close the tab of a device, and open the page in a new one."""
    other = page.context.new_page()
    page.close()
    other.goto(url)
    return other


@pytest.mark.parametrize("path", FORMS)
def test_a_half_filled_form_is_restored(server: Server, device: Device, path: str) -> None:
    page = device()
    page.goto(server.url + path)
    page.locator(FORMS[path]).fill("37")

    page.reload()
    expect(page.locator(FORMS[path])).to_have_value("37")
    expect(page.get_by_text(KEPT)).to_be_visible()
    page.goto(server.url)
    page = reopened(page, server.url + path)
    expect(page.locator(FORMS[path])).to_have_value("37")

    page.get_by_role("button", name="Clear", exact=True).click()
    expect(page.locator(FORMS[path])).not_to_have_value("37")
    assert drafts(page) == []
    page.reload()
    expect(page.locator(FORMS[path])).not_to_have_value("37")


def test_a_draft_is_restored_with_its_number_of_players(server: Server, device: Device) -> None:
    page = device()
    for path, button in (("/new/free_bank", "7"), ("/score/big_cheese", "6")):
        page.goto(server.url + path)
        page.locator("[name=name_0]").fill("Anna")
        with page.expect_navigation():
            page.get_by_role("button", name=button, exact=True).click()
        page.locator("[name=name_5]").fill("Fabio")

        page.goto(server.url + path)

        expect(page.locator("[name=name_5]")).to_have_value("Fabio")
        expect(page.locator("[name=name_0]")).to_have_value("Anna")


def test_a_sent_form_leaves_no_draft_and_a_refused_form_replaces_it(
    server: Server, device: Device
) -> None:
    page = device()
    page.goto(f"{server.url}/new/free_bank?players=2")
    page.locator("[name=name_0]").fill("Anna")
    page.locator("[name=name_1]").fill("Anna")
    create = page.locator("button:not([data-touch-young])", has_text="Show the QR code")
    create.click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("[name=name_1]")).to_have_value("Anna")

    page.locator("[name=name_1]").fill("Bruno")
    create.click()

    expect(page.locator(".url")).to_be_visible()
    assert drafts(page) == []


def test_the_draft_of_a_deal_is_kept_for_its_own_seat(server: Server, device: Device) -> None:
    page = device()
    page.goto(brought_back(page, server, record_of("monopoly", "mo-roll")))
    expect_live(page)
    page.locator("[id^=deal-]").first.click()
    page.locator("#give-money").fill("120")
    page.locator("#deal input[type=checkbox]").first.check()

    page.reload()

    expect(page.locator("#give-money")).to_have_value("120")
    expect(page.locator("#deal input[type=checkbox]").first).to_be_checked()
    (key,) = drafts(page)
    assert json.loads(page.evaluate("key => localStorage[key]", key))["fields"]["pays 0"] == "120"


def test_the_end_of_a_game_clears_its_drafts(server: Server, device: Device) -> None:
    banker = device()
    table = table_of_two(server, banker, start="100")
    phone = seated(server, device, table, BRUNO)
    phone.locator("[name='paid.typed']").fill("12")
    assert len(drafts(phone)) == 1

    act(banker, server, table, {"kind": "end"})

    expect(phone.locator(".end")).to_be_attached()
    phone.wait_for_function("Object.keys(localStorage).every(one => !one.startsWith('draft'))")


def test_half_typed_printed_numbers_and_corrections_are_restored(
    server: Server, device: Device
) -> None:
    page = device()
    table = brought_back(page, server, record_of("monopoly", "mo-roll"))
    for path, field in (("copy", "input[inputmode=numeric]"), ("bank", "[name=reason]")):
        page.goto(table + path)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        page.locator(f"form[data-draft] {field}").first.fill("7")

        page.reload()

        expect(page.locator(f"form[data-draft] {field}").first).to_have_value("7")


def test_no_draft_holds_a_sealed_bid_and_a_freed_seat_clears_its_drafts(
    server: Server, device: Device
) -> None:
    banker = device()
    table = table_of_two(server, banker, start="100")
    phone = seated(server, device, table, BRUNO)
    phone.locator("[name='paid.typed']").fill("12")
    assert len(drafts(phone)) == 1

    posted(banker, server, f"{table.removeprefix(server.url)}seats/{BRUNO}", free="1")
    expect(phone.locator(".who")).not_to_contain_text("Bruno")
    phone.wait_for_function("Object.keys(localStorage).every(one => !one.startsWith('draft'))")

    other = seated(server, device, table, ANNA)
    act(banker, server, table, {"kind": "put_up", "what": "Vase", "how": "sealed"})
    other.locator("input.secret").fill("40")
    assert drafts(other) == []


def test_going_back_shows_the_form_and_sending_it_makes_no_second_table(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device()
    phone.goto(f"{server.url}/new/free_bank")
    phone.locator("[name=players][value='2']").click()
    phone.wait_for_url("**players=2")

    def sent() -> str:
        for seat, name in enumerate(("Anna", "Bruno")):
            phone.locator(f"[name=name_{seat}]").fill(name)
        phone.get_by_role("button", name="Show the QR code").click()
        phone.wait_for_url("**/invite")
        return phone.url

    first = sent()
    phone.go_back()

    assert "players=2" in phone.url and sent() == first
