"""Every button of every game's screens, tapped twice at the same place as a finger does.

``python -m tests.browser.double_taps [--games big_shot …] [--seed N] [--pairs N]`` walks through
random games and prints every second tap that did another thing than the first. Each pair of taps
is one of a banker who plays all seats or of a phone at the seat that is asked.

The page's clock stands still but where the walk moves it on, so that a tap comes so many
milliseconds after another on any machine; what the server does in between takes what it takes.
"""

from __future__ import annotations

import argparse
import json
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from random import Random

from tests.browser.conftest import (
    Page,
    Server,
    brought_back,
    launched,
    playwright_api,
    posted,
    running,
)
from tests.browser.random_moments import Record, moments

GAMES = ("big_shot", "big_cheese", "big_deal", "monopoly", "free_bank")
DELAYS = (120, 200, 300, 400, 600, 800, 950)
HALF_A_SECOND = 500
"""Within it nothing is done twice, not even the same."""
SLOW = 1400
"""After so many milliseconds a slow network brings the screen."""
PAGES = ("", "", "", "", "history", "bank", "invite")
"""Where taps fall; mostly on the table."""
THINGS = "button:not(:disabled), a[href]:not([download]), summary"
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
  return [x, y, shown[number].closest(shown[number].closest("a") ? "[hx-boost]" : "#tap") !== null];
}
""".replace("THINGS", THINGS)
IS_QUIET = """
() => document.readyState === "complete" && !document.querySelector("[data-touch-sent]")
  && Number(document.getElementById("now")?.dataset.sequence || 0)
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two taps: on which page, how long between them, and when what the first led to came.

    thing: which of the page's, as a share of all. comes: "at once", "later" than the second tap,
    or "slowly", and the second tap counts from then.
    """

    path: str
    thing: float
    delay: int
    comes: str
    is_banker: bool


class Walk:
    """A banker's device and a phone, whose clocks are ours, at one table after the other."""

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
        """Return the address of a table brought back to life; the phone sits at the seat."""
        url = brought_back(self.banker, self.server, record)
        if seat is not None:
            path = url.removeprefix(self.server.url) + "sit"
            posted(self.phone, self.server, path, seat=str(seat))
        return url

    def log(self, url: str) -> list[str]:
        """Return all actions that were ever taken at a table, as the database holds them."""
        code = url.removeprefix(self.server.url).split("/")[2]
        with sqlite3.connect(self.server.data / "companion.sqlite") as database:
            rows = database.execute(
                "SELECT action FROM entries JOIN tables ON id = table_id"
                " WHERE code = ? ORDER BY sequence",
                (code,),
            )
            return [str(action) for (action,) in rows]

    def tapped(self, record: Record, seat: int | None, pair: Pair) -> str | None:
        """Tap twice; return what the second tap did if that was another thing."""
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
            # The browser says nothing of a page that is about to be left.
            pair = replace(pair, comes="at once")
        self.tap_twice(page, url, (x, y), pair)
        taps = json.loads(str(self._said(page, "sessionStorage.getItem('taps') || '[]'")))
        return self._offence(taps, self.log(url)[before:], pair)

    def _offence(self, taps: list[str], done: list[str], pair: Pair) -> str | None:
        # What the dice showed is no other thing.
        asked = [(action["kind"], action.get("seat")) for action in map(json.loads, done)]
        again = len(done) > 1 and (asked[0] != asked[1] or pair.delay < HALF_A_SECOND)
        if again or len(set(taps)) > 1:
            return f"{pair}: {' THEN '.join(taps)}; {done}"
        return None

    def tap_twice(self, page: Page, url: str, place: tuple[float, float], pair: Pair) -> None:
        """Tap a place, and again so much later by the page's clock."""
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
        """Touch a place and lift the finger, without waiting for what that leads to."""
        send, point = self._wires[page].send, {"x": place[0], "y": place[1]}
        send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _said(self, page: Page, script: str) -> object:
        """Return what a script says on a page, also while the next one is awaited."""
        asked = {"expression": script, "returnByValue": True}
        return self._wires[page].send("Runtime.evaluate", asked)["result"].get("value")

    def settled(self, page: Page, url: str) -> None:
        """Wait until the screen is that of the newest step, or of another page."""
        last = len(self.log(url))
        self._until(page, f"(shown => shown === 0 || shown >= {last})(({IS_QUIET})())")

    def _until(self, page: Page, condition: str) -> None:
        """Wait until something is so, and still is at a second look."""
        looks = 0
        for _ in range(800):
            try:
                looks = looks + 1 if self._said(page, condition) else 0
            except playwright_api.Error:
                looks = 0  # the next page is just coming
            if looks == 2:
                return
            time.sleep(0.025)
        raise AssertionError(
            f"{condition} at {page.url}: {page.evaluate('document.body.outerHTML')[:3000]}"
        )


def pairs(game: str, seed: int) -> Iterator[tuple[Record, int | None, Pair]]:
    """Yield pairs of taps without end, through one random game after the other."""
    chance = Random(f"{game} {seed}")
    for number in count():
        for record, seat in moments(game, seed + number):
            is_banker = seat is None or chance.random() < 0.5
            comes = chance.choice(("at once", "at once", "later", "slowly"))
            path, thing, delay = chance.choice(PAGES), chance.random(), chance.choice(DELAYS)
            yield record, seat, Pair(path, thing, delay, comes, is_banker)


def offences(
    walk: Walk, game: str, seed: int, most: int, tell: Callable[[str], object]
) -> list[str]:
    """Return what was done by the second of so many pairs of taps, and should not have been."""
    found = []
    for number, (record, seat, pair) in enumerate(islice(pairs(game, seed), most)):
        offence = walk.tapped(record, seat, pair)
        tell(f"{game} {number}: {offence or 'good'}")
        if offence is not None:
            found.append(f"{game}, pair {number}: {offence}")
    return found


def main() -> int:
    """Walk through the games that were named."""
    parser = argparse.ArgumentParser(description="Tap everything twice.")
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=200, help="a game")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data)) as server,
        launched() as browser,
    ):
        devices = [
            browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
            for _ in range(2)
        ]
        walk = Walk(server, *(device.new_page() for device in devices))
        found = [
            offence
            for game in asked.games
            for offence in offences(
                walk, game, asked.seed, asked.pairs, lambda line: print(line, file=sys.stderr)
            )
        ]
    print("\n".join(found) or "No second tap did another thing.")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
