"""A database that is deleted, moved or replaced during use is detected at once."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy.exc import DBAPIError

from companion import create_app
from companion.tables.live.cache import open_tables
from companion.tables.play import entries_of
from companion.tables.storage.automatic_backup import BackupThread
from companion.tables.storage.database import file_of
from companion.tables.storage.database_errors import InDoubt, database_refusal
from tests.conftest import close
from tests.kept import KINDS
from tests.tables.company import Company

pytestmark = [
    pytest.mark.parametrize("kept_in", KINDS[:1], indirect=True),
    # Each test harms the files.
    pytest.mark.usefixtures("make_app"),
]


def database_of(app: Flask) -> Path:
    file = file_of(app)
    assert file is not None
    return file


def delete(file: Path) -> None:
    file.unlink()


def move(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))


def replace_with_a_copy(file: Path) -> None:
    shutil.copy2(file, file.with_name("copy"))
    file.with_name("copy").replace(file)


@pytest.mark.parametrize("harm", [delete, move, replace_with_a_copy])
def test_nothing_is_read_from_a_database_file_that_was_moved(
    harm: Callable[[Path], None], inside: Flask, company: Company
) -> None:
    company.tap("anna", "cheer")

    harm(database_of(inside))

    for _ in range(2):
        with pytest.raises(InDoubt):
            company.tap("anna", "cheer", seen=1)
        with pytest.raises(DBAPIError) as raised:
            open_tables().store.require_reach()
        assert database_refusal(raised.value).name == "database_moved"


def test_no_empty_database_replaces_a_moved_file(inside: Flask, company: Company) -> None:
    file = database_of(inside)
    file.unlink()

    with pytest.raises(InDoubt):
        company.tap("anna", "cheer", seen=0)
    open_tables().store.engine.dispose()
    with pytest.raises(DBAPIError):
        open_tables().store.require_reach()

    assert not file.exists()


def test_play_goes_on_when_the_file_is_back(inside: Flask, company: Company) -> None:
    file = database_of(inside)
    company.tap("anna", "cheer")
    file.rename(file.with_name("elsewhere"))
    with pytest.raises(InDoubt):
        company.tap("anna", "cheer", seen=0)

    file.with_name("elsewhere").rename(file)

    assert company.tap("anna", "cheer").entry.sequence == 2
    assert len(entries_of(company.table)) == 2


def test_moves_in_a_deleted_write_ahead_log_are_saved(inside: Flask, company: Company) -> None:
    file = database_of(inside)
    company.tap("anna", "cheer")
    code = company.code

    file.with_name(f"{file.name}-wal").unlink()
    with pytest.raises(InDoubt):
        company.tap("anna", "cheer", seen=0)

    kept = shutil.copy2(file, file.with_name("kept"))
    folder = file.parent / "next start"
    folder.mkdir()
    Path(kept).rename(folder / file.name)
    later = create_app({"DATA_DIR": folder})
    with later.app_context():
        assert len(entries_of(open_tables().find(code))) == 1
    close(later)


def test_all_connections_may_be_closed_and_opened_again(inside: Flask, company: Company) -> None:
    company.tap("anna", "cheer")

    open_tables().store.engine.dispose()

    assert company.tap("anna", "cheer").entry.sequence == 2


def test_a_checkpoint_does_not_move_the_log_into_a_copy(inside: Flask, company: Company) -> None:
    """The log would be deleted with the moves that are not in the original file yet."""
    file = database_of(inside)
    keeping = BackupThread(file)
    company.tap("anna", "cheer")
    aside = file.with_name("aside")
    aside.hardlink_to(file)
    replace_with_a_copy(file)

    keeping.start()
    keeping.stop()
    aside.replace(file)

    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (1,)
