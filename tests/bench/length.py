"""Long games: a tap early and late in a log, and opening a long log."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median

from flask import Flask

from companion.tables.live.cache import OpenTables
from companion.tables.play import submit
from tests.bench.figures import Row, progress
from tests.parties import load, opened, sat_down

EARLY = 10
TIMES = 200
OPENINGS = 5


class Corrected:
    """A table whose log grows by corrections that move 1 from the bank to a seat and back."""

    def __init__(self, app: Flask) -> None:
        self.party = sat_down(app, load("big_shot"))
        self.length = 0

    def tap(self) -> float:
        """Take one more correction; return its time in ms."""
        ends = ("bank", "seat 0") if self.length % 2 == 0 else ("seat 0", "bank")
        action = {"kind": "correct", "source": ends[0], "target": ends[1], "amount": 1}
        device, key = self.party.banker.device, f"length {self.length}"
        begun = time.perf_counter()
        submit(self.party.code, device, action, seen=self.length, key=key)
        taken = time.perf_counter() - begun
        self.length += 1
        return taken * 1e3

    def grow(self, length: int) -> None:
        """Take corrections until the log has so many entries."""
        while self.length < length:
            if self.length % 1000 == 999:
                progress(f"a log of {self.length + 1} entries")
            self.tap()


def rows(folder: Path, late: int) -> list[Row]:
    """Measure taps after EARLY and after ``late`` entries, in turn, so that noise affects both."""
    with opened(folder) as app:
        short, long = (Corrected(app) for _ in range(2))
        short.grow(EARLY)
        long.grow(late)
        pairs = [(short.tap(), long.tap()) for _ in range(TIMES)]
        openings = [_opening(app, long.party.code) for _ in range(OPENINGS)]
    at_first, at_last = map(median, zip(*pairs, strict=True))
    return [
        Row(f"tap {EARLY}, in process: p50", at_first),
        Row(f"tap {late:,}, in process: p50", at_last, floor=at_first),
        Row(f"{late:,} entries opened cold: median", median(openings), "ms", 500),
        Row(f"{late:,} entries opened cold: best", min(openings)),
    ]


def _opening(app: Flask, code: str) -> float:
    """Return the time in ms to open a table that is not in the cache."""
    known: OpenTables = app.extensions["open_tables"]
    cold = OpenTables(known.store, known.notifier)
    begun = time.perf_counter()
    cold.find(code)
    return (time.perf_counter() - begun) * 1e3
