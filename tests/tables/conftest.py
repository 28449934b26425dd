"""An app with the toy game, and tables of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion import create_app
from companion.tables.live.cache import OpenTable, OpenTables
from companion.tables.live.slots import Slots
from companion.tables.storage.models import db
from tests.conftest import close
from tests.kept import KINDS, kept
from tests.tables.company import Company, seated
from tests.toy_game import toy_on_the_shelf


@pytest.fixture(params=KINDS)
def kept_in(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """Run a test on SQLite and on PostgreSQL."""
    yield from kept(request, request.param)


@pytest.fixture(scope="session")
def shared_app(empty_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Give an app with an SQLite file that most tests of a worker share."""
    folder = tmp_path_factory.mktemp("shared") / "data"
    shutil.copytree(empty_data, folder)
    app = create_app({"DATA_DIR": folder, "TESTING": True})
    yield app
    close(app)


@pytest.fixture
def app(request: pytest.FixtureRequest, kept_in: dict[str, str]) -> Flask:
    """Return an app with an empty database.

    Tests get a separate app on PostgreSQL, because they wait for its listening thread, and if
    they use ``make_app``: for a second process, or because they change the app or its folder.
    """
    if kept_in or "make_app" in request.fixturenames:
        own: Flask = request.getfixturevalue("make_app")()
        return own
    app: Flask = request.getfixturevalue("shared_app")
    tables: OpenTables = app.extensions["open_tables"]
    tables.slots = Slots()
    with tables.store.engine.begin() as connection:
        for table in reversed(db.metadata.sorted_tables):
            connection.execute(table.delete())
    return app


@pytest.fixture(autouse=True)
def inside(app: Flask) -> Iterator[Flask]:
    """Give the app with its context, and the toy game registered."""
    with toy_on_the_shelf(), app.app_context():
        yield app


@pytest.fixture
def company(inside: Flask) -> Company:
    return seated()


@pytest.fixture
def secretive(inside: Flask) -> Company:
    """Return a table of the same people with hidden purses."""
    return seated(hidden=True)


@pytest.fixture
def finished(company: Company) -> OpenTable:
    """Return a finished game with a correction, dice, an undo and a redo."""
    company.tap("anna", "pay", seat=0, target=1, amount=3)
    company.tap("bruno", "draw", seat=1)
    company.tap("laptop", "undo", entry=1)
    company.tap("laptop", "redo", entry=3)
    company.tap("laptop", "correct", source="bank", target="seat 2", amount=1, reason="dropped")
    return company.tap("laptop", "finish").open_table
