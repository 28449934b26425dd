"""The errors of the command line: one sentence each, with a remedy."""

from __future__ import annotations

import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.forked import run_in
from tests.test_cli import BEGUN, assert_one_sentence, record_file, run


@pytest.mark.processes
def test_a_port_in_use_is_one_sentence_with_a_remedy(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])

        server = ("--server", "waitress")
        result = run_in(tmp_path, "--host", "127.0.0.1", "--port", port, *server)

    assert_one_sentence(result, f"Port {port} is in use", "--port")


SPOKEN = [
    ("fr_FR.UTF-8", "est déjà utilisé"),
    ("it_IT.UTF-8", "è già in uso"),
    ("C.UTF-8", "is in use"),
    ("de_DE.UTF-8", "ist belegt"),
    ("es_ES.UTF-8", "está en uso"),
    ("pt_PT.UTF-8", "is in use"),
]


@pytest.mark.parametrize(("locale", "words"), SPOKEN)
@pytest.mark.parametrize("asked", ["LANGUAGE", "LC_ALL", "LANG"])
def test_a_failed_start_is_explained_in_the_machines_language(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, asked: str, locale: str, words: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    # Python sets these variables itself if the requested locale is not installed.
    monkeypatch.setenv("LC_CTYPE", "C.UTF-8")
    monkeypatch.setenv(asked, locale)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])

        result = run("--host", "127.0.0.1", "--port", port, "--server", "waitress")

    assert result.exit_code == 1
    assert words in result.stderr and "--port" in result.stderr


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("it", "in regola, big_shot, non ancora finita"),
        ("fr", "en règle, big_shot, pas encore finie"),
    ],
)
def test_verify_translates_text_for_people_but_not_json(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str, words: str
) -> None:
    file = record_file(tmp_path, "begun.json", *BEGUN)
    in_english = run("verify", "--json", file).stdout
    monkeypatch.setenv("LANGUAGE", language)

    assert run("verify", file).stdout == f"{file}: {words}\n"
    assert run("verify", "--json", file).stdout == in_english


@pytest.mark.processes
def test_an_invalid_public_url_is_one_sentence(tmp_path: Path) -> None:
    arguments = ("--server", "waitress", "--port", "0", "--public-url", "home")

    assert_one_sentence(run_in(tmp_path, *arguments), "home", "https://")


@pytest.mark.processes
def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()

    assert_one_sentence(run_in(in_the_way / "data", "tables"), str(in_the_way))


@pytest.mark.processes
def test_a_database_of_a_newer_version_is_one_sentence(tmp_path: Path) -> None:
    run_in(tmp_path, "tables")
    (database,) = tmp_path.glob("*.sqlite")
    connection = sqlite3.connect(database)
    connection.execute("UPDATE alembic_version SET version_num = 'from the future'")
    connection.commit()
    connection.close()

    assert_one_sentence(run_in(tmp_path, "tables"), "newer version")


@pytest.mark.processes
def test_an_empty_list_of_tables_names_the_database(tmp_path: Path) -> None:
    result = run_in(tmp_path, "tables")

    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == f"There are no tables yet in {tmp_path}\n"


@pytest.mark.processes
def test_a_database_that_is_damaged_inside_is_one_sentence_with_a_remedy(tmp_path: Path) -> None:
    record = record_file(tmp_path, "begun.json", *BEGUN)
    run_in(tmp_path, "import", str(record))
    (database,) = tmp_path.glob("*.sqlite")
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = database.read_bytes()
    page = 4096
    database.write_bytes(whole[:page] + b"\xff" * (len(whole) - page))

    assert_one_sentence(run_in(tmp_path, "tables"), "is damaged", "companion restore FILE")


@pytest.mark.processes
@pytest.mark.parametrize("proxy", ["proxy.example", "127.0.0.1:80", ""])
def test_an_impossible_proxy_address_is_one_sentence(tmp_path: Path, proxy: str) -> None:
    assert_one_sentence(run_in(tmp_path, "serve", "--proxy", proxy), "--proxy", "127.0.0.1")
