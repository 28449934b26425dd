"""The database: how it is opened, tuned, and brought to today's form."""

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

from companion.mechanics.words import Sentence, SentenceError, say
from companion.paths import SERVER, CannotStart, file_in, made_private
from companion.tables.storage.database_errors import (
    backups_beside,
    called,
    damaged,
    is_read_only,
    read_only,
    why_unusable,
)
from companion.tables.storage.models import db
from companion.tables.storage.own_file import OwnFile

MIGRATIONS = Path(__file__).parent / "migrations"
HEAD = "0006"
"""The newest migration; kept here so that a start needs no look at the scripts."""

LARGEST_NUMBER = 2**31 - 1

POOL = {"pool_size": 16, "max_overflow": 16, "pool_timeout": 60}
SERVER_POOL = {
    # Of the hundred connections that PostgreSQL allows by itself, eight processes may have ten.
    "pool_size": 5,
    "max_overflow": 5,
    "pool_timeout": 30,
    "connect_args": {
        "connect_timeout": 5,
        # A server that vanished without a word is noticed within half a minute.
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
    },
}
PRAGMAS = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    # An answered tap is on disk even when the power fails the moment after.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


def init_app(app: Flask, keep: Callable[[Path], object]) -> Engine:
    """Open the app's database, migrate it if it is older, and return its engine.

    keep: makes a backup of the file before it is migrated. Raises CannotStart if the database is
    damaged, unreachable, or made by a newer version.
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
        # First, so that the log is there when its identity is read.
        event.listen(engine, "connect", _tune)
    if file is not None:
        app.extensions["own_file"] = OwnFile(engine, file)
    try:
        _bring_up_to_date(app, engine, keep)
        if engine.dialect.name == "sqlite":
            _give_number(engine)
    except CannotStart:
        engine.dispose()
        raise
    except SQLAlchemyError as error:
        engine.dispose()
        raise _unusable(app, error) from error
    return engine


def _require_ours(app: Flask) -> None:
    """Raise CannotStart for a file that a start must leave alone, rather than begin anew in it."""
    file = file_of(app)
    if file is None or not file.is_file():
        return
    if is_read_only(file):
        raise CannotStart(read_only(file))
    if not file.stat().st_size and backups_beside(file):
        # It held games once; a new one is only made where there is none.
        raise CannotStart(damaged(file))
    if _is_anothers(file):
        raise CannotStart(
            say(
                "{database} was made by another program; name another folder with COMPANION_DATA.",
                database=called(file_of(app)),
            )
        )


def _make_private(app: Flask) -> None:
    """Make the file, if there is none, for its owner alone: purses are in it.

    SQLite gives the files beside it the same mode.
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
    """Tell whether a database holds tables and none of ours; it is only looked at."""
    address = f"{file.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            names = {name for (name,) in rows}
    except sqlite3.Error:
        # Damaged or held: what opens it in earnest says so.
        return False
    return bool(names) and "alembic_version" not in names


def _tune(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    # A flipped byte must not make a list of tables fail; checksums find it.
    connection.text_factory = _as_text
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _as_text(stored: bytes) -> str:
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
                database=called(file_of(app)),
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


def _give_number(engine: Engine) -> None:
    """Give a file that has none a number of its own, in SQLite's header: its backups have it too.

    So a new database beside an older one's backups does not take them for its own.
    """
    with engine.connect() as connection:
        if not connection.exec_driver_sql("PRAGMA user_version").scalar():
            number = 1 + secrets.randbelow(LARGEST_NUMBER)
            connection.exec_driver_sql(f"PRAGMA user_version = {number}")


def revision_of(engine: Engine) -> str | None:
    """Return the migration a database is at, None for an empty one."""
    with engine.connect() as connection:
        try:
            return _revision(connection)
        except DBAPIError:
            # No such table, or a damaged file: the second look raises only for the latter. For
            # another start may have made the table just now.
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
        say("{setting} needs the server’s extra: {command}", setting="DATABASE_URL", command=SERVER)
    )


def _is_on_server(app: Flask) -> bool:
    return str(app.config["SQLALCHEMY_DATABASE_URI"]).startswith("postgresql+psycopg:")


def _unusable(app: Flask, error: BaseException) -> CannotStart:
    if file_of(app) is None:
        return CannotStart(_unusable_server(str(app.config["SQLALCHEMY_DATABASE_URI"]), error))
    return CannotStart(why_unusable(file_of(app), error))


def _unusable_server(address: str, error: BaseException) -> Sentence:
    """Return why a start has no use of a database server, in the server's own last words."""
    try:
        host = make_url(address).host or "localhost"
    except ArgumentError:
        host = "@"
    # A password whose signs are not encoded is taken for a part of the host, and is shown nobody.
    if "@" in host or not isinstance(error, DBAPIError):
        return say(
            "DATABASE_URL is not understood; write it {example}, and in the password %40 for @, "
            "%3A for :, %2F for /.",
            example="postgresql+psycopg://user:password@host/name",
        )
    lines = str(error.orig).strip().splitlines() or [""]
    told = next((line for line in reversed(lines) if "failed: " in line), lines[0])
    return say(
        "The database server at {host} cannot be used ({reason}); look at DATABASE_URL.",
        host=host,
        reason=told.rpartition("failed: ")[2],
    )


def file_of(app: Flask) -> Path | None:
    """Return the file that the app's database is, None for one that a server keeps."""
    file = file_in(str(app.config["SQLALCHEMY_DATABASE_URI"]))
    return None if file is None else Path(app.instance_path) / file
