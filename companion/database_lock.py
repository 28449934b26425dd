"""The lock that keeps a second server away from the same database file.

It needs the standard library only: gunicorn takes it before gevent may get to work.
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
"""A file beside the database that the server holds locked; it contains the port."""
LOCKED_BYTE = 4096


class AlreadyServed(CannotStart):
    """Another server holds the database; ``port`` is where it listens, None if unknown."""

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
    """Hold the database in a folder for this server and its workers while the block runs.

    Gives a function that notes the port, for a second start. The system frees the
    lock when the last of these processes ends, however it ends. Raises AlreadyServed, CannotStart.
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
    """Return the file that is locked; without the right to open it nobody can hold the lock.

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
    """Lock a file for as long as it is open; return whether nobody else holds it.

    Some network drives have no locks: then warn, and trust that it is the only one.
    """
    descriptor = file.fileno()
    try:
        if sys.platform == "win32":
            import msvcrt

            # Far behind the port, which others read.
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
