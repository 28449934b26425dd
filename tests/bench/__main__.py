"""``python -m tests.bench``: measure everything and print one table on stdout."""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from companion import create_app
from companion.games import game_named
from tests.bench import beside, first_load, floors, length, on_the_phone, upload
from tests.bench.figures import Row, percentile, print_table, progress
from tests.bench.load import Load, Measured
from tests.browser.conftest import chromium_path
from tests.parties import made_ready
from tests.servers import busy, memory, serving
from tests.sources import ROOT
from tests.web.test_calls import MOST_BIDDING, counted

FIRST_PHONE = 0
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
SERVER_CORE, LOAD_CORE = 0, 1
FRAGMENTS = {"big_shot": 4000, "monopoly": 6144}
"""The games under load, with the largest size of their fragments in bytes."""


def options() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    add = parser.add_argument
    add("--seconds", type=float, default=15.0, help="of each load (default: %(default)s)")
    add("--tables", type=int, default=100)
    add("--phones", type=int, default=6, help="devices per table, each with a stream")
    add("--rate", type=float, default=100.0, help="taps per second")
    add("--outstanding", type=int, default=32, help="concurrent taps at saturation")
    add("--entries", type=int, default=5000, help="of a long log")
    add("--starts", type=int, default=5)
    add("--pin", action=argparse.BooleanOptionalAction, default=True, help="one core each")
    add("--beside", type=Path, help="compare with this checkout of an older version, in lockstep")
    add("--rounds", type=int, default=15, help="of the comparison (default: %(default)s)")
    add("--commit-ms", type=float, default=0.0, help="how much later each commit ends")
    add("--quick", action="store_true", help="a short run, to check that it works")
    asked = parser.parse_args()
    if asked.quick:
        parser.set_defaults(seconds=3.0, tables=20, entries=500, starts=2, rounds=3)
        asked = parser.parse_args()
    return asked


@contextmanager
def scratch() -> Iterator[Path]:
    """Provide a folder on the disk that holds the games, because its commits are measured."""
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
    if asked.pin:
        on_core(LOAD_CORE)()
    with scratch() as folder:
        if asked.beside:
            asked.beside = asked.beside.resolve()
            beside.report(asked, folder, tuple(FRAGMENTS), server_core(asked))
            return
        progress("floors")
        floor = floors.measured(folder, 300, asked.outstanding, server_core(asked))
        rows = floor.rows()
        for game, most in FRAGMENTS.items():
            rows += load_rows(asked, folder / f"load {game}", floor, game, most)
        rows += phone_rows(folder / "phones")
        rows += start_rows(asked, folder)
        progress("calls of our own functions")
        rows += call_rows(folder / "calls")
        progress("the length of a game")
        rows += length.rows(folder / "length", asked.entries)
        progress("a long file")
        rows += upload.rows(folder / "upload", asked.tables, asked.rate, asked.seconds)
    print_table(rows)


def on_core(place: int) -> Callable[[], None]:
    """Return a function that pins its process to one of the allowed cores, if that is possible."""

    def keep() -> None:
        if len(CORES) > 1:
            os.sched_setaffinity(0, {CORES[place]})

    return keep


def server_core(asked: argparse.Namespace) -> Callable[[], None] | None:
    """Return a function that pins a server to its core; None with ``--no-pin``."""
    return on_core(SERVER_CORE) if asked.pin else None


def load_rows(
    asked: argparse.Namespace, folder: Path, floor: floors.Floors, game: str, most: int
) -> list[Row]:
    """Measure a real server with the tables of one game, under steady load and at saturation.

    most: the largest size of a fragment of that game, in bytes.
    """
    progress(f"{asked.tables} tables of {game} with {asked.phones} phones made ready")
    parties = made_ready(folder, asked.tables, asked.phones, game)
    first = parties[0]
    with serving(folder, limits=server_core(asked)) as server:
        page = first_load.rows(server, first.phones[FIRST_PHONE], f"/t/{first.code}/")
        load = Load([server.port], parties, asked.phones)
        progress(f"{asked.tables * asked.phones} streams")
        with load.connected():
            progress(f"{asked.rate:g} taps a second for {asked.seconds:g} s")
            steady = load.steady(asked.rate, asked.seconds)
            progress(f"as many taps as it takes for {asked.seconds:g} s")
            before = busy(server.pid)
            full = load.saturated(asked.outstanding, asked.seconds)
            used = busy(server.pid) - before
            dropped = load.dropped
        held = memory(server.pid)
    least = floor.tap(asked.phones)
    return [
        Row(f"-- {game_named(game).title}", asked.tables, "tables"),
        *steady_rows(asked, steady, least, floor.answer + floor.commit),
        *full_rows(full, least),
        Row("saturation: processor time a tap", used / max(1, len(full.taps)) * 1e3 or None),
        Row("streams the server ended", dropped, "", 0),
        Row("pushed fragment: typical", percentile(steady.bytes, 0.5), "bytes"),
        Row("pushed fragment: largest", max(steady.bytes, default=None), "bytes", most),
        Row("memory after the load", held, "MB", 150),
        *page,
    ]


def steady_rows(
    asked: argparse.Namespace, steady: Measured, least: float, answer: float
) -> list[Row]:
    """Return the rows of the steady load.

    least: the floor of a tap in ms. answer: the part of it until the answer.
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


def phone_rows(folder: Path) -> list[Row]:
    """Measure a phone in Chromium, if it is installed."""
    if chromium_path() is None:
        return []
    rows = []
    for game in FRAGMENTS:
        progress(f"a phone at {game}")
        with every_core():
            rows += on_the_phone.rows(folder / game, game)
    return rows


@contextmanager
def every_core() -> Iterator[None]:
    """Let this process use all cores while the block runs, because a browser needs several."""
    if not CORES:
        yield
        return
    kept = os.sched_getaffinity(0)
    os.sched_setaffinity(0, CORES)
    yield
    os.sched_setaffinity(0, kept)


def start_rows(asked: argparse.Namespace, folder: Path) -> list[Row]:
    """Measure starts of the server on new data folders."""
    seconds = []
    for number in range(asked.starts):
        progress(f"start {number + 1} of {asked.starts}")
        begun = time.perf_counter()
        with serving(folder / f"start {number}", limits=server_core(asked)):
            seconds.append(time.perf_counter() - begun)
    return [Row(f"start until the first page, median of {asked.starts}", median(seconds), "s", 1.5)]


def call_rows(folder: Path) -> list[Row]:
    """Count the function calls for a bid and for rendering a screen."""
    calls = counted(create_app({"DATA_DIR": folder}))
    return [
        Row("a bid: calls of our own functions", calls.bid, "", MOST_BIDDING),
        Row("a phone drawn: calls of our own", calls.drawing, "", calls.most_drawing),
    ]


if __name__ == "__main__":
    main()
