"""Layout after touches, pushes and with forced colours; ``test_sweep`` checks the rest."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.monopoly.board import classic_board
from tests.browser.conftest import Page, brought_back, expect_live, playwright_api, posted
from tests.browser.monopoly_scenes import record
from tests.browser.questions import offences
from tests.browser.scenes import record_of, recorded
from tests.browser.sitting import act, seated
from tests.browser.test_sweep import BUTTONS, HERE
from tests.servers import Server

expect = playwright_api.expect
Locator = playwright_api.Locator
Device = Callable[..., Page]
PLACES = """
() => Object.fromEntries([...document.querySelectorAll(".hands :is(button, a)")]
  .filter((button) => button.checkVisibility({ visibilityProperty: true }))
  .filter((button) => !button.closest("#dice > p"))
  .map((button) => [button.textContent.trim(), button.getBoundingClientRect().top]))
"""
"""Returns the vertical position of each button, except those that appear with the first die."""
OUTLINE = "(shown) => getComputedStyle(shown).outlineStyle"
WALK = """
() => [...document.querySelectorAll(".walk > *")].map((sign) => {
  const { left, top } = sign.getBoundingClientRect();
  return [left, top];
})
"""


def box_of(place: Locator) -> dict[str, float]:
    """Return where an element is on the screen."""
    box: dict[str, float] = place.evaluate("(place) => place.getBoundingClientRect().toJSON()")
    return box


@pytest.mark.parametrize("language", HERE)
def test_no_button_breaks_inside_a_word_while_cubes_are_placed(
    server: Server, device: Device, language: str
) -> None:
    phone = device(width=320, height=640, language=language)
    phone.goto(brought_back(phone, server, record_of("big_shot", "place")))

    phone.locator("[data-colour]").first.click()
    phone.locator("[data-lot]").first.click()
    phone.locator("[data-back]").wait_for()

    assert offences(phone, [("broken", BUTTONS)]) == []


def test_all_lots_are_above_the_bar_which_has_the_buttons_for_placing(
    server: Server, device: Device
) -> None:
    """The last lot and both buttons were covered by the bar, or below it."""
    banker = device()
    table = brought_back(banker, server, record_of("big_shot", "place"))
    phone = seated(server, device, table, 0)
    phone.locator("[data-colour][aria-current]").wait_for()
    last = phone.locator("#place [data-lot]").last
    assert box_of(last)["bottom"] <= box_of(phone.locator(".hands"))["top"]

    for place, colour in enumerate(("red", "yellow", "white", "black")):
        phone.locator(f'[data-colour="{colour}"]').click()
        phone.locator("#place .lots a").nth(place).click()

    expect(phone.locator(".hands #b-place")).to_be_visible()
    expect(phone.locator(".hands").get_by_text("Remove last cube")).to_be_visible()
    first, *_, fourth = phone.locator(".composed .lot").all()
    assert box_of(first)["bottom"] <= box_of(fourth)["top"]


def test_with_forced_colours_outlines_mark_turn_and_choice(server: Server, device: Device) -> None:
    phone = device()
    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-rent")))

    phone.emulate_media(forced_colors="active")

    for said in (".my-turn", ".seats .next", ".play-for [aria-current]"):
        assert phone.locator(said).first.evaluate(OUTLINE) == "solid", said


def test_on_a_phone_rents_are_beside_names_and_the_header_is_low(
    server: Server, device: Device
) -> None:
    banker, phone = device(), device("fr")
    deeds = {**record(), "copy": classic_board("fr")}
    table = brought_back(banker, server, deeds)
    posted(phone, server, table.removeprefix(server.url) + "sit", seat="0")
    asked = [("rentsBelowNames", None), ("notInARow", "[id^=deal-]"), ("higher", [".mine", 64])]

    phone.goto(table)
    found = offences(phone, asked)
    phone.set_viewport_size({"width": 320, "height": 844})
    found += offences(phone, asked[:2])

    assert found == []


def test_tapping_near_the_rent_button_does_not_hit_a_die(server: Server, device: Device) -> None:
    banker, phone = device(), device()
    table = brought_back(banker, server, record_of("monopoly", "mo-rent"))
    posted(phone, server, table.removeprefix(server.url) + "sit", seat="1")

    phone.goto(table)

    assert offences(phone, [("near", [".rents button", "#die-1"])]) == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_no_button_moves_as_the_first_die_is_tapped(
    server: Server, device: Device, width: int, height: int
) -> None:
    phone = device(width=width, height=height)
    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-roll")))
    before = phone.evaluate(PLACES)

    phone.locator("#die-3").tap()
    phone.locator("#dice [data-begun]").wait_for()

    assert {"1", "6"} < before.keys()
    assert phone.evaluate(PLACES) == before


def test_rent_to_collect_appears_above_the_other_buttons(server: Server, device: Device) -> None:
    phone = device()
    phone.goto(brought_back(phone, server, record_of("monopoly", "mo-rent")) + "?for=1")

    places = phone.evaluate(PLACES)

    assert min(places, key=places.__getitem__).startswith("Collect 750 from Anna")


def test_the_replay_shows_all_lots_and_its_buttons_stay_in_place(
    server: Server, device: Device
) -> None:
    phone, above = device(language="it"), [("notAbove", [".tiles > li", ".walk"])]
    shown = brought_back(phone, server, record_of("big_shot", "over")) + "replay/90"

    phone.goto(shown)
    still, found = phone.evaluate(WALK), offences(phone, above)
    phone.goto(shown + "?play")

    assert phone.evaluate(WALK) == still
    assert found + offences(phone, above) == []


SHIFTS = """
() => new Promise((done) => {
  const found = (list) => list.getEntries().map(({ value }) => value);
  new PerformanceObserver((list) => done(found(list))).observe(
    { type: "layout-shift", buffered: true });
  setTimeout(() => done([]), 500);
})
"""
"""Returns by how much each layout shift of a page moved it, as Chromium measures it."""
WATCHED = """
() => {
  window.moved = [];
  const note = (list) => list.getEntries().forEach(({ value }) =>
    window.moved.push([document.getElementById("now").dataset.sequence, value]));
  new PerformanceObserver(note).observe({ type: "layout-shift" });
}
"""
"""Makes a page note the step and the size of each layout shift."""
MOST_SHIFT = 0.01
AT = {
    "big_shot": "place",
    "big_cheese": "cheese-auction",
    "big_deal": "bd-actions",
    "monopoly": "mo-roll",
    "free_bank": "fb-pay",
}
LOADED = {"phone": (390, 844, ""), "laptop": (1280, 800, ""), "big": (1280, 720, "?screen=table")}


@pytest.mark.chromium
@pytest.mark.parametrize("game", AT)
def test_nothing_moves_while_a_screen_loads(
    server: Server, device: Callable[..., Page], game: str
) -> None:
    first, shifts = record_of(game, AT[game]), {}
    for kind, (width, height, path) in LOADED.items():
        page = device(width=width, height=height)
        page.goto(brought_back(page, server, first) + path)
        expect_live(page)
        if kind == "laptop":
            expect(page.locator("#log h2").first).to_be_visible()
        shifts[kind] = sum(page.evaluate(SHIFTS))

    assert {kind: size for kind, size in shifts.items() if size > MOST_SHIFT} == {}


@pytest.mark.chromium
@pytest.mark.parametrize(
    ("game", "name", "first", "most"),
    [
        ("big_shot", "four-italian", 20, MOST_SHIFT),
        ("big_cheese", "six-clockwise", 30, 0.03),
        ("big_deal", "four-part-taken-over", 12, MOST_SHIFT),
        ("monopoly", "fast-second-bankruptcy", 20, 0.05),
        ("free_bank", "most-money", 2, MOST_SHIFT),
    ],
)
def test_nothing_moves_on_a_phone_when_others_move(
    server: Server, device: Callable[..., Page], game: str, name: str, first: int, most: float
) -> None:
    """Finished cards of The Big Cheese and Monopoly's lists of deeds still change their heights."""
    banker = device()
    played = recorded(game, name)
    start, moves = played["actions"][:first], played["actions"][first : first + 10]
    table = brought_back(banker, server, {**played, "actions": start})
    phone = seated(server, device, table, 0)
    phone.evaluate(WATCHED)

    others, step = [], str(first)
    for move in moves:
        act(banker, server, table, move)
        expect(phone.locator(f"#now:not([data-sequence='{step}'])")).to_be_attached()
        step = phone.evaluate("() => document.getElementById('now').dataset.sequence")
        if move.get("seat") != 0:
            others.append(step)
    phone.wait_for_timeout(100)
    shifts = phone.evaluate("() => window.moved")

    assert len(others) > 3
    assert {at: size for at, size in shifts if at in others and size > most} == {}


@pytest.mark.chromium
@pytest.mark.parametrize(
    ("game", "name", "first", "last"),
    [("big_shot", "four-italian", 20, 30), ("big_deal", "four-part-taken-over", 20, 34)],
)
def test_nothing_moves_on_the_big_screen_when_moves_are_pushed(
    server: Server, device: Callable[..., Page], game: str, name: str, first: int, last: int
) -> None:
    banker, screen = device(), device(width=1280, height=720)
    played = recorded(game, name)
    start, moves = played["actions"][:first], played["actions"][first:last]
    table = brought_back(banker, server, {**played, "actions": start})
    screen.goto(table + "?screen=table")
    expect_live(screen)

    for number, move in enumerate(moves, start=first + 1):
        act(banker, server, table, move)
        expect(screen.locator(f"#now[data-sequence='{number}']")).to_be_attached()
    shifts = screen.evaluate(SHIFTS)

    assert shifts and max(shifts) <= MOST_SHIFT
