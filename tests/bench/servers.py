"""Servers under measurement: pinned to a core, and looked at as processes."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.database_servers import HOST
from tests.soak.server import BARE, GEVENT, Server

CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
SERVER_CORE, LOAD_CORE = 0, 1


@dataclass(frozen=True, slots=True)
class Process:
    """A process that runs. start: seconds from its command to its first page."""

    pid: int
    port: int = 0
    start: float = 0.0

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens."""
        return HOST, self.port

    def memory(self) -> float | None:
        """Return what it holds in memory (resident), in MB; None where that cannot be seen."""
        try:
            asked = subprocess.run(
                ["ps", "-o", "rss=", "-p", str(self.pid)],
                capture_output=True, text=True, check=True,
            )  # fmt: skip
            return int(asked.stdout) * 1024 / 1e6
        except (OSError, subprocess.CalledProcessError, ValueError):
            return None

    def busy(self) -> float | None:
        """Return the processor seconds it has used; None where that cannot be seen.

        Unlike times by the clock these hardly change when something else runs on the machine.
        """
        used = self._used()
        return None if used is None else used[0]

    def busy_in_all(self) -> float:
        """Return the processor seconds of it and of what it started, ended ones too."""
        family = [sum(self._used() or (0.0,))]
        return sum(family + [one.busy() or 0.0 for one in self.family()[1:]])

    def family(self) -> list[Process]:
        """Return it and the processes that it started, which are its workers."""
        return [self, *map(Process, children(self.pid))]

    def _used(self) -> tuple[float, float] | None:
        """Return what it has used, and what those had used that it started and that ended."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text("ascii", errors="replace")
        except OSError:
            return None
        own, system, ended, ended_system = map(int, fields.rpartition(")")[2].split()[11:15])
        tick = os.sysconf("SC_CLK_TCK")
        return (own + system) / tick, (ended + ended_system) / tick


def children(parent: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = status.read_text("ascii", errors="replace").rpartition(")")[2].split()
            if int(fields[1]) == parent:
                found.append(int(status.parent.name))
    return found


@contextmanager
def companion(
    folder: Path, *options: str, pinned: bool, kind: str = GEVENT, database: str = ""
) -> Iterator[Process]:
    """Give the real server on a data folder, started as people start it."""
    server = Server(folder, kind, *options, DATABASE_URL=database)
    begun = time.perf_counter()
    with on_core(SERVER_CORE, wanted=pinned):
        server.start(wait=False)
    try:
        server.await_answer()
        yield Process(server.pid, server.port, time.perf_counter() - begun)
        server.stop()
    finally:
        server.kill()


@contextmanager
def bare(folder: Path, *, pinned: bool) -> Iterator[Process]:
    """Give an app with one empty route on the same server with the same settings."""
    with companion(folder, pinned=pinned, kind=BARE) as process:
        yield process


@contextmanager
def on_core(place: int, *, wanted: bool = True) -> Iterator[None]:
    """Stay on the first or the second of the allowed cores, where wanted and possible.

    A process started meanwhile stays there for good.
    """
    if not wanted or len(CORES) < 2:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {CORES[place]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
