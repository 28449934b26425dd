"""Opening the database: connection settings, checks and migration."""

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
"""The newest migration, repeated here so that a start need not read the scripts."""

LARGEST_NUMBER = 2**31 - 1

POOL = {"pool_size": 16, "max_overflow": 16, "pool_timeout": 60}
SERVER_POOL = {
    # PostgreSQL allows a hundred connections by default: ten for each of eight processes.
    "pool_size": 5,
    "max_overflow": 5,
    "pool_timeout": 30,
    "connect_args": {
        "connect_timeout": 5,
        # Detects an unreachable server within half a minute.
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
    },
}
PRAGMAS = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    # An answered move is on disk even if the power fails right after.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


def init_app(app: Flask, keep: Callable[[Path], object]) -> Engine:
    """Open the app's database, migrate it if necessary, and return its engine.

    keep: backs up the file before a migration. Raises CannotStart if the database is damaged,
    unreachable, or of a newer version.
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
        # Before OwnFile's listener, which reads the identity of the write-ahead log.
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
    """Raise CannotStart for a file that must not be opened or replaced."""
    file = file_of(app)
    if file is None or not file.is_file():
        return
    if is_read_only(file):
        raise CannotStart(read_only(file))
    if not file.stat().st_size and backups_beside(file):
        # An empty file with backups beside it held games before.
        raise CannotStart(damaged(file))
    if _is_anothers(file):
        raise CannotStart(
            say(
                "{database} was made by another program; name another folder with COMPANION_DATA.",
                database=called(file_of(app)),
            )
        )


def _make_private(app: Flask) -> None:
    """Create the database file readable only by its owner, because it contains hidden money.

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
    """Return whether a database has tables but none of Companion's; reads only."""
    address = f"{file.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            names = {name for (name,) in rows}
    except sqlite3.Error:
        # Damaged or locked: opening it later reports that.
        return False
    return bool(names) and "alembic_version" not in names


def _tune(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    # A changed byte must not break a list of tables; checksums detect it.
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
    """Give a new database file a random id in SQLite's header, which its backups share.

    It distinguishes a database from older ones whose backups lie beside it.
    """
    with engine.connect() as connection:
        if not connection.exec_driver_sql("PRAGMA user_version").scalar():
            number = 1 + secrets.randbelow(LARGEST_NUMBER)
            connection.exec_driver_sql(f"PRAGMA user_version = {number}")


def revision_of(engine: Engine) -> str | None:
    """Return a database's migration, or None if it is empty."""
    with engine.connect() as connection:
        try:
            return _revision(connection)
        except DBAPIError:
            # No such table, or a damaged file, which raises again below. Another process may have
            # created the table just now.
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
    """Return why a database server cannot be used, quoting the server's last line."""
    try:
        host = make_url(address).host or "localhost"
    except ArgumentError:
        host = "@"
    # Unencoded characters of a password end up in the host, which must not be shown then.
    if "@" in host or not isinstance(error, DBAPIError):
        return say(
            "DATABASE_URL is not understood; write it {example}, and in the password %40 for @, "
            "%3A for :, %2F for /.",
            example="postgresql+psycopg://user:password@host/name",
        )
    lines = str(error.orig).strip().splitlines() or [""]
    reason = next((line for line in reversed(lines) if "failed: " in line), lines[0])
    return say(
        "The database server at {host} cannot be used ({reason}); look at DATABASE_URL.",
        host=host,
        reason=reason.rpartition("failed: ")[2],
    )


def file_of(app: Flask) -> Path | None:
    """Return the app's database file, or None if a server keeps the database."""
    file = file_in(str(app.config["SQLALCHEMY_DATABASE_URI"]))
    return None if file is None else Path(app.instance_path) / file
