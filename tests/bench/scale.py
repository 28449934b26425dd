"""``make bench-scale``: compare one process on SQLite with several processes on PostgreSQL.

The workers, the database and the phones share all cores of this machine. Therefore the processor
time per tap is a better measure than the taps per second: it hardly depends on other programs. Each
line also has the load average before it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psycopg

from tests import database_servers
from tests.bench.__main__ import scratch
from tests.bench.figures import percentile, progress, shown
from tests.bench.load import Load
from tests.database_servers import OwnPostgresql
from tests.parties import DEVICES, Party, made_ready
from tests.servers import GEVENT, GUNICORN, Server, busy, children, memory, serving

HEAD = (
    "tables", "kept in", "workers", "taps/s", "then at", "p50 ms", "p99 ms", "max ms",
    "first 5 s: p99 ms", "first 5 s: max ms", "missed",
    "worker ms/tap", "database ms/tap", "phones ms/tap", "MB", "load before",
)  # fmt: skip
FIRST_RATE, FIRST_SECONDS = 20.0, 5.0
"""Taps per second, and seconds, of the load on new workers."""
CONNECTIONS = 16
INSERT = "INSERT INTO floor (facts) VALUES (%s)"
NOTIFY = "SELECT pg_notify('floor', %s)"
FACTS = '[{"kind":"bid_made","seat":1,"amount":2}]'


@dataclass(frozen=True, slots=True)
class Way:
    """A way to run the app."""

    name: str
    workers: int
    by_table: bool = False
    """Whether each process has a port, and each table uses one of them."""
    on_sqlite: bool = False


WAYS = (
    Way("SQLite", 1, on_sqlite=True),
    *(Way("PostgreSQL", workers) for workers in (1, 2, 4)),
    *(Way("PostgreSQL, by table", workers, by_table=True) for workers in (2, 4)),
)


def options() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.scale", description=__doc__)
    add = parser.add_argument
    add("--seconds", type=float, default=10.0, help="of each load (default: %(default)s)")
    add("--tables", type=int, nargs="+", default=[100, 500])
    add("--rate", type=float, default=100.0, help="taps per second, at most half of saturation")
    add("--outstanding", type=int, default=32, help="concurrent taps at saturation")
    add("--only", default="", help="measure only ways with this text in their names")
    return parser.parse_args()


class Ground:
    """Tables made once, in a file and in a PostgreSQL database, and copied for each run."""

    def __init__(self, folder: Path, postgresql: OwnPostgresql, tables: int) -> None:
        self.folder, self.postgresql = folder, postgresql
        self.name = f"ready_{tables}"
        progress(f"{tables} tables made ready twice")
        self.in_file = made_ready(folder / "file", tables)
        address = postgresql.made(self.name)
        self.in_server = made_ready(folder / "server", tables, SQLALCHEMY_DATABASE_URI=address)

    @contextmanager
    def running(self, way: Way) -> Iterator[tuple[list[Server], Sequence[Party]]]:
        """Run the app in a way, on new copies of the tables."""
        if way.on_sqlite:
            copy = self.folder / "copy"
            shutil.copytree(self.folder / "file", copy)
            with serving(copy) as server:
                yield [server], self.in_file
            shutil.rmtree(copy)
            return
        address = self.postgresql.copy("run", self.name)
        # By table each process has a port; otherwise gunicorn's workers share one.
        kind, options = (GEVENT, ()) if way.by_table else (GUNICORN, ("-w", str(way.workers)))
        with ExitStack() as stack:
            # Registered first, so that the database is dropped last.
            stack.callback(self.postgresql.drop, "run")
            run = partial(serving, self.folder / "server", kind, *options, DATABASE_URL=address)
            processes = range(way.workers if way.by_table else 1)
            yield [stack.enter_context(run()) for _ in processes], self.in_server

    def busy(self, running: Sequence[Server]) -> tuple[float, float, float]:
        """Return the processor seconds of the workers, the database and the phones."""
        ours = os.times()
        workers = sum(busy(server.pid) for server in running)
        return workers, busy(self.postgresql.pid), ours.user + ours.system


def commits_a_second(address: str, seconds: float, *, notified: bool) -> float:
    """Return the commits per second of several connections, each commit with one row.

    address: the URL of a database for psycopg. notified: send a notification with each row.
    """
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS floor (id bigserial PRIMARY KEY, facts text)"
        )
    done = [0] * CONNECTIONS
    end = time.perf_counter() + seconds

    def write(place: int) -> None:
        with psycopg.connect(address) as connection:
            while time.perf_counter() < end:
                connection.execute(INSERT, (FACTS,))
                if notified:
                    connection.execute(NOTIFY, (str(place),))
                connection.commit()
                done[place] += 1

    threads = [threading.Thread(target=write, args=(place,)) for place in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / seconds


def measured(way: Way, ground: Ground, asked: argparse.Namespace) -> tuple[str, ...]:
    """Return one line of the report."""
    crowd = os.getloadavg()[0]
    with ground.running(way) as (running, parties):
        progress(f"{len(parties)} tables, {way.name}, {way.workers} workers")
        load = Load([server.port for server in running], parties, DEVICES)
        with load.connected():
            # Whatever a new worker does only once delays these taps.
            early = load.steady(FIRST_RATE, FIRST_SECONDS, warm_up=0.0)
            before = ground.busy(running)
            full = load.saturated(asked.outstanding, asked.seconds)
            used = zip(before, ground.busy(running), strict=True)
            # A rate above saturation would only measure the queue.
            rate = min(asked.rate, full.rate / 2)
            steady = load.steady(rate, asked.seconds)
            family = [pid for server in running for pid in (server.pid, *children(server.pid))]
            held = sum(memory(pid) or 0.0 for pid in family)
    taps = max(1, len(full.taps))
    missed = sum(one.missed + one.refused for one in (early, full, steady))
    return (
        str(len(parties)), way.name, str(way.workers), shown(full.rate, ""), shown(rate, ""),
        *(shown(percentile(steady.taps, share), "") for share in (0.5, 0.99, 1.0)),
        *(shown(percentile(early.taps, share), "") for share in (0.99, 1.0)), str(missed),
        *(shown((after - begun) / taps * 1e3, "") for begun, after in used),
        shown(held, ""), f"{crowd:.1f}",
    )  # fmt: skip


def main() -> None:
    """Measure all ways, and print a table line by line."""
    asked = options()
    with scratch() as folder, ExitStack() as stack:
        folder.chmod(0o711)
        postgresql = stack.enter_context(database_servers.postgresql((), folder))
        address = postgresql.made("floor").replace("+psycopg", "")
        for notified in (False, True):
            rate = commits_a_second(address, asked.seconds, notified=notified)
            what = "INSERT and NOTIFY" if notified else "INSERT alone"
            print(f"floor: {CONNECTIONS} connections, {what}: {shown(rate, 'commits/s')}")
        print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
        for tables in asked.tables:
            ground = Ground(folder / str(tables), postgresql, tables)
            for way in WAYS:
                if asked.only in way.name:
                    print(f"| {' | '.join(measured(way, ground, asked))} |", flush=True)
        print(f"load average at the end: {os.getloadavg()}; cores: {os.cpu_count()}")


if __name__ == "__main__":
    main()
