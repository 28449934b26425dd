"""The companion as a server is run: workers, a proxy in front, figures, a log, old tables."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.tables.live.slots import EMPTY_TABLE, MOST_ENTRIES
from tests.bench.sittings import made_ready
from tests.database_servers import HOST, Postgresql, spare_port
from tests.kept import EMPTIED, NAME
from tests.patience import PATIENCE, eventually
from tests.sources import ROOT

COMMAND = [sys.executable, "-m", "companion"]
HASTY = """
from companion import cli, workers
workers.SOON_SECONDS = 0.0
cli.main()
"""
"""The same command, for a worker that ends in a test could not start, it would be thought."""


@contextmanager
def served(
    folder: Path,
    *options: str,
    port: int | None = None,
    command: Sequence[str] = COMMAND,
    **environment: str,
) -> Iterator[tuple[int, Path, int]]:
    """Run the companion; give its port, the file with what it says on stderr, its process."""
    port, complaints = port or spare_port(), folder.with_suffix(".err")
    command = [*command, "serve", "--host", HOST, "--port", str(port), *options]
    settings = {**os.environ, "COMPANION_DATA": str(folder), **environment}
    with (
        complaints.open("w") as file,
        subprocess.Popen(
            command, cwd=ROOT, env=settings, stdout=subprocess.DEVNULL, stderr=file
        ) as process,
    ):
        try:
            awaited(port, "/health")
            yield port, complaints, process.pid
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


def asked(port: int, path: str, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body


def awaited(port: int, path: str) -> None:
    """Return once a path is answered well."""

    def is_answered() -> bool:
        try:
            return asked(port, path)[0] == 200
        except OSError:
            return False

    eventually(is_answered)


def children(parent: int) -> list[int]:
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(pid) for pid in found if "spawn_main" in commanded(int(pid))]


def commanded(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()


@pytest.fixture
def address(postgresql: Postgresql) -> str:
    postgresql.ask(EMPTIED, NAME)
    return postgresql.url(NAME)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes as Linux does")
def test_a_worker_that_dies_is_replaced_and_the_rest_goes_on(tmp_path: Path, address: str) -> None:
    hasty = [sys.executable, "-c", HASTY]
    running = served(tmp_path / "data", "--workers", "2", command=hasty, DATABASE_URL=address)
    with running as (port, said, pid):
        eventually(lambda: len(children(pid)) == 2)
        first, _ = children(pid)
        os.kill(first, signal.SIGKILL)

        eventually(lambda: len(set(children(pid)) - {first}) == 2)
        awaited(port, "/ready")

    assert "another takes its place" in said.read_text()


def test_several_workers_on_a_file_are_refused_in_one_sentence(tmp_path: Path) -> None:
    command = [*COMMAND, "serve", "--port", "0", "--workers", "2"]
    settings = {**os.environ, "COMPANION_DATA": str(tmp_path)}

    ended = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True)

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.count("\n") == 1
    assert "DATABASE_URL=postgresql+psycopg://" in ended.stderr


@pytest.mark.parametrize(
    ("options", "believed"),
    [((), HOST), (("--proxy", "192.0.2.1"), HOST), (("--proxy", HOST), "203.0.113.7")],
    ids=["no proxy", "another proxy", "this proxy"],
)
def test_who_asks_is_believed_of_the_named_proxy_alone(
    tmp_path: Path, options: tuple[str, ...], believed: str
) -> None:
    with served(tmp_path / "data", "--log-requests", *options) as (port, said, _):
        forged = {"X-Forwarded-For": "198.51.100.9, 203.0.113.7", "X-Forwarded-Proto": "https"}
        assert asked(port, "/no/such/page", **forged)[0] == 404

    line = next(line for line in said.read_text().splitlines() if " 404 " in line)
    found = re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:]{8}Z (\S+) GET - 404 .*", line)
    assert found is not None and found[1] == believed


def test_figures_of_one_process_are_told_on_a_port_of_their_own(tmp_path: Path) -> None:
    figures = spare_port()
    (table,) = made_ready(tmp_path / "data", 1)
    with served(tmp_path / "data", "--metrics", f"{HOST}:{figures}") as (port, _, _):
        asked(port, "/")
        asked(port, f"/t/{table.code}/")

        told = asked(figures, "/metrics")[1]

        assert asked(port, "/metrics")[0] == 404
    assert 'companion_request_seconds_count{method="GET",route="/",status="200"} 1.0' in told
    assert "companion_streams 0.0" in told
    assert f"companion_open_entries {float(EMPTY_TABLE)}" in told
    assert f"companion_open_entries_limit {float(MOST_ENTRIES)}" in told


def test_figures_of_several_workers_are_added_up(tmp_path: Path, address: str) -> None:
    figures = spare_port()
    options = ("--workers", "2", "--metrics", f"{HOST}:{figures}")
    with served(tmp_path / "data", *options, DATABASE_URL=address) as (port, _, _):
        for _ in range(20):
            asked(port, "/no/such/page")

        told = asked(figures, "/metrics")[1]

    counted = re.findall(r'seconds_count\{[^}]*status="404"\} (\S+)', told)
    assert sum(map(float, counted)) == 20


def test_figures_where_they_cannot_be_told_are_one_sentence(tmp_path: Path) -> None:
    command = [*COMMAND, "serve", "--port", "0", "--metrics", "nowhere"]
    settings = {**os.environ, "COMPANION_DATA": str(tmp_path)}

    ended = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True)

    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert "nowhere" in ended.stderr


def test_old_tables_are_listed_then_deleted(tmp_path: Path) -> None:
    settings = {**os.environ, "COMPANION_DATA": str(tmp_path)}

    for more in (["--dry-run"], []):
        command = [*COMMAND, "forget", "--older-than", "30", *more]
        ended = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_first_starts_at_once_on_a_new_database_all_succeed(
    tmp_path: Path, postgresql: Postgresql
) -> None:
    postgresql.made("brand_new")
    script = f"from companion import create_app; create_app({{'DATA_DIR': {str(tmp_path)!r}}})"
    settings = {**os.environ, "DATABASE_URL": postgresql.url("brand_new")}
    try:
        starts = [
            subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, env=settings)
            for _ in range(3)
        ]
        assert [start.wait(PATIENCE) for start in starts] == [0, 0, 0]
    finally:
        postgresql.drop("brand_new")


def test_a_database_server_out_of_reach_is_one_sentence_without_its_password(
    tmp_path: Path,
) -> None:
    address = f"postgresql://anna:secret@{HOST}:{spare_port()}/family"
    settings = {**os.environ, "COMPANION_DATA": str(tmp_path), "DATABASE_URL": address}

    ended = subprocess.run(
        [*COMMAND, "tables"], cwd=ROOT, env=settings, capture_output=True, text=True
    )

    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert f"at {HOST} cannot be used" in ended.stderr and "refused" in ended.stderr
    assert "secret" not in ended.stderr


@pytest.mark.parametrize(
    "address",
    ["foo", "mysql://anna:secret@127.0.0.1/family", "postgresql://anna:sec@ret@127.0.0.1/family"],
    ids=["no address", "another kind", "a password that is not encoded"],
)
def test_an_address_of_a_database_that_is_none_is_told_how_to_write_it(
    tmp_path: Path, address: str
) -> None:
    settings = {**os.environ, "COMPANION_DATA": str(tmp_path), "DATABASE_URL": address}

    ended = subprocess.run(
        [*COMMAND, "tables"], cwd=ROOT, env=settings, capture_output=True, text=True
    )

    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert "postgresql+psycopg://" in ended.stderr and "%40 for @" in ended.stderr
    assert "sec" not in ended.stderr and "ret@" not in ended.stderr


def test_a_second_companion_on_the_same_file_says_what_it_cannot_do(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with served(folder) as (_, said, _):
        said_by_first = said.read_text()
        with served(folder) as (_, said, _):
            said_by_second = said.read_text()

    assert said_by_first == ""
    assert "set DATABASE_URL" in said_by_second


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes as Linux does")
def test_workers_end_with_the_process_that_started_them(tmp_path: Path, address: str) -> None:
    command = [*COMMAND, "serve", "--host", HOST, "--port", str(spare_port()), "--workers", "2"]
    settings = {**os.environ, "COMPANION_DATA": str(tmp_path), "DATABASE_URL": address}
    with subprocess.Popen(command, cwd=ROOT, env=settings, stdout=subprocess.DEVNULL) as process:
        port = int(command[command.index("--port") + 1])
        eventually(lambda: len(children(process.pid)) == 2)
        awaited(port, "/ready")
        workers = children(process.pid)
        process.kill()

    eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))
    assert len(workers) == 2
