"""A score entered on a phone, and opened by its link elsewhere, also without JavaScript.

By hand: Anna has the 9 and the 10, both beside her park: (9 + 10) x 2 = 38, cash 5, a loan: 33.
Bruno has the 11 and the 16, cash 9: 36. With two more lots Carla would do better: she has the 21.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest

from companion.web.requests.language import LANGUAGES
from tests.browser.conftest import Page, playwright_api
from tests.browser.scenes import SCORES
from tests.browser.test_big_shot_looks import LIGHT
from tests.extent import choose
from tests.servers import Server

expect = playwright_api.expect
NAMES = ("Anna", "Bruno", "Carla")
VALUES = {"1": 9, "3": 10, "5": 11, "7": 16, "11": 21}


def type_the_score(phone: Page, server: Server) -> None:
    """Open the calculator from the first page, and fill in the form for three players."""
    phone.goto(server.url)
    phone.get_by_role("link", name=re.compile("Add up a score")).click()
    # The first page also has a link with this name.
    phone.wait_for_url("**/score/")
    phone.get_by_role("link", name=re.compile("Big Shot.*players")).click()
    phone.get_by_role("button", name="3", exact=True).click()
    expect(phone.locator("[name=name_3]")).to_have_count(0)
    for seat, (name, cash) in enumerate(zip(NAMES, ("5", "9", "1"), strict=True)):
        phone.locator(f"[name=name_{seat}]").fill(name)
        phone.locator(f"[name=cash_{seat}]").fill(cash)
    phone.locator("[name=loans_0]").fill("1")
    for lot, value in VALUES.items():
        phone.locator(f"[name=value_{lot}]").fill(str(value))
    for lot, owner in (("1", 0), ("3", 0), ("a", 0), ("5", 1), ("7", 1), ("11", 2)):
        phone.locator(f"[name=lot_{lot}][value='{owner}']:not([data-touch-young])").check()
    for field in ("touches_a_1", "touches_a_3"):
        phone.locator(f"[name={field}]:not([data-touch-young])").check()


TYPED = (
    {f"name_{seat}": name for seat, name in enumerate(NAMES)}
    | {"players": 3, "cash_0": 5, "cash_1": 9, "cash_2": 1, "loans_0": 1}
    | {f"value_{lot}": value for lot, value in VALUES.items()}
    | {"lot_1": 0, "lot_3": 0, "lot_a": 0, "lot_5": 1, "lot_7": 1, "lot_11": 2}
    | {"touches_a_1": "on", "touches_a_3": "on"}
)
RESULT = f"/score/big_shot?{urlencode(TYPED)}"
"""The URL of the result of the same score."""


def read(page: Page) -> list[str]:
    """Return the lines of the result, once it is shown."""
    expect(page.locator("#result h1")).to_have_text("Bruno wins with 36.")
    return page.locator("#result h1, #result section").all_inner_texts()


@pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.full)])
def test_a_typed_score_is_shown_and_its_link_shows_the_same(
    server: Server, device: Callable[..., Page], script: bool
) -> None:
    phone = device(script=script)
    type_the_score(phone, server)

    phone.get_by_role("button", name="Who wins?").click()

    result = read(phone)
    expect(phone.locator("#result")).to_contain_text(re.compile(r"Lot\s9 × 2, doubled by park\sa"))
    expect(phone.locator("#result")).to_contain_text("cannot win: has 1 lot, needs two")
    link = phone.get_by_role("link", name="Link to this score").get_attribute("href")
    assert link is not None
    other = device(width=1280, height=800)
    other.goto(link)
    assert read(other) == result


def test_a_wrong_amount_is_reported_and_fixed_on_the_same_form(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device()
    phone.goto(server.url + RESULT)
    phone.locator("#typed > summary").click()
    phone.locator("[name=cash_1]").fill("9,50")
    phone.get_by_role("button", name="Who wins?").click()
    expect(phone.get_by_role("alert")).to_contain_text("Bruno, cash: enter a whole number")
    expect(phone.locator("[aria-invalid]")).to_be_focused()

    phone.locator("[name=cash_1]").fill("9")
    phone.locator("[name=cash_1]").press("Enter")

    read(phone)


def test_each_player_has_a_coloured_card_with_a_total_and_the_winner_a_crown(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device()
    phone.goto(server.url + RESULT)
    phone.locator("#typed > summary").click()
    anna, bruno = phone.locator(".holder").nth(0), phone.locator(".holder").nth(1)
    expect(anna.locator(".figure")).to_have_text("33")
    expect(bruno.locator(".figure")).to_have_text(re.compile(r"♛\s*36"))
    before = anna.evaluate("card => getComputedStyle(card).borderLeftColor")

    anna.locator("[name=colour_0]").select_option("blue")

    expect(anna.locator(".number > i")).to_have_text("★")
    assert anna.evaluate("card => getComputedStyle(card).borderLeftColor") != before


def test_a_whole_pad_is_typed_at_once_and_grows_without_losing_any(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device()
    phone.goto(f"{server.url}/score/big_cheese")
    phone.get_by_role("button", name="3", exact=True).click()
    expect(phone.locator("[name=die_3]")).to_have_count(0)
    for line, (card, die) in enumerate((("20", "6"), ("12", "5"), ("2", "1"), ("2", "1"))):
        phone.locator("[name=card_0]").nth(line).select_option(card)
        phone.locator("[name=die_0]").nth(line).fill(die)
    phone.locator("#pad-0").get_by_role("button", name="More lines").click()
    expect(phone.locator("[name=die_0]")).to_have_count(7)
    expect(phone.locator("#pad-0")).to_be_in_viewport()
    phone.locator("[name=card_0]").nth(4).select_option("2")
    phone.locator("[name=die_0]").nth(4).fill("3")
    phone.get_by_role("button", name="Who wins?").click()
    phone.get_by_role("button", name="Count as 0").click()

    expect(phone.locator("#result h1")).to_have_text("Nobody has reached 200 yet.")
    expect(phone.locator("#pad-0")).to_contain_text("190")


def test_the_text_is_copied_and_shared(server: Server, device: Callable[..., Page]) -> None:
    phone = device()
    phone.add_init_script("navigator.share = async (said) => { window.said = said; }")
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.goto(server.url + RESULT)

    phone.get_by_role("button", name="Share").click()
    phone.get_by_role("button", name="Copy the text").click()

    expect(phone.get_by_role("button", name="Copied")).to_be_visible()
    shared = phone.evaluate("window.said.text")
    assert shared == phone.evaluate("navigator.clipboard.readText()")
    assert "Bruno wins with 36. (BS-F2)" in shared
    assert f"{server.url}/score/big_shot?players=3" in shared


BROKEN = """
() => [
  ...document.querySelectorAll(".score label, .score .holder .figure, .score .place h2"),
].flatMap((label) => {
  const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT), broken = [];
  while (texts.nextNode()) {
    for (const word of texts.currentNode.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((line) => line.top)).size > 1)
        broken.push(word[0]);
    }
  }
  return broken;
})
"""
CUT = """
() => [...document.querySelectorAll(".stake select")].filter((select) => {
  const width = select.offsetWidth;
  select.style.width = "max-content";
  select.style.flex = "none";
  return select.offsetWidth > width;
}).map((select) => select.value)
"""


@pytest.mark.parametrize("language", choose(check=("de",), test=("de",), full=tuple(LANGUAGES)))
def test_the_calculator_breaks_no_word_or_number_on_the_narrowest_phone(
    server: Server, device: Callable[..., Page], language: str
) -> None:
    phone, broken = device(language, width=320), {}

    for path in SCORES:
        phone.goto(f"{server.url}/score/{path}")
        broken[path] = phone.evaluate(BROKEN) + phone.evaluate(CUT)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 320, path

    assert {path: words for path, words in broken.items() if words} == {}


CHOSEN = f"""
() => {{
  {LIGHT}
  return [...document.querySelectorAll(".touches :checked + span, .touches :checked + span small")]
    .map((said) => contrast(
      getComputedStyle(said).color, getComputedStyle(said.closest("span")).backgroundColor
    ));
}}
"""


@pytest.mark.full
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lots_beside_a_park_are_readable_on_gold(
    server: Server, device: Callable[..., Page], scheme: str
) -> None:
    phone = device(scheme=scheme)

    phone.goto(f"{server.url}/score/big_shot?players=3&cash_0=5&value_1=9&lot_a=0&touches_a_1=on")

    letter, value = phone.evaluate(CHOSEN)
    assert min(letter, value) >= 4.5


@pytest.mark.chromium
def test_on_a_laptop_the_result_stays_in_sight_beside_the_entries(
    server: Server, device: Callable[..., Page]
) -> None:
    laptop = device(width=1280, height=800)
    laptop.goto(server.url + RESULT)
    assert read(laptop)

    laptop.get_by_role("button", name="Who wins?").scroll_into_view_if_needed()

    expect(laptop.locator("#result h1")).to_be_in_viewport()


@pytest.mark.chromium
def test_only_the_result_is_printed_on_paper(server: Server, device: Callable[..., Page]) -> None:
    phone = device()
    phone.goto(server.url + RESULT)
    read(phone)

    phone.emulate_media(media="print")

    expect(phone.locator("#result h1")).to_be_visible()
    for left_out in (".score form", ".share", ".top", ".crumb", "#result td a"):
        expect(phone.locator(left_out).first).to_be_hidden()


def test_a_rule_link_is_a_question_mark_with_the_rule_id_for_screen_readers(
    server: Server, device: Callable[..., Page]
) -> None:
    """Codes such as BS-A4 hung on errors and on every line of the account."""
    phone = device()
    phone.goto(server.url + RESULT)

    link = phone.get_by_role("link", name="BS-F2").first

    mark = "(link) => [getComputedStyle(link).fontSize, getComputedStyle(link, '::before').content]"
    assert link.evaluate(mark) == ["0px", '"?"']
    box = link.bounding_box()
    assert box is not None and box["height"] > 15, "the ring of the focus is drawn around it"


@pytest.mark.full
def test_a_score_can_be_shown_again_when_the_server_is_off(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device()
    phone.goto(server.url + RESULT)
    result = read(phone)
    phone.get_by_role("link", name="BS-F2").first.click()
    phone.wait_for_url("**/rules/**")
    server.stop()

    phone.go_back()

    assert read(phone) == result


COVERED = """
() => {
  const field = document.activeElement, { outlineOffset, outlineWidth } = getComputedStyle(field);
  const ring = field.getBoundingClientRect().top - parseFloat(outlineOffset);
  const label = field.parentElement.querySelector("small").getBoundingClientRect();
  return Math.max(0, label.bottom - ring + parseFloat(outlineWidth));
}
"""
"""Returns the height by which the focus ring of the current field covers its label."""


@pytest.mark.full
@pytest.mark.parametrize("typed", ["", "&hand_1=6"])
def test_the_focus_ring_of_a_field_does_not_cover_its_label(
    server: Server, device: Callable[..., Page], typed: str
) -> None:
    phone = device("it", width=320, height=640)

    phone.goto(f"{server.url}/score/big_deal?players=2&cash_0=500&cash_1=900{typed}")
    if not typed:
        phone.locator("#typed > summary").click()
    phone.locator("[name=hand_1]").focus()

    assert phone.evaluate(COVERED) <= 1


UNDER = """
() => [...document.querySelectorAll(".lot-row:has(.cubes)")].map((row) => {
  const middles = (things) => [...things].map((thing) => {
    const { left, right } = thing.getBoundingClientRect();
    return Math.round((left + right) / 2);
  });
  const marks = [...document.querySelectorAll(".marks")]
    .filter((marks) => marks.compareDocumentPosition(row.querySelector(".cubes")) & 4).pop();
  return [middles(row.querySelectorAll(".cubes")), middles(marks.children)];
})
"""
"""Returns, for each lot, the positions of its fields and of the colour marks above them."""
CLOSE = """
() => {
  const boxes = [...document.querySelectorAll(".lot-row :is(.toggle, .value)")]
    .map((thing) => thing.getBoundingClientRect());
  const small = boxes.filter((box) => box.width < 48 || box.height < 48).length;
  const close = boxes.slice(1).map((box, before) => [boxes[before], box])
    .filter(([one, other]) => one.top === other.top)
    .filter(([one, other]) => other.left - one.right < 7.1).length;
  return [small, close];
}
"""
"""Returns the numbers of fields that are too small for a thumb, and too close to another.

A gap of half a rem has 7.2 px on the narrowest phones.
"""
WIDTHS = """
() => new Set([...document.querySelectorAll("#pad-0 .pad-row")].map((row) =>
  [...row.querySelectorAll("select, input")].map((field) => field.offsetWidth).join())).size
"""


@pytest.mark.parametrize(
    ("width", "height"),
    choose(check=(), test=((1280, 720),), full=((320, 640), (1280, 720))),
)
def test_each_field_for_cubes_is_below_the_mark_of_its_colour(
    server: Server, device: Callable[..., Page], width: int, height: int
) -> None:
    """Firefox started a column without its marks."""
    phone = device(width=width, height=height)

    phone.goto(f"{server.url}/score/big_shot?change=by+cubes")

    fields = phone.evaluate(UNDER)
    assert len(fields) == 13
    assert [row for row, marks in fields if row != marks] == []


@pytest.mark.parametrize(
    ("width", "height"),
    choose(check=((320, 640),), test=((320, 640),), full=((320, 640), (390, 844), (844, 390))),
)
def test_owners_and_lots_beside_a_park_are_large_enough_to_tap(
    server: Server, device: Callable[..., Page], width: int, height: int
) -> None:
    phone = device(width=width, height=height)

    phone.goto(f"{server.url}/score/big_shot")

    assert phone.evaluate(CLOSE) == [0, 0]


@pytest.mark.full
def test_empty_lines_of_a_pad_are_as_wide_as_those_that_are_typed(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device(width=320, height=640)
    scored = next(page for page in SCORES if page.startswith("big_cheese"))

    phone.goto(f"{server.url}/score/{scored}")

    assert phone.evaluate(WIDTHS) == 1


ROWS = "(row) => new Set([...row.querySelectorAll('button')].map((one) => one.offsetTop)).size"


@pytest.mark.full
def test_all_numbers_of_players_fit_one_row_on_the_narrowest_phone(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device("fr", width=320, height=640)

    phone.goto(f"{server.url}/score/big_deal")

    assert phone.locator(".score nav.choices").evaluate(ROWS) == 1
