"""A phone retries a tap without an answer, with the same idempotency key, and it counts once."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from tests.browser.conftest import Page, playwright_api
from tests.browser.scenes import recorded, until
from tests.browser.sitting import BRUNO, act, banker_at, expect_money
from tests.database_servers import HOST, Postgresql, address
from tests.kept import NAME
from tests.patience import SOAK_SEED, rounds
from tests.servers import Server, serving
from tests.web.test_in_doubt import SALARY, SALARY_BUTTON, START, Evening, Told, evening

expect = playwright_api.expect
Response = playwright_api.Response
CUTS = 10
STREAM, ACT = "**/stream?*", "**/act"


@pytest.mark.soak
def test_a_tap_whose_answer_was_lost_is_sent_again_by_the_phone_and_pays_once(
    postgresql: Postgresql, device: Callable[..., Page], tmp_path: Path
) -> None:
    chance, cuts, page = random.Random(SOAK_SEED), 0, device()
    with (
        evening(postgresql, tmp_path) as given,
        serving(tmp_path, DATABASE_URL=address(given.line.port, NAME)) as server,
    ):
        url = f"http://{HOST}:{server.port}"
        page.context.add_cookies([{"name": "session", "value": given.cookie, "url": url}])
        answers: list[Response] = []
        page.on("response", lambda answer: answers.append(answer))
        page.goto(url + given.path)
        for _ in rounds(CUTS):
            cuts += 1
            _take_by_script(given, page, START + SALARY * cuts, chance)
            for answer in answers:
                _hear(given.told, answer)
            answers.clear()
        page.close()

    print(given.told.counted)
    assert given.told.counted["paid"] == cuts and given.told.counted["called in doubt"]


def _take_by_script(given: Evening, page: Page, money: int, chance: random.Random) -> None:
    """Tap once; the script retries until there is an answer."""
    stays_broken = given.cut(chance)
    page.locator(f"#{SALARY_BUTTON}").click()
    if stays_broken:
        given.line.await_refused(chance.randrange(1, 6))
        given.line.restore()
    expect_money(page, money)
    # The push may arrive before the answer.
    expect(page.locator("[data-touch-sent]")).to_have_count(0)
    expect(page.locator("#notice")).to_have_text("")


def _hear(told: Told, answer: Response) -> None:
    request: Any = answer.request
    if request.method == "POST":
        (key,) = parse_qs(request.post_data)["key"]
        told.hear(key, answer.status, answer.text())


def paid_off() -> dict[str, Any]:
    """Return a saved game of the free bank before the first action; each player has 1500."""
    return until(recorded("free_bank", "most-money"), "roll", 0)


def test_a_tap_that_met_a_proxy_without_its_companion_is_sent_again(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = banker_at(server, device, paid_off())
    phone.route(ACT, lambda route: route.fulfill(status=502, body="Bad Gateway"), times=1)

    phone.locator("#b-salary").click()

    expect_money(phone, 1700)


def test_a_tap_is_sent_again_even_if_the_table_has_moved_on_meanwhile(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = banker_at(server, device, paid_off())
    phone.route(STREAM, lambda route: route.abort())
    phone.route(ACT, lambda route: route.abort(), times=1)

    with phone.expect_request(ACT):
        phone.locator("#b-salary").click()
    act(phone, server, phone.url, {"kind": "salary", "seat": BRUNO})
    phone.unroute(STREAM)

    expect_money(phone, 1700)
    expect(phone.locator(".seats li").nth(BRUNO)).to_contain_text("1700")
