"""A COMMIT without an answer: the log shows whether the entry was stored."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import partial

import pytest
from flask import Flask

from companion.mechanics.actions.refusal import Refusal
from companion.tables.play import Submitted, entries_of
from companion.tables.seats import claim_seat
from companion.tables.storage.database_errors import InDoubt
from tests.database_line import MOMENTS, DatabaseLine, Moment, database_line
from tests.database_servers import Postgresql, address
from tests.kept import EMPTIED, NAME
from tests.tables.company import Company, seated
from tests.tables.waiting import together


class Disk(sqlite3.Connection):
    """A connection to a disk that fails at the next COMMIT, before or after writing."""

    failing: int | None = None
    is_written = False

    def commit(self) -> None:
        if Disk.failing is None or not self.in_transaction:
            super().commit()
            return
        if Disk.is_written:
            super().commit()
        error = sqlite3.OperationalError("the disk")
        error.sqlite_errorcode, Disk.failing = Disk.failing, None
        raise error


@pytest.fixture
def line(postgresql: Postgresql) -> Iterator[DatabaseLine]:
    """Give a connection to PostgreSQL that can be interrupted."""
    postgresql.ask(EMPTIED, NAME)
    with database_line(postgresql.port) as given:
        yield given


@pytest.fixture(params=["line"])
def kept_in(request: pytest.FixtureRequest) -> dict[str, object]:
    """Return settings for PostgreSQL behind that connection, or for SQLite on that disk."""
    if request.param == "disk":
        return {"SQLALCHEMY_ENGINE_OPTIONS": {"connect_args": {"factory": Disk}}}
    line: DatabaseLine = request.getfixturevalue("line")
    return {"SQLALCHEMY_DATABASE_URI": address(line.port, NAME)}


on_disk = pytest.mark.parametrize("kept_in", ["disk"], indirect=True)


def cheer(company: Company) -> Submitted:
    """Submit under one key from one screen, once or again."""
    return company.tap("anna", "cheer", key="k", seen=0)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_move_in_doubt_counts_once_when_the_log_is_readable_again(
    company: Company, line: DatabaseLine, moment: Moment
) -> None:
    line.break_at(moment)
    for _ in range(3):
        with pytest.raises(InDoubt):
            cheer(company)
    assert line.is_broken
    line.restore()
    listener = company.listener()

    tapped = cheer(company)

    assert tapped.repeated == (moment == "answer")
    assert entries_of(company.table) == [tapped.entry]
    assert listener.is_set(), "whoever looks on is shown it, whichever of the taps it was"


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_doubt_is_resolved_at_once_if_the_log_is_readable(
    company: Company, line: DatabaseLine, moment: Moment
) -> None:
    listener = company.listener()
    line.break_at(moment, stays_broken=False)

    if moment == "commit":
        with pytest.raises(InDoubt):
            cheer(company)
    tapped = cheer(company)

    assert not tapped.repeated and listener.is_set()
    assert entries_of(company.table) == [tapped.entry]


def test_a_move_refused_by_the_database_is_not_in_doubt(
    company: Company, postgresql: Postgresql
) -> None:
    postgresql.ask(f"ALTER DATABASE {NAME} SET default_transaction_read_only = on")
    postgresql.cut(NAME)
    try:
        with pytest.raises(Refusal) as refused:
            cheer(company)
    finally:
        postgresql.ask(f"ALTER DATABASE {NAME} RESET default_transaction_read_only")
        postgresql.cut(NAME)

    assert refused.value.name == "database_failed"
    assert entries_of(company.table) == []


def test_a_seat_claim_can_be_in_doubt_too(company: Company, line: DatabaseLine) -> None:
    line.break_at("answer")
    with pytest.raises(InDoubt):
        claim_seat(company.code, 2, "carla")
    line.restore()

    assert claim_seat(company.code, 2, "carla").actor("carla").seat == 2


@on_disk
@pytest.mark.parametrize("is_written", [False, True])
def test_a_move_after_a_failed_flush_is_in_doubt_unless_logged(
    inside: Flask, company: Company, is_written: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Disk, "is_written", is_written)
    Disk.failing = sqlite3.SQLITE_IOERR_FSYNC

    if not is_written:
        with pytest.raises(InDoubt):
            cheer(company)

    assert not cheer(company).repeated
    assert len(entries_of(company.table)) == 1


@on_disk
@pytest.mark.parametrize(
    "code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_BUSY]
)
def test_a_move_that_a_full_disk_refused_is_not_in_doubt(company: Company, code: int) -> None:
    Disk.failing = code

    with pytest.raises(Refusal) as refused:
        cheer(company)

    assert refused.value.name in ("disk_full", "database_locked")
    assert entries_of(company.table) == []


@on_disk
@pytest.mark.parametrize(
    ("code", "is_written", "name"),
    [
        (sqlite3.SQLITE_IOERR_FSYNC, False, "in_doubt"),
        (sqlite3.SQLITE_IOERR_FSYNC, True, None),
        (sqlite3.SQLITE_FULL, False, "disk_full"),
        (sqlite3.SQLITE_FULL, True, None),
        (sqlite3.SQLITE_BUSY, False, "database_locked"),
    ],
)
def test_a_failed_commit_reaches_every_move_that_it_should_have_stored(
    inside: Flask, code: int, is_written: bool, name: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    companies = [seated() for _ in range(3)]
    monkeypatch.setattr(Disk, "is_written", is_written)
    Disk.failing = code

    moves = together(inside, *[partial(cheer, company) for company in companies])

    assert [getattr(move, "name", None) for move in moves] == [name] * 3
    stored = [entries_of(company.table) for company in companies]
    assert stored == [[move.entry] if name is None else [] for move in moves]
    assert [cheer(company).repeated for company in companies] == [name is None] * 3


def test_a_new_table_can_be_in_doubt_too(inside: Flask, line: DatabaseLine) -> None:
    line.break_at("answer")

    with pytest.raises(InDoubt):
        seated()
