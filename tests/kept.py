"""Fixtures for tests that run on each kind of database."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from companion import create_app
from companion.tables.storage.models import db
from tests import database_servers
from tests.database_servers import FORGETFUL, NotInstalled, Postgresql
from tests.once import made_once
from tests.servers import GUNICORN, SERVERS, Site

KINDS = ("sqlite", "postgresql")
"""What apps are kept in; the last takes news from process to process."""
KINDS_OF_SITES = (*SERVERS, GUNICORN)
NAME = f"kept_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
"""This worker's database on the server that all share."""
SERVER = "postgresql"
"""The folder of that server in the run's."""
EMPTIED = "; ".join(f"DELETE FROM {table.name}" for table in reversed(db.metadata.sorted_tables))


def or_skip(error: NotInstalled) -> NoReturn:
    """Skip what needs a server that is not there, or fail where such tests are required."""
    if os.environ.get("DATABASE_TESTS") == "required":
        pytest.fail(str(error))
    pytest.skip(str(error))


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Postgresql:
    """The run's PostgreSQL server, with a database for this worker as the first start leaves it."""
    if os.environ.get("DATABASE_TESTS") == "off":
        pytest.skip("DATABASE_TESTS=off")
    try:
        server = _server_of_the_run()
    except NotInstalled as error:
        or_skip(error)
    folder = tmp_path_factory.mktemp("first start")
    settings = {"DATA_DIR": folder, "SQLALCHEMY_DATABASE_URI": server.made(NAME)}
    create_app(settings).extensions["open_tables"].store.engine.dispose()
    return server


def _server_of_the_run() -> Postgresql:
    """Return the server that all workers share; `pytest_unconfigure` stops it."""

    def start(folder: Path) -> None:
        port = database_servers.started(folder, FORGETFUL).port
        (folder / "port").write_text(str(port))

    return Postgresql(int((made_once(SERVER, start) / "port").read_text()))


@pytest.fixture(params=KINDS_OF_SITES)
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Site:
    """Each way to be served: two servers on a file, and several processes on PostgreSQL."""
    return site_in(tmp_path / "data", request)


def site_in(folder: Path, request: pytest.FixtureRequest) -> Site:
    """Return the site of the kind that is the fixture's parameter, on an empty database."""
    if request.param != GUNICORN:
        return Site(request.param, folder)
    server: Postgresql = request.getfixturevalue("postgresql")
    server.ask(EMPTIED, NAME)
    return Site(GUNICORN, folder, server.url(NAME))


def kept(request: pytest.FixtureRequest, wanted: str) -> Iterator[dict[str, str]]:
    """Give the settings of an app on an empty database: see ``KINDS``."""
    if wanted == "sqlite":
        yield {}
        return
    server: Postgresql = request.getfixturevalue("postgresql")
    # Emptied and not made anew, for that takes longer than most tests.
    server.ask(EMPTIED, NAME)
    yield {"SQLALCHEMY_DATABASE_URI": server.url(NAME)}
