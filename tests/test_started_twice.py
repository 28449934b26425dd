"""A second start prints the address of the running app, or refuses to share its database file."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.paths import CannotStart
from companion.serving.database_lock import AlreadyServed, served_alone
from companion.serving.start import PORTS_TRIED, claimed_port
from tests.database_servers import HOST
from tests.forked import run_in
from tests.patience import PATIENCE
from tests.servers import GEVENT, GUNICORN, Server
from tests.test_cli import assert_one_sentence

pytestmark = pytest.mark.processes
SERVE = ("serve", "--server", "waitress", "--host", HOST, "--port")
ONE_WORKER = {GEVENT: (), GUNICORN: ("-w", "1")}


def test_a_second_start_says_where_the_app_runs_and_succeeds(tmp_path: Path) -> None:
    with ExitStack() as stack:
        first = Server(tmp_path)
        stack.callback(first.kill)
        first.start()

        again = run_in(tmp_path, *SERVE, str(first.port))

    assert (again.returncode, again.stderr) == (0, "")
    assert "Companion is already running." in again.stdout
    assert f":{first.port}" in again.stdout


@pytest.mark.parametrize("kind", ONE_WORKER)
def test_a_second_server_on_the_same_file_refuses_until_the_first_is_killed(
    tmp_path: Path, kind: str
) -> None:
    first, second = Server(tmp_path, kind, *ONE_WORKER[kind]), Server(tmp_path)
    with ExitStack() as stack:
        stack.callback(second.kill)
        stack.callback(first.kill)
        first.start()

        refused = run_in(tmp_path, *SERVE, str(second.port))
        first.kill()
        second.start()

    assert_one_sentence(refused, "already running", "DATABASE_URL")


def test_the_default_port_in_use_gives_way_to_the_next_free_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        with claimed_port(HOST, port, is_default=True) as listening:
            found = listening.getsockname()[1]
        with (
            pytest.raises(CannotStart, match=f"Port {port} is in use"),
            claimed_port(HOST, port, False),
        ):
            pass

    assert port < found < port + PORTS_TRIED


def test_the_lock_is_free_again_after_a_kill(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path\n"
        "from companion.serving.database_lock import served_alone\n"
        "with served_alone(Path(sys.argv[1])) as note: note(8123); print('held', flush=True); "
        "time.sleep(600)"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE
    )
    assert holder.stdout is not None and holder.stdout.readline() == b"held\n"
    with pytest.raises(AlreadyServed) as refused, served_alone(tmp_path):
        pass
    holder.send_signal(signal.SIGKILL)
    holder.wait(PATIENCE)
    holder.stdout.close()

    with served_alone(tmp_path):
        assert refused.value.port == 8123
