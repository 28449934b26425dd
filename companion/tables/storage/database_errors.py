"""Errors of the disk and the database, as sentences that say what to do.

Nothing is ever overwritten to recover: a damaged file stays as it is, because something may still
be readable.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError, TimeoutError
from sqlalchemy.orm import Session

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say

BACKUPS = "backups"
"""Folder of the automatic backups, beside the database."""

DatabaseError = DBAPIError
"""The error that the database raises, for layers that do not know SQLAlchemy."""

TROUBLES = (
    (
        "database_moved",
        # Must precede read-only, whose code it includes.
        (sqlite3.SQLITE_READONLY_DBMOVED,),
        say(
            "Companion’s file was deleted, moved or replaced, so this was not kept. Stop "
            "Companion, put the file back or restore a backup, then start again."
        ),
    ),
    (
        "disk_full",
        # An exceeded quota is reported as a write error.
        (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR),
        say(
            "The banker’s disk is full or fails, so this was not kept. Make "
            "room there, then tap again."
        ),
    ),
    (
        "database_locked",
        (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED),
        say(
            "Another program holds Companion’s file, so this was not kept. "
            "Close that program, then tap again."
        ),
    ),
    (
        "database_read_only",
        (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM),
        say(
            "Companion may not write to its file, so this was not kept. Allow "
            "it on the banker’s machine, then tap again."
        ),
    ),
    (
        "database_damaged",
        (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB),
        say(
            "Companion’s file is damaged, so this was not kept. Stop Companion "
            "and bring back a backup with “companion restore”."
        ),
    ),
)
"""Refusal names with SQLite's error codes and sentences."""

UNWRITTEN = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
)
"""Errors of COMMIT after which SQLite has certainly written nothing."""


class InDoubt(Refusal):
    """``in_doubt``: the entry may have been stored; only the log shows.

    The client must send it again with the same idempotency key.
    """

    def __init__(self) -> None:
        super().__init__(
            "in_doubt",
            "",
            say("Companion cannot reach its games now: it is not known whether this was kept."),
        )


def commit(transaction: Connection | Session) -> None:
    """Commit; raises InDoubt if the outcome is unknown, and DBAPIError if nothing was stored."""
    try:
        transaction.commit()
    except DBAPIError as error:
        # The connection's next user must not see uncommitted data.
        transaction.invalidate()
        if _is_undone(error):
            raise
        raise InDoubt() from error


def _is_undone(error: DBAPIError) -> bool:
    """Return whether a failed COMMIT was certainly rolled back.

    Data that was written but maybe not flushed could still be found by a later start.
    """
    code = getattr(error.orig, "sqlite_errorcode", -1)
    return code == sqlite3.SQLITE_IOERR_WRITE or code & 0xFF in UNWRITTEN


def database_refusal(error: DBAPIError) -> Refusal:
    """Return a database error as a refusal with a remedy.

    The refusals are ``disk_full``, ``database_locked``, ``database_moved``, ``database_read_only``,
    ``database_damaged``, and otherwise ``database_failed``. The transaction was rolled back or
    completed.
    """
    code = getattr(error.orig, "sqlite_errorcode", -1)
    for name, codes, sentence in TROUBLES:
        if code in codes or code & 0xFF in codes:
            return Refusal(name, "", sentence)
    return Refusal(
        "database_failed",
        "",
        say(
            "Companion cannot reach its games now, so this was not kept. Tap "
            "again in a moment; if it lasts, tell whoever runs Companion."
        ),
    )


def is_known(error: SQLAlchemyError) -> bool:
    """Return whether the disk, the server or the connection failed, rather than the program."""
    if isinstance(error, DBAPIError) and database_refusal(error).name != "database_failed":
        return True
    return isinstance(error, OperationalError | TimeoutError)


def busy() -> Refusal:
    """Return ``database_locked`` for a writer that waited too long for other writers."""
    return next(
        Refusal(name, "", sentence) for name, _, sentence in TROUBLES if name == "database_locked"
    )


def called(file: Path | None) -> Sentence:
    """Return the database's name in sentences; None stands for a server's."""
    return say("The database") if file is None else say("The database {file}", file=str(file))


def why_unusable(file: Path | None, error: BaseException) -> Sentence:
    """Return why a start cannot use the database, and what to do.

    file: None for a server's database.
    """
    name = database_refusal(error).name if isinstance(error, DBAPIError) else ""
    if name == "database_damaged" and file is not None:
        return damaged(file)
    why = WHY.get(name, say("it is damaged, locked or out of reach."))
    return say("{database} cannot be opened: {why}", database=called(file), why=why)


WHY = {
    "disk_full": say("the disk is full. Make room and start again."),
    "database_locked": say("another program holds it. Close that program and start again."),
    "database_read_only": say("it may not be written to. Allow that and start again."),
}


def damaged(file: Path) -> Sentence:
    """Return what to do about a damaged file, which stays as it is."""
    found = backups_beside(file)
    if not found:
        return say(
            "The database {file} cannot be opened: it is damaged, and was left as it is. "
            "Bring back a backup with: companion restore FILE",
            file=str(file),
        )
    return say(
        "The database {file} cannot be opened: it is damaged, and was left as it is. "
        "Bring back a backup with: companion restore FILE (the newest is {newest})",
        file=str(file),
        newest=str(found[-1]),
    )


def read_only(file: Path) -> Sentence:
    """Return what to do about a file without write permission."""
    why = WHY["database_read_only"]
    return say("{database} cannot be opened: {why}", database=called(file), why=why)


def is_read_only(file: Path) -> bool:
    """Return whether a file lacks write permission."""
    return not os.access(file, os.W_OK)


def backups_beside(file: Path) -> list[Path]:
    """Return the automatic backups beside a database, oldest first."""
    return sorted((file.parent / BACKUPS).glob("companion-*.sqlite"))
