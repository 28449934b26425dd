"""Detecting that the database file was deleted, moved or replaced while it is open.

Otherwise SQLite would continue to write to the old file, which remains open.
"""

from __future__ import annotations

import sqlite3
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError, OperationalError

Identity = tuple[int, int] | None
"""The device and inode numbers of a file, or None if the file does not exist."""


class OwnFile:
    """A check that a database file and its write-ahead log are still the files that were opened.

    SQLite deletes the log when the last connection is closed. When the next connection creates a
    new log, the check expects that one from then on.
    """

    def __init__(self, engine: Engine, database: Path) -> None:
        self._database = database
        self._log = database.with_name(f"{database.name}-wal")
        self._database_was = identity(database)
        self._log_was: Identity = None
        self._connections = 0
        self._counting = threading.Lock()
        event.listen(engine, "do_connect", self._on_connecting)
        event.listen(engine, "connect", self._on_connect)
        event.listen(engine, "close", self._on_close)
        event.listen(engine, "close_detached", self._on_close)
        event.listen(engine, "checkout", self._on_checkout)

    def require(self, writer: Connection | None = None) -> None:
        """Raise OperationalError if the database or its log was deleted, moved or replaced.

        writer: an open connection, through which the log can still be read. If only the file of the
        log is gone, its contents are first written to the database.
        """
        if identity(self._database) != self._database_was:
            raise _moved_error(self._database)
        if not self._connections:
            return
        log_is = identity(self._log)
        # SQLite creates the log only at the first write.
        self._log_was = self._log_was or log_is
        if log_is != self._log_was:
            if writer is not None:
                with suppress(DBAPIError):
                    writer.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
            raise _moved_error(self._log)

    def _on_connecting(self, _dialect: Any, _record: Any, args: list[Any], options: Any) -> None:
        self.require()
        # This mode prevents SQLite from creating an empty database.
        args[0] = f"{self._database.absolute().as_uri()}?mode=rw"
        options["uri"] = True

    def _on_connect(self, *_: object) -> None:
        with self._counting:
            self._connections += 1
            if self._connections == 1:
                self._log_was = identity(self._log)

    def _on_close(self, *_: object) -> None:
        with self._counting:
            self._connections -= 1

    def _on_checkout(self, *_: object) -> None:
        self.require()


def identity(file: Path) -> Identity:
    """Return the device and inode numbers of a file, or None if it does not exist."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _moved_error(file: Path) -> OperationalError:
    error = sqlite3.OperationalError(f"{file} was deleted, moved or replaced")
    error.sqlite_errorcode = sqlite3.SQLITE_READONLY_DBMOVED
    return OperationalError("", None, error)
