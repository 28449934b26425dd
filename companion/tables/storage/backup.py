"""Backups of the SQLite file: made during use, verified, never written over other files.

A backup is one SQLite file. It contains every table with its hidden money, so it is readable only
by its owner.
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
"""Suffixes of SQLite's files beside an open database, or one that was open in a power failure."""
PARTIAL = ".part"
"""Suffix of a backup while it is being written."""
PATIENCE_SECONDS = 10.0


class BackupError(SentenceError):
    """A failed backup or restore, with a sentence for people."""


def back_up(database: Path, target: Path) -> None:
    """Write a snapshot of the database to a file, also while it is in use.

    Raises BackupError and leaves no partial file if the database is damaged, the target cannot be
    written, or the target is not a backup.
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
    """Return whether a file is a readable database of Companion."""
    try:
        return file.is_file() and _revision(file) is not None
    except sqlite3.Error:
        return False


def number_of(file: Path) -> int:
    """Return the id that a database shares with its backups; 0 if missing or unreadable."""
    return _answer(file, "PRAGMA user_version")


def holds_tables(file: Path) -> bool:
    """Return whether a database contains tables, as far as it can be read."""
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
    """Copy a database as one consistent snapshot, using SQLite's backup.

    The copy is a single file. shown: its name in messages. Raises BackupError, with the sentence
    ``otherwise`` if the source is damaged.
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
    """Run a WAL checkpoint, as far as readers allow it (S3)."""
    with suppress(sqlite3.Error), closing(_opened(database, "rw")) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


def require_sound(file: Path, shown: Path, otherwise: Sentence) -> None:
    """Raise BackupError with the sentence ``otherwise`` unless SQLite's check passes.

    A database of a newer version or of another program raises it with other sentences. shown: the
    name in messages, if the file is a copy.
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
    """Replace the database by a verified copy; the old files are kept aside.

    Nothing may have the database open, see ``exclusive_access``. Raises BackupError.
    """
    try:
        for ending in ("", *LOGS):
            beside = database.with_name(database.name + ending)
            if beside.is_file():
                shutil.copy2(beside, aside.with_name(aside.name + ending))
        # SQLite would apply an old log to the new file.
        for ending in LOGS:
            database.with_name(database.name + ending).unlink(missing_ok=True)
        _settle(file, database)
    except OSError as error:
        raise _unwritable(database, error.strerror) from error


@contextmanager
def exclusive_access(folder: Path) -> Iterator[None]:
    """Keep servers away from the database in a folder during the block.

    Raises BackupError if one is running, and CannotStart as ``served_alone`` does.
    """
    with lock_file(folder) as file:
        if not is_locked(file):
            raise BackupError(say("Companion is running; stop it first, then restore."))
        yield


def _opened(file: Path, mode: str) -> sqlite3.Connection:
    address = f"{file.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=PATIENCE_SECONDS)


def _revision(file: Path) -> str | None:
    """Return a database's migration, or None if it is not Companion's."""
    with closing(_opened(file, "ro")) as connection:
        try:
            found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            return None if found is None else str(found[0])
        except sqlite3.OperationalError:
            return None


def _settle(part: Path, target: Path) -> None:
    """Rename a complete file atomically and durably."""
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
