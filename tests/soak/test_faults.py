"""Faults of a real evening: full disks, damaged files, wrong clocks, sleep, lost networks."""

from __future__ import annotations

import random
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from companion import create_app
from companion.web.live.streams import PROTOCOL
from tests.database_servers import HOST
from tests.forked import run_in
from tests.parties import (
    OWN_PAGE,
    Party,
    Script,
    Tap,
    cookie_signer,
    opened,
    sat_down,
    some_of_each,
)
from tests.patience import PATIENCE
from tests.servers import GEVENT, WAITRESS, Server, Site, as_nobody_special, serving
from tests.soak.logs import DATABASE, assert_matches_replies, assert_sound, rows_of
from tests.soak.wire import Reply, Wire
from tests.sources import ROOT

pytestmark = pytest.mark.processes

ROOM = 400_000
"""Bytes: enough for a new database, too few for a long game."""


def with_files_of(most: int) -> Callable[[], None]:
    """Return a function that limits the size of the files of its process, as a quota does.

    most: bytes.
    """

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return limit


@contextmanager
def small_disk(place: Path, size: int) -> Iterator[Path | None]:
    """Provide a folder on a small file system, or None if this user may not mount one.

    size: bytes.
    """
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
    try:
        is_mounted = subprocess.run(mount, capture_output=True).returncode == 0
    except OSError:
        is_mounted = False
    try:
        yield place if is_mounted else None
    finally:
        if is_mounted:
            subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.fixture
def party(tmp_path: Path) -> Party:
    """A table in an empty data folder, with a device at each seat."""
    return _party(Site(GEVENT, tmp_path))


def _party(site: Site) -> Party:
    with site.opened() as app:
        return sat_down(app, some_of_each(1, random.Random(4))[0])


class Evening:
    """A party that plays at a server and remembers the answers."""

    def __init__(self, party: Party, server: Server) -> None:
        self.party = party
        self.server = server
        self.script = Script(party)
        self.replies: list[tuple[Tap, Reply | None]] = []

    def take(self, tap: Tap) -> Reply:
        """Send a tap; if it was accepted, go on in the script."""
        wire = Wire(self.server.port)
        answer = wire.tap(tap)
        wire.close()
        assert answer is not None
        if answer.status < 500:
            self.replies.append((tap, answer))
        else:
            self.replies.append((tap, None))
        if answer.sequence is not None:
            self.script.taken(answer.sequence)
        return answer

    def play(self, taps: int) -> None:
        for _ in range(taps):
            assert self.take(self.script.next()).sequence is not None

    def assert_nothing_lost(self) -> None:
        database = self.server.database
        if not database:
            assert_sound(self.server.folder)
        with opened(self.server.folder, SQLALCHEMY_DATABASE_URI=database) as app:
            assert_matches_replies(rows_of(app)[self.party.code], self.replies)


def forked_start(folder: Path) -> CompletedProcess[str]:
    return run_in(folder, "serve", "--server", "waitress", "--port", "0")


def start_without_rights(folder: Path) -> CompletedProcess[str]:
    """Start the app without root's rights; a fork could not give them up."""
    return subprocess.run(
        [sys.executable, "-m", "companion", "serve", "--port", "0"],
        cwd=ROOT,
        env={"COMPANION_DATA": str(folder), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        preexec_fn=as_nobody_special,
        timeout=PATIENCE,
    )


def assert_start_fails(
    folder: Path, *words: str, start: Callable[[Path], CompletedProcess[str]] = forked_start
) -> None:
    """Assert that a start on a folder fails with one sentence and does not change the database.

    words: parts of the sentence.
    """
    file = folder / DATABASE
    before = file.read_bytes()
    ended = start(folder)
    assert ended.returncode == 1 and ended.stderr.count("\n") == 1, ended.stderr
    for word in (DATABASE, *words):
        assert word in ended.stderr
    assert file.read_bytes() == before


def play_until_full(evening: Evening) -> Reply:
    """Play until the disk is full; return the first refusal."""
    for _ in range(5000):
        answer = evening.take(evening.script.next())
        if answer.sequence is None:
            return answer
    raise AssertionError("the disk was never full")


def assert_full_is_survived(evening: Evening, make_room: Callable[[], None]) -> None:
    """Assert that a full disk refuses taps with a sentence, shows pages, and play resumes later."""
    answer = play_until_full(evening)
    assert answer.status == 507 and "Free some space" in answer.sentence
    cookie = f"session={evening.party.banker.cookie}"
    shown = evening.server.get(f"/t/{evening.party.code}/history", Cookie=cookie)
    assert shown[0] == 200 and evening.party.code in shown[1]
    evening.assert_nothing_lost()
    make_room()
    evening.play(20)
    evening.assert_nothing_lost()
    assert "Traceback" not in evening.server.said()


@pytest.mark.full
def test_a_full_disk_is_reported_and_loses_no_move(tmp_path: Path) -> None:
    with small_disk(tmp_path / "small", 3_000_000) as disk:
        if disk is None:
            pytest.skip("only root may make a small disk; the quota below is tested anyway")
        party = _party(Site(GEVENT, disk))
        stuffing = disk / "stuffing"
        stuffing.write_bytes(b"x" * (shutil.disk_usage(disk).free - 600_000))
        with serving(disk) as server:
            assert_full_is_survived(Evening(party, server), stuffing.unlink)


@pytest.mark.full
def test_a_disk_quota_is_reported_and_loses_no_move(tmp_path: Path, party: Party) -> None:
    def start_without_quota() -> None:
        server.kill()
        server.start()

    with serving(tmp_path, limits=with_files_of(ROOM)) as server:
        assert_full_is_survived(Evening(party, server), start_without_quota)


@pytest.mark.parametrize("kind", [GEVENT, pytest.param(WAITRESS, marks=pytest.mark.full)])
def test_a_locked_file_is_reported_until_it_is_released(
    tmp_path: Path, party: Party, kind: str
) -> None:
    with serving(tmp_path, kind) as server:
        evening = Evening(party, server)
        evening.play(3)
        with closing(sqlite3.connect(tmp_path / DATABASE)) as other:
            other.execute("BEGIN IMMEDIATE")
            tap = evening.script.next()
            answer = evening.take(tap)
            assert answer.status == 503 and "Close that program" in answer.sentence
            other.rollback()

        assert evening.take(tap).sequence == 4, "the same tap, sent again"
        evening.play(5)
        evening.assert_nothing_lost()


@pytest.mark.full
def test_a_read_only_file_is_reported_at_the_start(tmp_path: Path, party: Party) -> None:
    (tmp_path / DATABASE).chmod(0o444)

    assert_start_fails(tmp_path, "not allowed to write", start=start_without_rights)

    (tmp_path / DATABASE).chmod(0o644)
    with serving(tmp_path) as server:
        Evening(party, server).play(3)


def test_a_file_that_becomes_read_only_is_reported_on_the_next_move(
    tmp_path: Path, party: Party
) -> None:
    app = create_app({"DATA_DIR": tmp_path})
    store = app.extensions["open_tables"].store
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
        connection.commit()
    client = app.test_client()
    client.set_cookie("session", party.banker.cookie)

    seat = f"/t/{party.code}/sit"
    answer = client.post(seat, data={"seat": "0", "leave": "1"}, headers=OWN_PAGE)
    phone = party.phones[0]
    client.set_cookie("session", phone.cookie)
    refused = client.post(seat, data={"leave": "1"}, headers=OWN_PAGE)
    store.engine.dispose()

    assert answer.status_code == 303, "nothing to write: the banker sits nowhere"
    assert refused.status_code == 503 and "not allowed to write" in refused.text


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a server that has stopped after some play, with a backup."""
    folder = tmp_path_factory.mktemp("stopped") / "data"
    party = _party(Site(GEVENT, folder))
    with serving(folder) as server:
        Evening(party, server).play(10)
        server.stop()
    return folder


@pytest.mark.parametrize("harm", ["garbage", "header", "middle", "cut", "emptied"])
def test_a_damaged_file_is_reported_with_a_remedy_and_never_overwritten(
    tmp_path: Path, stopped: Path, harm: str
) -> None:
    shutil.copytree(stopped, tmp_path, dirs_exist_ok=True)
    backups = sorted((tmp_path / "backups").glob("*.sqlite"))
    assert backups
    file = tmp_path / DATABASE
    whole = file.read_bytes()
    file.write_bytes(
        {
            "garbage": random.Random(1).randbytes(len(whole)),
            "header": b"not a database!!" + whole[16:],
            "middle": whole[:4096] + random.Random(1).randbytes(8 * 4096) + whole[9 * 4096 :],
            "cut": whole[: len(whole) // 2],
            "emptied": b"",
        }[harm]
    )

    assert_start_fails(tmp_path, "damaged", "companion restore", str(backups[-1]))
    assert sorted((tmp_path / "backups").glob("*.sqlite")) == backups


def test_a_phone_keeps_its_seat_if_the_clock_is_set_back(tmp_path: Path, party: Party) -> None:
    app = create_app({"DATA_DIR": tmp_path})
    ahead = cookie_signer(app, days=1)
    session = cookie_signer(app).loads(party.phones[0].cookie)
    client = app.test_client()
    client.set_cookie("session", ahead.dumps(session))

    page = client.get(f"/j/{party.code}")
    app.extensions["open_tables"].store.engine.dispose()

    assert page.status_code == 303, "still known as a player, so sent on to the table"


@pytest.mark.full
def test_a_laptop_that_slept_with_open_streams_continues(site: Site) -> None:
    party = _party(site)
    with site.serving() as server:
        evening = Evening(party, server)
        evening.play(3)
        with socket.create_connection((HOST, server.port), PATIENCE) as stream:
            path = f"/t/{party.code}/stream?protocol={PROTOCOL}&tab=t&plain"
            stream.sendall(party.onlooker.get(path))
            file = stream.makefile("rb")
            assert any(line.startswith(b"id: 3") for line in file)
            server.send(signal.SIGSTOP)
            # Taps that the sleeping laptop receives when it wakes, from phones that have given up.
            tap = evening.script.next()
            for _ in range(3):
                Wire(server.port).hang_up(tap, half=False)
            evening.replies.append((tap, None))
            server.send(signal.SIGCONT)

            assert evening.take(tap).sequence == 4
            assert any(line.startswith(b"id: 4") for line in file), "the old stream is current"
        evening.play(5)
        evening.assert_nothing_lost()


@pytest.mark.full
@pytest.mark.parametrize("half", [True, False])
def test_a_post_cut_by_the_network_is_sent_again_and_counts_once(site: Site, half: bool) -> None:
    party = _party(site)
    with site.serving() as server:
        evening = Evening(party, server)
        for number in range(1, 11):
            tap = evening.script.next()
            for _ in range(3):
                Wire(server.port).hang_up(tap, half=half)
            evening.replies.append((tap, None))
            assert evening.take(tap).sequence == number
        evening.assert_nothing_lost()
        assert server.said() == ""


def test_nothing_is_restored_under_a_running_server(tmp_path: Path, party: Party) -> None:
    with serving(tmp_path) as server:
        evening = Evening(party, server)
        evening.play(3)
        for command in ("backup", "restore"):
            done = run_in(tmp_path, command, str(tmp_path / "b.sqlite"))
            assert done.returncode == (0 if command == "backup" else 1), done.stderr
        assert done.stderr == "Companion is running; stop it first, then restore.\n"
        evening.play(3)
        evening.assert_nothing_lost()
