"""Floors: the minimum time that this machine needs for the parts of a tap."""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median

from companion.tables.actor import Actor
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.play import submit
from companion.web.live.screens import Screens, Viewer
from tests.bench.figures import Row
from tests.bench.wire import Answer, Caller, Loop
from tests.parties import Party, Script, load, opened, sat_down
from tests.servers import BARE, serving

LANGUAGE = "it"
UNTIL_MID_AUCTION = 4
"""Taps: the first player, the roll, two bids."""


@dataclass(frozen=True, slots=True)
class Floors:
    """Median times in ms."""

    answer: float
    """The time of an answer of the bare app."""
    answers_a_second: float
    """Answers per second of the bare app, with concurrent requests."""
    commit: float
    fragment: float
    """The time to render a player's screen, with its public part cached."""
    public: float
    """The time to render the public part."""

    def tap(self, phones: int) -> float:
        """Return the sum of the floors of a tap that is pushed to so many phones."""
        return self.answer + self.commit + self.public + phones * self.fragment

    def rows(self) -> list[Row]:
        """Return the rows of the report."""
        return [
            Row("floor: a bare answer on the same server", self.answer),
            Row("floor: bare answers at saturation", self.answers_a_second, "/s"),
            Row("floor: one durable commit", self.commit),
            Row("floor: a player's fragment drawn", self.fragment),
            Row("floor: the public part drawn", self.public),
        ]


def measured(folder: Path, times: int, outstanding: int, pin: Callable[[], None] | None) -> Floors:
    """Measure all floors.

    times: the number of measurements of each. outstanding: concurrent requests at saturation.
    """
    with serving(folder / "bare", BARE, limits=pin) as server:
        alone = _answered(server.port, times, 1)
        crowded = _answered(server.port, times * 5, outstanding)
    commit = _commit(folder, times)
    public, fragment = _drawn(folder / "drawn", times)
    answer = 1e3 * median(after - before for before, after in pairwise(alone))
    return Floors(answer, times * 5 / (crowded[-1] - crowded[0]), commit, fragment, public)


def median_ms(act: Callable[[], object], times: int) -> float:
    """Return the median time of a function; a tenth as many calls come first to warm up."""
    taken = []
    for number in range(times + times // 10):
        begun = time.perf_counter()
        act()
        if number >= times // 10:
            taken.append((time.perf_counter() - begun) * 1e3)
    return median(taken)


def _answered(port: int, times: int, outstanding: int) -> list[float]:
    """Send so many requests, ``outstanding`` at a time; return the start, and when answers came."""
    loop = Loop()
    request = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 8\r\n\r\naction=x"
    callers = [Caller(loop, port) for _ in range(outstanding)]
    came = [time.perf_counter()]

    def ask(caller: Caller) -> None:
        def answered(answer: Answer) -> None:
            came.append(time.perf_counter())
            if len(came) <= times:
                ask(caller)

        caller.call(request, answered)

    for caller in callers:
        ask(caller)
    while len(came) <= times:
        loop.turn(1.0)
    for caller in callers:
        caller.close()
    return came


def _commit(folder: Path, times: int) -> float:
    """Return the time of a durable commit of a row like an entry, with SQLite alone."""
    connection = sqlite3.connect(folder / "floor.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE entries (at REAL, actor TEXT, key TEXT UNIQUE, facts TEXT)")
    events = '[{"kind":"bid_made","seat":1,"amount":2}]'

    def write() -> None:
        row = (time.time(), "player 1", secrets.token_hex(6), events)
        connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", row)

    try:
        return median_ms(write, times)
    finally:
        connection.close()


def _drawn(folder: Path, times: int) -> tuple[float, float]:
    """Return the times of rendering an auction: the public part, and a player's screen."""
    with opened(folder) as app:
        party = sat_down(app, load("big_shot", LANGUAGE), None, LANGUAGE)
        table = _in_mid_auction(party)
        screens = Screens(app)
        present = frozenset(phone.device for phone in party.everybody)
        phone = party.phones[table.game.rules.waiting(table.state).seats[0]]
        onlooker = Viewer(Actor("", "onlooker"), "table", LANGUAGE)
        viewer = Viewer(table.actor(phone.device), "seat", LANGUAGE)

        def draw_public() -> None:
            screens.forget(table.id)
            screens.fragments(table, onlooker, present)

        public = median_ms(draw_public, times)
        return public, median_ms(lambda: screens.fragments(table, viewer, present), times)


def _in_mid_auction(party: Party) -> OpenTable:
    script, table = Script(party), open_tables().find(party.code)
    while table.sequence < UNTIL_MID_AUCTION:
        one = script.next()
        done = submit(party.code, one.phone.device, one.action, seen=one.seen, key=one.key)
        table = done.open_table
        script.taken(table.sequence)
    return table
