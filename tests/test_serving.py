"""The choice of the server and its port, and the output on the terminal."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask

from companion.paths import CannotStart
from companion.serving import servers
from companion.serving.servers import GEVENT, WAITRESS
from companion.serving.start import announcement, bound_socket, link_text, qr_text
from tests.database_servers import HOST
from tests.forked import run_in
from tests.games.big_shot.big_shot_player import FOLDER
from tests.servers import serving
from tests.sources import ROOT

WAITS_OR_LOCKS = {"flask", "logging", "sqlalchemy", "ssl", "werkzeug"}


def run_python(program: str) -> str:
    """Run a program in a new process; return its output."""
    command = [sys.executable, "-c", f"import sys\n{program}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.processes
def test_gevent_serves_if_installed_and_patches_first() -> None:
    found = run_python(
        "import companion.cli\n"
        "from companion.serving import servers\n"
        "before = set(sys.modules)\n"
        "print(servers.choose_server(None).name, *sorted(before))\n"
        "from gevent.monkey import is_module_patched\n"
        "assert is_module_patched('threading')"
    ).split()

    assert found[0] == "gevent"
    assert not WAITS_OR_LOCKS - {"logging"} & set(found)


@pytest.mark.parametrize("wanted", [None, "waitress"])
def test_waitress_serves_without_gevent_or_on_request(
    monkeypatch: pytest.MonkeyPatch, wanted: str | None
) -> None:
    if wanted is None:
        monkeypatch.setattr(servers, "find_spec", lambda name: None)

    assert servers.choose_server(wanted) == WAITRESS


def test_requesting_gevent_without_it_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "find_spec", lambda name: None)

    with pytest.raises(CannotStart, match="Omit --server"):
        servers.choose_server("gevent")


@pytest.mark.processes
def test_gevent_patches_nothing_for_other_commands(tmp_path: Path) -> None:
    found = run_python(
        f"import os; os.environ['COMPANION_DATA'] = {str(tmp_path)!r}\n"
        "from companion import cli\n"
        "cli.main(['tables'], standalone_mode=False)\n"
        "print('gevent' in sys.modules)"
    )

    assert found == "False\n"


def test_a_port_in_use_is_reported_with_a_free_one() -> None:
    with bound_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(CannotStart, match=rf"Port {port} is in use.*--port \d+") as refused:
            bound_socket("127.0.0.1", port)
        bound_socket("127.0.0.1", int(str(refused.value).split()[-1])).close()


@pytest.mark.parametrize("host", ["192.0.2.250", "fd12::99"])
def test_an_address_of_another_machine_is_refused(host: str) -> None:
    with pytest.raises(CannotStart, match=host):
        bound_socket(host, 0)


def test_the_start_message_says_what_to_open_and_how_to_stop() -> None:
    text = announcement(["http://192.168.1.23:8000", "http://10.0.0.7:8000"], 8000)

    first, code, others, last = text.split("\n\n")
    whose, stop = last.split("\n")
    assert first == "Open http://192.168.1.23:8000, or scan this code:"
    assert code == qr_text("http://192.168.1.23:8000")
    assert others == "Other addresses: http://10.0.0.7:8000"
    assert whose in " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert stop == "Press Ctrl-C to stop."


@pytest.mark.parametrize("language", ["it", "fr", "de", "es"])
def test_the_start_message_is_in_the_machines_language(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("LANGUAGE", language)

    text = announcement(["http://10.0.0.1"], 80)

    assert "http://10.0.0.1" in text and "Ctrl" in text
    assert "Open http" not in text and "Press Ctrl-C" not in text


def test_without_a_network_the_terminal_says_what_to_do_and_shows_no_code() -> None:
    text = announcement([], 8123)

    assert "join a Wi-Fi" in text
    assert "On this machine: http://127.0.0.1:8123\n" in text and "##" not in text


def test_the_printed_link_equals_the_qr_code(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    app.config["PUBLIC_URLS"] = ["https://games.example.org"]

    text = link_text(app, "/pass/abc")

    assert "https://games.example.org/pass/abc," in text
    assert qr_text("https://games.example.org/pass/abc") in text


def test_the_qr_code_in_the_terminal_has_the_right_width() -> None:
    rows = qr_text("http://192.168.1.23:8000").split("\n")

    assert len(rows) == 15, "25 modules and a border of 2 each side, two rows a line"


@pytest.mark.processes
def test_other_commands_find_the_running_server(tmp_path: Path) -> None:
    with serving(tmp_path / "data", GEVENT.name) as server:
        health = run_in(tmp_path / "data", "doctor").stdout
        imported = run_in(tmp_path / "data", "import", str(FOLDER / "four-italian.json")).stdout
        code = imported.split(": ")[1].partition(";")[0]
        link = run_in(tmp_path / "data", "banker", code).stdout

    assert f"Companion is running on port {server.port}." in health
    assert f":{server.port}/pass/" in imported and f":{server.port}/pass/" in link


@pytest.mark.processes
@pytest.mark.parametrize("kind", [GEVENT.name, WAITRESS.name])
def test_a_stopped_server_frees_its_port(tmp_path: Path, kind: str) -> None:
    with serving(tmp_path / "data", kind) as server:
        server.stop()

        bound_socket(HOST, server.port).close()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((HOST, server.port))
