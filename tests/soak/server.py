"""The companion as a household runs it, on a port of this machine: killed, frozen, starved."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
ELSEWHERE = ("DATABASE_URL",)
"""What would lead a server away from the folder it is given."""


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.create_server((HOST, 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


class Server:
    """One process of the real server; what it says goes to ``errors``, a file in the folder."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.folder = folder
        self.port = free_port() if port is None else port
        self.errors = folder / f"errors {self.port}.txt"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *, limits: Callable[[], None] | None = None, wait: bool = True) -> None:
        """Start it; until it answers, if ``wait``. limits: called in the process before it runs."""
        command = [sys.executable, "-m", "companion", "serve", "--host", HOST]
        kept = {name: text for name, text in os.environ.items() if name not in ELSEWHERE}
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port)],
                cwd=ROOT,
                env={**kept, "COMPANION_DATA": str(self.folder), "PYTHONFAULTHANDLER": "1"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                preexec_fn=limits,
            )
        if wait:
            self.await_answer()

    def await_answer(self) -> None:
        """Return when it answers a page; raises AssertionError if it never does."""
        assert self.process is not None
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            if self.answers():
                return
            time.sleep(0.01)
        status = self.process.poll()
        # Its threads say where they are.
        self._end(signal.SIGABRT)
        raise AssertionError(f"the server does not answer, status {status}: {self.said()}")

    def answers(self) -> bool:
        """Tell whether somebody answers at the port."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/static/site.css")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def send(self, what: signal.Signals) -> None:
        """Send it a signal that it lives on after."""
        assert self.process is not None
        self.process.send_signal(what)

    def kill(self) -> None:
        """Kill it as a power cut would: no goodbye."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it as Ctrl-C does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def said(self) -> str:
        """Return what it has written on its terminal as errors."""
        return self.errors.read_text("utf-8") if self.errors.exists() else ""


@contextmanager
def serving(folder: Path, *, limits: Callable[[], None] | None = None) -> Iterator[Server]:
    """Give a running server on a data folder; it is killed in the end if it still runs."""
    server = Server(folder)
    try:
        server.start(limits=limits)
        yield server
    finally:
        server.kill()
