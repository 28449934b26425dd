"""Backups: complete during play, never written over other files, verified, and limited."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import threading
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask

from companion.tables.play import entries_of
from companion.tables.storage import automatic_backup
from companion.tables.storage.automatic_backup import (
    DAYS_KEPT,
    NEWEST_KEPT,
    BackupThread,
    backups_to_delete,
    make_backup,
)
from companion.tables.storage.backup import BackupError, back_up, put_in_place
from companion.tables.storage.database_errors import backups_beside
from tests.forked import run_in
from tests.games.big_shot.big_shot_player import FOLDER
from tests.kept import KINDS
from tests.patience import eventually
from tests.tables.company import Company
from tests.tables.written import tampered

pytestmark = [
    pytest.mark.parametrize("kept_in", KINDS[:1], indirect=True),
    # Backups lie beside the database: each test has its own folder.
    pytest.mark.usefixtures("make_app"),
]
"""Only files have these problems."""

DATABASE = "companion.sqlite"


def database_of(app: Flask) -> Path:
    return Path(app.config["DATA_DIR"]) / DATABASE


def entries_in(file: Path) -> list[tuple[int, str]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT sequence, key FROM entries ORDER BY sequence").fetchall()


def test_a_backup_made_during_play_is_a_consistent_snapshot(
    inside: Flask, company: Company, tmp_path: Path
) -> None:
    stop = threading.Event()

    def play() -> None:
        with inside.app_context():
            while not stop.is_set():
                company.tap("laptop", "draw", seat=0)

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(5):
            back_up(database_of(inside), tmp_path / f"{number}.sqlite")
    finally:
        stop.set()
        player.join()

    log = [(entry.sequence, entry.key) for entry in entries_of(company.table)]
    for number in range(5):
        kept = entries_in(tmp_path / f"{number}.sqlite")
        assert kept == log[: len(kept)]


def test_a_backup_is_one_file_readable_only_by_its_owner(inside: Flask, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()

    back_up(database_of(inside), folder / "b.sqlite")

    assert [file.name for file in folder.iterdir()] == ["b.sqlite"]
    assert stat.S_IMODE((folder / "b.sqlite").stat().st_mode) == 0o600


def test_a_backup_overwrites_only_an_older_backup(
    inside: Flask, company: Company, tmp_path: Path
) -> None:
    database, letter = database_of(inside), tmp_path / "letter.txt"
    letter.write_text("Dear Anna")
    back_up(database, tmp_path / "b.sqlite")
    company.tap("anna", "cheer")

    back_up(database, tmp_path / "b.sqlite")

    assert len(entries_in(tmp_path / "b.sqlite")) == 1
    for wrong in (letter, database, tmp_path, tmp_path / "nowhere" / "b.sqlite"):
        with pytest.raises(BackupError, match=wrong.name):
            back_up(database, wrong)
    assert letter.read_text() == "Dear Anna"


def test_a_damaged_database_is_not_backed_up_over_good_backups(
    inside: Flask, tmp_path: Path
) -> None:
    database = tmp_path / "d.sqlite"
    back_up(database_of(inside), database)
    good = make_backup(database)
    assert good is not None
    before = good.read_bytes()
    whole = database.read_bytes()
    database.write_bytes(whole[:4096] + b"x" * 30_000 + whole[34_096:])

    for _ in range(2 * NEWEST_KEPT):
        with pytest.raises(BackupError, match="damaged"):
            make_backup(database)

    assert backups_beside(database) == [good] and good.read_bytes() == before


def test_an_unchanged_database_is_backed_up_once(inside: Flask, company: Company) -> None:
    database = database_of(inside)

    assert make_backup(database) is not None
    assert make_backup(database) is None
    company.tap("anna", "cheer")
    assert make_backup(database) is not None
    assert len(backups_beside(database)) == 2


def test_a_clock_set_back_makes_no_old_backup_the_newest(
    inside: Flask, company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = database_of(inside)
    make_backup(database)
    company.tap("anna", "cheer")
    monkeypatch.setattr(time, "strftime", lambda form, *when: "1999-01-01")

    newest = make_backup(database)

    assert newest == backups_beside(database)[-1] and "1999" in str(newest)


def test_unfinished_backups_of_killed_servers_are_deleted(inside: Flask, company: Company) -> None:
    database = database_of(inside)
    make_backup(database)
    old, new = (database.parent / "backups" / f"{name}.sqlite.1.part" for name in ("old", "new"))
    for half in (old, new):
        half.touch()
    os.utime(old, (0, 0))
    company.tap("anna", "cheer")

    make_backup(database)

    assert not old.exists() and new.exists()


def test_only_the_newest_backups_and_one_per_day_are_kept() -> None:
    made = [
        Path(f"companion-{10 * day + number:06}-2026-01-{day:02}.sqlite")
        for day in range(1, 21)
        for number in range(10)
    ]

    kept = [file for file in made if file not in backups_to_delete(made)]

    assert kept[-NEWEST_KEPT:] == made[-NEWEST_KEPT:]
    assert len({file.stem[-10:] for file in kept}) == DAYS_KEPT
    assert len(kept) == NEWEST_KEPT + DAYS_KEPT - 1


def test_the_last_backup_before_an_upgrade_is_kept_for_90_days(
    inside: Flask, company: Company
) -> None:
    database = database_of(inside)
    before = make_backup(database)
    assert before is not None
    with closing(sqlite3.connect(before)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")

    for _ in range(NEWEST_KEPT + 1):
        company.tap("anna", "cheer")
        make_backup(database)
    kept = before.exists()
    os.utime(before, (0, 0))
    company.tap("anna", "cheer")
    make_backup(database)

    assert (kept, before.exists()) == (True, False)


def test_a_backup_is_made_when_a_game_is_over(inside: Flask, company: Company) -> None:
    keeping = BackupThread(database_of(inside))
    inside.extensions["keeper"] = keeping
    company.tap("anna", "cheer")
    assert not keeping._wanted.is_set()

    company.tap("laptop", "finish")
    assert keeping._wanted.is_set()
    keeping.start()
    keeping.stop()

    (made,) = backups_beside(database_of(inside))
    assert len(entries_in(made)) == 2


def test_a_running_game_is_checkpointed_and_backed_up_hourly(
    inside: Flask, company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games of an evening must not exist only in the write-ahead log."""
    database = database_of(inside)
    monkeypatch.setattr(automatic_backup, "CHECK_SECONDS", 0.0)
    keeping = BackupThread(database)
    keeping.start()
    company.tap("anna", "cheer")

    eventually(lambda: any(len(entries_in(file)) == 1 for file in backups_beside(database)))
    eventually(lambda: _entries_without_log(database) == 1)

    keeping.stop()


def _entries_without_log(database: Path) -> int:
    """Return the number of entries in the file without its write-ahead log."""
    alone = Path(shutil.copy2(database, database.with_name("alone.sqlite")))
    with closing(sqlite3.connect(alone)) as connection:
        found = connection.execute("SELECT count(*) FROM entries").fetchone()
    return int(found[0])


def test_a_restore_keeps_the_replaced_database_with_its_log(tmp_path: Path) -> None:
    folder = tmp_path / "of its own"
    folder.mkdir()
    for name in ("d", "d-wal", "d-shm", "new"):
        (folder / name).write_text(name)

    put_in_place(folder / "new", folder / "d", folder / "aside")

    found = {file.name: file.read_text() for file in folder.iterdir()}
    assert found == {"d": "new", "aside": "d", "aside-wal": "d-wal", "aside-shm": "d-shm"}


@dataclass(frozen=True)
class Household:
    """Return a data folder with one recorded game, a backup of it, and the table's code."""

    folder: Path
    backup: Path
    code: str


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Household:
    folder = tmp_path_factory.mktemp("household")
    said = run_in(folder / "data", "import", str(FOLDER / "four-italian.json")).stdout
    code = said.split(": ")[1].partition(";")[0]
    assert run_in(folder / "data", "backup", str(folder / "b.sqlite")).returncode == 0
    return Household(folder / "data", folder / "b.sqlite", code)


@pytest.fixture
def household(once: Household, tmp_path: Path) -> Household:
    """Return a copy of these that one test may damage."""
    shutil.copytree(once.folder.parent, tmp_path / "h")
    return Household(tmp_path / "h" / "data", tmp_path / "h" / "b.sqlite", once.code)


@pytest.mark.processes
def test_a_backup_is_restored_verified_and_played_on(household: Household, tmp_path: Path) -> None:
    other = tmp_path / "another machine"
    run_in(other, "tables")

    restored = run_in(other, "restore", str(household.backup))

    assert restored.returncode == 0 and str(household.backup) in restored.stdout, restored.stderr
    verdict = run_in(other, "verify", "--json", str(household.backup), str(other / DATABASE))
    assert verdict.returncode == 0, verdict.stderr
    found = [json.loads(line) for line in verdict.stdout.splitlines()]
    assert [one["ok"] and one["over"] for one in found] == [True, True]
    assert found[1]["file"] == f"{other / DATABASE}: {household.code}"
    assert "/pass/" in run_in(other, "banker", household.code).stdout
    (aside,) = other.glob("companion-before-restore-*.sqlite")
    assert entries_in(aside) == [] and entries_in(other / DATABASE)


HARM = {
    "newer": "UPDATE alembic_version SET version_num = '9999'",
    "another program's": "DROP TABLE alembic_version",
    # SQLite finds no fault in it.
    "no seats": "DROP TABLE seats",
}


@pytest.mark.processes
@pytest.mark.parametrize(
    "harm", ["no file", "garbage", "middle", "another program's", "newer", "no seats"]
)
def test_a_damaged_backup_is_not_restored(household: Household, harm: str) -> None:
    folder, file = household.folder, household.backup
    whole, before = file.read_bytes(), (folder / DATABASE).read_bytes()
    if harm == "no file":
        file.unlink()
    elif harm == "garbage":
        file.write_bytes(b"Dear Anna" * 2000)
    elif harm == "middle":
        file.write_bytes(whole[:8192] + b"x" * 20_000 + whole[28_192:])
    else:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(HARM[harm])
            connection.commit()

    refused = run_in(folder, "restore", str(file))

    assert refused.returncode == 1 and refused.stderr.count("\n") == 1, refused.stderr
    assert "Traceback" not in refused.stderr and "b.sqlite" in refused.stderr
    assert DATABASE not in refused.stderr
    # The message must not suggest a restore during one.
    assert "companion restore" not in refused.stderr
    assert (folder / DATABASE).read_bytes() == before
    assert not list(folder.glob("*before-restore*")) and not list(folder.glob("*.restoring"))


@pytest.mark.processes
@pytest.mark.parametrize("command", ["verify", "restore"])
def test_a_table_whose_data_changed_on_the_disk_is_named(
    household: Household, command: str
) -> None:
    tampered(household.backup, is_sealed=False)

    said = run_in(household.folder, command, str(household.backup))

    assert household.code in said.stderr and "data of this table is damaged" in said.stderr
    assert "can be continued" not in said.stdout
    assert said.returncode == 1


@pytest.mark.processes
@pytest.mark.parametrize("command", ["verify", "restore"])
def test_if_rules_differ_a_restore_first_says_that_all_tables_are_there(
    household: Household, command: str
) -> None:
    """An update must not make a family fear for its games."""
    tampered(household.backup, is_sealed=True)

    said = run_in(household.folder, command, str(household.backup))

    assert "the table is complete and can be continued" in said.stdout
    assert household.code in said.stderr and "action 3: under today’s rules" in said.stderr
    assert "{" not in said.stderr
    assert said.returncode == (command == "verify")


@pytest.mark.processes
def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()
    before = (tmp_path / DATABASE).read_bytes()

    refused = run_in(tmp_path, "tables")

    assert refused.returncode == 1 and "another program" in refused.stderr
    assert (tmp_path / DATABASE).read_bytes() == before
