"""What the disk and the database refuse, as sentences that say what to do.

No data is ever written over to get out of trouble: a damaged file stays as it is, for whoever can
still read something out of it.
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
"""The folder, beside the database, of the backups that the companion makes by itself."""

DatabaseError = DBAPIError
"""What the database raises, for layers that know none."""

TROUBLES = (
    (
        "database_moved",
        # Before read-only, of which it is a kind.
        (sqlite3.SQLITE_READONLY_DBMOVED,),
        say(
            "Companion’s file was deleted, moved or replaced, so this was not kept. Stop "
            "Companion, put the file back or restore a backup, then start again."
        ),
    ),
    (
        "disk_full",
        # A quota is met as an error of writing.
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
"""Names, SQLite's codes, sentences."""

UNWRITTEN = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
)
"""With these a COMMIT of SQLite's wrote too little to be found by anybody."""


class InDoubt(Refusal):
    """``in_doubt``: it may have been kept, and only the log knows.

    Whoever sends it again must send it under the same key.
    """

    def __init__(self) -> None:
        super().__init__(
            "in_doubt",
            "",
            say("Companion cannot reach its games now: it is not known whether this was kept."),
        )


def commit(transaction: Connection | Session) -> None:
    """Commit; raises InDoubt where the answer stayed out, a DBAPIError where nothing was kept."""
    try:
        transaction.commit()
    except DBAPIError as error:
        # The connection may still hold what was not committed, for whoever uses it next.
        transaction.invalidate()
        if _is_undone(error):
            raise
        raise InDoubt() from error


def _is_undone(error: DBAPIError) -> bool:
    """Tell whether a COMMIT that ended so was surely undone.

    What was written but perhaps not flushed to the disk, a later start may find.
    """
    code = getattr(error.orig, "sqlite_errorcode", -1)
    return code == sqlite3.SQLITE_IOERR_WRITE or code & 0xFF in UNWRITTEN


def database_refusal(error: DBAPIError) -> Refusal:
    """Return what went wrong with the database as a refusal with its remedy.

    ``disk_full``, ``database_locked``, ``database_moved``, ``database_read_only``,
    ``database_damaged``, and for all else ``database_failed``. Whatever was under way is undone,
    or was done whole.
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
    """Tell whether it is a disk's, a server's or a connection's fault, and not the program's."""
    if isinstance(error, DBAPIError) and database_refusal(error).name != "database_failed":
        return True
    return isinstance(error, OperationalError | TimeoutError)


def busy() -> Refusal:
    """Return ``database_locked``, for whoever waited behind others who wait for the file."""
    return next(Refusal(name, "", told) for name, _, told in TROUBLES if name == "database_locked")


def called(file: Path | None) -> Sentence:
    """Return how a sentence calls a database. file: None for one that is no file."""
    return say("The database") if file is None else say("The database {file}", file=str(file))


def why_unusable(file: Path | None, error: BaseException) -> Sentence:
    """Return why a start found no database that it can work with, and what to do, in a sentence.

    file: None for one that is no file.
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
    """Return what to do about a damaged file: it is left as it is."""
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
    """Return what to do about a file that may not be written to."""
    why = WHY["database_read_only"]
    return say("{database} cannot be opened: {why}", database=called(file), why=why)


def is_read_only(file: Path) -> bool:
    """Tell whether a file may not be written to."""
    return not os.access(file, os.W_OK)


def backups_beside(file: Path) -> list[Path]:
    """Return the backups that were made of a database by itself, oldest first."""
    return sorted((file.parent / BACKUPS).glob("companion-*.sqlite"))
