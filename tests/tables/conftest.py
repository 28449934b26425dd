"""An app with the toy on the shelf, and tables of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.tables.live.cache import OpenTable
from tests.kept import KINDS, kept
from tests.tables.company import Company, seated
from tests.toy_game import toy_on_the_shelf


@pytest.fixture(params=KINDS)
def kept_in(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """Tests of what is kept run on SQLite and PostgreSQL."""
    yield from kept(request, request.param)


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
