"""A game without templates is played on screens made from its legal moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.browser.conftest import Page, playwright_api, running
from tests.browser.sitting import expect_money, scan_and_begin
from tests.servers import TOY, Server

expect = playwright_api.expect
ANNA, BRUNO = range(2)


@pytest.fixture(scope="module")
def toy_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the toy game, which other servers lack."""
    with running(tmp_path_factory.mktemp("toy") / "data", TOY) as started:
        yield started


def sit_down(server: Server, device: Callable[..., Page]) -> tuple[Page, list[Page]]:
    """Return the banker's page and the phones of Anna and Bruno."""
    banker = device(width=1280, height=800)
    banker.goto(f"{server.url}/new/toy?players=2")
    phones = [device(), device()]
    scan_and_begin(banker, phones, ("Anna", "Bruno"))
    return banker, phones


@pytest.mark.full
def test_a_game_without_templates_is_played_on_phones_and_the_big_screen(
    toy_server: Server, device: Callable[..., Page]
) -> None:
    banker, phones = sit_down(toy_server, device)
    for_all = device(width=1280, height=800)
    for_all.goto(f"{phones[ANNA].url}?screen=table")

    # A button, a chip, and an entered amount: 10 - 1 - 2 - 4.
    phones[ANNA].get_by_role("button", name="Pay 1 to Bruno").click()
    expect_money(phones[BRUNO], 11)
    phones[ANNA].get_by_role("button", name="Pay 2 to Bruno", exact=True).click()
    expect_money(phones[BRUNO], 13)
    phones[ANNA].get_by_label("Another amount").click()
    phones[ANNA].locator("#typed-pay-1").fill("4")
    phones[ANNA].locator("#b-pay-1", has_text="Pay 4 to Bruno").click()
    expect_money(phones[ANNA], 3)
    expect(for_all.locator(".seats")).to_contain_text("17")
    expect(phones[BRUNO].get_by_role("button", name="Finish")).to_have_count(0)

    banker.get_by_role("button", name="Finish").click()

    expect(for_all.locator(".for-all")).to_contain_text("Bruno 17")
    phones[ANNA].get_by_role("link", name="Final scores").click()
    expect(phones[ANNA].locator("main")).to_contain_text("17 coin")


@pytest.mark.full
def test_a_value_typed_for_one_button_is_not_sent_with_another(
    toy_server: Server, device: Callable[..., Page]
) -> None:
    _, phones = sit_down(toy_server, device)

    phones[ANNA].locator("[name='read-a.value']").fill("5")
    phones[ANNA].locator("[name='read-b.value']").fill("7")
    phones[ANNA].get_by_role("button", name="Read lot b").click()

    expect(phones[BRUNO].locator(".lines")).to_contain_text("Lot b is worth 7")
