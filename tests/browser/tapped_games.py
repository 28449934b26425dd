"""Random games on one phone, played by the buttons on the page of the table."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from contextlib import suppress
from typing import Any

from companion.mechanics.game import Setup
from companion.mechanics.values.codec import from_json, to_json
from companion.tables.play import FILLED_BY_APP
from companion.testing.households import Household, record_of
from tests.browser.conftest import playwright_api
from tests.browser.one_phone import GET, POST_RECORD, OnePhone
from tests.browser.test_whole_games import FIND, UNFOLD, enter_dice, ways_to
from tests.patience import PATIENCE, eventually

LOOKS = 3
"""How often a button is looked for on a page that has come to rest. Afterwards the action is sent
by the form of the page."""
PRESS = 1000 * PATIENCE / 10
"""How long a tap may take, in milliseconds. Another page may have taken the place of the button."""
CLOCKS = ("start_clock", "start_turn_clock")
"""Actions that nobody takes, because a slow machine would play another game against a clock."""
SECONDS_BEFORE = 20_000
"""How long before the taps a game has begun, at least the duration of its earlier moves."""
LOOK = f"""(given) => [
  ![...document.querySelectorAll("[data-touch-young], [data-touch-sent], .htmx-request")].some(
    (one) => one.checkVisibility()
  ),
  Number(document.querySelector("#now")?.dataset.sequence),
  ({FIND})(given),
]"""
"""Returns whether all buttons of a page accept taps, its step, and what ``FIND`` finds."""
IN_SIGHT = "(button) => scrollBy(0, button.getBoundingClientRect().top - innerHeight / 5)"
"""Scrolls a button to where no bar covers it: above a tall dock, below the player’s name."""
SEND = """
async ([action, key]) => {
  const tap = document.getElementById("tap"), form = new FormData(tap);
  form.set("action", action); form.set("key", key);
  const answer = await fetch(tap.getAttribute("action"), { method: "POST", body: form });
  return answer.ok ? "" : await answer.text();
}
"""


class TappedGame:
    """A random game: simulated people choose among the legal moves, and tap their buttons.

    After each move, its log is read, to continue from what the app did.
    """

    def __init__(
        self, phone: OnePhone, people: Household[Any], setup: Setup, earlier: int = 0
    ) -> None:
        """Begin a table; earlier: the number of moves that were taken before, without taps."""
        self.phone, self.people, self.game = phone, people, people.game
        steps = []
        if earlier:
            people.at = int(time.time()) - SECONDS_BEFORE
            steps = list(people.played(setup, earlier))
        saved = json.dumps(record_of(people.game, setup, steps))
        place = phone.frame.evaluate(POST_RECORD, ["/records", saved])
        self.table = "/t/" + place.split("/t/")[1]
        phone.open(self.table)
        self.state = steps[-1].after if steps else people.game.rules.begin(setup)
        if not steps:
            people.sit_down(self.state)
        self.entries = len(steps)
        self.ways = Counter[str]()
        """How many moves were tapped, and how many were sent because no button was found."""

    def play(self) -> None:
        """Play until the game is over."""
        while self.game.final.outcome(self.state) is None:
            # The app reads the same clock.
            self.people.at = int(time.time())
            move = to_json(self.people.next_action(self.state))
            if move["kind"] in CLOCKS:
                continue
            self._take({key: value for key, value in move.items() if key not in FILLED_BY_APP})
            self._read_log()

    def _take(self, move: dict[str, Any]) -> None:
        before = self.phone.step()
        is_tapped = self._tap(move, before)
        if not is_tapped:
            refused = self.phone.frame.evaluate(SEND, [json.dumps(move), os.urandom(6).hex()])
            assert refused == "", refused
        self.ways["tapped" if is_tapped else "sent"] += 1
        try:
            eventually(lambda: self.phone.step() > before)
        except AssertionError:
            raise AssertionError(f"{move} was not taken") from None

    def _tap(self, move: dict[str, Any], before: int) -> bool:
        """Tap the button of a move after a step; return whether one was found."""
        frame, looks, deadline = self.phone.frame, 0, time.monotonic() + PATIENCE
        seat = f'.play-for a[href="?for={move.get("seat")}"]:not([aria-current])'
        ways = [seat, *ways_to(move)]
        while looks < LOOKS:
            assert time.monotonic() < deadline, f"{move}: the page never comes to rest"
            with suppress(playwright_api.Error):  # Another page may be loading.
                is_at_rest, step, found = frame.evaluate(LOOK, [move, ways])
                if step > before:
                    return True
                # Counted first, because a button that cannot be used is an error, too.
                looks += is_at_rest
                if found and "go" in found and is_at_rest:
                    frame.locator(found["go"]).first.click(timeout=PRESS)
                    looks, ways = 0, ways[ways.index(found["go"]) + 1 :]
                elif found and "press" in found:
                    self._press(found)
                    return True
                elif "dice" in move and frame.locator("#dice").count():
                    enter_dice(frame, move["dice"])
                    return True
            frame.wait_for_timeout(20)
        return False

    def _press(self, found: dict[str, Any]) -> None:
        frame = self.phone.frame
        if found.get("folded") or "type" in found:
            frame.evaluate(UNFOLD)
        if "type" in found:
            field = frame.locator(f'#now [name="{found["type"]}"]')
            field.first.fill(found["value"], timeout=PRESS)
        button = frame.locator(f"#{found['press']}:not([data-touch-young])")
        button.evaluate(IN_SIGHT, timeout=PRESS)
        button.click(timeout=PRESS)

    def _read_log(self) -> None:
        record = json.loads(self.phone.frame.evaluate(GET, f"{self.table}record.json"))
        for entry in record["entries"][self.entries :]:
            for fact in entry["facts"]:
                event = from_json(fact, self.game.event_kinds)
                earlier, self.state = self.state, self.game.apply(self.state, event)
                self.people.follow(earlier, event, self.state)
        self.entries = len(record["entries"])
