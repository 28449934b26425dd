"""The database: how it is opened, tuned, and brought to today's form."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from sqlalchemy import Engine, event, inspect, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from companion.paths import CannotStart
from companion.tables.models import db

MIGRATIONS = Path(__file__).parent / "migrations"
HEAD = "0001"
"""The newest migration; kept here so that a start needs no look at the scripts."""

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


def init_app(app: Flask) -> Engine:
    """Open the app's database, migrate it if it is older, and return its engine.

    Raises CannotStart if it is damaged, unreachable, or made by a newer version.
    """
    has_server = str(app.config["SQLALCHEMY_DATABASE_URI"]).startswith("postgresql+psycopg:")
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", SERVER_POOL if has_server else POOL)
    try:
        db.init_app(app)
        with app.app_context():
            engine = db.engine
    except ImportError as error:
        raise _without_driver(app, has_server) from error
    except SQLAlchemyError as error:
        raise _unusable(app) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _tune)
    try:
        _bring_up_to_date(app, engine)
    except SQLAlchemyError as error:
        raise _unusable(app) from error
    return engine


def _tune(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _bring_up_to_date(app: Flask, engine: Engine) -> None:
    revision = revision_of(engine)
    if revision == HEAD:
        return
    # Alembic is slow to import and most starts do not need it.
    from alembic.script import ScriptDirectory

    known = {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
    if revision is not None and revision not in known:
        raise CannotStart(
            f"{_shown(app)} was made by a newer version of Companion; install that version."
        )
    _migrate(app)


def revision_of(engine: Engine) -> str | None:
    """Return the migration a database is at, None for an empty one."""
    with engine.connect() as connection:
        try:
            found = connection.scalar(text("SELECT version_num FROM alembic_version"))
            return None if found is None else str(found)
        except DBAPIError:
            # No such table, or a damaged file: the second look raises only for the latter.
            connection.rollback()
            if inspect(connection).has_table("alembic_version"):
                raise
            return None


def _migrate(app: Flask) -> None:
    from flask_migrate import Migrate, upgrade

    Migrate(app, db, directory=str(MIGRATIONS))
    with app.app_context():
        upgrade(directory=str(MIGRATIONS))


def _without_driver(app: Flask, has_server: bool) -> CannotStart:
    if not has_server:
        return _unusable(app)
    return CannotStart("DATABASE_URL needs the server's extra: pip install 'companion[server]'.")


def _unusable(app: Flask) -> CannotStart:
    return CannotStart(f"{_shown(app)} cannot be opened: it is damaged, locked or out of reach.")


def _shown(app: Flask) -> str:
    """Return how a sentence calls the database, any password left out."""
    address = str(app.config["SQLALCHEMY_DATABASE_URI"])
    file = address.removeprefix("sqlite:///")
    return "The database" if file == address else f"The database {file}"
