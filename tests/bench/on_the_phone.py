"""What a phone's own processor does for a push, and while nothing happens.

Measured in Chromium with the processor slowed down six times, as a phone of some years has it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from tests.bench import servers
from tests.bench.scripts import SCRIPTS
from tests.bench.sittings import BANKER, Sat, Step, made_ready
from tests.bench.wire import Address, asked_once
from tests.browser.conftest import Page, launched

SLOWED = 6
PUSHES, IDLE_SECONDS = 60, 30
COUNTED = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
"""Painting is not told, and what drives the browser is no part of the page."""
LEADS = 1
"""The first tap, which is never taken back, is not counted."""


@dataclass(frozen=True, slots=True)
class OnThePhone:
    """push: ms of script, style and layout. idle: the same of a minute without. messages: in it."""

    push: float
    idle: float
    messages: float


def on_the_phone(folder: Path, game: str) -> OnThePhone:
    """Measure the phone of the first player while a game is played, and then not."""
    (sat,) = made_ready(folder, 1, BANKER + 1, game)
    with servers.companion(folder, pinned=False) as server, launched() as browser:
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        address = f"http://{server.address[0]}:{server.address[1]}"
        context.add_cookies([{"name": "session", "value": sat.phones[0].cookie, "url": address}])
        page = context.new_page()
        page.goto(f"{address}/t/{sat.code}/")
        return _measured(page, sat, server.address)


def _measured(page: Page, sat: Sat, address: Address) -> OnThePhone:
    script, sequence = SCRIPTS[sat.game](), 0
    chromium = page.context.new_cdp_session(page)
    chromium.send("Performance.enable")
    chromium.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})

    def busy() -> float:
        metrics = chromium.send("Performance.getMetrics")["metrics"]
        return 1e3 * sum(float(one["value"]) for one in metrics if one["name"] in COUNTED)

    def play(taps: int) -> None:
        nonlocal sequence
        for _ in range(taps):
            _tap(address, sat, sequence, script.next(sequence))
            sequence += 1
            page.locator(f"#now[data-sequence='{sequence}']").wait_for()
            page.wait_for_timeout(100)

    play(LEADS)
    begun = busy()
    play(PUSHES)
    pushed = busy()
    messages: list[object] = []
    chromium.on("Network.eventSourceMessageReceived", lambda message: messages.append(message))
    chromium.send("Network.enable")
    page.wait_for_timeout(1000)
    before, messages[:] = busy(), []
    page.wait_for_timeout(1000 * IDLE_SECONDS)
    minutes = IDLE_SECONDS / 60
    return OnThePhone(
        (pushed - begun) / PUSHES, (busy() - before) / minutes, len(messages) / minutes
    )


def _tap(address: Address, sat: Sat, seen: int, step: Step) -> None:
    request = sat.phones[step.place].tap(sat.code, seen, json.dumps(step.action))
    answer = asked_once(address, request)
    if int(answer[9:12]) not in (200, 204):
        raise RuntimeError(f"a tap was answered {answer[:300]!r}")
