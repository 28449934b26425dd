"""Backups of another database in the folder: reported, and never deleted."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from companion.tables.storage.automatic_backup import NEWEST_KEPT, make_backup
from companion.tables.storage.backup import back_up, number_of
from companion.tables.storage.database_errors import backups_beside
from tests.conftest import MakeApp
from tests.forked import run_in
from tests.games.big_shot.big_shot_player import FOLDER
from tests.kept import KINDS
from tests.servers import serving
from tests.tables.company import Company, seated
from tests.tables.test_backups import DATABASE, database_of

pytestmark = [
    pytest.mark.parametrize("kept_in", KINDS[:1], indirect=True),
    # Backups lie beside the database: each test has its own folder.
    pytest.mark.usefixtures("make_app"),
]


@pytest.fixture
def another(inside: Flask, company: Company, make_app: MakeApp, tmp_path: Path) -> Path:
    """Return a new database beside the backups of an older one with games."""
    database = database_of(inside)
    for _ in range(3):
        company.tap("anna", "cheer")
        make_backup(database)
    inside.extensions["open_tables"].store.engine.dispose()
    for ending in ("", "-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)
    make_app()
    return database


def test_backups_of_a_missing_database_are_never_deleted(another: Path, make_app: MakeApp) -> None:
    old = backups_beside(another)
    app = make_app()

    with app.app_context():
        for _ in range(NEWEST_KEPT + 2):
            seated()
            assert make_backup(another) is not None

    kept = backups_beside(another)
    assert len(old) == 3 and kept[:3] == old
    assert len(kept) == 3 + NEWEST_KEPT


def test_backups_without_an_id_count_as_another_databases(inside: Flask, company: Company) -> None:
    database = database_of(inside)
    first = make_backup(database)
    assert first is not None
    with closing(sqlite3.connect(first)) as connection:
        connection.execute("PRAGMA user_version = 0")

    for _ in range(NEWEST_KEPT + 2):
        company.tap("anna", "cheer")
        make_backup(database)

    assert backups_beside(database)[0] == first


def test_a_database_and_its_backups_share_an_id(
    make_app: MakeApp, inside: Flask, tmp_path: Path
) -> None:
    database = database_of(inside)
    number = number_of(database)
    back_up(database, tmp_path / "b.sqlite")
    make_app()

    assert 0 < number == number_of(database) == number_of(tmp_path / "b.sqlite")


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with a recorded game and a backup of it."""
    folder = tmp_path_factory.mktemp("household") / "data"
    run_in(folder, "import", str(FOLDER / "four-italian.json"))
    make_backup(folder / DATABASE)
    return folder


@pytest.fixture
def bereft(once: Path, tmp_path: Path) -> Path:
    """Return a copy of that folder without its database."""
    shutil.copytree(once, tmp_path / "h")
    for file in (tmp_path / "h").glob(f"{DATABASE}*"):
        file.unlink()
    return tmp_path / "h"


LANGUAGES = [
    ("en", "backups of another one"),
    ("it", "copie di riserva"),
    ("fr", "des sauvegardes"),
]


@pytest.mark.processes
@pytest.mark.parametrize(("language", "words"), LANGUAGES)
def test_a_missing_database_is_reported_until_its_backup_is_restored(
    bereft: Path, monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    (lost,) = backups_beside(bereft / DATABASE)
    monkeypatch.setenv("LANGUAGE", language)

    said = [run_in(bereft, "tables").stderr.splitlines()[0]]
    make_backup(bereft / DATABASE)
    said.append(run_in(bereft, "tables").stderr.splitlines()[0])
    assert run_in(bereft, "restore", str(lost)).returncode == 0

    for line in said:
        assert str(bereft / DATABASE) in line and words in line
        assert line.endswith(f"companion restore {lost}")
    assert run_in(bereft, "tables").stderr == ""


@pytest.mark.processes
def test_a_server_that_starts_without_its_database_says_so(bereft: Path) -> None:
    (lost,) = backups_beside(bereft / DATABASE)

    with serving(bereft) as server:
        said = server.said()

    assert said.count("\n") == 1 and said.endswith(f"companion restore {lost}\n")


@pytest.mark.processes
def test_a_new_database_in_use_is_not_reported_as_missing(bereft: Path) -> None:
    run_in(bereft, "import", str(FOLDER / "four-italian.json"))

    assert run_in(bereft, "tables").stderr == ""
