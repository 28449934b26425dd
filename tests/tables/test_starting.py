from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event, text

from companion import create_app, paths
from companion.paths import CannotStart
from companion.tables.live.cache import open_tables
from companion.tables.storage import database
from companion.tables.storage.database import file_of
from companion.tables.storage.models import db
from tests.conftest import NOT_DURABLE, MakeApp
from tests.forked import start_in
from tests.kept import KINDS
from tests.sources import ROOT
from tests.tables.company import Company

pytestmark = pytest.mark.parametrize("kept_in", KINDS[:1], indirect=True)

# Every file here is made by the first start.
DATABASE = "companion.sqlite"


def test_the_first_start_makes_the_folder_the_key_and_the_database(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app(DATA_DIR=tmp_path / "deep" / "down")

    key = tmp_path / "deep" / "down" / "secret_key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert app.config["SECRET_KEY"] == key.read_bytes()
    assert len(key.read_bytes()) == 32
    for beside in ("", "-wal", "-shm"):
        file = key.parent / f"{DATABASE}{beside}"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can leave a file to somebody")
def test_files_made_by_root_belong_to_the_folders_owner(make_app: MakeApp, tmp_path: Path) -> None:
    folder, somebody = tmp_path / "somebody's", 65_534
    folder.mkdir()
    os.chown(folder, somebody, somebody)

    make_app(DATA_DIR=folder)

    owners = {file.name: file.stat().st_uid for file in folder.iterdir()}
    assert owners["secret_key"] == owners[DATABASE] == somebody


def test_for_another_users_key_the_message_says_to_change_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret_key").write_bytes(bytes(32))

    def refused(path: Path) -> bytes:
        raise PermissionError(path)

    # Root may read everything, so the refusal itself is played.
    monkeypatch.setattr(Path, "read_bytes", refused)

    with pytest.raises(CannotStart, match="Make the user who runs Companion"):
        create_app({"DATA_DIR": tmp_path})


def test_the_next_start_has_the_same_key_and_the_same_tables(
    make_app: MakeApp, company: Company
) -> None:
    first, second = make_app(), make_app()

    assert first.config["SECRET_KEY"] == second.config["SECRET_KEY"]
    with second.app_context():
        assert open_tables().find(company.code).names == ("Anna", "Bruno", "Carla")


def test_an_incomplete_key_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "PATIENCE_SECONDS", 0.0)
    (tmp_path / "secret_key").write_bytes(b"short")

    with pytest.raises(CannotStart, match="secret_key"):
        create_app({"DATA_DIR": tmp_path})


def test_the_environment_names_the_folder_and_the_configuration_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "environment"))

    assert paths.data_folder({}) == tmp_path / "environment"
    assert paths.data_folder({"DATA_DIR": tmp_path / "given"}) == tmp_path / "given"


def test_a_checkout_keeps_its_data_in_instance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_DATA", raising=False)

    assert paths.data_folder({}) == ROOT / "instance"


def test_an_installation_keeps_its_data_with_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COMPANION_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(paths, "PACKAGE", tmp_path / "site-packages" / "companion")

    folder = paths.data_folder({})

    assert folder.is_dir() and "companion" in folder.name


def test_templates_come_from_the_package_if_they_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "PACKAGE", tmp_path / "companion")

    assert paths.shipped_folder("templates") == tmp_path / "templates"
    (tmp_path / "companion" / "templates").mkdir(parents=True)
    assert paths.shipped_folder("templates") == tmp_path / "companion" / "templates"


@pytest.mark.parametrize("name", ["ünï?mode=memory&x", "50%20#1", "a b+c:d"])
def test_the_data_folder_can_have_any_name(make_app: MakeApp, tmp_path: Path, name: str) -> None:
    folder = tmp_path / name

    app = make_app(DATA_DIR=folder)

    assert file_of(app) == folder / DATABASE
    assert (folder / DATABASE).stat().st_size > 0


def test_the_database_can_be_configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    default = f"sqlite:///{tmp_path / DATABASE}"
    assert paths.database_address({}, tmp_path) == default

    monkeypatch.setenv("DATABASE_URL", "postgresql:///family")

    assert paths.database_address({}, tmp_path) == "postgresql+psycopg:///family"
    given = {"SQLALCHEMY_DATABASE_URI": "sqlite:///x"}
    assert paths.database_address(given, tmp_path) == "sqlite:///x"


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")

    with pytest.raises(CannotStart, match=r"folder .*file/data is not writable"):
        create_app({"DATA_DIR": tmp_path / "file" / "data"})
    with pytest.raises(CannotStart, match=r"folder .*file is not writable"):
        create_app({"DATA_DIR": tmp_path / "file"})


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)

    with pytest.raises(CannotStart, match="is not writable"):
        create_app({"DATA_DIR": tmp_path})


def test_a_database_file_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / DATABASE).mkdir()

    with pytest.raises(CannotStart, match=r"companion\.sqlite cannot be opened"):
        create_app({"DATA_DIR": tmp_path})


def test_a_damaged_database_is_one_sentence_and_left_as_it_is(tmp_path: Path) -> None:
    damaged = b"This was a database once. " * 1000
    (tmp_path / DATABASE).write_bytes(damaged)

    with pytest.raises(CannotStart, match=r"companion\.sqlite cannot be opened"):
        create_app({"DATA_DIR": tmp_path})

    assert (tmp_path / DATABASE).read_bytes() == damaged


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nonsense", "DATABASE_URL is not valid"),
        ("oracle+nothing://x", "DATABASE_URL is not valid"),
        # Its driver is not installed.
        ("sqlite+pysqlcipher:////nowhere/x", "DATABASE_URL is not valid"),
        ("sqlite:////nowhere/x/y", "cannot be opened"),
    ],
)
def test_an_invalid_database_url_is_one_sentence(tmp_path: Path, address: str, words: str) -> None:
    with pytest.raises(CannotStart, match=words):
        create_app({"DATA_DIR": tmp_path, "SQLALCHEMY_DATABASE_URI": address})


def test_a_missing_database_driver_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    address = "postgresql+psycopg://localhost/family"

    with pytest.raises(CannotStart, match="DATABASE_URL needs the “server” extra"):
        create_app({"DATA_DIR": tmp_path, "SQLALCHEMY_DATABASE_URI": address})


def test_no_password_is_shown(tmp_path: Path) -> None:
    with pytest.raises(CannotStart) as stopped:
        create_app(
            {"DATA_DIR": tmp_path, "SQLALCHEMY_DATABASE_URI": "nothing://anna:secret@host/family"}
        )

    assert "secret" not in str(stopped.value)


def test_a_key_made_by_a_concurrent_start_is_used(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / DATABASE}")

    def another_start(context: object) -> None:
        with closing(sqlite3.connect(tmp_path / DATABASE)) as other, other:
            other.execute("CREATE TABLE alembic_version (version_num TEXT)")
            other.execute("INSERT INTO alembic_version VALUES ('0003')")

    assert database.revision_of(engine) is None
    event.listen(engine, "handle_error", another_start, once=True)

    assert database.revision_of(engine) == "0003"
    engine.dispose()


def test_a_database_from_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    create_app({"DATA_DIR": tmp_path}).extensions["open_tables"].store.engine.dispose()
    with sqlite3.connect(tmp_path / DATABASE) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = (tmp_path / DATABASE).read_bytes()

    with pytest.raises(CannotStart, match="newer version"):
        create_app({"DATA_DIR": tmp_path})

    assert (tmp_path / DATABASE).read_bytes() == before
    # SQLite keeps this file as long as anybody holds the database open.
    assert not (tmp_path / f"{DATABASE}-wal").exists()


# A new process, because the test is about imports.
@pytest.mark.processes
def test_a_start_on_a_current_database_does_not_load_the_migrations(
    empty_data: Path, tmp_path: Path
) -> None:
    shutil.copytree(empty_data, tmp_path / "current")
    script = (
        "import sys; from companion import create_app\n"
        "for folder in sys.argv[1:]:\n"
        "    create_app({'DATA_DIR': folder})\n"
        "    print('alembic' in sys.modules)"
    )
    folders = [str(tmp_path / "current"), str(tmp_path / "new")]

    loaded = subprocess.run(
        [sys.executable, "-c", script, *folders],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert loaded == "False\nTrue\n"


def test_four_first_starts_at_once_all_succeed(tmp_path: Path) -> None:
    starts = [start_in(tmp_path, "tables") for _ in range(4)]

    ended = [start.result() for start in starts]

    assert [one.returncode for one in ended] == [0] * 4, ended


def test_the_newest_migration_is_the_one_a_start_looks_for() -> None:
    scripts = ScriptDirectory(str(database.MIGRATIONS))

    assert scripts.get_heads() == [database.HEAD]


def test_a_database_of_an_older_version_is_brought_up_to_date_with_its_tables(
    make_app: MakeApp, company: Company
) -> None:
    engine = make_app().extensions["open_tables"].store.engine
    with engine.begin() as connection:
        for statement in (
            "DROP TABLE boxes",
            "DROP TABLE counts",
            "DROP TABLE results",
            "DROP TABLE deleted_tables",
            "DROP TABLE seat_events",
            "ALTER TABLE seats DROP COLUMN asking",
            "ALTER TABLE seats DROP COLUMN covered",
            "ALTER TABLE seats DROP COLUMN locked",
            "DROP TABLE forgotten",
            "ALTER TABLE tables DROP COLUMN followed_by",
            "ALTER TABLE tables DROP COLUMN checksum",
            "ALTER TABLE tables DROP COLUMN copy_marks",
            "ALTER TABLE tables DROP COLUMN title",
            "ALTER TABLE entries DROP COLUMN checksum",
            "ALTER TABLE tables DROP COLUMN copy_device",
            "DROP TABLE copies",
            "CREATE TABLE copies (id INTEGER PRIMARY KEY, game VARCHAR(40) NOT NULL,"
            " name VARCHAR(60) NOT NULL, facts JSON NOT NULL, updated_at FLOAT NOT NULL,"
            " CONSTRAINT copies_one_a_name UNIQUE (game, name))",
            "UPDATE alembic_version SET version_num = '0001'",
        ):
            connection.execute(text(statement))

    newer = make_app()

    assert database.revision_of(newer.extensions["open_tables"].store.engine) == database.HEAD
    with newer.app_context():
        table = open_tables().find(company.code)
    assert table.names == ("Anna", "Bruno", "Carla")
    assert [seat.device for seat in table.seats] == ["anna", "bruno", None]


def test_models_and_migrations_agree(make_app: MakeApp) -> None:
    with make_app().app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})

        assert compare_metadata(context, db.metadata) == []


def test_the_database_has_its_timeouts_durability_and_constraints(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    durable = [pragma for pragma in database.PRAGMAS if pragma != NOT_DURABLE]
    monkeypatch.setattr(database, "PRAGMAS", durable)
    with make_app().app_context(), db.engine.connect() as connection:
        settings = {
            name: connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        }

    # synchronous 2 is FULL.
    assert settings == {
        "journal_mode": "wal", "synchronous": 2, "busy_timeout": 5000, "foreign_keys": 1,
    }  # fmt: skip
