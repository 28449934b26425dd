"""Big Shot’s colours are told apart wherever they lie, in both schemes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest

from companion.web.requests.language import LANGUAGES
from tests.browser.conftest import Page, brought_back
from tests.browser.scenes import menus, record_of
from tests.servers import Server

Device = Callable[..., Page]
TO_PAY, ALL_SOLD = 3, 4
"""Of the menus of Big Shot: two colours could pay; every lot is sold."""
PAYING = """
[...document.querySelectorAll(".main > button")].map((button) => [
  button.getBoundingClientRect().width,
  button.getBoundingClientRect().height,
  button.querySelector("i") !== null,
])
"""
LIGHT = """
const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3)
  .map((part) => part / 255)
  .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  .reduce((sum, part, which) => sum + part * [0.2126, 0.7152, 0.0722][which], 0.05);
const contrast = (one, other) => Math.max(light(one) / light(other), light(other) / light(one));
"""
SOLD = f"""
() => {{
  {LIGHT}
  const of = (name) => getComputedStyle(document.querySelector(name));
  const tile = of(".tiles > .sold"), black = of(".sold .c-black");
  return [
    contrast(black.webkitTextStrokeColor, tile.backgroundColor),
    contrast(tile.borderColor, of("body").backgroundColor),
  ];
}}
"""
"""What black's sign has on a sold lot, and the edge of a sold lot on the page."""
CHOSEN = f"""
() => {{
  {LIGHT}
  const of = (name) => getComputedStyle(document.querySelector(name));
  const red = of(".colours [aria-current] .c-red").color;
  return contrast(red, of(".colours [aria-current]").backgroundColor);
}}
"""
CHART = """
[...document.querySelectorAll(
  ".chart svg :is(.c-black, .c-white), .legend :is(.c-black, .c-white) path"
)].map((line) => getComputedStyle(line).strokeDasharray)
"""
EDGED = """
[...document.querySelectorAll(".plot > svg path:not(.edge)")].map((line) =>
  line.previousElementSibling.matches(".edge")
    && line.previousElementSibling.getAttribute("d") === line.getAttribute("d"))
"""
"""Whether what leads from the end of each line to its figure has an edge."""

ROWS = """
[...document.querySelectorAll(".lots > a")].map((lot) => lot.getBoundingClientRect())
  .filter((lot) => lot.width).map((lot) => [Math.round(lot.width), Math.round(lot.height)])
"""

CUBES = """
[...document.querySelectorAll(".tiles > li:not(.sold)")].map((tile) =>
  new Set([...tile.querySelectorAll("i")].flatMap((cubes) => [...cubes.getClientRects()])
    .filter((line) => line.width).map((line) => line.top)).size)
"""
"""On how many lines the cubes of each lot stand, with the room that is left."""
PICKS = """
[...document.querySelectorAll(".stage :is(.colours, .lots) > a")].map((pick) => [
  (pick.querySelector("b") || pick).textContent.trim(),
  Math.round(pick.getBoundingClientRect().left),
  Math.round(pick.getBoundingClientRect().top - pick.parentNode.getBoundingClientRect().top),
])
"""


def test_both_colours_that_could_pay_are_buttons_of_one_size(
    server: Server, device: Device
) -> None:
    record, page = list(menus("big_shot"))[TO_PAY]
    phone = device(language="it")

    phone.goto(brought_back(phone, server, record) + page)
    first, second = phone.evaluate(PAYING)

    assert first == second and first[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_bought_a_lot_is_seen_on_its_black(
    server: Server, device: Device, scheme: Literal["light", "dark"]
) -> None:
    record, page = list(menus("big_shot"))[ALL_SOLD]
    phone = device()
    phone.emulate_media(color_scheme=scheme)

    phone.goto(brought_back(phone, server, record) + page)

    assert min(phone.evaluate(SOLD)) >= 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_red_is_seen_on_the_gold_of_what_is_chosen(
    server: Server, device: Device, scheme: Literal["light", "dark"]
) -> None:
    phone = device()
    phone.emulate_media(color_scheme=scheme)
    record = record_of("big_shot", "place")

    phone.goto(brought_back(phone, server, record) + "?draft=0")

    assert phone.evaluate(CHOSEN) >= 3


def test_the_lines_of_black_and_white_are_whole_for_their_edges_draw_them(
    server: Server, device: Device
) -> None:
    phone = device()

    phone.goto(brought_back(phone, server, record_of("big_shot", "auction")) + "account")

    assert set(phone.evaluate(CHART)) == {"none"}
    assert phone.evaluate(EDGED) == [True] * 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_the_parks_leave_the_lots_as_even_as_they_are(
    server: Server, device: Device, language: str
) -> None:
    phone = device(language, width=320, height=640)
    table = brought_back(phone, server, record_of("big_shot", "place"))

    phone.goto(table + "?draft=0")

    *lots, first, second = phone.evaluate(ROWS)
    assert max(width for width, _ in lots) - min(width for width, _ in lots) <= 1
    assert {height for _, height in (*lots, first, second)} == {lots[0][1]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_who_has_two_colours_stands_within_the_head(
    server: Server, device: Device, language: str
) -> None:
    record, page = list(menus("big_shot"))[TO_PAY]
    phone = device(language, width=320, height=640)

    phone.goto(brought_back(phone, server, record) + page)
    name = phone.locator(".who").bounding_box()

    assert name is not None and name["height"] <= 64
    assert phone.locator(".money i").count() == 2


@pytest.mark.parametrize(("width", "height"), [(320, 640), (844, 390)])
def test_the_cubes_of_a_lot_stand_in_one_line(
    server: Server, device: Device, width: int, height: int
) -> None:
    phone = device(width=width, height=height)
    table = brought_back(phone, server, record_of("big_shot", "stuck"))

    phone.goto(table)
    lines = set(phone.evaluate(CUBES))
    if width < height:
        phone.goto(table + "?screen=table")
        lines |= set(phone.evaluate(CUBES))

    assert lines == {1}


def test_no_colour_and_no_lot_moves_where_another_is_used_up_or_sold(
    server: Server, device: Device
) -> None:
    phone = device(width=320, height=640)

    phone.goto(brought_back(phone, server, record_of("big_shot", "place")) + "?draft=0")
    before = phone.evaluate(PICKS)
    phone.goto(brought_back(phone, server, record_of("big_shot", "stuck")) + "?draft=3")

    assert phone.evaluate(PICKS) == before
    assert phone.locator(".stage .colours > a:not([href])").count() == 1
    assert phone.locator(".stage .lots > a:not([href])").inner_text().strip() == "16"
