"""The content of the big screen; ``test_sweep`` checks its layout."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Literal

import pytest

from companion.web.requests.language import LANGUAGES
from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.questions import offences
from tests.browser.scenes import record_of, recorded
from tests.extent import choose
from tests.servers import Server

expect = playwright_api.expect

Device = Callable[..., Page]


EDGES = """
async (picture) => {
  const image = new Image(), canvas = document.createElement("canvas");
  image.src = "data:image/png;base64," + picture;
  await image.decode();
  [canvas.width, canvas.height] = [image.width, image.height];
  const drawn = canvas.getContext("2d");
  drawn.drawImage(image, 0, 0);
  const { data } = drawn.getImageData(0, 0, image.width, image.height);
  const light = (at) => [0.2126, 0.7152, 0.0722].reduce((sum, part, colour) => {
    const value = data[at + colour] / 255;
    return sum + part * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }, 0.05);
  const ground = light(0);
  let most = 1;
  for (let at = 0; at < data.length; at += 4)
    most = Math.max(most, light(at) / ground, ground / light(at));
  return most;
}
"""
"""Returns the highest contrast of a picture with its first pixel."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_players_chart_line_contrasts_with_its_background(
    server: Server, device: Device, scheme: Literal["light", "dark"]
) -> None:
    page = device(width=1280, height=720, scheme=scheme)

    page.goto(brought_back(page, server, recorded("big_shot", "four-italian")) + "?screen=table")
    lines = page.locator(".legend svg").all()
    pictures = [base64.b64encode(line.screenshot()).decode() for line in lines]

    assert len(pictures) == 4
    assert min(page.evaluate(EDGES, picture) for picture in pictures) >= 3


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_big_screen_ends_with_the_code_if_nobody_can_play_again(
    server: Server, device: Device, size: tuple[int, int]
) -> None:
    table = brought_back(device(), server, recorded("big_cheese", "six-clockwise"))
    page = device(width=size[0], height=size[1])

    page.goto(table + "?screen=table")
    page.locator(".door svg").wait_for()

    assert offences(page, [("below", [".podium, .plot, .legend", ".door"])]) == []


def test_the_table_code_is_equally_wide_whatever_its_letters(
    server: Server, device: Device
) -> None:
    page = shown(device, server, "big_shot/over")
    width = "(link, code) => (link.textContent = code, link.getBoundingClientRect().width)"

    widths = [
        page.locator(".door > a").evaluate(width, code) for code in ("WMWM-WMWM", "J1J1-J1J1")
    ]

    assert widths[0] == widths[1]


def shown(device: Device, server: Server, scene: str) -> Page:
    """Return a page with the big screen of a scene, "game/name"."""
    page = device(width=1280, height=720)
    page.goto(brought_back(page, server, record_of(*scene.split("/"))) + "?screen=table")
    return page


def test_an_uncollected_rent_is_the_first_thing_to_do(server: Server, device: Device) -> None:
    page = shown(device, server, "monopoly/mo-rent")

    assert "Bruno can collect 750 from Anna" in page.locator(".waiting.my-turn").inner_text()
    assert "Bruno rolls two dice." in page.locator(".hero-card").inner_text()


def test_the_player_who_must_answer_an_offer_is_the_only_one_in_gold(
    server: Server, device: Device
) -> None:
    page = shown(device, server, "monopoly/mo-deal")

    assert page.locator(".waiting.my-turn").count() == 1
    assert "Bruno answers this offer." in page.locator(".hero-card").inner_text()
    assert page.locator(".seats .next > span:not(.has) b").all_inner_texts() == ["Anna", "Bruno"]


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ("big_shot/paused", "The game is paused"),
        ("monopoly/mo-deal", "Carla offers Bruno"),
        ("monopoly/mo-in-kind", "Anna offers Bruno"),
        ("monopoly/mo-rent", "Bruno can collect"),
    ],
)
def test_the_headlines_sentence_is_not_repeated_below(
    server: Server, device: Device, scene: str, said: str
) -> None:
    page = shown(device, server, scene)

    above = page.locator(".ask").inner_text() + page.locator(".play").inner_text()
    assert said in above
    assert said not in page.locator(".lines").inner_text()


def test_an_offer_for_a_debt_is_shown_once_with_its_contents(
    server: Server, device: Device
) -> None:
    page = shown(device, server, "monopoly/mo-in-kind")

    said = page.locator(".ask").inner_text() + page.locator(".play").inner_text()

    assert said.count("Anna offers Bruno") == 1
    assert "Gare Montparnasse" in said


@pytest.mark.parametrize("language", choose(check=("es",), test=("es",), full=tuple(LANGUAGES)))
def test_the_sum_of_a_takeover_is_not_cut_off(
    server: Server, device: Callable[..., Page], language: str
) -> None:
    """It read “Clara se hace con New Energy Ltd. y paga a Dieter 2 × 4…”."""
    page = device(width=1280, height=720, language=language)
    page.goto(brought_back(page, server, record_of("big_deal", "bd-won")) + "?screen=table")
    line = page.locator(".for-all .lines li").first

    expect(line).to_contain_text("3 × 300 = 900")
    assert line.evaluate("(li) => li.scrollWidth <= li.clientWidth")
    assert line.evaluate("(li) => li.scrollHeight <= li.clientHeight")


LARGEST = """
() => {
  const texts = document.createTreeWalker(document.querySelector(".for-all"), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let largest = ["", 0];
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    const [line] = range.getClientRects();
    const text = texts.currentNode.data.trim();
    if (text && line && line.height > largest[1]) largest = [text, line.height];
  }
  return [largest[0], largest[1] / innerHeight];
}
"""
"""Returns the text with the highest line, and the share of the screen that is as high."""


@pytest.mark.parametrize(
    ("scene", "bid", "share"),
    [
        ("big_shot/auction", "2", 0.2),
        ("monopoly/mo-auction", "120", 0.2),
        ("big_deal/bd-duel", "300", 0.13),
        ("free_bank/fb-auction", "120", 0.2),
    ],
)
def test_the_highest_bid_is_the_largest_thing(
    server: Server, device: Device, scene: str, bid: str, share: float
) -> None:
    page = shown(device, server, scene)

    text, height = page.evaluate(LARGEST)

    assert text.startswith(bid)
    assert height > share
