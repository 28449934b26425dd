"""The work of a phone's processor for a push, and while nothing happens.

Measured in Chromium with the processor slowed down six times, like that of an old phone.
"""

from __future__ import annotations

from pathlib import Path

from companion.games import game_named
from tests.bench.figures import Row
from tests.browser.conftest import Page, launched
from tests.parties import Script, made_ready
from tests.servers import Server, serving

SLOWED = 6
PUSHES, IDLE_SECONDS = 60, 30
COUNTED = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
"""Metrics of the page's work; Chromium reports none for painting."""
LEADS = 1
"""Taps before the measurement."""


def rows(folder: Path, game: str) -> list[Row]:
    """Measure the first player's phone while a game is played, and then while it is idle."""
    (party,) = made_ready(folder, 1, game=game)
    with serving(folder) as server, launched() as browser:
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        cookie = party.phones[0].cookie
        context.add_cookies([{"name": "session", "value": cookie, "url": server.url}])
        page = context.new_page()
        page.goto(f"{server.url}/t/{party.code}/")
        push, idle, messages = _measured(page, server, Script(party))
    return [
        Row(f"-- a phone at {game_named(game).title}, slowed {SLOWED} times", 1, ""),
        Row("a push: script, style, layout", push, "ms", 40),
        Row("nothing happens: the same, a minute", idle, "ms", 275),
        Row("nothing happens: messages a minute", messages, "", 6),
    ]


def _measured(page: Page, server: Server, script: Script) -> tuple[float, float, float]:
    """Return the ms per push, and per idle minute the ms and the messages."""
    chromium = page.context.new_cdp_session(page)
    chromium.send("Performance.enable")
    chromium.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})

    def busy() -> float:
        metrics = chromium.send("Performance.getMetrics")["metrics"]
        return 1e3 * sum(float(one["value"]) for one in metrics if one["name"] in COUNTED)

    def play(taps: int) -> None:
        for _ in range(taps):
            answer = server.ask(script.next().request)
            if int(answer[9:12]) not in (200, 204):
                raise RuntimeError(f"a tap was answered {answer[:300]!r}")
            script.taken(script.newest + 1)
            page.locator(f"#now[data-sequence='{script.newest}']").wait_for()
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
    return (pushed - begun) / PUSHES, (busy() - before) / minutes, len(messages) / minutes
