"""A tap in doubt is sent again by the phone itself, under its key, and counts once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.browser.conftest import Browsers, Page, Server
from tests.browser.test_free_bank import ANNA, BRUNO, expect_money, sit_down
from tests.database_servers import Postgresql
from tests.soak.cutting import cut_phone

CUTS = 10
STREAM, ACT = "**/stream?*", "**/act"


def test_a_tap_whose_answer_was_lost_is_sent_again_by_the_phone_and_pays_once(
    postgresql: Postgresql, browser: Browsers, tmp_path: Path
) -> None:
    context = browser.new_context(locale="en")
    try:
        counted = cut_phone(context, postgresql, tmp_path, CUTS, 5, print)
    finally:
        browser.close(context)

    assert counted["paid"] == CUTS and counted["called in doubt"]


def test_a_tap_that_met_a_proxy_without_its_companion_is_sent_again(
    server: Server, device: Callable[..., Page]
) -> None:
    _, phones = sit_down(server, device)
    phones[ANNA].route(ACT, lambda route: route.fulfill(status=502, body="Bad Gateway"), times=1)

    phones[ANNA].locator("#b-salary").click()

    expect_money(phones[ANNA], 1700)


def test_a_tap_is_sent_again_even_if_the_table_has_moved_on_meanwhile(
    server: Server, device: Callable[..., Page]
) -> None:
    _, phones = sit_down(server, device)
    phones[ANNA].route(STREAM, lambda route: route.abort())
    phones[ANNA].route(ACT, lambda route: route.abort(), times=1)

    phones[ANNA].locator("#b-salary").click()
    phones[BRUNO].locator("#b-salary").click()
    expect_money(phones[BRUNO], 1700)
    phones[ANNA].unroute(STREAM)

    expect_money(phones[ANNA], 1700)
