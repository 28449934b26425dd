"""Each disk error has its own refusal, and no move waits too long for the file."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from companion.mechanics.actions.refusal import Refusal
from companion.tables.play import entries_of
from companion.tables.storage import store
from companion.tables.storage.automatic_backup import _last_backup_day
from companion.tables.storage.database_errors import database_refusal, why_unusable
from tests.kept import KINDS
from tests.tables.company import Company

pytestmark = pytest.mark.parametrize("kept_in", KINDS[:1], indirect=True)
"""Only files have these problems."""


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (sqlite3.SQLITE_FULL, "disk_full"),
        (sqlite3.SQLITE_IOERR_WRITE, "disk_full"),
        (sqlite3.SQLITE_BUSY, "database_locked"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "database_locked"),
        (sqlite3.SQLITE_READONLY_DBMOVED, "database_moved"),
        (sqlite3.SQLITE_READONLY_CANTLOCK, "database_read_only"),
        (sqlite3.SQLITE_CORRUPT, "database_damaged"),
        (sqlite3.SQLITE_NOTADB, "database_damaged"),
        (sqlite3.SQLITE_CANTOPEN, "database_failed"),
        (None, "database_failed"),
    ],
)
def test_each_database_error_has_a_name_and_a_remedy(code: int | None, name: str) -> None:
    raised = sqlite3.OperationalError("no")
    if code is not None:
        raised.sqlite_errorcode = code
    error = OperationalError("INSERT", {}, raised)

    assert database_refusal(error).name == name
    assert str(database_refusal(error).sentence).endswith(".")
    assert "games.sqlite" in str(why_unusable(Path("games.sqlite"), error))


def test_a_move_that_waits_too_long_for_the_file_is_refused(
    inside: Flask, company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PATIENCE_SECONDS", 0.0)

    with inside.extensions["open_tables"].store.writing():
        with pytest.raises(Refusal, match="database_locked"):
            company.tap("anna", "cheer")

    assert entries_of(company.table) == []
    assert company.tap("anna", "cheer").entry.sequence == 1


@pytest.mark.parametrize(
    ("hour", "day"), [(3, "2026-01-04"), (4, "2026-01-05"), (23, "2026-01-05")]
)
def test_a_new_day_begins_at_four_o_clock(
    hour: int, day: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = time.mktime((2026, 1, 5, hour, 30, 0, 0, 0, -1))
    monkeypatch.setattr(time, "time", lambda: moment)

    assert _last_backup_day() == day
