"""Backups of the database file: made while it is in use, checked, and never put over anything else.

A backup is one file in SQLite's own form. It holds every table with its hidden money, so it is for
its owner's eyes alone.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.database_lock import is_locked, lock_file
from companion.mechanics.words import Sentence, SentenceError, say
from companion.paths import made_private
from companion.tables.storage.database import HEAD, MIGRATIONS
from companion.tables.storage.database_errors import damaged

LOGS = ("-wal", "-shm")
"""What SQLite keeps beside a database that is open, or was when the power failed."""
PARTIAL = ".part"
"""How a backup's name ends while it is being written."""
PATIENCE_SECONDS = 10.0


class BackupError(SentenceError):
    """Why there is no backup, or nothing was restored, in one sentence."""


def back_up(database: Path, target: Path) -> None:
    """Write the database as it is at this moment to a file; it may be in use meanwhile.

    Raises BackupError, and leaves no half a file: if the database is damaged, if nothing can be
    written there, if something else than a backup lies there.
    """
    if not database.is_file():
        raise BackupError(say("There is no database {file} yet.", file=str(database)))
    if target.exists() and (target.samefile(database) or not is_backup(target)):
        raise BackupError(
            say("{file} is there and is no backup; choose another name.", file=str(target))
        )
    part = target.with_name(f"{target.name}.{os.getpid()}{PARTIAL}")
    try:
        copy_database(database, part, damaged(database), shown=target)
        require_sound(part, database, damaged(database))
        _settle(part, target)
    except OSError as error:
        raise _unwritable(target, error.strerror) from error
    finally:
        part.unlink(missing_ok=True)


def is_backup(file: Path) -> bool:
    """Tell whether a file is a database of Companion's that can be read."""
    try:
        return file.is_file() and _revision(file) is not None
    except sqlite3.Error:
        return False


def number_of(file: Path) -> int:
    """Return the number that a database and its backups have, 0 for one without, or damaged."""
    return _answer(file, "PRAGMA user_version")


def holds_tables(file: Path) -> bool:
    """Tell whether anything was ever played in a database, as far as it can be read."""
    return bool(_answer(file, "SELECT EXISTS (SELECT 1 FROM tables)"))


def _answer(file: Path, question: str) -> int:
    try:
        with closing(_opened(file, "ro")) as connection:
            return int(connection.execute(question).fetchone()[0])
    except sqlite3.Error:
        return 0


def copy_database(
    source: Path, target: Path, otherwise: Sentence, shown: Path | None = None
) -> None:
    """Copy a database through SQLite, which sees to it that it is of one moment.

    The copy is one file that needs nothing beside it. shown: what messages call it. Raises
    BackupError, with this sentence if the source is damaged.
    """
    target.unlink(missing_ok=True)
    os.close(made_private(target))
    try:
        with closing(_opened(source, "ro")) as reading, closing(_opened(target, "rw")) as writing:
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise BackupError(otherwise) from error
        raise _unwritable(shown or target, str(error)) from error


def checkpoint(database: Path) -> None:
    """Move what the write-ahead log holds into the database, as far as nobody reads it (S3)."""
    with suppress(sqlite3.Error), closing(_opened(database, "rw")) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


def require_sound(file: Path, shown: Path, otherwise: Sentence) -> None:
    """Raise BackupError with this sentence unless SQLite finds no fault in a database.

    Raises it with another one for a database of a newer version or of another program. shown: how
    these call the file, which may be a copy of it.
    """
    try:
        with closing(_opened(file, "ro")) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()
        revision = _revision(file)
    except sqlite3.Error as error:
        raise BackupError(otherwise) from error
    if found != ("ok",):
        raise BackupError(otherwise)
    if revision is None:
        raise BackupError(say("{file} is no database of Companion’s.", file=str(shown)))
    if revision != HEAD and not any(MIGRATIONS.glob(f"versions/*{revision}*.py")):
        raise BackupError(
            say(
                "{database} was made by a newer version of Companion; install that version.",
                database=str(shown),
            )
        )


def put_in_place(file: Path, database: Path, aside: Path) -> None:
    """Put a checked copy where the database is; the old one is kept aside with all it had.

    Nobody may have it open; see ``exclusive_access``. Raises BackupError.
    """
    try:
        for ending in ("", *LOGS):
            beside = database.with_name(database.name + ending)
            if beside.is_file():
                shutil.copy2(beside, aside.with_name(aside.name + ending))
        # An old log beside a new file would be taken for the new file's own.
        for ending in LOGS:
            database.with_name(database.name + ending).unlink(missing_ok=True)
        _settle(file, database)
    except OSError as error:
        raise _unwritable(database, error.strerror) from error


@contextmanager
def exclusive_access(folder: Path) -> Iterator[None]:
    """Keep servers away from the database in a folder; raises BackupError if one runs.

    Raises CannotStart as ``served_alone`` does.
    """
    with lock_file(folder) as file:
        if not is_locked(file):
            raise BackupError(say("Companion is running; stop it first, then restore."))
        yield


def _opened(file: Path, mode: str) -> sqlite3.Connection:
    address = f"{file.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=PATIENCE_SECONDS)


def _revision(file: Path) -> str | None:
    """Return the migration that a database is at, None for one that is not ours."""
    with closing(_opened(file, "ro")) as connection:
        try:
            found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            return None if found is None else str(found[0])
        except sqlite3.OperationalError:
            return None


def _settle(part: Path, target: Path) -> None:
    """Give a whole file its name, so that it is there after a power failure, or the old one is."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    os.replace(part, target)
    # Folders cannot be opened on Windows.
    with suppress(OSError):
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _unwritable(target: Path, why: str | None) -> BackupError:
    return BackupError(
        say(
            "{file} cannot be written: {reason}.",
            file=str(target),
            reason=why or say("the system refuses it"),
        )
    )
