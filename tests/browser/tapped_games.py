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
from companion.testing.households import Household, record_of
from tests.browser.conftest import playwright_api
from tests.browser.one_phone import GET, POST_RECORD, OnePhone
from tests.browser.test_whole_games import FIND, UNFOLD, ways_to
from tests.patience import PATIENCE, eventually

LOOKS = 10
"""How often a button is looked for on a page that has come to rest. Afterwards the action is sent
by the form of the page."""
SECONDS_BEFORE = 20_000
"""How long before the taps a game has begun, at least the duration of its earlier moves."""
AT_REST = "!document.querySelector('[data-touch-young], [data-touch-sent]')"
"""Whether all buttons of a page accept taps."""
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

    After each move, they read its log, so that dice and clocks of the app count.
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
            self._take(move)
            self._read_log()

    def _take(self, move: dict[str, Any]) -> None:
        before = self.phone.step()
        is_tapped = self._tap(move)
        if not is_tapped:
            refused = self.phone.frame.evaluate(SEND, [json.dumps(move), os.urandom(6).hex()])
            assert refused == "", refused
        self.ways["tapped" if is_tapped else "sent"] += 1
        try:
            eventually(lambda: self.phone.step() > before)
        except AssertionError:
            raise AssertionError(f"{move} was not taken") from None

    def _tap(self, move: dict[str, Any]) -> bool:
        """Tap the button of a move; return whether one was found."""
        frame, left = self.phone.frame, LOOKS
        ways = list(ways_to(move))
        while left:
            with suppress(playwright_api.Error):  # Another page may be loading.
                # Counted first, because a button that cannot be used is an error, too.
                left = left - 1 if frame.evaluate(AT_REST) else LOOKS
                found = self._find(move, ways)
                if found and "press" in found:
                    self._press(found)
                    return True
                if found:
                    frame.locator(found["go"]).first.click(timeout=1000 * PATIENCE)
                    ways = ways[ways.index(found["go"]) + 1 :]
            frame.wait_for_timeout(20)
        return False

    def _find(self, move: dict[str, Any], ways: list[str]) -> dict[str, Any] | None:
        frame, seat = self.phone.frame, move.get("seat")
        if found := frame.evaluate(FIND, [move, ways]):
            return dict(found)
        other = f'.play-for a[href="?for={seat}"]:not([aria-current], [data-touch-young])'
        if seat is not None and frame.locator(other).count():
            frame.locator(other).first.click()
        return None

    def _press(self, found: dict[str, Any]) -> None:
        frame = self.phone.frame
        if found.get("folded") or "type" in found:
            frame.evaluate(UNFOLD)
        if "type" in found:
            frame.locator(f'#now [name="{found["type"]}"]').first.fill(found["value"])
        frame.locator(f"#{found['press']}:not([data-touch-young])").click()

    def _read_log(self) -> None:
        record = json.loads(self.phone.frame.evaluate(GET, f"{self.table}record.json"))
        for entry in record["entries"][self.entries :]:
            for fact in entry["facts"]:
                event = from_json(fact, self.game.event_kinds)
                earlier, self.state = self.state, self.game.apply(self.state, event)
                self.people.follow(earlier, event, self.state)
        self.entries = len(record["entries"])
