"""Fixtures for tests that run on each kind of database."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion import create_app
from companion.tables.storage.models import db
from tests import database_servers
from tests.database_servers import FORGETFUL, NotInstalled, Postgresql
from tests.servers import GUNICORN, SERVERS, Site

KINDS = ("sqlite", "postgresql")
"""What apps are kept in; the last takes news from process to process."""
NAME = "kept"
EMPTIED = "; ".join(f"DELETE FROM {table.name}" for table in reversed(db.metadata.sorted_tables))


def or_skip(error: NotInstalled) -> None:
    """Skip what needs a server that is not there, or fail where such tests are required."""
    if os.environ.get("DATABASE_TESTS") == "required":
        pytest.fail(str(error))
    pytest.skip(str(error))


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgresql]:
    """A PostgreSQL server with one database, as the first start leaves it."""
    if os.environ.get("DATABASE_TESTS") == "off":
        pytest.skip("DATABASE_TESTS=off")
    with ExitStack() as stack:
        try:
            server = stack.enter_context(database_servers.postgresql(FORGETFUL))
        except NotInstalled as error:
            or_skip(error)
        folder = tmp_path_factory.mktemp("first start")
        settings = {"DATA_DIR": folder, "SQLALCHEMY_DATABASE_URI": server.made(NAME)}
        create_app(settings).extensions["open_tables"].store.engine.dispose()
        yield server


@pytest.fixture(params=[*SERVERS, GUNICORN])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Site:
    """Each way to be served: two servers on a file, and several processes on PostgreSQL."""
    if request.param != GUNICORN:
        return Site(request.param, tmp_path / "data")
    server: Postgresql = request.getfixturevalue("postgresql")
    server.ask(EMPTIED, NAME)
    return Site(GUNICORN, tmp_path / "data", server.url(NAME))


def kept(request: pytest.FixtureRequest, wanted: str) -> Iterator[dict[str, str]]:
    """Give the settings of an app on an empty database: see ``KINDS``."""
    if wanted == "sqlite":
        yield {}
        return
    server: Postgresql = request.getfixturevalue("postgresql")
    # Emptied and not made anew, for that takes longer than most tests.
    server.ask(EMPTIED, NAME)
    yield {"SQLALCHEMY_DATABASE_URI": server.url(NAME)}
