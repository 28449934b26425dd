"""Servers as processes of their own: pinned, awaited, looked at, and always ended."""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.database_servers import HOST, spare_port
from tests.sources import ROOT

START_SECONDS = 30.0
STOP_SECONDS = 10.0
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
SERVER_CORE, LOAD_CORE = 0, 1


@dataclass(frozen=True, slots=True)
class Server:
    """A server that answers. start: seconds from its command to its first page."""

    port: int
    pid: int
    start: float

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens."""
        return HOST, self.port

    def memory(self) -> float | None:
        """Return what it holds in memory (resident), in MB; None where that cannot be seen."""
        try:
            status = Path(f"/proc/{self.pid}/status").read_text("ascii")
        except OSError:
            return _memory_by_ps(self.pid)
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024 / 1e6

    def busy(self) -> float | None:
        """Return the processor seconds it has used; None where that cannot be seen.

        Unlike times by the clock these hardly change when something else runs on the machine.
        """
        own = _processor_seconds(self.pid)
        return None if own is None else own[0]

    def busy_in_all(self) -> float:
        """Return the processor seconds of it and of what it started, ended ones too."""
        own, ended = _processor_seconds(self.pid) or (0.0, 0.0)
        living = (_processor_seconds(pid) or (0.0, 0.0) for pid in children(self.pid))
        return own + ended + sum(seconds for seconds, _ in living)

    def family(self) -> list[Server]:
        """Return it and the processes that it started, which are its workers."""
        return [self, *(Server(self.port, pid, 0.0) for pid in children(self.pid))]


def _processor_seconds(pid: int) -> tuple[float, float] | None:
    """Return what a process has used, and what those had used that it started and that ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii", errors="replace")
    except OSError:
        return None
    own_user, own_system, ended_user, ended_system = map(
        int, fields.rpartition(")")[2].split()[11:15]
    )
    tick = os.sysconf("SC_CLK_TCK")
    return (own_user + own_system) / tick, (ended_user + ended_system) / tick


def children(parent: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = status.read_text("ascii", errors="replace").rpartition(")")[2].split()
            if int(fields[1]) == parent:
                found.append(int(status.parent.name))
    return found


def _memory_by_ps(pid: int) -> float | None:
    try:
        asked = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True
        )
        return int(asked.stdout) * 1024 / 1e6
    except (OSError, subprocess.CalledProcessError, ValueError):
        return None


@contextmanager
def companion(
    folder: Path, *, pinned: bool, workers: int = 0, **environment: str
) -> Iterator[Server]:
    """Give the real server on a data folder, started as people start it.

    workers: so many processes of gunicorn's on one port; 0: ``companion serve``.
    """
    port = spare_port()
    command = ["companion", "serve", "--host", HOST, "--port", str(port)]
    if workers:
        command = ["gunicorn", "-c", "python:companion.gunicorn", "-w", str(workers)]
        command += ["-b", f"{HOST}:{port}", "--log-level", "error"]
    settings = {"COMPANION_DATA": str(folder), "DATABASE_URL": "", **environment}
    with _running(command, port, settings, pinned) as server:
        yield server


@contextmanager
def bare(*, pinned: bool) -> Iterator[Server]:
    """Give an app with one empty route on the same server with the same settings."""
    port = spare_port()
    with _running(["tests.bench.bare", str(port)], port, {}, pinned) as server:
        yield server


@contextmanager
def _running(
    module: Sequence[str], port: int, settings: Mapping[str, str], pinned: bool
) -> Iterator[Server]:
    """Run ``python -m module …`` until the block is left, pinned to the server's core."""
    begun = time.perf_counter()
    with on_core(SERVER_CORE, wanted=pinned):
        process = subprocess.Popen(
            [sys.executable, "-m", *module],
            cwd=ROOT,
            env={**os.environ, **settings},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
    try:
        _await_page(process, port, begun + START_SECONDS)
        yield Server(port, process.pid, time.perf_counter() - begun)
    finally:
        _end(process)


def _await_page(process: subprocess.Popen[bytes], port: int, deadline: float) -> None:
    """Return when the first page was served whole; raises RuntimeError if it never is."""
    while time.perf_counter() < deadline and process.poll() is None:
        connection = http.client.HTTPConnection(HOST, port, timeout=START_SECONDS)
        try:
            connection.request("GET", "/")
            answer = connection.getresponse()
            answer.read()
            if answer.status == 200:
                return
        except OSError:
            time.sleep(0.005)
        finally:
            connection.close()
    raise RuntimeError(f"the server on port {port} does not answer")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


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
