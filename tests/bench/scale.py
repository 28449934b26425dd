"""``make bench-scale``: one process on SQLite beside several on PostgreSQL.

Everything runs on this machine and on all of its cores: the workers, the database and the
phones. So the processor time a tap takes says more than the taps a second do: it hardly depends on
what else the machine is doing; and each line says how many programs wanted a core before it.
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests import database_servers
from tests.bench import servers
from tests.bench.__main__ import scratch
from tests.bench.figures import percentile, progress, shown
from tests.bench.load import Load, Measured
from tests.bench.notify import CONNECTIONS, commits_a_second
from tests.bench.sittings import Sat, made_ready
from tests.database_servers import Postgresql
from tests.soak.server import GEVENT, GUNICORN

HEAD = (
    "tables", "kept in", "workers", "taps/s", "then at", "p50 ms", "p99 ms", "missed",
    "worker ms/tap", "database ms/tap", "phones ms/tap", "MB", "load before",
)  # fmt: skip
PHONES = 6


@dataclass(frozen=True, slots=True)
class Way:
    """A way to run the companion. by_table: one port a process, and each table at its own."""

    name: str
    workers: int
    by_table: bool = False
    on_sqlite: bool = False


WAYS = (
    Way("SQLite", 1, on_sqlite=True),
    *(Way("PostgreSQL", workers) for workers in (1, 2, 4)),
    *(Way("PostgreSQL, by table", workers, by_table=True) for workers in (2, 4)),
)


def options() -> argparse.Namespace:
    """Return what was asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.scale", description=__doc__)
    add = parser.add_argument
    add("--seconds", type=float, default=10.0, help="of each load (default: %(default)s)")
    add("--tables", type=int, nargs="+", default=[100, 500])
    add("--rate", type=float, default=100.0, help="taps a second for delays, or half of saturation")
    add("--outstanding", type=int, default=32, help="taps under way at saturation")
    add("--only", default="", help="of the ways whose name holds this")
    return parser.parse_args()


class Ground:
    """Tables made ready once, in a file and in a database, and copied for each run."""

    def __init__(self, folder: Path, postgresql: Postgresql, tables: int) -> None:
        self.folder, self.postgresql = folder, postgresql
        self.name = f"ready_{tables}"
        progress(f"{tables} tables made ready twice")
        self.in_file = made_ready(folder / "file", tables)
        address = postgresql.made(self.name)
        self.in_server = made_ready(folder / "server", tables, SQLALCHEMY_DATABASE_URI=address)

    @contextmanager
    def running(self, way: Way) -> Iterator[tuple[list[servers.Process], Sequence[Sat]]]:
        """Run the companion in a way on fresh copies of the tables."""
        if way.on_sqlite:
            copy = self.folder / "copy"
            shutil.copytree(self.folder / "file", copy)
            with servers.companion(copy, pinned=False) as server:
                yield [server], self.in_file
            shutil.rmtree(copy)
            return
        address = self.postgresql.copy("run", self.name)
        # By table each has a port; else gunicorn's workers share one.
        kind, options = (GEVENT, ()) if way.by_table else (GUNICORN, ("-w", str(way.workers)))
        with ExitStack() as stack:
            # Leaves before the database is dropped, which comes last.
            stack.callback(self.postgresql.drop, "run")
            start = partial(servers.companion, self.folder / "server", *options, kind=kind)
            processes = way.workers if way.by_table else 1
            yield (
                [
                    stack.enter_context(start(pinned=False, database=address))
                    for _ in range(processes)
                ],
                self.in_server,
            )


@dataclass(frozen=True, slots=True)
class Busy:
    """Processor seconds used so far."""

    workers: float
    database: float
    phones: float


def busy(running: Sequence[servers.Process], ground: Ground) -> Busy:
    """Look at the processor time of everybody."""
    workers = sum(server.busy_in_all() for server in running)
    database = servers.Process(ground.postgresql.pid).busy_in_all()
    ours = os.times()
    return Busy(workers, database, ours.user + ours.system)


def measured(way: Way, ground: Ground, asked: argparse.Namespace) -> tuple[str, ...]:
    """Return one line of the report."""
    crowd = os.getloadavg()[0]
    with ground.running(way) as (running, sittings):
        progress(f"{len(sittings)} tables, {way.name}, {way.workers} workers")
        load = Load([server.address for server in running], sittings, PHONES)
        with load.connected():
            before = busy(running, ground)
            full = load.saturated(asked.outstanding, asked.seconds)
            after = busy(running, ground)
            # A rate that the row cannot keep up would measure its queue and nothing else.
            rate = min(asked.rate, full.rate / 2)
            steady = load.steady(rate, asked.seconds)
            memory = sum(one.memory() or 0.0 for server in running for one in server.family())
    return (
        str(len(sittings)), way.name, str(way.workers), *figures(steady, full, rate),
        *(
            shown(getattr(after, who) / taps * 1e3 - getattr(before, who) / taps * 1e3, "")
            for taps in [max(1, len(full.taps))]
            for who in ("workers", "database", "phones")
        ),
        shown(memory, ""), f"{crowd:.1f}",
    )  # fmt: skip


def figures(steady: Measured, full: Measured, rate: float) -> tuple[str, ...]:
    """Return taps a second at saturation, the steady rate, p50 and p99 at it, what was missed."""
    return (
        shown(full.rate, ""),
        shown(rate, ""),
        shown(percentile(steady.taps, 0.5), ""),
        shown(percentile(steady.taps, 0.99), ""),
        str(steady.missed + full.missed + steady.refused + full.refused),
    )


def main() -> None:
    """Measure, and print a table line by line."""
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
