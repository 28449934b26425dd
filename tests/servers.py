"""Real servers of the app, of each kind, on a port of this machine."""

from __future__ import annotations

import ctypes
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from tests.database_servers import HOST, spare_port
from tests.parties import Party, made_ready, opened
from tests.patience import PATIENCE
from tests.sources import ROOT

GEVENT, WAITRESS, GUNICORN = "gevent", "waitress", "gunicorn"
BARE, TOY = "tests.bench.bare", "tests.toy_game"
"""Other programs that tests serve: one bare answer, and the app with the toy game."""
SERVERS = (GEVENT, WAITRESS)
"""Servers with one process."""
WORKERS = 2
PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2


def command_of(kind: str, port: int) -> Sequence[str]:
    """Return the command line, after ``python -m``, that starts a kind of server at a port."""
    at = f"{HOST}:{port}"
    if kind == GUNICORN:
        return ["gunicorn", "-c", "python:companion.gunicorn", "-w", str(WORKERS), "-b", at,
                "--log-level", "error"]  # fmt: skip
    if kind == BARE:
        return [BARE, str(port)]
    program = ["companion", "--server", kind] if kind in SERVERS else [kind]
    return [program[0], "serve", "--host", HOST, "--port", str(port), *program[1:]]


class Server:
    """A real server; its errors are written to a file beside its data folder.

    options: more options of the usual command. command: a whole command instead of the usual one.
    environment: more environment variables.
    """

    def __init__(
        self,
        folder: Path,
        kind: str = GEVENT,
        *options: str,
        port: int = 0,
        command: Sequence[str | Path] = (),
        **environment: str,
    ) -> None:
        self.folder = folder
        self.port = port or spare_port()
        self.url = f"http://{HOST}:{self.port}"
        self.errors = folder.with_name(f"{folder.name} {self.port}.err")
        usual = [sys.executable, "-m", *command_of(kind, self.port), *options]
        self._command = list(command) or usual
        self.checkout = ROOT
        """Where it runs: Python finds the version in this folder before all others."""
        ours = {"COMPANION_DATA": str(folder), "DATABASE_URL": "", "PYTHONFAULTHANDLER": "1"}
        self._environment = {**os.environ, **ours, **environment}
        self.database = environment.get("DATABASE_URL", "")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *, limits: Callable[[], None] | None = None, wait: bool = True) -> None:
        """Start the server.

        limits: called in the new process before the server. wait: return when it answers.
        """
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                self._command,
                cwd=self.checkout,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                preexec_fn=limits,
                start_new_session=True,
            )
        if wait:
            self.await_answer()

    def await_answer(self) -> None:
        """Wait until the server answers; raises AssertionError if it does not."""
        assert self.process is not None
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            if self.answers():
                return
            time.sleep(0.01)
        status = self.process.poll()
        # This prints the stack of each thread.
        self._end(signal.SIGABRT)
        raise AssertionError(f"the server does not answer, status {status}: {self.said()}")

    def answers(self) -> bool:
        """Return whether a server answers at the port."""
        try:
            return self.get("/static/styles/base.css")[0] == 200
        except OSError:
            return False

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Request a path; return the status and the body of the answer."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def ask(self, request: bytes) -> bytes:
        """Send a request on a new connection; return the whole answer."""
        with socket.create_connection((HOST, self.port), timeout=PATIENCE) as asking:
            asking.sendall(request.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
            return b"".join(iter(lambda: asking.recv(65536), b""))

    @property
    def pid(self) -> int:
        """The process, or the parent process if there are several."""
        assert self.process is not None
        return self.process.pid

    def send(self, what: signal.Signals) -> None:
        """Send the server and its child processes a signal that does not end them."""
        os.killpg(self.pid, what)

    def kill(self) -> None:
        """Kill the server and its child processes at once, as a power cut would."""
        if self.process is not None:
            self.send(signal.SIGKILL)
        self._end(signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Stop the server, by default as Ctrl-C does; return its exit status."""
        return self._end(how)

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        ended, self.process = self.process, None
        ended.send_signal(how)
        return ended.wait(PATIENCE)

    def said(self) -> str:
        """Return the server's output on stderr."""
        return self.errors.read_text("utf-8") if self.errors.exists() else ""


def as_nobody_special() -> None:
    """Make this process respect file permissions even if it runs as root."""
    if os.geteuid() == 0:
        prctl = ctypes.CDLL(None, use_errno=True).prctl
        for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            assert prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0


@contextmanager
def serving(
    folder: Path,
    kind: str = GEVENT,
    *options: str,
    port: int = 0,
    limits: Callable[[], None] | None = None,
    **environment: str,
) -> Iterator[Server]:
    """Provide a running server on a data folder; it is killed afterwards."""
    server = Server(folder, kind, *options, port=port, **environment)
    try:
        server.start(limits=limits)
        yield server
    finally:
        server.kill()


@dataclass(frozen=True)
class Site:
    """A kind of server, with a data folder and a database."""

    kind: str
    folder: Path
    database: str = ""
    """The URL of a database; "" for a file in the data folder."""

    def opened(self) -> AbstractContextManager[Flask]:
        """Provide an app in this process, on the same database."""
        return opened(self.folder, SQLALCHEMY_DATABASE_URI=self.database)

    def ready(self, tables: int) -> list[Party]:
        """Make tables before the server starts."""
        return made_ready(self.folder, tables, SQLALCHEMY_DATABASE_URI=self.database)

    def server(self) -> Server:
        """Return the server, not started yet."""
        return Server(self.folder, self.kind, DATABASE_URL=self.database)

    def serving(self) -> AbstractContextManager[Server]:
        """Provide the running server; see ``serving``."""
        return serving(self.folder, self.kind, DATABASE_URL=self.database)


def _stat(pid: int) -> list[int]:
    """Return the numbers in Linux's stat file of a process, from its parent on; empty elsewhere."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text("ascii", errors="replace")
    except OSError:
        return []
    return list(map(int, text.rpartition(")")[2].split()[1:]))


def children(parent: int) -> list[int]:
    """Return the running child processes of a process."""
    running = (int(path.name) for path in Path("/proc").glob("[0-9]*"))
    return [pid for pid in running if _stat(pid)[:1] == [parent]]


def memory(pid: int) -> float | None:
    """Return the resident memory of a process in MB; None if it is unknown."""
    stat = _stat(pid)
    return stat[20] * os.sysconf("SC_PAGE_SIZE") / 1e6 if stat else None


def busy(pid: int) -> float:
    """Return the processor seconds of a process and its children; 0 if they are unknown.

    Unlike elapsed time, these hardly depend on other programs that run on the machine.
    """
    ended = sum(_stat(pid)[12:14]) / os.sysconf("SC_CLK_TCK")
    return ended + sum(map(_own_busy, (pid, *children(pid))))


def _own_busy(pid: int) -> float:
    """Return the processor seconds of a process alone; 0 if they are unknown."""
    if sys.platform != "linux":
        return 0.0
    try:
        # The process's clock as ``clock_getcpuclockid`` numbers it; /proc counts in steps of 10 ms.
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return 0.0
