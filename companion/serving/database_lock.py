"""The lock that prevents a second server from using the same database file.

Only the standard library is used, because gunicorn takes the lock before gevent patches that
library.
"""

from __future__ import annotations

import errno
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

from companion.mechanics.language.words import say
from companion.paths import CannotStart, opened_private

log = logging.getLogger(__name__)

IN_USE = "in_use"
"""The name of the locked file beside the database.

It contains the server's port and, on a second line, its public URL if it has one.
"""
LOCKED_BYTE = 4096
"""The position of the locked byte on Windows.

It lies far behind the port, because a locked byte cannot be read.
"""


class Note(Protocol):
    """A function that stores the port and the public URL of a server."""

    def __call__(self, port: int, public_url: str = "") -> None: ...


class AlreadyServed(CannotStart):
    """Raised if another server uses the database.

    port: the port of that server, or None if unknown.
    """

    def __init__(self, port: int | None) -> None:
        super().__init__(
            say(
                "Companion is already running with these tables. To run several servers, use a "
                "database server: set DATABASE_URL."
            )
        )
        self.port = port


@contextmanager
def served_alone(folder: Path) -> Iterator[Note]:
    """Hold the lock on the database in a folder for this server and its workers.

    Yields a function that stores the server's port and public URL, so that a second start and other
    commands can find it. The system releases the lock when the last of these processes ends, even
    after a crash.

    Raises AlreadyServed if another server holds the lock, or CannotStart if the lock file cannot be
    opened.
    """
    with lock_file(folder) as file:
        if not is_locked(file):
            raise AlreadyServed(noted_server(folder)[0])

        def note(port: int, public_url: str = "") -> None:
            file.seek(0)
            file.truncate()
            file.write(f"{port}\n{public_url}".strip().encode())
            file.flush()

        yield note


def noted_server(folder: Path) -> tuple[int | None, str]:
    """Return the port and the public URL of the server that last used the database in a folder.

    The port is None if it is unknown, and the URL is "" if the server has none.
    """
    try:
        port, _, public_url = (folder / IN_USE).read_text("utf-8").partition("\n")
        return int(port), public_url
    except (OSError, ValueError):
        return None, ""


def lock_file(folder: Path) -> BinaryIO:
    """Open the lock file for writing, which locking requires, and return it.

    Raises CannotStart if it cannot be opened.
    """
    path = folder / IN_USE
    try:
        return os.fdopen(opened_private(path, keeps_content=True), "r+b")
    except OSError as error:
        raise CannotStart(
            say(
                "The file {file} is not writable. Make the user who runs Companion its owner.",
                file=str(path),
            )
        ) from error


def is_locked(file: BinaryIO) -> bool:
    """Lock a file until it is closed, and return whether that succeeded.

    On network drives without locks, log a warning and return True.
    """
    descriptor = file.fileno()
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            os.lseek(descriptor, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK):
            return False
        log.warning("no file can be locked in this folder; start only one server on it")
    return True
