"""Making, verifying and restoring backups of the SQLite database.

A backup is a single SQLite file. It can be made while the database is in use, and it is verified
before it replaces an older backup. It never overwrites other files. Backups contain hidden
information, so only their owner can read them.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.mechanics.language.words import Sentence, SentenceError, say
from companion.paths import made_private
from companion.serving.database_lock import is_locked, lock_file
from companion.tables.storage.database import HEAD, MIGRATIONS
from companion.tables.storage.database_errors import damaged
from companion.tables.storage.own_file import Identity, identity

LOGS = ("-wal", "-shm")
"""The suffixes of the files that SQLite keeps beside an open database.

If the power fails, they are not deleted.
"""
PARTIAL = ".part"
"""The suffix of a backup file while it is being written."""
PATIENCE_SECONDS = 10.0
"""How long to wait for other programs that lock a database, in seconds."""


class BackupError(SentenceError):
    """A failure to make or restore a backup, with a message for the user."""


def back_up(database: Path, target: Path) -> None:
    """Write a snapshot of the database to a file, even while the database is in use.

    An existing file is replaced only if it is a backup.

    Raises BackupError if the database is missing or damaged, if the target cannot be written, or if
    it exists and is not a backup. No partial file is left behind.
    """
    if not database.is_file():
        raise BackupError(say("There is no database {file} yet.", file=str(database)))
    if target.exists() and (target.samefile(database) or not is_backup(target)):
        raise BackupError(
            say("{file} already exists and is not a backup. Choose another name.", file=str(target))
        )
    part = target.with_name(f"{target.name}.{os.getpid()}{PARTIAL}")
    try:
        copy_database(database, part, damaged(database), shown=target)
        require_sound(part, database, damaged(database))
        _move_durably(part, target)
    except OSError as error:
        raise _cannot_write(target, error.strerror) from error
    finally:
        part.unlink(missing_ok=True)


def is_backup(file: Path) -> bool:
    """Return whether a file is a readable Companion database."""
    try:
        return file.is_file() and revision_in(file) is not None
    except sqlite3.Error:
        return False


def number_of(file: Path) -> int:
    """Return the id that a database shares with its backups.

    Returns 0 if the database has no id or cannot be read.
    """
    return _number_in(file, "PRAGMA user_version")


def holds_tables(file: Path) -> bool:
    """Return whether a database contains any game tables.

    Returns False if the database cannot be read.
    """
    return bool(_number_in(file, "SELECT EXISTS (SELECT 1 FROM tables)"))


def _number_in(file: Path, question: str) -> int:
    try:
        with closing(_connect(file, "ro")) as connection:
            return int(connection.execute(question).fetchone()[0])
    except sqlite3.Error:
        return 0


def copy_database(
    source: Path, target: Path, otherwise: Sentence, shown: Path | None = None
) -> None:
    """Copy a database as a consistent snapshot into a single file, using SQLite's backup API.

    otherwise: the message if the source is damaged.
    shown: the name of the target in messages, if it differs from ``target``.

    Raises BackupError if the source is damaged or the target cannot be written.
    """
    target.unlink(missing_ok=True)
    os.close(made_private(target))
    try:
        with closing(_connect(source, "ro")) as reading, closing(_connect(target, "rw")) as writing:
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise BackupError(otherwise) from error
        raise _cannot_write(shown or target, str(error)) from error


def checkpoint(database: Path, expected: Identity) -> None:
    """Copy the write-ahead log into the database file, without waiting for readers.

    Does nothing if the database is not the expected file. Errors are ignored.
    """
    with suppress(sqlite3.Error), closing(_connect(database, "rw")) as connection:
        # If a copy had replaced the file, SQLite would write the log into the copy and then delete
        # the log.
        if identity(database) == expected:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


def require_sound(file: Path, shown: Path, otherwise: Sentence) -> None:
    """Raise BackupError unless a file is an intact Companion database that this version can read.

    shown: the name of the file in messages. It may differ from the name of a temporary copy.
    otherwise: the message if the file is damaged.
    """
    try:
        with closing(_connect(file, "ro")) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()
        revision = revision_in(file)
    except sqlite3.Error as error:
        raise BackupError(otherwise) from error
    if found != ("ok",):
        raise BackupError(otherwise)
    if revision is None:
        raise BackupError(say("{file} is not a Companion database.", file=str(shown)))
    if revision != HEAD and not any(MIGRATIONS.glob(f"versions/*{revision}*.py")):
        raise BackupError(
            say(
                "{database} was made by a newer version of Companion; install that version.",
                database=str(shown),
            )
        )


def put_in_place(file: Path, database: Path, aside: Path) -> None:
    """Replace the database with a verified file, after copying the old database to ``aside``.

    No program may have the database open; see ``exclusive_access``.

    Raises BackupError.
    """
    try:
        for ending in ("", *LOGS):
            beside = database.with_name(database.name + ending)
            if beside.is_file():
                shutil.copy2(beside, aside.with_name(aside.name + ending))
        # Otherwise SQLite would apply the old write-ahead log to the new file.
        for ending in LOGS:
            database.with_name(database.name + ending).unlink(missing_ok=True)
        _move_durably(file, database)
    except OSError as error:
        raise _cannot_write(database, error.strerror) from error


@contextmanager
def exclusive_access(folder: Path) -> Iterator[None]:
    """Prevent servers from using the database in a folder while the block runs.

    Raises BackupError if a server is running, or CannotStart if the lock file cannot be opened.
    """
    with lock_file(folder) as file:
        if not is_locked(file):
            raise BackupError(say("Companion is running; stop it first, then restore."))
        yield


def _connect(file: Path, mode: str) -> sqlite3.Connection:
    address = f"{file.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=PATIENCE_SECONDS)


def revision_in(file: Path) -> str | None:
    """Return the id of a database's latest migration, or None if Companion did not create it."""
    with closing(_connect(file, "ro")) as connection:
        try:
            found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            return None if found is None else str(found[0])
        except sqlite3.OperationalError:
            return None


def _move_durably(part: Path, target: Path) -> None:
    """Rename a completely written file atomically, and wait until this is safely on disk."""
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


def _cannot_write(target: Path, why: str | None) -> BackupError:
    return BackupError(
        say(
            "{file} cannot be written: {reason}.",
            file=str(target),
            reason=why or say("the system does not allow it"),
        )
    )
