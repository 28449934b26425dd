"""Real PostgreSQL servers, each in a folder and on a spare port."""

from __future__ import annotations

import os
import pwd
import shlex
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests.patience import PATIENCE

HOST = "127.0.0.1"
PACKAGED = Path("/usr/lib/postgresql")
"""Where Debian installs PostgreSQL: one folder per version, none of them on the path."""
FORGETFUL = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Settings for tests: faster, and data can be lost only in a power cut."""


class NotInstalled(Exception):
    """PostgreSQL is missing; the message says how to install it."""


def address(port: int, name: str) -> str:
    """Return the URL of a database at a port, as the app expects it."""
    return f"postgresql+psycopg://companion@{HOST}:{port}/{name}"


def spare_port() -> int:
    with socket.create_server((HOST, 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


class Postgresql:
    """A server that runs at a port of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port

    def url(self, name: str) -> str:
        return address(self.port, name)

    def ask(self, statement: str, name: str = "postgres") -> list[tuple[Any, ...]]:
        """Run a statement in a database, outside any transaction; return its rows."""
        address = f"postgresql://companion@{HOST}:{self.port}/{name}"
        with psycopg.connect(address, autocommit=True, connect_timeout=int(PATIENCE)) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def made(self, name: str) -> str:
        """Create an empty database; return its URL."""
        self.ask(f"CREATE DATABASE {name}")
        return self.url(name)

    def copy(self, name: str, original: str) -> str:
        """Create a copy of a database; return its URL."""
        self.ask(f"CREATE DATABASE {name} TEMPLATE {original}")
        return self.url(name)

    def drop(self, name: str) -> None:
        self.ask(f"DROP DATABASE {name} WITH (FORCE)")

    def cut(self, name: str) -> None:
        """Terminate every connection to a database."""
        self.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            f"WHERE datname = '{name}' AND pid <> pg_backend_pid()"
        )


class OwnPostgresql(Postgresql):
    """A cluster in a folder, which can be stopped and started again on its port."""

    def __init__(self, folder: Path, settings: Sequence[str]) -> None:
        super().__init__(spare_port())
        self._data = folder / "data"
        wanted = (f"listen_addresses={HOST}", f"unix_socket_directories={folder}", *settings)
        options = [part for setting in wanted for part in ("-c", setting)]
        self._options = shlex.join(("-p", str(self.port), *options))
        _run("initdb", "-D", self._data, "-U", "companion", "-A", "trust", "-E", "UTF8",
             "--locale=C.UTF-8", "--no-sync")  # fmt: skip

    def start(self) -> None:
        _pg_ctl("start", self._data, "-l", self._data / "log", "-o", self._options)

    @property
    def pid(self) -> int:
        return int((self._data / "postmaster.pid").read_text().split()[0])

    def stop(self) -> None:
        """Stop the server without waiting for clients; a restart finds the same data."""
        stop(self._data.parent)


def stop(folder: Path) -> None:
    """Stop the server of a folder at once, if one runs there."""
    data = folder / "data"
    if (data / "postmaster.pid").exists():
        # An orderly shutdown would wait for its clients.
        _pg_ctl("stop", data, "-m", "fast")


def started(folder: Path, settings: Sequence[str]) -> OwnPostgresql:
    """Start a new server with its cluster in an empty folder; raises NotInstalled."""
    if (user := _unprivileged()) is not None:
        shutil.chown(folder, user)
    server = OwnPostgresql(folder, settings)
    server.start()
    return server


@contextmanager
def postgresql(settings: Sequence[str], above: Path | None = None) -> Iterator[OwnPostgresql]:
    """Provide a new server in a new folder, deleted afterwards.

    above: the folder that contains it, None for the system's temporary folder.
    Raises NotInstalled.
    """
    folder = Path(tempfile.mkdtemp(prefix="postgresql-", dir=above))
    try:
        yield started(folder, settings)
    finally:
        stop(folder)
        shutil.rmtree(folder, ignore_errors=True)


def _pg_ctl(what: str, data: Path, *options: str | Path) -> None:
    _run("pg_ctl", what, "-D", data, "-t", f"{PATIENCE:.0f}", "--silent", *options)


def _run(program: str, *arguments: str | Path) -> None:
    """Run a PostgreSQL program, as an unprivileged user if this process is root."""
    user = _unprivileged()
    identity: dict[str, Any] = {"user": user, "group": user, "extra_groups": ()} if user else {}
    # Not captured: the server would keep the pipe open, and the call would never return.
    done = subprocess.run(
        [_programs() / program, *arguments],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", **identity,
    )  # fmt: skip
    assert done.returncode == 0, f"{program} failed: {arguments}"


def _programs() -> Path:
    """Return the folder with initdb and postgres of the newest installed version."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    packaged = sorted(PACKAGED.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if not packaged:
        raise NotInstalled("No PostgreSQL found (Debian, Ubuntu: apt install postgresql).")
    return packaged[-1].parent


def _unprivileged() -> str | None:
    """Return the user to run PostgreSQL as, because it refuses root; None: the current user."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"
