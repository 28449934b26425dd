"""Floors: what the machine needs at least for the parts of a tap."""

from __future__ import annotations

import http.client
import secrets
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.tables.actor import Actor
from companion.tables.live.cache import OpenTable, OpenTables
from companion.tables.play import tap
from companion.web.live.screens import Screens, Viewer
from tests.bench import servers
from tests.bench.figures import percentile
from tests.bench.sittings import BigShotScript, Sat, opened, sat_down
from tests.bench.wire import Answer, Caller, Loop
from tests.database_servers import HOST

LANGUAGE = "it"
UNTIL_MID_AUCTION = 4
"""Taps: who leads, the roll, two bids."""


@dataclass(frozen=True, slots=True)
class Floors:
    """Medians in ms. fragment: a player's whole screen, its public part kept; public: that part.

    answers_a_second: of the bare app, so many asked at once.
    """

    answer: float
    answers_a_second: float
    commit: float
    fragment: float
    public: float

    def tap(self, phones: int) -> float:
        """Return what a tap that all phones see costs at least, one part after the other."""
        return self.answer + self.commit + self.public + phones * self.fragment


def measured(folder: Path, times: int, outstanding: int, *, pinned: bool) -> Floors:
    """Measure all floors. times: how often each; outstanding: see ``answers_a_second``."""
    with servers.bare(folder, pinned=pinned) as server:
        answer = _bare_answer(server.port, times)
        answers_a_second = _bare_answers_a_second(server, times * 5, outstanding)
    commit = _commit(folder, times)
    public, fragment = _drawn(folder / "drawn", times)
    return Floors(answer, answers_a_second, commit, fragment, public)


def median_ms(act: Callable[[], object], times: int) -> float:
    """Return the median time of an act, done so many times after a tenth as many for warmth."""
    taken = []
    for number in range(times + times // 10):
        begun = time.perf_counter()
        act()
        if number >= times // 10:
            taken.append((time.perf_counter() - begun) * 1e3)
    return percentile(taken, 0.5) or 0.0


def _bare_answer(port: int, times: int) -> float:
    connection = http.client.HTTPConnection(HOST, port)

    def ask() -> None:
        connection.request("POST", "/", body=b"action=x")
        connection.getresponse().read()

    try:
        return median_ms(ask, times)
    finally:
        connection.close()


def _bare_answers_a_second(server: servers.Process, times: int, outstanding: int) -> float:
    """Return how many answers a second come when so many are always asked for."""
    loop = Loop()
    request = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 8\r\n\r\naction=x"
    done = 0

    def ask(caller: Caller) -> None:
        def answered(answer: Answer) -> None:
            nonlocal done
            done += 1
            if done < times:
                ask(caller)

        caller.call(request, answered)

    callers = [Caller(loop, server.address) for _ in range(outstanding)]
    begun = time.perf_counter()
    for caller in callers:
        ask(caller)
    while done < times:
        loop.turn(1.0)
    taken = time.perf_counter() - begun
    for caller in callers:
        caller.close()
    return times / taken


def _commit(folder: Path, times: int) -> float:
    """Time one durable commit of a row like an entry, by SQLite alone."""
    connection = sqlite3.connect(folder / "floor.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE entries (at REAL, actor TEXT, key TEXT UNIQUE, facts TEXT)")
    facts = '[{"kind":"bid_made","seat":1,"amount":2}]'

    def write() -> None:
        row = (time.time(), "player 1", secrets.token_hex(6), facts)
        connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", row)

    try:
        return median_ms(write, times)
    finally:
        connection.close()


def _drawn(folder: Path, times: int) -> tuple[float, float]:
    """Time the drawing in mid-auction: the public part alone, and a player's whole screen."""
    with opened(folder) as app:
        sat = sat_down(app, 0, LANGUAGE)
        table = _in_mid_auction(app.extensions["open_tables"], sat)
        screens = Screens(app)
        present = frozenset(phone.device for phone in sat.phones)
        phone = sat.phones[table.game.rules.waiting(table.state).seats[0]]
        onlooker = Viewer(Actor("", "onlooker"), "table", LANGUAGE, "")
        viewer = Viewer(table.actor(phone.device), "seat", LANGUAGE, phone.csrf)

        def draw_public() -> None:
            screens.forget(table.id)
            screens.parts(table, onlooker, present)

        public = median_ms(draw_public, times)
        return public, median_ms(lambda: screens.parts(table, viewer, present), times)


def _in_mid_auction(tables: OpenTables, sat: Sat) -> OpenTable:
    script, table = BigShotScript(), tables.find(sat.code)
    for number in range(UNTIL_MID_AUCTION):
        step = script.next(table.sequence)
        device = sat.phones[step.place].device
        seen = table.sequence
        table = tap(sat.code, device, step.action, seen=seen, key=f"floor {number}").open_table
    return table
