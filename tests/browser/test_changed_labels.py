"""The stored bid is the one on the button when the finger started to move."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.sitting import BRUNO, CARLA, seated
from tests.extent import choose
from tests.games.players import random_game
from tests.servers import Server

expect = playwright_api.expect
OFFSETS = choose(check=(), test=(150, 350, 450), full=(*range(50, 451, 50), -50, 0))
"""Times of the touch, in milliseconds after the change of the label."""
SLOW = 6
"""The factor by which the processor is slowed down."""
AIM = 400
"""Milliseconds between seeing a label and touching it."""
NOTE = """
() => {
  const drawn = () => performance.timeOrigin + performance.now();
  const label = () => document.querySelector("#b-bid")?.textContent.match(/\\d+/)?.[0] || "";
  window.labels = [[0, label()]];
  window.touched = [];
  new MutationObserver(() => requestAnimationFrame(() => {
    if (label() !== labels[labels.length - 1][1]) labels.push([drawn(), label()]);
    document.documentElement.dataset.label = label();
  })).observe(document, { subtree: true, childList: true, characterData: true });
  addEventListener("pointerdown", (event) => {
    touched.push(performance.timeOrigin + event.timeStamp);
  }, true);
}
"""
"""Records the times at which labels were rendered and the button was touched."""
FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(setTimeout, 0, done)))"
"""Waits until the frame of the latest change is drawn, from which the time for aiming counts."""


class Auction:
    """An open auction: the phone of the first seat bids by touch, the banker for the others."""

    def __init__(self, server: Server, device: Callable[..., Page]) -> None:
        up = {"kind": "put_up", "what": "Mill", "how": "open", "target": "bank", "amount": 1}
        self.server = server
        self.banker = device()
        self.table = brought_back(
            self.banker, server, {**random_game("free_bank", 1), "actions": [up]}
        )
        self.phone = seated(server, device, self.table, 0)
        self.phone.evaluate(NOTE)
        self._wire = self.phone.context.new_cdp_session(self.phone)
        self._wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
        self._delay = 0.1

    def bid(self, seat: int, amount: int) -> float:
        """Bid for another seat; return the time of the request."""
        action = {"kind": "bid", "seat": seat, "auction": 1, "amount": amount}
        began = time.time()
        self.banker.request.post(
            f"{self.table}act",
            multipart={"key": os.urandom(6).hex(), "action": json.dumps(action)},
            headers={"Origin": self.server.url},
        )
        return began

    def offer(self, amount: int) -> int:
        """Let the second seat bid; return the amount on the phone's button, once it takes taps."""
        self.bid(BRUNO, amount)
        expect(self.phone.locator("#b-bid")).to_contain_text(f"{amount + 1}")
        self.phone.evaluate(FRAME)
        expect(self.phone.locator("#b-bid:not([data-touch-young])")).to_contain_text(
            f"{amount + 1}"
        )
        time.sleep(1.2)
        return amount + 1

    def change_and_touch(self, amount: int, offset: int, *, is_late: bool) -> None:
        """Change the label by a bid, and touch the button about ``offset`` milliseconds later.

        is_late: the page receives the touch a second late, as a busy page would.
        """
        point = self.place()
        began = self.bid(CARLA, amount)
        changed = began + self._delay
        if offset > 0 or is_late:
            expect(self.phone.locator("html")).to_have_attribute("data-label", f"{amount + 1}")
            changed = self._drawn(amount + 1)
            self._delay = changed - began
        down = changed + offset / 1000
        time.sleep(max(0, down + is_late - time.time()))
        self.touch(point, down)
        expect(self.phone.locator("html")).not_to_have_attribute("data-label", f"{amount}")
        expect(self.phone.locator("[data-touch-sent]")).to_have_count(0)

    def place(self) -> dict[str, float]:
        """Return the centre of the button."""
        box = self.phone.locator("#b-bid").bounding_box()
        assert box is not None
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def touch(self, point: dict[str, float], at: float) -> None:
        """Touch a place, at a time in seconds since 1970 that may be past."""
        for kind, points in (("touchStart", [point]), ("touchEnd", [])):
            touch = {"type": kind, "touchPoints": points, "timestamp": at}
            self._wire.send("Input.dispatchTouchEvent", touch)

    def _drawn(self, amount: int) -> float:
        """Return the time at which a label was rendered."""
        find = f"labels.find(([, label]) => label === '{amount}')[0]"
        return float(self.phone.evaluate(find)) / 1000

    def meant(self) -> int:
        """Return the label of the button when the finger started to move."""
        touched = self.phone.evaluate("touched[touched.length - 1]")
        labels = self.phone.evaluate("labels")
        return int([label for at, label in labels if at <= touched - AIM][-1])

    def stored(self) -> list[int]:
        """Return the first seat's bids."""
        with sqlite3.connect(self.server.folder / "companion.sqlite") as database:
            rows = database.execute(
                "SELECT action FROM entries JOIN tables ON id = table_id WHERE code = ?",
                (self.table.rstrip("/").rpartition("/")[2],),
            )
            actions = [json.loads(action) for (action,) in rows]
        return [one["amount"] for one in actions if one["kind"] == "bid" and one["seat"] == 0]


@pytest.mark.parametrize("is_late", [False, True])
def test_a_stored_bid_is_the_label_shown_400_ms_before_the_touch(
    server: Server, device: Callable[..., Page], is_late: bool
) -> None:
    """evening-italian: two simultaneous bids stored one more than was meant."""
    auction, highest = Auction(server, device), 1
    for offset in OFFSETS:
        offered = auction.offer(highest)
        before = auction.stored()

        auction.change_and_touch(offered, offset, is_late=is_late)

        new = auction.stored()[len(before) :]
        assert new in ([], [auction.meant()]), offset
        highest = offered + 2


@pytest.mark.parametrize("delay", [0, 1])
def test_a_touch_of_an_unchanged_label_is_stored_even_if_it_arrives_late(
    server: Server, device: Callable[..., Page], delay: float
) -> None:
    auction = Auction(server, device)
    offered = auction.offer(1)
    point, touched_at = auction.place(), time.time()

    time.sleep(delay)
    auction.touch(point, touched_at)

    expect(auction.phone.locator("html")).not_to_have_attribute("data-label", f"{offered}")
    assert auction.stored() == [offered]
