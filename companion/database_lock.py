"""The lock that keeps a second server from using the same database file.

It uses only the standard library, because gunicorn takes it before gevent patches that.
"""

from __future__ import annotations

import errno
import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from companion.mechanics.words import say
from companion.paths import CannotStart, opened_private

log = logging.getLogger(__name__)

IN_USE = "in_use"
"""Name of the locked file beside the database; contains the server's port."""
LOCKED_BYTE = 4096


class AlreadyServed(CannotStart):
    """Another server uses the database; ``port`` is its port, None if unknown."""

    def __init__(self, port: int | None) -> None:
        super().__init__(
            say(
                "Companion is already running with these tables. Two at once need a database "
                "server: set DATABASE_URL."
            )
        )
        self.port = port


@contextmanager
def served_alone(folder: Path) -> Iterator[Callable[[int], None]]:
    """Hold the lock on the database in a folder for this server and its workers.

    Gives a function that stores the port for a second start. The system releases the lock when the
    last of these processes ends, in whatever way. Raises AlreadyServed, CannotStart.
    """
    with lock_file(folder) as file:
        if not is_locked(file):
            raise AlreadyServed(_noted_port(folder / IN_USE))

        def note(port: int) -> None:
            file.seek(0)
            file.truncate()
            file.write(str(port).encode())
            file.flush()

        yield note


def _noted_port(path: Path) -> int | None:
    try:
        return int(path.read_bytes())
    except (OSError, ValueError):
        return None


def lock_file(folder: Path) -> BinaryIO:
    """Open the file to be locked; locking requires permission to write to it.

    Raises CannotStart.
    """
    path = folder / IN_USE
    try:
        return os.fdopen(opened_private(path, keeps_content=True), "r+b")
    except OSError as error:
        raise CannotStart(
            say(
                "The file {file} may not be written to; make whoever runs Companion its owner.",
                file=str(path),
            )
        ) from error


def is_locked(file: BinaryIO) -> bool:
    """Lock a file while it is open; return whether that worked.

    On network drives without locks, only warn.
    """
    descriptor = file.fileno()
    try:
        if sys.platform == "win32":
            import msvcrt

            # Far behind the port, because a locked byte cannot be read.
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
