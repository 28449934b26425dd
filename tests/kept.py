"""Fixtures for tests that run on several kinds of databases and servers."""

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
"""Databases; the last one also sends notifications from process to process."""
KINDS_OF_SITES = (*SERVERS, GUNICORN)
NAME = f"kept_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
"""This worker's database on the shared server."""
SERVER = "postgresql"
"""The folder of the shared server within the run's folder."""
EMPTIED = "; ".join(f"DELETE FROM {table.name}" for table in reversed(db.metadata.sorted_tables))


def or_skip(error: NotInstalled) -> NoReturn:
    """Skip a test because PostgreSQL is missing, or fail if ``DATABASE_TESTS`` is "required"."""
    if os.environ.get("DATABASE_TESTS") == "required":
        pytest.fail(str(error))
    pytest.skip(str(error))


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Postgresql:
    """The shared PostgreSQL server, with a database for this worker as after a first start."""
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
    """Return the server that all workers share; ``pytest_unconfigure`` stops it."""

    def start(folder: Path) -> None:
        port = database_servers.started(folder, FORGETFUL).port
        (folder / "port").write_text(str(port))

    return Postgresql(int((made_once(SERVER, start) / "port").read_text()))


@pytest.fixture(params=KINDS_OF_SITES)
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Site:
    """The app served in each way: by two servers on a file, and by several on PostgreSQL."""
    return site_in(tmp_path / "data", request)


def site_in(folder: Path, request: pytest.FixtureRequest) -> Site:
    """Return a site on an empty database; its kind is the parameter of the fixture."""
    if request.param != GUNICORN:
        return Site(request.param, folder)
    server: Postgresql = request.getfixturevalue("postgresql")
    server.ask(EMPTIED, NAME)
    return Site(GUNICORN, folder, server.url(NAME))


def kept(request: pytest.FixtureRequest, wanted: str) -> Iterator[dict[str, str]]:
    """Provide the settings of an app on an empty database; wanted: one of ``KINDS``."""
    if wanted == "sqlite":
        yield {}
        return
    server: Postgresql = request.getfixturevalue("postgresql")
    # Emptied, not recreated: that would take longer than most tests.
    server.ask(EMPTIED, NAME)
    yield {"SQLALCHEMY_DATABASE_URI": server.url(NAME)}
