"""``python -m tests.bench``: measure everything, print one table on stdout, end with status 0."""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from companion import create_app
from companion.games import game_named
from tests.bench import calls, first_load, floors, length, servers
from tests.bench.figures import Row, percentile, print_table, progress
from tests.bench.load import Load, Measured
from tests.bench.on_the_phone import SLOWED, on_the_phone
from tests.bench.sittings import BIG_SHOT, made_ready
from tests.browser.conftest import chromium_path
from tests.sources import ROOT

FIRST_PHONE = 0
FRAGMENTS = {BIG_SHOT: 4000, "monopoly": 6144}
"""The games put under load, with the bytes their fragments may have; the floors are Big Shot's."""


def options() -> argparse.Namespace:
    """Return what was asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    add = parser.add_argument
    add("--seconds", type=float, default=15.0, help="of each load (default: %(default)s)")
    add("--tables", type=int, default=100)
    add("--phones", type=int, default=6, help="devices a table, each with a stream")
    add("--rate", type=float, default=100.0, help="taps a second")
    add("--outstanding", type=int, default=32, help="taps under way at saturation")
    add("--entries", type=int, default=5000, help="of a long log")
    add("--starts", type=int, default=5)
    add("--pin", action=argparse.BooleanOptionalAction, default=True, help="one core each")
    add("--quick", action="store_true", help="a smaller and shorter run, to see that it works")
    asked = parser.parse_args()
    if asked.quick:
        parser.set_defaults(seconds=3.0, tables=20, entries=500, starts=2)
        asked = parser.parse_args()
    return asked


@contextmanager
def scratch() -> Iterator[Path]:
    """Give a folder on the disk where games are kept, for its commits are what is timed."""
    home = ROOT / "instance"
    home.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="bench-", dir=home))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Measure and print."""
    asked = options()
    with scratch() as folder, servers.on_core(servers.LOAD_CORE, wanted=asked.pin):
        progress("floors")
        floor = floors.measured(folder, 300, asked.outstanding, pinned=asked.pin)
        rows = floor_rows(floor)
        for game, most in FRAGMENTS.items():
            rows += load_rows(asked, folder / f"load {game}", floor, game, most)
        rows += phone_rows(folder / "phones")
        rows += start_rows(asked, folder)
        progress("calls of our own functions")
        rows += call_rows(folder / "calls")
        progress("the length of a game")
        rows += length_rows(asked, folder / "length")
    print_table(rows)


def floor_rows(floor: floors.Floors) -> list[Row]:
    """Return the floors."""
    return [
        Row("floor: a bare answer on the same server", floor.answer),
        Row("floor: bare answers at saturation", floor.answers_a_second, "/s"),
        Row("floor: one durable commit", floor.commit),
        Row("floor: a player's fragment drawn", floor.fragment),
        Row("floor: the public part drawn", floor.public),
    ]


def load_rows(
    asked: argparse.Namespace, folder: Path, floor: floors.Floors, game: str, most: int
) -> list[Row]:
    """Put the real server under load with one game's tables, steady and saturated.

    most: bytes that a fragment of that game may have.
    """
    progress(f"{asked.tables} tables of {game} with {asked.phones} phones made ready")
    sittings = made_ready(folder, asked.tables, asked.phones, game)
    with servers.companion(folder, pinned=asked.pin) as server:
        parts = first_load.first_load(server.address, sittings[0], FIRST_PHONE)
        load = Load([server.address], sittings, asked.phones)
        progress(f"{asked.tables * asked.phones} streams")
        with load.connected():
            progress(f"{asked.rate:g} taps a second for {asked.seconds:g} s")
            steady = load.steady(asked.rate, asked.seconds)
            progress(f"as many taps as it takes for {asked.seconds:g} s")
            before = server.busy()
            full = load.saturated(asked.outstanding, asked.seconds)
            after = server.busy()
            dropped = load.dropped
        memory = server.memory()
    least = floor.tap(asked.phones)
    return [
        Row(f"-- {game_named(game).title}", asked.tables, "tables"),
        *steady_rows(asked, steady, least, floor.answer + floor.commit),
        *full_rows(full, least),
        Row("saturation: processor time a tap", busy_ms(before, after, len(full.taps))),
        Row("streams the server ended", dropped, "", 0),
        *fragment_rows(steady, most),
        Row("memory after the load", memory, "MB", 150),
        *page_rows(parts),
    ]


def steady_rows(
    asked: argparse.Namespace, steady: Measured, least: float, answer: float
) -> list[Row]:
    """Return the rows of the steady load.

    least: ms that a tap needs at least; answer: of them until it is answered.
    """
    name = f"tap until all {asked.phones} have it, {asked.rate:g}/s"
    return [
        Row(f"{name}: p50", percentile(steady.taps, 0.5), "ms", 6, floor=least),
        Row(f"{name}: p95", percentile(steady.taps, 0.95)),
        Row(f"{name}: p99", percentile(steady.taps, 0.99), "ms", 20, floor=least),
        Row(f"{name}: max", percentile(steady.taps, 1.0)),
        Row("tap until it is answered: p50", percentile(steady.answers, 0.5), floor=answer),
        Row("taps measured", len(steady.taps), ""),
        Row("fragments missed", steady.missed, "", 0),
        Row("taps refused", steady.refused, "", 0),
    ]


def full_rows(full: Measured, least: float) -> list[Row]:
    """Return the rows of saturation."""
    return [
        Row("saturation", full.rate, "taps/s", 400, least=True, floor=1e3 / least),
        Row("saturation: p50", percentile(full.taps, 0.5)),
        Row("saturation: p99", percentile(full.taps, 0.99)),
        Row("saturation: fragments missed", full.missed, "", 0),
        Row("saturation: taps refused", full.refused, "", 0),
    ]


def busy_ms(before: float | None, after: float | None, taps: int) -> float | None:
    """Return the ms of processor time a tap took, between two readings in seconds."""
    return None if before is None or after is None or not taps else (after - before) / taps * 1e3


def fragment_rows(steady: Measured, most: int) -> list[Row]:
    """Return how large a pushed fragment is. most: bytes it may have."""
    largest = max(steady.bytes, default=None)
    return [
        Row("pushed fragment: typical", percentile(steady.bytes, 0.5), "bytes"),
        Row("pushed fragment: largest", largest, "bytes", most),
    ]


def page_rows(parts: Sequence[first_load.Part]) -> list[Row]:
    """Return what the first load of a player's page weighs, in kB of 1,000 bytes."""
    rows = [
        Row(
            f"  {part.path.partition('?')[0].rpartition('/')[2] or 'page'}",
            part.gzipped / 1e3,
            "kB",
        )
        for part in parts
    ]
    return [
        Row("first load, gzip -9", sum(part.gzipped for part in parts) / 1e3, "kB", 40),
        Row("first load, on the wire", sum(part.on_the_wire for part in parts) / 1e3, "kB", 40),
        *rows,
    ]


def phone_rows(folder: Path) -> list[Row]:
    """Measure a phone in Chromium, where one is found."""
    if chromium_path() is None:
        return []
    rows = []
    for game in FRAGMENTS:
        progress(f"a phone at {game}")
        seen = on_the_phone(folder / game, game)
        rows += [
            Row(f"-- a phone at {game_named(game).title}, slowed {SLOWED} times", 1, ""),
            Row("a push: script, style, layout", seen.push, "ms", 40),
            Row("nothing happens: the same, a minute", seen.idle, "ms", 275),
            Row("nothing happens: messages a minute", seen.messages, "", 6),
        ]
    return rows


def start_rows(asked: argparse.Namespace, folder: Path) -> list[Row]:
    """Start the server on fresh data folders."""
    seconds = []
    for number in range(asked.starts):
        progress(f"start {number + 1} of {asked.starts}")
        with servers.companion(folder / f"start {number}", pinned=asked.pin) as server:
            seconds.append(server.start)
    return [Row(f"start until the first page, median of {asked.starts}", median(seconds), "s", 1.5)]


def call_rows(folder: Path) -> list[Row]:
    """Count what a bid and a drawing call."""
    counted = calls.counted(create_app({"DATA_DIR": folder}))
    return [
        Row("a bid: calls of our own functions", counted.bid, "", calls.MOST_BIDDING),
        Row("a phone drawn: calls of our own", counted.drawing, "", calls.MOST_DRAWING),
    ]


def length_rows(asked: argparse.Namespace, folder: Path) -> list[Row]:
    """Measure how a long log tells."""
    found = length.measured(folder, asked.entries)
    return [
        Row(f"tap {length.EARLY}, in process: p50", found.early),
        Row(f"tap {asked.entries:,}, in process: p50", found.late, floor=found.early),
        Row(f"{asked.entries:,} entries opened cold: median", found.opened_median, "ms", 500),
        Row(f"{asked.entries:,} entries opened cold: best", found.opened_best),
    ]


if __name__ == "__main__":
    main()
