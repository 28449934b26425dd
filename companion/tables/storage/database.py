"""Opening the database: configuring connections, checking the file, and running migrations."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from flask import Flask
from sqlalchemy import Connection, Engine, event, inspect, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from companion.mechanics.language.words import Sentence, SentenceError, say
from companion.paths import SERVER, CannotStart, file_in, made_private
from companion.tables.storage.database_errors import (
    backups_beside,
    damaged,
    database_name,
    is_read_only,
    read_only,
    why_unusable,
)
from companion.tables.storage.models import db
from companion.tables.storage.own_file import OwnFile

MIGRATIONS = Path(__file__).parent / "migrations"
HEAD = "0012"
"""The id of the newest migration.

It is stated here so that startup does not need to read the migration scripts.
"""

LARGEST_NUMBER = 2**31 - 1
"""The largest possible id of a database. SQLite stores the id as a signed 32-bit integer."""

POOL = {"pool_size": 16, "max_overflow": 16, "pool_timeout": 60}
SERVER_POOL = {
    # At most ten connections per process. PostgreSQL allows a hundred by default, so this is
    # enough for eight processes.
    "pool_size": 5,
    "max_overflow": 5,
    "pool_timeout": 30,
    "connect_args": {
        "connect_timeout": 5,
        # These detect an unreachable server within half a minute.
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
    },
}
PRAGMAS: tuple[str, ...] = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    # A confirmed move is on disk, even if the power fails right afterwards.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


def init_app(app: Flask, keep: Callable[[Path], object]) -> Engine:
    """Open the app's database, migrate it if necessary, and return its engine.

    keep: a function that backs up the database file before a migration.

    Raises CannotStart if the database cannot be used: for example, if it is damaged, unreachable,
    or from a newer version.
    """
    pool = SERVER_POOL if _is_on_server(app) else POOL
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", pool)
    _require_ours(app)
    _make_private(app)
    try:
        db.init_app(app)
        with app.app_context():
            engine = db.engine
    except ImportError as error:
        raise _without_driver(app, error) from error
    except SQLAlchemyError as error:
        raise _unusable(app, error) from error
    file = file_of(app)
    if engine.dialect.name == "sqlite":
        # This listener must run before that of ``OwnFile``, which reads the identity of the
        # write-ahead log.
        event.listen(engine, "connect", _configure)
    if file is not None:
        app.extensions["own_file"] = OwnFile(engine, file)
    try:
        _bring_up_to_date(app, engine, keep)
        if engine.dialect.name == "sqlite":
            _give_id(engine)
    except CannotStart:
        engine.dispose()
        raise
    except SQLAlchemyError as error:
        engine.dispose()
        raise _unusable(app, error) from error
    return engine


def _require_ours(app: Flask) -> None:
    """Raise CannotStart if the database file is read-only, damaged or from another program."""
    file = file_of(app)
    if file is None or not file.is_file():
        return
    if is_read_only(file):
        raise CannotStart(read_only(file))
    if not file.stat().st_size and backups_beside(file):
        # An empty file with backups beside it must have contained games before.
        raise CannotStart(damaged(file))
    if _is_anothers(file):
        raise CannotStart(
            say(
                "{database} was made by another program. Choose another folder with "
                "COMPANION_DATA.",
                database=database_name(file_of(app)),
            )
        )


def _make_private(app: Flask) -> None:
    """Create a missing database file with permissions that let only its owner read it.

    The database contains hidden information. SQLite gives the files that it creates beside the
    database the same permissions.
    """
    file = file_of(app)
    if file is None:
        return
    try:
        os.close(made_private(file))
    except FileExistsError:
        return
    except OSError as error:
        raise _unusable(app, error) from error


def _is_anothers(file: Path) -> bool:
    """Return whether a database was created by another program.

    The file is opened read-only.
    """
    address = f"{file.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            names = {name for (name,) in rows}
    except sqlite3.Error:
        # The file is damaged or locked, which is reported when it is opened later.
        return False
    return bool(names) and "alembic_version" not in names


def _configure(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    # A damaged byte must not break the list of tables. Checksums detect it when a table is read.
    connection.text_factory = _decoded
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _decoded(stored: bytes) -> str:
    return stored.decode(errors="replace")


def _bring_up_to_date(app: Flask, engine: Engine, keep: Callable[[Path], object]) -> None:
    revision = revision_of(engine)
    if revision == HEAD:
        return
    # Alembic is slow to import and most starts do not need it.
    from alembic.script import ScriptDirectory

    known = {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
    if revision is not None and revision not in known:
        raise CannotStart(
            say(
                "{database} was made by a newer version of Companion; install that version.",
                database=database_name(file_of(app)),
            )
        )
    file = file_of(app)
    if revision is not None and file is not None:
        _keep_before_migrating(file, keep)
    _migrate(app)


def _keep_before_migrating(file: Path, keep: Callable[[Path], object]) -> None:
    try:
        keep(file)
    except SentenceError as error:
        raise CannotStart(error.sentence) from error
    except OSError as error:
        raise CannotStart(why_unusable(file, error)) from error


def _give_id(engine: Engine) -> None:
    """Store a random id in the header of a database file that has none.

    Backups contain the same id, which distinguishes them from backups of an earlier database in the
    same folder.
    """
    with engine.connect() as connection:
        if not connection.exec_driver_sql("PRAGMA user_version").scalar():
            number = 1 + secrets.randbelow(LARGEST_NUMBER)
            connection.exec_driver_sql(f"PRAGMA user_version = {number}")


def revision_of(engine: Engine) -> str | None:
    """Return the id of a database's latest migration, or None if the database is empty."""
    with engine.connect() as connection:
        try:
            return _revision(connection)
        except DBAPIError:
            # The database is empty, or its file is damaged, or another process has just created
            # the table. If the file is damaged, the code below raises the error again.
            connection.rollback()
            if not inspect(connection).has_table("alembic_version"):
                return None
            return _revision(connection)


def _revision(connection: Connection) -> str | None:
    found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return None if found is None else str(found)


def _migrate(app: Flask) -> None:
    from flask_migrate import Migrate, upgrade

    Migrate(app, db, directory=str(MIGRATIONS))
    with app.app_context():
        upgrade(directory=str(MIGRATIONS))


def _without_driver(app: Flask, error: ImportError) -> CannotStart:
    if not _is_on_server(app):
        return _unusable(app, error)
    return CannotStart(
        say("{setting} needs the “server” extra: {command}", setting="DATABASE_URL", command=SERVER)
    )


def _is_on_server(app: Flask) -> bool:
    return str(app.config["SQLALCHEMY_DATABASE_URI"]).startswith("postgresql+psycopg:")


def _unusable(app: Flask, error: BaseException) -> CannotStart:
    if file_of(app) is None:
        return CannotStart(_unusable_server(str(app.config["SQLALCHEMY_DATABASE_URI"]), error))
    return CannotStart(why_unusable(file_of(app), error))


def _unusable_server(address: str, error: BaseException) -> Sentence:
    """Return the message for an unusable database server, including the reason it gave."""
    try:
        host = make_url(address).host or "localhost"
    except ArgumentError:
        host = "@"
    # If a password contains unencoded characters, part of it ends up in ``host``, which must then
    # not be shown.
    if "@" in host or not isinstance(error, DBAPIError):
        return say(
            "DATABASE_URL is not valid. Write it as {example}; in the password, write %40 "
            "for @, %3A for :, %2F for /.",
            example="postgresql+psycopg://user:password@host/name",
        )
    lines = str(error.orig).strip().splitlines() or [""]
    reason = next((line for line in reversed(lines) if "failed: " in line), lines[0])
    return say(
        "The database server at {host} cannot be used ({reason}). Check DATABASE_URL.",
        host=host,
        reason=reason.rpartition("failed: ")[2],
    )


def file_of(app: Flask) -> Path | None:
    """Return the app's database file.

    Returns None if the database has no file, for example on a database server.
    """
    file = file_in(str(app.config["SQLALCHEMY_DATABASE_URI"]))
    return None if file is None else Path(app.instance_path) / file
