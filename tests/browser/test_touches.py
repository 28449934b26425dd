"""A touch counts once, as it was meant, gets a response at once, and does not scroll the page.

Only the tests move the page's clock, so that the time between two taps is exact on any machine,
however long the server takes in between.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from companion.games import game_named
from companion.mechanics.game import AnyGame
from companion.mechanics.values.codec import from_json
from tests.browser.conftest import Devices, Page, Route, brought_back, playwright_api, posted
from tests.browser.scenes import record_of
from tests.browser.sitting import ANNA, BRUNO, CARLA, DARIO, act, auction, banker_at, seated
from tests.extent import choose
from tests.games.players import STEPS, random_game
from tests.games.records import setup_in
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]
PAIRS = int(os.environ.get("DOUBLE_TAPS", choose(check=3, test=3, full=6)))
"""The number of double taps per game; DOUBLE_TAPS=300 covers all stages."""
PUSHES = choose(check=6, test=6, full=100)
"""The number of taps that follow a push by 20 to 300 milliseconds."""
KINDS = choose(
    check=("pay_each",), test=("pay_each",), full=("pay_each", "back", "advance", "move")
)
"""The kinds of line that are tapped twice."""
STAND_STILL = "document.getElementById('now').dataset.sequence"
Record = dict[str, Any]
GAMES = choose(
    check=("big_deal",),
    test=("big_deal",),
    full=("big_shot", "big_cheese", "big_deal", "monopoly", "free_bank"),
)
DELAYS = (120, 200, 300, 400, 600, 800, 950)
HALF_A_SECOND = 500
"""Milliseconds; two taps within this time must not do the same thing twice."""
SLOW = 1400
"""Milliseconds after which a slow network delivers the screen."""
PAGES = ("", "", "", "", "history", "bank", "invite")
"""The pages for the taps, mostly that of the table."""
THINGS = "button:not(:disabled), a[href]:not([download]), summary, label"
WATCH = """
addEventListener("click", (event) => {
  const thing = event.isTrusted && event.target.closest && event.target.closest("THINGS");
  if (!thing) return;
  const field = thing.name === "pick" && "pick." + thing.value.split(" ")[0];
  const pick = field ? thing.form.elements[field].value : "";
  const words = thing.textContent.trim().replace(/\\s+/g, " ");
  const taps = JSON.parse(sessionStorage.getItem("taps") || "[]");
  taps.push([thing.tagName, thing.name, thing.value, pick, thing.pathname, words].join(" "));
  sessionStorage.setItem("taps", JSON.stringify(taps));
}, true);
""".replace("THINGS", THINGS)
CENTRES = """
() => [...document.querySelectorAll("THINGS")].filter((thing) => thing.checkVisibility()).length
""".replace("THINGS", THINGS)
CENTRE = """
(number) => {
  const shown = [...document.querySelectorAll("THINGS")].filter((thing) => thing.checkVisibility());
  shown[number].scrollIntoView({ block: "center" });
  const box = shown[number].getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  if (!shown[number].contains(document.elementFromPoint(x, y))) return null;
  const asks = shown[number].closest("a") ? "[hx-boost]" : "#tap";
  // What unfolds or is chosen leads to no answer that could be slow.
  return [x, y, !shown[number].matches("summary, label") && shown[number].closest(asks) !== null];
}
""".replace("THINGS", THINGS)
MOVED_A_LITTLE = "thing => { thing.style.translate = '0 12px'; document.body.append(' '); }"
IS_QUIET = """
() => document.readyState === "complete" && !document.querySelector("[data-touch-sent]")
  && Number(document.getElementById("now")?.dataset.sequence || 0)
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two taps at the same place."""

    path: str
    """The page."""
    thing: float
    """The index of the element, as a share of the page's elements."""
    delay: int
    """Milliseconds between the taps."""
    comes: str
    """When the first tap's result comes: "at once", "later" than the second tap, or "slowly".

    In the last case the delay starts when the result comes.
    """
    is_banker: bool


class Walk:
    """A banker's device and a phone with controlled clocks, which visit many tables."""

    def __init__(self, server: Server, banker: Page, phone: Page) -> None:
        self.server = server
        self.banker = banker
        self.phone = phone
        for page in (banker, phone):
            page.context.add_init_script(WATCH)
            page.clock.install(time=0)
            page.goto(server.url)
            page.clock.pause_at(1000)
        self._wires = {page: page.context.new_cdp_session(page) for page in (banker, phone)}

    def table(self, record: Record, seat: int | None) -> str:
        """Import a saved game, and let the phone take a seat; return the table's URL."""
        url = brought_back(self.banker, self.server, record)
        if seat is not None:
            path = url.removeprefix(self.server.url) + "sit"
            posted(self.phone, self.server, path, seat=str(seat))
        return url

    def log(self, url: str) -> list[str]:
        """Return all actions in the log of a table, as JSON."""
        code = url.removeprefix(self.server.url).split("/")[2]
        with sqlite3.connect(self.server.folder / "companion.sqlite") as database:
            rows = database.execute(
                "SELECT action FROM entries JOIN tables ON id = table_id"
                " WHERE code = ? ORDER BY sequence",
                (code,),
            )
            return [str(action) for (action,) in rows]

    def tapped(self, record: Record, seat: int | None, pair: Pair) -> str | None:
        """Tap twice; return a description if the second tap did something unintended."""
        page = self.banker if pair.is_banker else self.phone
        url = self.table(record, None if pair.is_banker else seat)
        before = len(self.log(url))
        page.goto(url + (pair.path if pair.is_banker or pair.path == "history" else ""))
        number = int(pair.thing * page.evaluate(CENTRES))
        page.evaluate(CENTRE, number)
        self.settled(page, url)
        page.clock.run_for(1500)
        page.evaluate("sessionStorage.removeItem('taps')")
        place = page.evaluate(CENTRE, number)
        if place is None:
            return None
        x, y, is_live = place
        if not is_live and pair.comes == "slowly":
            # The browser reports nothing about a page that is being left.
            pair = replace(pair, comes="at once")
        self.tap_twice(page, url, (x, y), pair)
        taps = json.loads(str(self._evaluate(page, "sessionStorage.getItem('taps') || '[]'")))
        return self._offence(taps, self.log(url)[before:], pair)

    def _offence(self, taps: list[str], done: list[str], pair: Pair) -> str | None:
        # Two rolls with different results count as the same action.
        asked = [(action["kind"], action.get("seat")) for action in map(json.loads, done)]
        again = len(done) > 1 and (asked[0] != asked[1] or pair.delay < HALF_A_SECOND)
        if again or len(set(taps)) > 1:
            return f"{pair}: {' THEN '.join(taps)}; {done}"
        return None

    def tap_twice(self, page: Page, url: str, place: tuple[float, float], pair: Pair) -> None:
        """Tap a place twice, with the pair's delay on the page's clock."""
        if pair.comes == "slowly":
            self.server.send(signal.SIGSTOP)
        self.touch(page, place)
        self._until(page, "JSON.parse(sessionStorage.getItem('taps') || '[]').length > 0")
        if pair.comes == "slowly":
            page.clock.run_for(SLOW)
            self.server.send(signal.SIGCONT)
        if pair.comes != "later":
            self.settled(page, url)
        page.clock.run_for(pair.delay)
        self.touch(page, place)
        self.settled(page, url)

    def touch(self, page: Page, place: tuple[float, float]) -> None:
        """Touch a place and lift the finger, without waiting for the result."""
        send, point = self._wires[page].send, {"x": place[0], "y": place[1]}
        send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _evaluate(self, page: Page, script: str) -> object:
        """Return the value of a script on a page, even while the next page is loading."""
        asked = {"expression": script, "returnByValue": True}
        return self._wires[page].send("Runtime.evaluate", asked)["result"].get("value")

    def settled(self, page: Page, url: str) -> None:
        """Wait until the page shows the newest step, or another page has loaded."""
        last = len(self.log(url))
        # Other pages have no step (0); while a tap is pending the script returns false.
        is_newest = f"shown !== false && (shown === 0 || shown >= {last})"
        self._until(page, f"(shown => {is_newest})(({IS_QUIET})())")

    def _until(self, page: Page, condition: str) -> None:
        """Wait until a condition holds twice in a row."""
        looks = 0
        for _ in range(800):
            try:
                looks = looks + 1 if self._evaluate(page, condition) else 0
            except playwright_api.Error:
                looks = 0  # The next page is loading.
            if looks == 2:
                return
            time.sleep(0.025)
        raise AssertionError(
            f"{condition} at {page.url}: {page.evaluate('document.body.outerHTML')[:3000]}"
        )


def moments(game: str, seed: int) -> Iterator[tuple[Record, int | None]]:
    """Yield a saved game up to each state with new kinds of legal moves.

    With each comes the seat that the table waits for; None: no seat, or the banker.
    """
    box: AnyGame = game_named(game)
    record, seen = random_game(game, seed), set()
    state = box.rules.begin(setup_in(box, record))
    for place, action in enumerate(record["actions"][: STEPS * 2]):
        seats = box.rules.waiting(state).seats
        seat = seats[0] if seats else None
        offers = [*box.legal_actions(state, None)]
        offers += box.legal_actions(state, seat) if seat is not None else ()
        offered = frozenset(offer.kind for offer in offers)
        if offered not in seen:
            seen.add(offered)
            yield {**record, "actions": record["actions"][:place]}, seat
        for event in from_json(action, box.action_kinds).decide(state):
            state = box.apply(state, event)


def pairs(game: str, seed: int) -> Iterator[tuple[Record, int | None, Pair]]:
    """Yield endless pairs of taps, from one random game after the other."""
    chance = Random(f"{game} {seed}")
    for number in count():
        for record, seat in moments(game, seed + number):
            is_banker = seat is None or chance.random() < 0.5
            comes = chance.choice(("at once", "at once", "later", "slowly"))
            path, thing, delay = chance.choice(PAGES), chance.random(), chance.choice(DELAYS)
            yield record, seat, Pair(path, thing, delay, comes, is_banker)


def offences(walk: Walk, game: str, seed: int, most: int) -> list[str]:
    """Try so many pairs of taps; return what their second taps did wrongly."""
    found = []
    for number, (record, seat, pair) in enumerate(islice(pairs(game, seed), most)):
        offence = walk.tapped(record, seat, pair)
        if offence is not None:
            found.append(f"{game}, pair {number}: {offence}")
    return found


@pytest.fixture(scope="module")
def walk(shared_server: Server, devices: Devices) -> Iterator[Walk]:
    """Two devices with controlled clocks; each test makes its own table."""
    taken = [devices.take("en", "light", script=True) for _ in range(2)]
    for one in taken:
        one.page.set_viewport_size({"width": 390, "height": 844})
    yield Walk(shared_server, *(one.page for one in taken))
    for one in taken:
        devices.give_back(one, "en", "light", True)


@pytest.mark.parametrize("game", GAMES)
def test_the_second_tap_of_a_double_tap_never_does_another_thing(walk: Walk, game: str) -> None:
    assert offences(walk, game, seed=1, most=PAIRS) == []


def free_bank(walk: Walk, *actions: dict[str, object]) -> Page:
    """Return the first seat's phone at a free bank after these actions."""
    record = {**random_game("free_bank", 1), "actions": list(actions)}
    walk.phone.goto(walk.table(record, 0))
    walk.phone.evaluate("sessionStorage.removeItem('taps')")
    walk.phone.clock.run_for(1500)
    return walk.phone


def post(page: Page, action: str) -> None:
    """Let the banker's device take an action, and wait until the phone shows the result."""
    before = page.evaluate(STAND_STILL)
    page.evaluate(
        """async ([action, key]) => {
          const form = new FormData(document.getElementById("tap"));
          form.set("action", action); form.set("key", key); form.delete("seen");
          const address = document.getElementById("tap").getAttribute("action");
          await fetch(address, { method: "POST", body: form });
        }""",
        [action, os.urandom(6).hex()],
    )
    expect(page.locator("#now")).not_to_have_attribute("data-sequence", before)


def place_of(page: Page, name: str) -> tuple[float, float]:
    box = page.locator(name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_push_from_another_phone_disables_no_button(walk: Walk) -> None:
    phone = free_bank(walk)
    walk.banker.goto(phone.url + "?for=1")
    place, counted = place_of(phone, "#b-salary"), 0
    url = phone.url
    for number in range(PUSHES):
        before = len(walk.log(url))
        shown = str(phone.evaluate(STAND_STILL))
        post(walk.banker, '{"kind":"salary","seat":1}')
        expect(phone.locator("#now")).not_to_have_attribute("data-sequence", shown)
        phone.clock.run_for(20 + 280 * number // (PUSHES - 1))
        walk.touch(phone, place)
        walk.settled(phone, url)
        refused = phone.locator("[data-touch-refused]").count()
        counted += len(walk.log(url)) - before - 1
        assert len(walk.log(url)) - before - 1 + refused == 1
        phone.clock.run_for(1500)

    assert counted == PUSHES


def test_a_button_that_has_just_changed_under_the_finger_refuses_visibly(walk: Walk) -> None:
    phone = free_bank(
        walk, {"kind": "put_up", "what": "Mill", "how": "open", "target": "bank", "amount": 1}
    )
    walk.banker.goto(phone.url + "?for=1")
    place, before = place_of(phone, "#b-bid"), len(walk.log(phone.url))
    post(walk.banker, '{"kind":"bid","seat":1,"auction":1,"amount":3}')
    expect(phone.locator("#b-bid")).to_have_text(re.compile("4"))
    phone.clock.run_for(300)

    walk.touch(phone, place)

    expect(phone.locator("#b-bid")).to_have_attribute("data-touch-refused", "")
    expect(phone.locator("#word")).to_contain_text("just changed")
    assert len(walk.log(phone.url)) == before + 1
    phone.clock.run_for(1000)
    walk.touch(phone, place)
    walk.settled(phone, phone.url)
    assert len(walk.log(phone.url)) == before + 2


def test_a_new_button_ignores_touches_for_400_milliseconds(walk: Walk) -> None:
    """evening-italian: a touched button had appeared after the finger had started to move."""
    up = {"kind": "put_up", "what": "Mill", "how": "open", "target": "bank", "amount": 1}
    phone = free_bank(walk, up, {"kind": "bid", "seat": 0, "auction": 1, "amount": 2})
    walk.banker.goto(phone.url + "?for=1")
    before = len(walk.log(phone.url))
    post(walk.banker, '{"kind":"bid","seat":1,"auction":1,"amount":3}')
    expect(phone.locator("#b-bid")).to_be_visible()
    phone.clock.run_for(350)

    walk.touch(phone, place_of(phone, "#b-bid"))

    expect(phone.locator("#b-bid")).to_have_attribute("data-touch-refused", "")
    assert len(walk.log(phone.url)) == before + 1


def test_a_button_that_moves_slightly_under_the_finger_still_works(walk: Walk) -> None:
    phone = free_bank(walk)
    before = len(walk.log(phone.url))
    phone.mouse.move(*place_of(phone, "#b-salary"))

    phone.mouse.down()
    phone.locator("#b-salary").evaluate(MOVED_A_LITTLE)
    phone.mouse.up()

    walk.settled(phone, phone.url)
    assert len(walk.log(phone.url)) == before + 1


def test_a_tap_repeated_during_a_slow_answer_counts_once(walk: Walk) -> None:
    phone = free_bank(walk)
    before, place = len(walk.log(phone.url)), place_of(phone, "#b-salary")
    pair = Pair(path="", thing=0, delay=300, comes="slowly", is_banker=False)

    walk.tap_twice(phone, phone.url, place, pair)

    assert len(walk.log(phone.url)) == before + 1
    phone.clock.run_for(600)
    walk.touch(phone, place)
    walk.settled(phone, phone.url)
    assert len(walk.log(phone.url)) == before + 2


def test_a_quick_tap_on_an_unchanged_button_counts(walk: Walk) -> None:
    """Somebody buys a resource and goes on to open a company 0.4 seconds later."""
    banker = walk.banker
    url = walk.table(record_of("big_deal", "bd-actions"), None)
    banker.set_viewport_size({"width": 390, "height": 1300})
    banker.goto(url + "?draft=resources")
    banker.clock.run_for(1500)
    walk.touch(banker, place_of(banker, "#b-buy-human"))
    walk.settled(banker, url)
    banker.clock.run_for(400)

    walk.touch(banker, place_of(banker, "#p-open"))

    expect(banker.locator("#place .question")).to_have_text("Which company?")
    banker.set_viewport_size({"width": 390, "height": 844})


def test_a_number_is_entered_a_moment_after_its_last_digit(walk: Walk) -> None:
    """The keys change the label of the button, but the player means what they have just typed."""
    banker = walk.banker
    banker.goto(walk.table({**random_game("score_pad", 1), "actions": []}, None))
    banker.clock.run_for(1500)
    url = banker.url
    walk.touch(banker, place_of(banker, '#entry [data-digit="7"]'))
    expect(banker.locator("#b-enter")).to_have_text(re.compile("7"))
    banker.clock.run_for(150)

    walk.touch(banker, place_of(banker, "#b-enter"))

    walk.settled(banker, url)
    assert [json.loads(action)["amount"] for action in walk.log(url)] == [7]


def test_buttons_of_a_just_chosen_kind_of_line_need_a_new_touch(walk: Walk) -> None:
    phone = walk.phone
    url = walk.table(record_of("monopoly", "mo-line"), 0)
    before = len(walk.log(url))
    for kind, delay in itertools.product(KINDS, (200, 600)):
        phone.goto(url)
        phone.locator("div#line-more").wait_for(state="attached")
        phone.clock.run_for(1500)
        place = place_of(phone, f"#line label:has([value={kind}])")
        walk.touch(phone, place)
        expect(phone.locator(f"#line [value={kind}]")).to_be_checked()
        phone.clock.run_for(delay)
        walk.touch(phone, place)
        walk.settled(phone, url)

        assert phone.locator(f"#line [value={kind}]").is_checked()
        assert len(walk.log(url)) == before


def test_a_tapped_button_shows_at_once_that_it_is_being_sent(
    server: Server, device: Device
) -> None:
    phone, held = banker_at(server, device, auction()), list[Route]()
    phone.evaluate(
        """document.addEventListener("submit", () => {
          window.shown = Boolean(document.querySelector("#b-bid-1[data-touch-sent]"));
        }, true)"""
    )
    phone.route("**/act", lambda route: held.append(route))
    phone.locator("#b-bid-1").tap()
    expect(phone.locator("#b-bid-1")).to_have_attribute("data-touch-sent", "")
    before = str(phone.evaluate(STAND_STILL))
    act(phone, server, phone.url, {"kind": "borrow", "seat": CARLA})
    expect(phone.locator("#now")).not_to_have_attribute("data-sequence", before)

    # Shown in the same task as the click, and still after a push.
    assert phone.evaluate("shown") is True
    expect(phone.locator("#b-bid-1")).to_have_attribute("data-touch-sent", "")
    held[0].continue_()
    expect(phone.locator("[data-touch-sent]")).to_have_count(0)


def test_a_tap_made_offline_shows_that_it_waits_and_later_that_it_arrived(
    server: Server, device: Device
) -> None:
    phone = banker_at(server, device, auction())
    phone.route(re.compile("/act$|/stream"), lambda route: route.abort())
    phone.locator("#b-bid-1").tap()
    expect(phone.locator("#lost")).to_have_text(re.compile("Your tap will be sent"))
    expect(phone.locator("#b-bid-1")).to_have_attribute("data-touch-sent", "")

    phone.unroute(re.compile("/act$|/stream"))

    expect(phone.locator("#word")).to_have_text("Back online. Your tap was sent.")
    expect(phone.locator(".my-turn")).to_contain_text("Carla")
    expect(phone.locator("[data-touch-sent]")).to_have_count(0)


def test_a_key_that_is_held_down_presses_once(server: Server, device: Device) -> None:
    phone = banker_at(server, device, auction())
    button = phone.locator("#b-bid-1")
    pressed = button.evaluate(
        """(button) => [false, true].map((repeat) => button.dispatchEvent(new KeyboardEvent(
          "keydown", { key: "Enter", repeat, bubbles: true, cancelable: true })))"""
    )

    assert pressed == [True, False]
    button.press("Enter")
    expect(phone.locator(".my-turn")).to_contain_text("Carla")


def test_taps_do_not_scroll_and_my_turn_scrolls_to_the_top(server: Server, device: Device) -> None:
    banker = device()
    carla = seated(server, device, brought_back(banker, server, auction()), CARLA)
    carla.set_viewport_size({"width": 390, "height": 600})
    carla.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(carla.locator(".mine .figure")).to_be_in_viewport()
    assert carla.evaluate("document.getElementById('now').getBoundingClientRect().top") < 0
    act(banker, server, carla.url, {"kind": "bid", "seat": BRUNO, "amount": 1})
    expect(carla.locator(".my-turn")).to_be_in_viewport()
    carla.locator("#b-bid-2").tap()
    # Without her bid, the server would refuse the pass.
    expect(carla.locator(".my-turn")).to_have_count(0)
    for seat in (DARIO, ANNA, BRUNO):
        act(banker, server, carla.url, {"kind": "pass", "seat": seat})
    carla.locator('[data-colour="red"]').scroll_into_view_if_needed()
    before = carla.evaluate("scrollY")
    expect(carla.locator('[data-colour="red"]')).not_to_have_attribute("data-touch-young", "")
    carla.touchscreen.tap(*place_of(carla, '[data-colour="red"]'))
    expect(carla.locator('[data-colour="red"][aria-current]')).to_be_visible()
    assert carla.evaluate("scrollY") == before
