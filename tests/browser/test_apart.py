"""What is tapped side by side lies apart, and what belongs together stands on one line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.monopoly.board import classic_board
from tests.browser.conftest import Page, brought_back, posted
from tests.browser.monopoly_scenes import record
from tests.browser.scenes import SCENES, record_of
from tests.servers import Server

Device = Callable[..., Page]
UNFOLDED = "document.querySelectorAll('.tool').forEach((tool) => { tool.open = true; })"
OF_THE_BANK = ".picked, .tool button, .tool .button"
ANY = "main :is(button, .button, .set-right, #dice > a)"
TOUCHING = """
(sought) => {
  const things = [...document.querySelectorAll(sought)]
    .filter((thing) => thing.checkVisibility({ visibilityProperty: true }))
    .filter((thing) => thing.getClientRects().length > 0)
    .map((thing) => [thing, thing.getBoundingClientRect()]);
  const gap = (one, other) => Math.max(
    other.left - one.right, one.left - other.right, other.top - one.bottom, one.top - other.bottom,
  );
  return things.flatMap(([one, box], place) => things.slice(place + 1)
    .filter(([other, beside]) => !one.contains(other) && gap(box, beside) < 7.5)
    .map(([other]) => `${one.textContent.trim()} | ${other.textContent.trim()}`));
}
"""
"""What is sought and lies nearer to each other than 8 px."""
FALLEN = """
() => [...document.querySelectorAll(".own i")].filter((deed) =>
  deed.querySelector("b").getBoundingClientRect().top > deed.getBoundingClientRect().top + 8
).map((deed) => deed.textContent)
"""
"""Deeds whose rent stands below the first line of their name."""
BETWEEN = """
document.querySelector("#die-1").getBoundingClientRect().top
  - document.querySelector(".rents button").getBoundingClientRect().bottom
"""
UNDER_THE_WORD = """
() => [...document.querySelectorAll(".said > button")].filter((name) =>
  name.getBoundingClientRect().left
    < name.parentElement.querySelector("q").getBoundingClientRect().right
).map((name) => name.textContent)
"""
"""Names that wrapped to below what they answer."""
DEALS = '[...document.querySelectorAll("[id^=deal-]")].map((name) => name.offsetTop)'


@pytest.mark.parametrize("language", ["en", "it", "de"])
@pytest.mark.parametrize("game", SCENES)
def test_choices_of_a_set_up_and_buttons_of_the_bank_do_not_touch(
    server: Server, device: Device, game: str, language: str
) -> None:
    page, touching = device(language), []
    scene = next(iter(SCENES[game]()))
    table = brought_back(page, server, record_of(game, scene[0]))
    for path in (f"{server.url}/new/{game}", f"{table}bank"):
        page.goto(path)
        page.evaluate(UNFOLDED)
        touching += page.evaluate(TOUCHING, OF_THE_BANK)

    assert touching == []


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize(
    ("game", "scene", "path"),
    [
        ("big_shot", "over", "account"),
        ("big_shot", "auction", "history?step=3"),
        ("big_shot", "auction", "die"),
        ("free_bank", "fb-sealed", ""),
        ("monopoly", "mo-roll", ""),
    ],
)
def test_no_button_of_these_pages_touches_another(
    server: Server, device: Device, game: str, scene: str, path: str, width: int
) -> None:
    phone = device("fr", width=width)

    phone.goto(brought_back(phone, server, record_of(game, scene)) + path)

    assert phone.evaluate(TOUCHING, ANY) == []


def test_the_names_below_a_word_of_the_banker_stand_at_its_right(
    server: Server, device: Device
) -> None:
    """On the narrowest phone the word has a line of its own; see test_narrow."""
    phone = device("fr")

    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-auction")) + "?for=3")

    assert phone.locator(".said > button").count() == 6
    assert phone.evaluate(UNDER_THE_WORD) == []


@pytest.mark.parametrize("width", [320, 390])
def test_a_rent_stands_beside_its_name_and_three_to_deal_with_in_a_row(
    server: Server, device: Device, width: int
) -> None:
    banker, phone = device(), device("fr", width=width)
    deeds = {**record(), "copy": classic_board("fr")}
    table = brought_back(banker, server, deeds)
    posted(phone, server, table.removeprefix(server.url) + "sit", seat="0")

    phone.goto(table)

    assert phone.evaluate(FALLEN) == []
    assert len(set(phone.evaluate(DEALS))) == 1


def test_a_sale_that_is_told_has_no_empty_strip_below_the_names(
    server: Server, device: Device
) -> None:
    page = device()
    table = brought_back(page, server, record_of("big_shot", "auction"))

    page.goto(f"{table}sold")

    assert page.locator(".tool").count() == 0


def test_two_lines_of_money_make_the_head_no_higher(server: Server, device: Device) -> None:
    banker, phone = device(), device()
    table = brought_back(banker, server, record())
    posted(phone, server, table.removeprefix(server.url) + "sit", seat="0")

    phone.goto(table)

    assert phone.evaluate("document.querySelector('.mine').offsetHeight") <= 64


def test_whoever_may_ask_for_rent_does_not_tap_a_die_with_it(
    server: Server, device: Device
) -> None:
    banker, phone = device(), device()
    table = brought_back(banker, server, record_of("monopoly", "mo-rent"))
    posted(phone, server, table.removeprefix(server.url) + "sit", seat="1")

    phone.goto(table)

    assert phone.evaluate(BETWEEN) > 7.5
