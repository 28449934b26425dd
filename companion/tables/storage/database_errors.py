"""Messages for disk and database errors that explain how to solve the problem.

A damaged file is never overwritten or repaired, because part of it may still be readable.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError, TimeoutError

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say
from companion.tables.storage.giving_way import off_the_event_loop

BACKUPS = "backups"
"""The name of the folder beside the database that contains the automatic backups."""

DatabaseError = DBAPIError
"""The base class of database errors, for modules that do not import SQLAlchemy themselves."""

TROUBLES = (
    (
        "database_moved",
        # This must come before "read only", because its code is a special case of that one.
        (sqlite3.SQLITE_READONLY_DBMOVED,),
        say(
            "Companion’s database was deleted, moved or replaced, so this was not saved. "
            "Stop Companion, put the file back or restore a backup, then start again."
        ),
    ),
    (
        "disk_full",
        # SQLite reports an exceeded disk quota as an I/O error.
        (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR),
        say(
            "The banker’s disk is full or failing, so this was not saved. Free some space, "
            "then try again."
        ),
    ),
    (
        "database_locked",
        (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED),
        say(
            "Another program has locked Companion’s database, so this was not saved. Close "
            "that program, then try again."
        ),
    ),
    (
        "database_read_only",
        (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM),
        say(
            "Companion is not allowed to write to its database, so this was not saved. Allow "
            "it on the banker’s machine, then try again."
        ),
    ),
    (
        "database_damaged",
        (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB),
        say(
            "Companion’s database is damaged, so this was not saved. Stop Companion and "
            "restore a backup with “companion restore”."
        ),
    ),
)
"""The refusals for database errors.

Each item contains the refusal's name, the SQLite error codes that lead to it, and its sentence.
"""

UNWRITTEN = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
)
"""The SQLite error codes of a COMMIT that is certain to have written nothing."""


class InDoubt(Refusal):
    """The refusal ``in_doubt``: it is unknown whether the entry was stored.

    To find out, the client must send the command again with the same idempotency key.
    """

    def __init__(self) -> None:
        super().__init__(
            "in_doubt",
            "",
            say("Companion cannot reach its database and does not know whether this was saved."),
        )


def commit(connection: Connection) -> None:
    """Commit the transaction of a connection, and let other requests run meanwhile.

    Raises DBAPIError if nothing was stored, or InDoubt if this is unknown.
    """
    try:
        if connection.dialect.name == "sqlite":
            off_the_event_loop(connection.commit)
        else:
            # The driver itself lets other requests run.
            connection.commit()
    except DBAPIError as error:
        # The next user of the connection must not see uncommitted data.
        connection.invalidate()
        if _is_undone(error):
            raise
        raise InDoubt() from error


def _is_undone(error: DBAPIError) -> bool:
    """Return whether a failed COMMIT is certain to have stored nothing.

    After other errors the data may have been written without being flushed. It could then appear
    in the database after a restart.
    """
    code = getattr(error.orig, "sqlite_errorcode", -1)
    return code == sqlite3.SQLITE_IOERR_WRITE or code & 0xFF in UNWRITTEN


def database_refusal(error: DBAPIError) -> Refusal:
    """Convert a database error to a refusal that explains how to solve the problem.

    The refusal is ``disk_full``, ``database_locked``, ``database_moved``, ``database_read_only``
    or ``database_damaged``. For any other error, it is ``database_failed``.

    Call this function only if nothing was stored, because the refusals tell the user so.
    """
    code = getattr(error.orig, "sqlite_errorcode", -1)
    for name, codes, sentence in TROUBLES:
        if code in codes or code & 0xFF in codes:
            return Refusal(name, "", sentence)
    return Refusal(
        "database_failed",
        "",
        say(
            "Companion cannot reach its database, so this was not saved. Try again in a "
            "moment. If it keeps failing, tell the person who runs Companion."
        ),
    )


def is_known(error: SQLAlchemyError) -> bool:
    """Return whether an error has an external cause: the disk, the server or the connection.

    Any other error is a bug in the program.
    """
    if isinstance(error, DBAPIError) and database_refusal(error).name != "database_failed":
        return True
    return isinstance(error, OperationalError | TimeoutError)


def lock_timeout() -> Refusal:
    """Return the refusal ``database_locked``, for a writer that waited too long for others."""
    return next(
        Refusal(name, "", sentence) for name, _, sentence in TROUBLES if name == "database_locked"
    )


def database_name(file: Path | None) -> Sentence:
    """Return the name of the database for use in messages.

    file: the database file, or None for a database on a server.
    """
    return say("The database") if file is None else say("The database {file}", file=str(file))


def why_unusable(file: Path | None, error: BaseException) -> Sentence:
    """Return the message for a database that cannot be opened at startup.

    file: the database file, or None for a database on a server.
    """
    name = database_refusal(error).name if isinstance(error, DBAPIError) else ""
    if name == "database_damaged" and file is not None:
        return damaged(file)
    why = WHY.get(name, say("it is damaged, locked or out of reach."))
    return say("{database} cannot be opened: {why}", database=database_name(file), why=why)


WHY = {
    "disk_full": say("the disk is full. Free some space and start again."),
    "database_locked": say("another program has locked it. Close that program and start again."),
    "database_read_only": say(
        "Companion is not allowed to write to it. Allow that and start again."
    ),
}
"""The reasons given when a database cannot be opened, by the name of the refusal."""


def damaged(file: Path) -> Sentence:
    """Return the message for a damaged database file, with the command that restores a backup."""
    found = backups_beside(file)
    if not found:
        return say(
            "The database {file} cannot be opened: it is damaged. It was left unchanged. "
            "Restore a backup with: companion restore FILE",
            file=str(file),
        )
    return say(
        "The database {file} cannot be opened: it is damaged. It was left unchanged. "
        "Restore a backup with: companion restore FILE (the newest is {newest})",
        file=str(file),
        newest=str(found[-1]),
    )


def read_only(file: Path) -> Sentence:
    """Return the message for a database file without write permission."""
    why = WHY["database_read_only"]
    return say("{database} cannot be opened: {why}", database=database_name(file), why=why)


def is_read_only(file: Path) -> bool:
    """Return whether a file lacks write permission."""
    return not os.access(file, os.W_OK)


def backups_beside(file: Path) -> list[Path]:
    """Return the files of the automatic backups beside a database, oldest first."""
    return sorted((file.parent / BACKUPS).glob("companion-*.sqlite"))
