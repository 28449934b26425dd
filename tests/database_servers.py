"""A real PostgreSQL server of our own, in a folder and on a spare port, always ended."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests.patience import PATIENCE, eventually

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


class Postgresql:
    """A cluster of its own, that can be stopped and started again on its port."""

    def __init__(self, command: Sequence[str], port: int, identity: dict[str, Any]) -> None:
        self._command, self._identity = command, identity
        self.port = port
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self._identity
        )
        eventually(self._answers)

    def _answers(self) -> bool:
        assert self._process is not None and self._process.poll() is None, "it does not start"
        try:
            self.ask("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        """End it at once, whoever is connected; it is as it was when it starts again."""
        assert self._process is not None
        # The fast way down, for an orderly one waits for its clients.
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def url(self, name: str) -> str:
        return address(self.port, name)

    def ask(self, statement: str, name: str = "postgres") -> list[tuple[Any, ...]]:
        """Run a statement in a database, outside any transaction; return what it gives."""
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
    identity: dict[str, Any] = {"user": user, "group": user, "extra_groups": ()} if user else {}
    with _folder(above, user) as folder:
        data = folder / "data"
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "companion", "-A", "trust", "-E", "UTF8",
             "--locale=C.UTF-8", "--no-sync"],
            check=True, capture_output=True, cwd=folder, **identity,
        )  # fmt: skip
        port = spare_port()
        wanted = (f"listen_addresses={HOST}", f"unix_socket_directories={folder}", *settings)
        options = [part for setting in wanted for part in ("-c", setting)]
        command = [str(programs / "postgres"), "-D", str(data), "-p", str(port), *options]
        server = Postgresql(command, port, identity)
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
