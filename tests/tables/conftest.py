"""An app with the toy on the shelf, and tables of it."""

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
    """Tests of what is kept run on SQLite and PostgreSQL."""
    yield from kept(request, request.param)


@pytest.fixture(scope="session")
def shared_app(empty_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app on a file, which most tests of a worker share."""
    folder = tmp_path_factory.mktemp("shared") / "data"
    shutil.copytree(empty_data, folder)
    app = create_app({"DATA_DIR": folder, "TESTING": True})
    yield app
    close(app)


@pytest.fixture
def app(request: pytest.FixtureRequest, kept_in: dict[str, str]) -> Flask:
    """An app on an empty database.

    Tests have one of their own on PostgreSQL, whose listening thread they wait for, and wherever
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
    """The toy on the shelf, and the app's context."""
    with toy_on_the_shelf(), app.app_context():
        yield app


@pytest.fixture
def company(inside: Flask) -> Company:
    return seated()


@pytest.fixture
def secretive(inside: Flask) -> Company:
    """The same people with hidden purses."""
    return seated(hidden=True)


@pytest.fixture
def finished(company: Company) -> OpenTable:
    """A whole game with a correction, dice, and a step taken back and brought back."""
    company.tap("anna", "pay", seat=0, target=1, amount=3)
    company.tap("bruno", "draw", seat=1)
    company.tap("laptop", "undo", entry=1)
    company.tap("laptop", "redo", entry=3)
    company.tap("laptop", "correct", source="bank", target="seat 2", amount=1, reason="dropped")
    return company.tap("laptop", "finish").open_table
