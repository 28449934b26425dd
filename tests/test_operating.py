"""Running a server: processes, proxies, metrics, the request log, old tables."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from companion.tables.codes import shown_code
from companion.tables.live.slots import EMPTY_TABLE, MOST_ENTRIES
from companion.web.live.streams import PROTOCOL
from tests.database_servers import HOST, Postgresql, spare_port
from tests.environments import Environment
from tests.forked import run_in, start_in
from tests.kept import EMPTIED, NAME
from tests.parties import made_ready
from tests.patience import PATIENCE, eventually
from tests.servers import GEVENT, GUNICORN, WAITRESS, WORKERS, Server, children, command_of, serving
from tests.sources import ROOT
from tests.test_cli import assert_one_sentence
from tests.web.pages import Page

pytestmark = pytest.mark.processes


@pytest.fixture
def address(postgresql: Postgresql) -> str:
    postgresql.ask(EMPTIED, NAME)
    return postgresql.url(NAME)


def test_plain_gunicorn_runs_several_processes(tmp_path: Path, address: str) -> None:
    port = spare_port()
    command = [sys.executable, "-m", "gunicorn", "-k", "gevent", "-w", "2", "-b", f"{HOST}:{port}"]
    command.append("companion:create_app()")
    settings = {**os.environ, "COMPANION_DATA": str(tmp_path), "DATABASE_URL": address}
    with (
        (tmp_path / "said").open("wb") as said,
        subprocess.Popen(command, cwd=ROOT, env=settings, stderr=said) as process,
    ):
        server = Server(tmp_path / "data", port=port)
        eventually(server.answers)
        assert server.get("/ready") == (200, "ok\n")
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


def test_several_workers_on_sqlite_are_refused_in_one_sentence(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", GUNICORN)
    server.start(wait=False)

    assert server.process is not None and server.process.wait(PATIENCE) == 1
    assert server.said().count("\n") == 1
    assert "DATABASE_URL=postgresql+psycopg://" in server.said()


def test_every_worker_can_play_a_plugins_game(tmp_path: Path, address: str) -> None:
    pytest.importorskip("hatchling", reason="hatchling builds the wheel (make test installs it)")
    environment, port = Environment.with_new_game(tmp_path / "new"), spare_port()
    # The checkout is not on the path, neither as the working directory nor through gunicorn.
    gunicorn = [environment.python, "-P", "-m", *command_of(GUNICORN, port)]
    command = [*gunicorn, "--chdir", str(tmp_path)]
    server = Server(tmp_path / "data", port=port, command=command, DATABASE_URL=address)
    try:
        server.start()
        eventually(lambda: len(children(server.pid)) == WORKERS)
        banker = Browser(server.url)
        banker.go("/new/harvest_market?players=2")
        banker.press("Show the QR code", name_0="Anna", name_1="Bruno")
        banker.go(banker.at.removesuffix("invite"))
        for asleep, step in zip(children(server.pid), STEPS, strict=True):
            os.kill(asleep, signal.SIGSTOP)
            banker.press(step)
            os.kill(asleep, signal.SIGCONT)

        for asleep in children(server.pid):
            os.kill(asleep, signal.SIGSTOP)
            drawn = banker.go(banker.at).text
            os.kill(asleep, signal.SIGCONT)
            assert "Anna buys a field for 5." in drawn and "Bruno works for 3." in drawn
    finally:
        server.kill()


STEPS = ("Buy a field for 5", "Work for 3")


class Browser:
    """A browser without JavaScript that sends real requests."""

    def __init__(self, url: str) -> None:
        self.url, self.at = url, "/"
        self.opener = build_opener(HTTPCookieProcessor())
        self.opener.addheaders.append(("Origin", url))

    def go(self, path: str, typed: dict[str, str] | None = None) -> Page:
        """Open a page, or send it a form, and follow redirects."""
        sent = None if typed is None else urlencode(typed).encode()
        with self.opener.open(self.url + path, sent, PATIENCE) as answer:
            self.at = answer.url.removeprefix(self.url)
            self.page = Page(answer.read().decode())
        return self.page

    def press(self, words: str, **typed: str) -> Page:
        """Press a button, with entered values."""
        form = self.page.form(words)
        pressed = form.button(words)
        fields = {**form.fields, **typed, pressed.name: pressed.value}
        return self.go(form.action or self.at, {name: fields[name] for name in fields if name})


def test_a_worker_that_dies_is_replaced_and_the_rest_goes_on(tmp_path: Path, address: str) -> None:
    with serving(tmp_path / "data", GUNICORN, DATABASE_URL=address) as server:
        eventually(lambda: len(children(server.pid)) == WORKERS)
        first = children(server.pid)[0]
        os.kill(first, signal.SIGKILL)

        eventually(lambda: len(set(children(server.pid)) - {first}) == WORKERS)
        assert server.get("/ready") == (200, "ok\n")


@pytest.mark.parametrize(
    ("options", "believed"),
    [((), HOST), (("--proxy", "192.0.2.1"), HOST), (("--proxy", HOST), "203.0.113.7")],
    ids=["no proxy", "another proxy", "this proxy"],
)
@pytest.mark.parametrize("kind", [GEVENT, pytest.param(WAITRESS, marks=pytest.mark.full)])
def test_only_the_trusted_proxy_may_name_the_client(
    tmp_path: Path, kind: str, options: tuple[str, ...], believed: str
) -> None:
    with serving(tmp_path / "data", kind, "--log-requests", *options) as server:
        forged = {"X-Forwarded-For": "198.51.100.9, 203.0.113.7", "X-Forwarded-Proto": "https"}
        assert server.get("/no/such/page", **forged)[0] == 404

    line = next(line for line in server.said().splitlines() if " 404 " in line)
    found = re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:]{8}Z (\S+) GET - 404 .*", line)
    assert found is not None and found[1] == believed


@pytest.mark.parametrize("kind", [GEVENT, pytest.param(WAITRESS, marks=pytest.mark.full)])
def test_metrics_of_one_process_have_their_own_port(tmp_path: Path, kind: str) -> None:
    figures = spare_port()
    (table,) = made_ready(tmp_path / "data", 1)
    options = ("--metrics", f"{HOST}:{figures}")
    with serving(tmp_path / "data", kind, *options) as server:
        server.get("/")
        server.get(f"/t/{table.code}/")

        told = Server(tmp_path, port=figures).get("/metrics")[1]

        assert server.get("/metrics")[0] == 404
    assert 'companion_request_seconds_count{method="GET",route="/",status="200"} 1.0' in told
    assert "companion_streams 0.0" in told
    assert f"companion_open_entries {float(EMPTY_TABLE)}" in told
    assert f"companion_open_entries_limit {float(MOST_ENTRIES)}" in told


def test_metrics_of_several_workers_are_added_up(tmp_path: Path, address: str) -> None:
    figures = spare_port()
    folder, where = tmp_path / "data", f"{HOST}:{figures}"
    with serving(folder, GUNICORN, DATABASE_URL=address, COMPANION_METRICS=where) as server:
        for _ in range(20):
            server.get("/no/such/page")

        told = Server(tmp_path, port=figures).get("/metrics")[1]

    counted = re.findall(r'seconds_count\{[^}]*status="404"\} (\S+)', told)
    assert sum(map(float, counted)) == 20


def test_metrics_on_an_unusable_port_are_one_sentence(tmp_path: Path) -> None:
    arguments = ("serve", "--server", "waitress", "--port", "0", "--metrics", "nowhere")

    assert_one_sentence(run_in(tmp_path, *arguments), "nowhere")


def test_old_tables_are_listed_then_deleted(tmp_path: Path) -> None:
    for more in (["--dry-run"], []):
        ended = run_in(tmp_path, "forget", "--older-than", "30", *more)

        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_delete_all_spares_tables_open_on_a_device(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    used, idle = (party.code for party in made_ready(folder, 2))
    with serving(folder) as server:
        phone = http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE)
        phone.request("GET", f"/t/{used}/stream?protocol={PROTOCOL}")
        assert phone.getresponse().read(1)

        command = [sys.executable, "-m", "companion", "forget", "--older-than", "0"]
        settings = {**os.environ, "COMPANION_DATA": str(folder)}
        nobody = subprocess.DEVNULL
        asked = subprocess.run(
            command, env=settings, stdin=nobody, capture_output=True, check=False
        )
        told = run_in(folder, "forget", "--older-than", "0", "--yes")

        assert asked.returncode == 1 and b"Delete 1 table?" in asked.stdout
        assert (told.returncode, told.stdout.strip()) == (0, shown_code(idle)), told
        assert server.get("/in-use")[0] == 404
        phone.close()
    left = run_in(folder, "forget", "--older-than", "0", "--dry-run")
    assert left.stdout.strip() == shown_code(used)


def test_concurrent_first_starts_on_a_new_database_all_succeed(
    tmp_path: Path, postgresql: Postgresql
) -> None:
    address = postgresql.made("brand_new")
    try:
        starts = [start_in(tmp_path, "tables", DATABASE_URL=address) for _ in range(3)]
        ended = [start.result() for start in starts]
        assert [one.returncode for one in ended] == [0, 0, 0], ended
    finally:
        postgresql.drop("brand_new")


def test_an_unreachable_database_is_one_sentence_without_password(tmp_path: Path) -> None:
    address = f"postgresql://anna:secret@{HOST}:{spare_port()}/family"

    ended = run_in(tmp_path, "tables", DATABASE_URL=address)

    assert_one_sentence(ended, f"at {HOST} cannot be used", "refused")
    assert "secret" not in ended.stderr


@pytest.mark.parametrize(
    "address",
    ["foo", "mysql://anna:secret@127.0.0.1/family", "postgresql://anna:sec@ret@127.0.0.1/family"],
    ids=["no address", "another kind", "a password that is not encoded"],
)
def test_an_invalid_database_url_is_refused_with_an_example(tmp_path: Path, address: str) -> None:
    ended = run_in(tmp_path, "tables", DATABASE_URL=address)

    assert_one_sentence(ended, "postgresql+psycopg://", "%40 for @")
    assert "sec" not in ended.stderr and "ret@" not in ended.stderr
