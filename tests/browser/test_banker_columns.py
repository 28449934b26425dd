"""The banker's laptop: players, turn and history stand side by side on one page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.web.requests.language import LANGUAGES
from tests.browser.conftest import Browsers, Page, brought_back, playwright_api, posted
from tests.browser.scenes import SCENES, record_of
from tests.browser.sitting import act
from tests.extent import choose
from tests.servers import Server

expect = playwright_api.expect

MOMENTS = {
    "big_shot": "auction",
    "big_cheese": "cheese-auction",
    "big_deal": "bd-duel",
    "monopoly": "mo-debt",
    "free_bank": "fb-points",
}
LAPTOPS = ((1280, 800), (1280, 720), (1100, 720))
HERE = choose(check=("de",), test=("de", "it"), full=tuple(LANGUAGES))

APART = """
() => {
  const box = (within) => document.querySelector(within).getBoundingClientRect();
  const columns = ["#part-public", "#part-own", "#log"].map(box);
  const [stage, hands] = [box(".stage"), box(".hands")];
  const sums = [...document.querySelectorAll(".seats .has")];
  const money = sums.map((sum) => sum.getBoundingClientRect());
  const wide = document.documentElement.scrollWidth > innerWidth
    || document.documentElement.scrollHeight > innerHeight;
  const cut = [...document.querySelectorAll("#log :is(h2, button, .button, p), .play-for a")]
    .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1
      && getComputedStyle(part).display !== "inline");
  return {
    beside: columns[0].right <= columns[1].left && columns[1].right <= columns[2].left,
    inside: columns.every(({ left, right }) => left >= 0 && right <= innerWidth),
    whole: columns.every(({ top, bottom }) => top >= 0 && bottom <= innerHeight + 1),
    hands: stage.bottom <= hands.top + 1 && hands.bottom <= innerHeight + 1,
    money: money.length > 2 && money.every(({ bottom, top }) => top >= 0 && bottom <= innerHeight),
    wide,
    cut: cut.map((part) => part.textContent.trim()),
  };
}
"""
"""Tells how the columns lie, and whether anything is covered or cut."""
LIE = {
    "beside": True,
    "inside": True,
    "whole": True,
    "hands": True,
    "money": True,
    "wide": False,
    "cut": [],
}
PLACES = """
(within) => [...document.querySelectorAll(within)].filter((thing) => thing.checkVisibility())
  .map((thing) => [Math.round(thing.getBoundingClientRect().left),
    Math.round(thing.getBoundingClientRect().top)])
"""
"""Returns where things stand."""
LEFT, BOTTOM = (
    f"(thing) => Math.round(thing.getBoundingClientRect().{side})" for side in ("left", "bottom")
)
HEIGHT = "(thing) => thing.getBoundingClientRect().height"
GROUND = "(thing) => getComputedStyle(thing).backgroundColor"
SHOWN = """
(things) => things.filter((thing) => getComputedStyle(thing).opacity === "1").length
"""
"""Counts the things that are seen."""
TURN = """
() => {
  const stage = document.querySelector(".stage"), painted = (thing) =>
    thing.checkVisibility() ? getComputedStyle(thing).backgroundColor : "";
  const filled = [...document.querySelectorAll("#part-own :is(button, .button)")]
    .filter((button) => painted(button) === "rgb(20, 84, 63)");
  return [stage.scrollHeight - stage.clientHeight, filled.length];
}
"""
"""Returns by how much the turn scrolls, and how many of its buttons are filled."""
TURNS = {
    "big_shot": ("auction", "place"),
    "monopoly": ("mo-buy", "mo-debt", "mo-auction"),
    "free_bank": ("fb-pay", "fb-auction", "fb-points"),
}
HIGHEST = """
(things) => {
  const tops = things.map((thing) => thing.getBoundingClientRect().top);
  return tops.map((top) => Math.round(top - Math.min(...tops)));
}
"""
"""Returns how far each thing stands below the highest of them."""
PRESS_AT_ONCE = """
() => new MutationObserver((_, observer) => {
  if (!document.getElementById("b-bid-4")) return;
  observer.disconnect();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "b", bubbles: true }));
  document.body.dataset.pressed = "";
}).observe(document.getElementById("now"), { childList: true, subtree: true, attributes: true })
"""
"""Presses B as soon as the main button bids 4."""
FOCUSED = """
document.activeElement.matches("#log *, .top *") ? "elsewhere" : document.activeElement.id
"""
"""Returns the id of the element with the focus, unless it is in the menu or the history."""


def scene(game: str) -> dict[str, object]:
    """Return the saved game of a game's moment."""
    return next(record for name, record, _ in SCENES[game]() if name == MOMENTS[game])


def opened(server: Server, laptop: Page, game: str) -> str:
    """Open a table on the banker's laptop with all its columns; return its URL."""
    table = brought_back(laptop, server, scene(game))
    laptop.goto(table)
    laptop.locator("#log .steps li").first.wait_for()
    return table


@pytest.mark.parametrize("game", MOMENTS)
def test_players_turn_and_history_are_side_by_side_without_overlap(
    server: Server, device: Callable[..., Page], game: str
) -> None:
    found = {}
    for language in HERE:
        laptop = device(language, width=1280, height=800)
        opened(server, laptop, game)
        for width, height in LAPTOPS:
            laptop.set_viewport_size({"width": width, "height": height})
            laptop.wait_for_timeout(100)
            found[language, width, height] = laptop.evaluate(APART)

    assert found == dict.fromkeys(found, LIE)


def test_opening_something_moves_nothing_in_another_column(
    server: Server, device: Callable[..., Page]
) -> None:
    laptop = device(width=1280, height=800)
    table = opened(server, laptop, "monopoly")
    others = ".seats li, .stage > *, .hands button, #log .steps > li"
    before = laptop.evaluate(PLACES, others)

    laptop.locator(".log-tools > summary").click()
    laptop.locator("#tool-count > summary").click()
    laptop.locator("#tool-deed > summary, .log-tools summary >> nth=2").first.click()

    assert laptop.evaluate(PLACES, others) == before
    laptop.goto(table + "bank")
    later = ".bank > div:not(:first-of-type) .tool"
    before = laptop.evaluate(PLACES, later)
    assert len(before) > 5
    laptop.locator("#tool-count > summary").click()
    assert laptop.evaluate(PLACES, later) == before


def test_a_banker_undoes_and_fixes_steps_beside_the_turn(
    server: Server, device: Callable[..., Page]
) -> None:
    laptop = device(width=1280, height=720)
    opened(server, laptop, "big_shot")
    laptop.evaluate("() => { window.stays = true; }")
    steps = laptop.locator("#log .steps > li")
    expect(steps.first).to_contain_text("Bruno bids 2")

    # The newest step is undone by one tap, an earlier one with all after it; each can be redone.
    steps.first.get_by_role("button", name="Undo", exact=True).click()
    expect(laptop.locator("#log .steps > li.undone")).to_have_count(1)
    laptop.locator("#log").get_by_role("button", name="Redo").click()
    expect(laptop.locator(".standing")).to_contain_text("Bruno")
    expect(laptop.locator("#log .steps > li").first).to_contain_text("redid")

    # One step is set right where it stands; a refused one says why, and keeps what was entered.
    laptop.locator("#log").get_by_role("link", name="Fix").first.click()
    expect(laptop.locator("#log li #set-right")).to_be_visible()
    laptop.locator("#log").get_by_role("link", name="Keep it as it is").click()
    expect(laptop.locator("#set-right")).to_have_count(0)

    # Money is corrected from the same page, and so it is from the row of a player.
    laptop.locator(".log-tools > summary").click()
    laptop.locator("#tool-correct > summary").click()
    laptop.locator("#tool-correct [name=amount]").fill("x")
    laptop.locator("#tool-correct button").click()
    expect(laptop.locator("#notice")).to_contain_text("x")
    laptop.locator("#tool-correct [name=amount]").fill("2")
    laptop.locator("#tool-correct button").click()
    expect(laptop.locator("#log .steps > li").first).to_contain_text("Correction: 2 from the bank")
    laptop.locator(".seats .cover").nth(2).click()
    laptop.locator("#log button:text-is('+1')").click()
    expect(laptop.locator("#log tr").first).to_contain_text("+1")
    laptop.locator("#log > a").first.click()
    expect(laptop.locator("#log .steps > li").first).to_contain_text("Correction: 1 from the bank")
    assert laptop.evaluate("() => window.stays") is True


@pytest.mark.parametrize("game", TURNS)
def test_the_turn_is_whole_on_a_laptop_and_at_most_one_button_is_filled(
    server: Server, device: Callable[..., Page], game: str
) -> None:
    found = {}
    for language in HERE:
        laptop = device(language, width=1280, height=800)
        for name in TURNS[game]:
            laptop.goto(brought_back(laptop, server, record_of(game, name)))
            laptop.locator("#log .steps li").first.wait_for()
            scrolls, filled = laptop.evaluate(TURN)
            found[language, name] = scrolls, filled > 1

    assert found == dict.fromkeys(found, (0, False))


def test_undo_and_fix_show_on_the_newest_step_and_on_the_one_under_the_mouse(
    server: Server, browser: Browsers
) -> None:
    """The shared devices can be touched, so this laptop with a mouse has its own context."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
    laptop = context.new_page()
    opened(server, laptop, "big_shot")
    buttons = laptop.locator("#log .steps > li > :is(button, .button)")
    third = laptop.locator("#log .steps > li").nth(2)

    assert buttons.count() > 4
    assert buttons.evaluate_all(SHOWN) == 2
    third.hover()
    assert buttons.evaluate_all(SHOWN) == 4
    laptop.mouse.move(5, 5)
    third.get_by_role("link", name="Fix").focus()
    assert buttons.evaluate_all(SHOWN) == 4
    browser.close(context)


def laptop_at_an_auction(server: Server, device: Callable[..., Page]) -> tuple[Page, str]:
    """Return a banker's laptop with the history in its column, and the table's URL."""
    laptop = device(width=1280, height=800)
    table = brought_back(laptop, server, record_of("big_cheese", "cheese-auction"))
    laptop.goto(table)
    expect(laptop.locator("#log .log-steps")).to_be_visible()
    return laptop, table


def test_after_a_spoken_sale_the_column_shows_the_history_again(
    server: Server, device: Callable[..., Page]
) -> None:
    laptop, _ = laptop_at_an_auction(server, device)
    laptop.locator('a[href*="/sold"]', has_text="Dario").first.click()

    laptop.locator("#log .sold .chip:not([data-touch-young])").first.click()

    expect(laptop.locator("#log .log-steps li").first).to_contain_text("Dario")
    expect(laptop.locator("#log .sold")).to_have_count(0)


@pytest.mark.parametrize(
    "opened", ['a[href*="/sold"]:has-text("Dario")', "#part-own a[href*=purse]"]
)
def test_the_next_move_brings_the_history_back_into_the_column(
    server: Server, device: Callable[..., Page], opened: str
) -> None:
    laptop, table = laptop_at_an_auction(server, device)
    laptop.locator(opened).first.click()
    expect(laptop.locator("#log.page")).to_be_visible()

    act(laptop, server, table, {"kind": "pause"})

    expect(laptop.locator("#log .log-steps")).to_be_visible()
    expect(laptop.locator("#log .sold")).to_have_count(0)


def test_a_phone_of_a_banker_loads_no_history(server: Server, device: Callable[..., Page]) -> None:
    phone, asked = device(), []
    table = brought_back(phone, server, scene("big_shot"))
    phone.on("request", lambda request: asked.append(request.url))

    phone.goto(table)
    phone.locator("#b-pass").click()
    expect(phone.locator(".lines")).to_contain_text("passes")

    assert not [url for url in asked if "/log" in url or "screens" in url]
    expect(phone.locator("#log")).to_have_count(0)


def test_narrowing_the_window_shows_no_history_below_the_turn(
    server: Server, device: Callable[..., Page]
) -> None:
    laptop = device(width=1280, height=720)
    opened(server, laptop, "free_bank")

    laptop.set_viewport_size({"width": 390, "height": 844})

    expect(laptop.locator("#log")).to_be_hidden()


def test_who_joined_is_told_below_the_history_of_a_laptop_and_moves_nothing(
    server: Server, device: Callable[..., Page]
) -> None:
    laptop, phone = device(width=1280, height=720), device()
    table = opened(server, laptop, "big_shot")
    before = laptop.evaluate(PLACES, ".mine, .on-felt")

    posted(phone, server, table.removeprefix(server.url) + "sit", seat="1")

    told = laptop.locator(".told")
    expect(told).to_contain_text("Bruno has joined on a phone.")
    assert told.evaluate(LEFT) >= laptop.locator("#log").evaluate(LEFT)
    assert laptop.evaluate(PLACES, ".mine, .on-felt") == before


def test_a_player_the_banker_can_bid_for_is_shown_as_a_button(
    server: Server, device: Callable[..., Page]
) -> None:
    laptop, phone = device(width=1280, height=720), device()
    table = brought_back(laptop, server, record_of("monopoly", "mo-auction"))
    posted(phone, server, table.removeprefix(server.url) + "sit", seat="1")

    laptop.goto(table)

    name = laptop.locator(".said summary").filter(has_text="Bruno")
    expect(name).to_be_visible()
    assert name.evaluate(GROUND) != laptop.locator(".hands").evaluate(GROUND)


@pytest.mark.parametrize("moment", ["mo-debt", "mo-in-kind"])
def test_a_low_laptop_shows_the_debt_above_two_buttons_in_one_row(
    server: Server, device: Callable[..., Page], moment: str
) -> None:
    """The list of properties hid the card of the debt."""
    for language in HERE:
        laptop = device(language, width=1280, height=720)

        laptop.goto(brought_back(laptop, server, record_of("monopoly", moment)) + "?for=0")

        stage = laptop.locator(".stage").evaluate(BOTTOM)
        for part in (".debt b", ".debt .missing"):
            assert laptop.locator(part).first.evaluate(BOTTOM) <= stage, (language, part)
        assert laptop.locator(".hands .main > *").evaluate_all(HIGHEST) == [0, 0], language


def test_keys_bid_unless_a_field_has_the_focus_or_they_are_off(
    server: Server, device: Callable[..., Page]
) -> None:
    laptop = device(width=1280, height=800)
    opened(server, laptop, "big_shot")
    newest = laptop.locator("#log .steps > li").first
    box = laptop.locator("#keys input")

    laptop.evaluate(
        "document.body.append(document.createElement('input')); document.body.lastChild.focus()"
    )
    laptop.keyboard.press("b")
    laptop.evaluate("document.activeElement.blur()")
    laptop.locator(".menu:not(.languages) > summary").click()
    box.uncheck()
    laptop.keyboard.press("Escape")
    laptop.keyboard.press("b")
    expect(newest).to_contain_text("Bruno bids 2")
    laptop.locator(".menu:not(.languages) > summary").click()
    box.check()
    laptop.keyboard.press("Escape")
    laptop.keyboard.press("b")

    expect(newest).to_contain_text("Carla bids 3")


def test_a_key_presses_no_button_that_has_just_changed(
    server: Server, device: Callable[..., Page]
) -> None:
    laptop = device(width=1280, height=800)
    opened(server, laptop, "big_shot")
    laptop.evaluate(PRESS_AT_ONCE)

    laptop.keyboard.press("b")

    expect(laptop.locator("body[data-pressed]")).to_be_attached()
    laptop.locator("#b-bid-4:not([data-touch-young])").wait_for()
    expect(laptop.locator("#log .steps > li").first).to_contain_text("Carla bids 3")


def test_the_skip_link_leads_the_keyboard_past_the_menu_and_before_the_history(
    server: Server, device: Callable[..., Page]
) -> None:
    laptop = device(width=1280, height=800)
    opened(server, laptop, "big_shot")

    laptop.keyboard.press("Tab")
    expect(laptop.locator(".skip")).to_be_focused()
    laptop.keyboard.press("Enter")
    ways: list[str] = []
    while "b-bid-3" not in ways and len(ways) < 15:
        laptop.keyboard.press("Tab")
        ways.append(laptop.evaluate(FOCUSED))

    assert ways[-1] == "b-bid-3" and "elsewhere" not in ways


def test_the_felt_fills_the_middle_and_the_end_shows_its_chart_whole(
    server: Server, device: Callable[..., Page]
) -> None:
    laptop = device(width=1280, height=800)
    opened(server, laptop, "big_shot")
    assert laptop.locator(".on-felt").evaluate(HEIGHT) > 400

    laptop.goto(brought_back(laptop, server, record_of("big_shot", "over")))

    chart, stage = laptop.locator(".stage > .chart"), laptop.locator(".stage")
    expect(chart).to_be_visible()
    assert chart.evaluate(HEIGHT) > 200
    assert chart.evaluate(BOTTOM) <= stage.evaluate(BOTTOM)
    laptop.set_viewport_size({"width": 390, "height": 844})
    expect(chart).to_be_hidden()
