"""The number of taps and requests for common tasks, counted with real touches.

docs/measuring.md lists the tasks and their goals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.games.big_deal.box import COMPANIES
from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.monopoly_scenes import ANNA, BRUNO, at, record, roll
from tests.browser.scenes import free_bank, recorded, until
from tests.extent import choose
from tests.servers import Server

expect = playwright_api.expect


TO_THE_MIDDLE = """
async (thing) => {
  thing.scrollIntoView({ block: "center" });
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}
"""
"""Scrolls an element to the middle, away from buttons that cover it, and waits for a frame."""


@dataclass
class Thumb:
    """Touches a page as a finger does, and counts the touches."""

    page: Page
    device: Callable[..., Page]
    """Makes another device."""
    table: str
    """The URL of the table."""
    taps: int = 0
    asked: list[str] = field(default_factory=list)
    """The methods of the page's requests to the table."""

    def __post_init__(self) -> None:
        self.page.on("request", self._hear)

    def scan(self) -> None:
        """Scan the table's code with a new phone."""
        server, _, code = self.table.rpartition("/t/")
        self.page = self.device()
        self.page.goto(f"{server}/j/{code.strip('/')}")

    def sit(self, name: str) -> Page:
        """Take a seat with a new phone; return its page."""
        self.scan()
        self.page.get_by_role("button", name=re.compile(name)).click()
        self.page.locator("#now").wait_for()
        return self.page

    def _hear(self, request: Any) -> None:
        if "/t/" in request.url and "/stream" not in request.url:
            self.asked.append(request.method)

    def tap(self, selector: str) -> None:
        """Touch the middle of an element, once it accepts touches and no other tap is pending."""
        expect(self.page.locator("#tap[data-touch-sent]")).to_have_count(0)
        thing = self.page.locator(selector).first
        thing.wait_for()
        thing.evaluate(TO_THE_MIDDLE)
        expect(thing).not_to_have_attribute("data-touch-young", "")
        box = thing.bounding_box()
        assert box is not None
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1


def rent_of_another(thumb: Thumb) -> None:
    """Ask for a rent for Dario on the banker's device; Bruno is about to roll."""
    thumb.tap('.said button:text-is("Dario")')
    expect(thumb.page.locator(".lines")).to_contain_text("Dario collects the rent")


def bid_of_another(thumb: Thumb) -> None:
    """Bid for Carla while the device shows Anna's buttons."""
    thumb.tap('.said:has-text("Bid") button:text-is("Carla")')
    expect(thumb.page.locator(".standing")).to_contain_text("Carla")


def two_dice(thumb: Thumb) -> None:
    """Enter a roll of 3 and 4."""
    thumb.tap("#die-3")
    thumb.tap("#die-4")
    expect(thumb.page.locator(".lines")).to_contain_text("3")
    expect(thumb.page.locator("#now .waiting")).to_contain_text("Chance")


def what_a_line_says(thumb: Thumb) -> None:
    """Enter a line by which Anna pays 50, with the amounts loaded before."""
    thumb.page.locator("div#line-more").wait_for(state="attached")
    thumb.asked.clear()
    thumb.tap("#line label:has([value=pay])")
    thumb.tap("#line-50")
    expect(thumb.page.locator(".lines")).to_contain_text("50")


def pay_60(thumb: Thumb) -> None:
    """Pay Carla 60: her row, two chips, the button."""
    thumb.tap('.seats li:has-text("Carla")')
    thumb.tap('#move .sums a:text-is("50")')
    thumb.tap('#move .sums a:text-is("10")')
    thumb.tap("#b-pay")
    expect(thumb.page.locator(".lines")).to_contain_text("Anna pays Carla 60")


def end_of_free_bank(thumb: Thumb) -> None:
    """End the game: the tools, what ends it, and the answer to the question."""
    thumb.tap(".hands a:has-text('Auction')")
    thumb.tap("#tool-end > summary")
    thumb.tap("#tool-end button")
    expect(thumb.page.locator(".waiting")).to_contain_text("wins")


def own_points(thumb: Thumb, points: int) -> None:
    """Enter points of two digits on the keys: the digits, then the button."""
    for digit in str(points):
        thumb.tap(f'#entry [data-digit="{digit}"]')
    expect(thumb.page.locator("#b-enter")).to_contain_text(str(points))
    thumb.tap("#b-enter")


def round_by_the_banker(thumb: Thumb) -> None:
    """Enter a round of five; the keys of the next player come by themselves."""
    for name in ("Anna", "Bruno", "Carla", "Dario", "Elena"):
        expect(thumb.page.locator(".who")).to_contain_text(name)
        own_points(thumb, 30)
    expect(thumb.page.locator("#now .waiting")).to_contain_text("Round 2")


def round_by_each(thumb: Thumb) -> None:
    """Enter the same round on five phones."""
    for name in ("Anna", "Bruno", "Carla", "Dario", "Elena"):
        thumb.sit(name)
        own_points(thumb, 30)
    expect(thumb.page.locator("#now .waiting")).to_contain_text("Round 2")


def wrong_cell(thumb: Thumb) -> None:
    """Correct Carla's points of round 3: the cell, what is typed, the button."""
    thumb.tap('.score-card a[href*="for=2&round=3#"]')
    thumb.page.locator("#tool-set_points [name=amount]").fill("44")
    thumb.tap("#tool-set_points button")
    expect(thumb.page.locator(".score-card")).to_contain_text("44")


def four_cubes(thumb: Thumb) -> None:
    """Place four colours, each on another lot; the player's colour is chosen already."""
    thumb.page.locator("#place [data-colour][aria-current]").wait_for()
    own = thumb.page.locator("#place [aria-current]").get_attribute("data-colour")
    colours = sorted(("red", "yellow", "white", "black"), key=lambda colour: colour != own)
    for place, colour in enumerate(colours):
        if colour != own:
            thumb.tap(f'[data-colour="{colour}"]')
        thumb.tap(f".lots a >> nth={place}")
    thumb.tap("#b-place")
    expect(thumb.page.locator("#place")).to_have_count(0)


def cube_elsewhere(thumb: Thumb) -> None:
    """Correct the lot of a cube: its lot, the cube, the other lot."""
    thumb.tap(".tiles li:has(span i) a")
    thumb.tap(".right summary")
    thumb.tap(".right details .chip")
    expect(thumb.page.locator(".lines")).to_contain_text("Correction")


def rent_after_all(thumb: Thumb) -> None:
    """Ask for a forgotten rent after the next roll."""
    thumb.tap('.lines a:has-text("did not collect")')
    thumb.tap("#b-after-1")
    # The correction leads back to the table.
    expect(thumb.page.locator(".lines")).to_contain_text("Anna pays Dario")


def house_off(thumb: Thumb) -> None:
    """Open Anna's orange streets, and remove a house."""
    for deeds in (".own.g-orange", ".open .titled >> nth=2"):
        # Away from the buttons that cover it.
        thumb.page.locator(deeds).evaluate("(one) => one.scrollIntoView({ block: 'center' })")
        thumb.tap(deeds)
    thumb.tap('.right button:text-is("3 houses")')
    expect(thumb.page.locator(".lines")).to_contain_text("Correction, buildings on Orange")


def wrong_purse(thumb: Thumb) -> None:
    """Correct Carla's money by 60: her row, and two chips."""
    thumb.tap('.seats li:has-text("Carla") .cover')
    for chip in ("+50", "+10"):
        thumb.tap(f'button:text-is("{chip}")')
        # The chips stay in place; the list of Carla's money has a new line.
        expect(thumb.page.locator("main tr").last).to_contain_text(chip)


def wrong_die(thumb: Thumb) -> None:
    """Correct Anna's roll to 3 and 5."""
    thumb.tap("a.thrown")
    thumb.tap('.instead button:text-is("3 + 5")')
    expect(thumb.page.locator(".lines")).to_contain_text("Anna rolls 3 and 5")


def sold(thumb: Thumb, name: str) -> None:
    """Record a sale: the buyer and the price."""
    thumb.tap(f'a[href*="/sold"]:has-text("{name}")')
    thumb.tap(".sold .chip")
    thumb.page.locator("#now").wait_for()


def turn_of_big_shot(thumb: Thumb) -> None:
    """Play a turn on one device: Bruno leads and rolls a 3, and Carla takes the cubes."""
    thumb.tap("#b-face-3")
    sold(thumb, "Carla")
    four_cubes(thumb)


def turn_of_big_shot_with_phones(thumb: Thumb) -> None:
    """Play the turn on three devices: Bruno's die, the banker's sale, then Carla's cubes."""
    banker, bruno, carla = thumb.page, thumb.sit("Bruno"), thumb.sit("Carla")
    thumb.page = bruno
    thumb.tap("#b-face-3")
    thumb.page = banker
    sold(thumb, "Carla")
    thumb.page = carla
    four_cubes(thumb)


def card(thumb: Thumb) -> None:
    """Turn a card up, and sell it to Carla."""
    thumb.tap(".card-face:not(:disabled)")
    sold(thumb, "Carla")


def buy_three_and_open(thumb: Thumb) -> None:
    """Buy three tokens, open a company with two shares, and end the turn."""
    thumb.tap("#p-resources")
    for number, token in enumerate(("space", "technology", "space"), 1):
        thumb.tap(f"#b-buy-{token}")
        expect(thumb.page.locator(".step .hint").first).to_contain_text(f"bought {number} of 3")
    thumb.tap("#p-open")
    thumb.tap("#b-open-2")
    thumb.tap("#b-end")
    expect(thumb.page.locator(".waiting")).to_contain_text("Dario")


def add_buy_and_split(thumb: Thumb) -> None:
    """Draw and take the income, add a share, buy a token, split, and end the turn."""
    thumb.tap("#b-draw-0")
    thumb.tap("#p-shares")
    thumb.tap("#b-add-2")
    thumb.tap("#p-resources")
    thumb.tap("#b-buy-technology")
    thumb.tap("#p-split")
    thumb.tap("#b-split-2")
    thumb.tap("#b-end")
    expect(thumb.page.locator(".waiting")).to_contain_text("Dario")


def screen_for_all(thumb: Thumb) -> None:
    """Open the big screen on a television after scanning the code."""
    thumb.scan()
    thumb.tap('a:text-is("Big screen")')
    expect(thumb.page.locator("body")).to_have_class("table-screen")


def again(thumb: Thumb) -> None:
    """Start a new game with the same players after the end."""
    thumb.tap("#ask-again > summary")
    thumb.tap("#b-again")
    expect(thumb.page.locator("#b-lead-0")).to_be_visible()


def seventeen_deeds(thumb: Thumb) -> None:
    """Enter 17 properties of four players, whose names and money are entered already."""
    page = thumb.page
    page.goto(thumb.table.partition("/t/")[0] + "/score/monopoly?change=players+4")
    for seat, name in enumerate(("Anna", "Bruno", "Carla", "Dario")):
        page.locator(f"[name=name_{seat}]").fill(name)
        page.locator(f"[name=cash_{seat}]").fill("100")
    deeds = (1, 3, 5, 6, 8, 9, 11, 13, 14, 15, 16, 18, 19, 21, 23, 24, 25)
    thumb.tap("#owners > summary")
    for number, deed in enumerate(deeds):
        thumb.tap(f'label:has([name="owner_{deed}"][value="{number % 4}"])')
    thumb.tap('button:text-is("Who wins?")')
    expect(page.locator("#result h1")).to_contain_text("richest")


def pay_scene() -> dict[str, Any]:
    """Return a saved game of the free bank before a payment of Anna's."""
    return next(scene for name, scene, _ in free_bank() if name == "fb-pay")


def new_pad() -> dict[str, Any]:
    """Return a saved score pad of five players without points."""
    return {**recorded("score_pad", "ten-rounds"), "actions": []}


def big_shot(kind: str, time: int) -> dict[str, Any]:
    """Return a saved game of Big Shot before an action; see ``until``."""
    return until(recorded("big_shot", "four-italian"), kind, time)


def big_deal(kind: str, time: int) -> dict[str, Any]:
    """Return a saved game of Big Deal before an action, with all printed numbers known."""
    record = until(recorded("big_deal", "four-part-taken-over"), kind, time)
    others = {name: {"white": 100, "green": 50, "needs": {"energy": 2}} for name in COMPANIES}
    copy = {**record["copy"], "companies": {**others, **record["copy"]["companies"]}}
    return {**record, "copy": copy}


@dataclass(frozen=True)
class Row:
    """A task."""

    moment: Callable[[], dict[str, Any]]
    """Returns the saved game before the task."""
    way: Callable[[Thumb], None]
    screen: str = ""
    requests: int | None = None
    """The highest allowed number of requests."""


AUCTION = (at(ANNA, 22), roll(ANNA, 3, 4), {"kind": "decline", "seat": ANNA})
LINE = {"kind": "roll_list", "seat": ANNA, "dice": [2, 3, 3]}
RENT = (at(ANNA, 21), roll(ANNA, 1, 2))
ROWS = {
    "Big Shot: a turn, its auction held aloud, on all devices": Row(
        lambda: big_shot("roll", 1), turn_of_big_shot_with_phones
    ),
    "Big Shot: the same from the banker’s device alone": Row(
        lambda: big_shot("roll", 1), turn_of_big_shot
    ),
    "Big Shot: four cubes of four colours": Row(
        lambda: big_shot("place", 9), four_cubes, requests=2
    ),
    "The Big Cheese: a card, its auction held aloud": Row(
        lambda: until(recorded("big_cheese", "six-clockwise"), "offer", 0), card
    ),
    "Big Deal: buy three, open, end": Row(lambda: big_deal("buy_resource", 0), buy_three_and_open),
    "Big Deal: income, add, buy, split, end": Row(lambda: big_deal("draw", 4), add_buy_and_split),
    "Monopoly: a rent that is asked for, the banker alone": Row(
        lambda: record(*RENT, rent="asked"), rent_of_another, requests=1
    ),
    "Monopoly: another seat’s bid, the banker alone": Row(
        lambda: record(*AUCTION), bid_of_another, "?for=0", 1
    ),
    "Monopoly: two dice that lie on the table": Row(record, two_dice, requests=1),
    "Monopoly: what a line says, read for the first time": Row(
        lambda: record(at(ANNA, 0), roll(ANNA, 3, 4), LINE), what_a_line_says, "?for=0", 1
    ),
    "Free bank: a payment of two chips": Row(pay_scene, pay_60, "?for=0", 1),
    "Free bank: the end, from the screen of the banker": Row(pay_scene, end_of_free_bank),
    "Score pad: a round of five players, entered by the banker": Row(
        new_pad, round_by_the_banker, requests=5
    ),
    "Score pad: the same, entered by each on a phone": Row(new_pad, round_by_each),
    "Score pad: a wrong cell of an earlier round, besides typing": Row(
        lambda: until(recorded("score_pad", "ten-rounds"), "enter", 40), wrong_cell
    ),
    "Big Shot: one misplaced cube set right": Row(
        lambda: until(recorded("big_shot", "four-italian"), "roll", 2), cube_elsewhere
    ),
    "Monopoly: a forgotten rent": Row(
        lambda: record(*RENT, roll(BRUNO, 1, 2), rent="asked"), rent_after_all
    ),
    "Monopoly: a house removed": Row(record, house_off, "?for=0"),
    "Monopoly: a wrong purse": Row(record, wrong_purse),
    "Monopoly: a wrong die, seen after the move": Row(
        lambda: record(at(ANNA, 8), roll(ANNA, 1, 1)), wrong_die
    ),
    "The screen for all, from the scan": Row(record, screen_for_all),
    "The same people once more": Row(lambda: recorded("big_shot", "four-italian"), again),
    "Monopoly’s calculator: 17 properties, beside names and cash": Row(record, seventeen_deeds),
}
"""The tasks by their names in docs/measuring.md."""
OFTEN = (
    "Big Shot: four cubes of four colours",
    "Big Deal: buy three, open, end",
    "Monopoly: two dice that lie on the table",
    "Free bank: a payment of two chips",
    "Score pad: a round of five players, entered by the banker",
)
"""The tasks in `make test`: one per kind of screen."""
COUNTED = choose(check=OFTEN, test=OFTEN, full=tuple(ROWS))
GUIDE = Path(__file__).parents[2] / "docs" / "measuring.md"


def told() -> Iterator[tuple[str, int, int]]:
    """Yield each row of the table in docs/measuring.md: the task, its taps, its goal."""
    _, _, table = GUIDE.read_text("utf-8").partition("## How many taps")
    for what, taps, goal in re.findall(r"^\| (.+) \| (\d+) \| (\d+) \|$", table, re.MULTILINE):
        yield what, int(taps), int(goal)


def test_the_guide_lists_every_counted_task() -> None:
    assert [what for what, _, _ in told()] == list(ROWS)


@pytest.mark.parametrize(("what", "taps", "goal"), [row for row in told() if row[0] in COUNTED])
def test_each_task_takes_the_taps_in_the_guide_and_meets_its_goal(
    server: Server, device: Callable[..., Page], what: str, taps: int, goal: int
) -> None:
    row = ROWS[what]
    page = device()
    table = brought_back(page, server, row.moment())
    page.goto(table + row.screen)
    page.locator("#now").wait_for()
    thumb = Thumb(page, device, table)

    row.way(thumb)

    assert thumb.taps == taps <= goal
    assert row.requests is None or len(thumb.asked) <= row.requests, thumb.asked


def test_a_half_composed_payment_survives_a_push_and_a_reload(
    server: Server, device: Callable[..., Page]
) -> None:
    page = device()
    table = brought_back(page, server, pay_scene())
    page.goto(table + "?for=0")
    thumb = Thumb(page, device, table)
    thumb.tap('.seats li:has-text("Carla")')
    thumb.tap('#move .sums a:text-is("50")')

    other = page.context.new_page()
    other.goto(table + "?for=1")
    other.locator('#move .targets a:has-text("Anna")').click()
    other.locator('#move .sums a:text-is("5")').click()
    other.locator("#b-pay").click()
    expect(page.locator(".lines")).to_contain_text("Bruno pays Anna")
    expect(page.locator("#b-pay")).to_contain_text("50")
    page.reload()
    expect(page.locator("#b-pay")).to_contain_text("50")
    expect(page.locator("#move .targets [aria-current]")).to_contain_text("Carla")
    thumb.tap("#move [data-back]")
    expect(page.locator("#b-pay")).to_be_disabled()


def test_a_banker_goes_from_seat_to_seat_without_another_page(
    server: Server, device: Callable[..., Page]
) -> None:
    page = device()
    table = brought_back(page, server, record(*AUCTION))
    page.goto(table)
    page.evaluate("() => { window.stays = true; }")
    page.locator('#now [name="bid.amount"]').evaluate("(field) => { field.value = '77'; }")
    thumb = Thumb(page, device, table)

    thumb.tap('.play-for a:text-is("Dario")')

    expect(page.locator(".who")).to_contain_text("Dario")
    expect(page.locator(".play-for [aria-current]")).to_have_text("Dario")
    assert page.evaluate("() => window.stays") is True
    assert page.locator('#now [name="bid.amount"]').input_value() == ""
    assert thumb.asked == []
    thumb.tap('.said:has-text("Pass") button:text-is("Bruno")')
    expect(page.locator(".lines")).to_contain_text("Bruno")
    expect(page.locator(".who")).to_contain_text("Dario")
    page.reload()
    expect(page.locator(".who")).to_contain_text("Dario")
