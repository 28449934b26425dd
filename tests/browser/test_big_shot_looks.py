"""Big Shot’s colours can be distinguished everywhere, in both themes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest

from tests.browser.conftest import Page, brought_back
from tests.browser.scenes import menus, record_of, recorded
from tests.servers import Server

Device = Callable[..., Page]
ALL_SOLD = 4
"""The number of the menu of Big Shot in which every lot is sold."""
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
  const ground = getComputedStyle(document.body).backgroundColor;
  return [...document.querySelectorAll(".bars > .sold")].map(getComputedStyle).map((bar) =>
    [
      bar.backgroundColor,
      contrast(bar.color, bar.backgroundColor),
      contrast(bar.borderColor, ground),
    ]
  );
}}
"""
"""Returns each sold lot's colour, and the contrasts of its text and of its edge."""
CHOSEN = f"""
() => {{
  {LIGHT}
  const of = (name) => getComputedStyle(document.querySelector(name));
  const red = of(".colours [aria-current] .c-red").color;
  return contrast(red, of(".colours [aria-current]").backgroundColor);
}}
"""
CUT_OFF = """
[...document.querySelectorAll(".other[open] button")].filter((button) =>
  button.scrollWidth > button.clientWidth || button.getBoundingClientRect().right > innerWidth
).map((button) => button.textContent.trim())
"""
"""Returns the names of the lots that do not fit on their button or on the screen."""
PICKS = """
[...document.querySelectorAll(".stage :is(.colours, .lots) > a")].map((pick) => [
  (pick.querySelector("b") || pick).textContent.trim(),
  Math.round(pick.getBoundingClientRect().left),
  Math.round(pick.getBoundingClientRect().top - pick.parentNode.getBoundingClientRect().top),
])
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_sold_lot_is_its_owners_colour(
    server: Server, device: Device, scheme: Literal["light", "dark"]
) -> None:
    record, page = list(menus("big_shot"))[ALL_SOLD]
    phone = device(scheme=scheme)

    phone.goto(brought_back(phone, server, record) + page)

    bars = phone.evaluate(SOLD)
    assert len({colour for colour, _, _ in bars}) > 2
    assert min(text for _, text, _ in bars) >= 4.5
    assert min(edge for _, _, edge in bars) >= 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_red_contrasts_with_the_gold_of_a_chosen_lot(
    server: Server, device: Device, scheme: Literal["light", "dark"]
) -> None:
    phone = device(scheme=scheme)
    record = record_of("big_shot", "place")

    phone.goto(brought_back(phone, server, record) + "?draft=0")

    assert phone.evaluate(CHOSEN) >= 3


def test_colours_and_lots_keep_their_place_when_others_are_gone(
    server: Server, device: Device
) -> None:
    phone = device(width=320, height=640)

    phone.goto(brought_back(phone, server, record_of("big_shot", "place")) + "?draft=0")
    before = phone.evaluate(PICKS)
    phone.goto(brought_back(phone, server, record_of("big_shot", "stuck")) + "?draft=3")

    assert phone.evaluate(PICKS) == before
    assert phone.locator(".stage .colours > a:not([href])").count() == 1
    assert phone.locator(".stage .lots > a:not([href]) b").inner_text().strip() == "16"


def test_the_dice_pad_shows_dots_and_no_digits(server: Server, device: Callable[..., Page]) -> None:
    record = recorded("big_shot", "four-italian")
    phone = device()

    phone.goto(brought_back(phone, server, {**record, "actions": record["actions"][:1]}))

    faces = phone.locator(".hands .faces > .die")
    sizes = "(faces) => faces.map((face) => getComputedStyle(face).fontSize)"
    assert faces.evaluate_all(sizes) == ["0px"] * 6


def test_every_lot_that_a_cube_may_be_on_has_its_whole_name_on_the_screen(
    server: Server, device: Device
) -> None:
    phone = device(width=390, height=844)
    table = brought_back(phone, server, record_of("big_shot", "place"))
    phone.goto(table + "right/9")

    phone.locator(".other > summary").first.click()

    assert phone.evaluate(CUT_OFF) == []
