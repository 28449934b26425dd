"""Real PostgreSQL and Redis servers of our own, in a folder and on a spare port, always ended."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE

HOST = "127.0.0.1"
PACKAGED = Path("/usr/lib/postgresql")
"""Where Debian puts them: not on the path, one folder a version."""
FORGETFUL = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""For tests: they lose nothing but to a power cut."""


class NotInstalled(Exception):
    """Which server is missing, and how to get it."""


def address(port: int, name: str) -> str:
    """Return the address of a database at a port, as the companion takes it."""
    return f"postgresql+psycopg://companion@{HOST}:{port}/{name}"


def spare_port() -> int:
    with socket.create_server((HOST, 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


class Process:
    """A server as a process that can be stopped and started again on its port."""

    def __init__(self, command: Sequence[str], port: int, user: str | None) -> None:
        self._command, self._user = command, user
        self.port = port
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        identity: dict[str, Any] = {}
        if self._user is not None:
            identity = {"user": self._user, "group": self._user, "extra_groups": ()}
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **identity
        )
        deadline = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < deadline:
            with suppress(OSError):
                self._ask()
                return
            time.sleep(0.02)
        raise RuntimeError(f"{self._command[0]} does not start")

    def _ask(self) -> None:
        """Raise OSError unless it answers."""
        socket.create_connection((HOST, self.port), timeout=1).close()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        """End it at once, whoever is connected; it is as it was when it starts again."""
        assert self._process is not None
        # PostgreSQL: the fast way down, for an orderly one waits for its clients.
        self._process.send_signal(2)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Postgresql(Process):
    """A cluster of its own."""

    def _ask(self) -> None:
        import psycopg

        try:
            self.ask("SELECT 1")
        except psycopg.OperationalError as error:
            raise ConnectionRefusedError from error

    def url(self, name: str) -> str:
        return address(self.port, name)

    def ask(self, statement: str, name: str = "postgres") -> list[tuple[Any, ...]]:
        """Run a statement in a database, outside any transaction; return what it gives."""
        import psycopg

        address = f"postgresql://companion@{HOST}:{self.port}/{name}"
        with psycopg.connect(address, autocommit=True, connect_timeout=int(PATIENCE)) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def made(self, name: str) -> str:
        """Make an empty database; return its address."""
        self.ask(f"CREATE DATABASE {name}")
        return self.url(name)

    def copy(self, name: str, original: str) -> str:
        """Make a database as another one is; return its address."""
        self.ask(f"CREATE DATABASE {name} TEMPLATE {original}")
        return self.url(name)

    def drop(self, name: str) -> None:
        self.ask(f"DROP DATABASE {name} WITH (FORCE)")

    def cut(self, name: str) -> None:
        """Break every connection to a database."""
        self.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            f"WHERE datname = '{name}' AND pid <> pg_backend_pid()"
        )


@contextmanager
def postgresql(settings: Sequence[str], above: Path | None = None) -> Iterator[Postgresql]:
    """Give a new cluster. above: in which folder, None for a temporary one.

    Raises NotInstalled.
    """
    programs = _programs()
    user = _unprivileged()
    with _folder(above, user) as folder:
        data = folder / "data"
        identity: dict[str, Any] = {}
        if user is not None:
            identity = {"user": user, "group": user, "extra_groups": ()}
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "companion", "-A", "trust", "-E", "UTF8",
             "--locale=C.UTF-8", "--no-sync"],
            check=True, capture_output=True, cwd=folder, **identity,
        )  # fmt: skip
        port = spare_port()
        wanted = (f"listen_addresses={HOST}", f"unix_socket_directories={folder}", *settings)
        options = [part for setting in wanted for part in ("-c", setting)]
        command = [str(programs / "postgres"), "-D", str(data), "-p", str(port), *options]
        server = Postgresql(command, port, user)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def redis() -> Iterator[Process]:
    """Give a Redis server that writes nothing down; raises NotInstalled."""
    program = shutil.which("redis-server")
    if program is None:
        raise NotInstalled("No redis-server found (Debian, Ubuntu: apt install redis-server).")
    port = spare_port()
    options = ["--port", str(port), "--bind", HOST, "--save", "", "--appendonly", "no"]
    server = Process([program, *options], port, None)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def _programs() -> Path:
    """Return the folder with initdb and postgres, of the newest version there is."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    packaged = sorted(PACKAGED.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if not packaged:
        raise NotInstalled("No PostgreSQL found (Debian, Ubuntu: apt install postgresql).")
    return packaged[-1].parent


def _unprivileged() -> str | None:
    """Return whom to become, for PostgreSQL does not run as root; None to stay who we are."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


@contextmanager
def _folder(above: Path | None, user: str | None) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="postgresql-", dir=above))
    try:
        if user is not None:
            shutil.chown(folder, user)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
