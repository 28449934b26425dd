"""Event streams on the real server, over real sockets: no stream holds one of its threads."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.serving import THREADS
from tests.bench.sittings import BANKER, BigShotScript, Sat, Script, made_ready
from tests.patience import PATIENCE

PHONES = BANKER + 2
TABLES = 3 * THREADS // PHONES + 1
Event = dict[str, str]


@contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run the real server on a data folder; yield it and its port."""
    ours = {"DATABASE_URL"}
    with subprocess.Popen(
        [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"],
        env={
            **{k: v for k, v in os.environ.items() if k not in ours},
            "COMPANION_DATA": str(folder),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            line = next(line for line in process.stdout if line.startswith("Companion is at"))
            yield process, int(line.rpartition(":")[2])
        finally:
            process.kill()


class Ear:
    """A phone's open stream, read event by event."""

    def __init__(self, port: int, request: bytes) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.file = self.socket.makefile("rb")
        self.socket.sendall(request)
        self.head = b"".join(iter(self.file.readline, b"\r\n")).decode()

    def next(self) -> Event | None:
        """Return the next event but beats, None at the end."""
        while True:
            if not self.file.peek(1):
                return None
            lines = list(iter(self._line, b"\n"))
            event = dict(line.decode().rstrip("\n").split(": ", 1) for line in lines)
            if event["event"] != "beat":
                return event

    def _line(self) -> bytes:
        line = self.file.readline()
        assert line.endswith(b"\n"), "an event is never cut"
        return line

    def close(self) -> None:
        self.file.close()
        self.socket.close()

    def until(self, sequence: int) -> list[int]:
        """Return the sequences of all events up to and with that one."""
        seen: list[int] = []
        while sequence not in seen:
            event = self.next()
            assert event is not None
            assert event["data"].startswith('<main id="now"') and event["data"].endswith("</main>")
            seen.append(int(event["id"]))
        return seen

    def until_dots(self, here: int) -> None:
        """Read on until so many phones are shown to be there."""
        while (event := self.next()) is None or event["data"].count("dot here") != here:
            assert event is not None


def ask(port: int, request: bytes) -> bytes:
    """Return the answer to a request."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as asking:
        asking.sendall(request.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
        return b"".join(iter(lambda: asking.recv(65536), b""))


def tap_on(port: int, sat: Sat, script: Script, sequence: int) -> int:
    """Take a game's next step; return the log's sequence after it."""
    step = script.next(sequence)
    request = sat.phones[step.place].tap(sat.code, sequence, json.dumps(step.action))
    answer = ask(port, request)
    assert answer.startswith(b"HTTP/1.1 200"), answer
    return sequence + 1


def test_three_times_as_many_streams_as_threads_and_pages_are_answered_and_taps_pushed(
    tmp_path: Path,
) -> None:
    sittings = made_ready(tmp_path, TABLES, PHONES)
    with serving(tmp_path) as (_, port), ExitStack() as open_:
        ears = [
            [open_.enter_context(closing(Ear(port, sat.stream(n)))) for n in range(PHONES)]
            for sat in sittings
        ]

        page = ask(port, sittings[0].phones[0].get(f"/t/{sittings[0].code}/"))
        for sat in sittings:
            tap_on(port, sat, BigShotScript(), 0)

        assert b'<main id="now"' in page
        for at_table in ears:
            for ear in at_table:
                assert ear.until(1)[-1] == 1


def test_a_detached_stream_has_the_head_of_any_answer_and_no_chunks(tmp_path: Path) -> None:
    (sat,) = made_ready(tmp_path, 1, PHONES)
    with serving(tmp_path) as (_, port), closing(Ear(port, sat.stream(0))) as ear:
        status, *lines = ear.head.splitlines()
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}

        assert status == "HTTP/1.1 200 OK"
        assert headers["content-type"].startswith("text/event-stream")
        assert headers["connection"] == "close" and headers["cache-control"] == "no-store"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert not {"transfer-encoding", "content-length"} & set(headers) and "date" in headers
        first = ear.next()
        assert first is not None and first["event"] == "now"


def test_a_phone_that_closes_is_let_go_of_and_its_dot_vanishes(tmp_path: Path) -> None:
    (sat,) = made_ready(tmp_path, 1, PHONES)
    with serving(tmp_path) as (_, port), closing(Ear(port, sat.stream(0))) as stays:
        with closing(Ear(port, sat.stream(1))):
            stays.until_dots(2)
        stays.until_dots(1)


def test_a_phone_that_reads_nothing_holds_up_nobody(tmp_path: Path) -> None:
    (sat,) = made_ready(tmp_path, 1, PHONES)
    with serving(tmp_path) as (_, port), ExitStack() as open_:
        deaf = open_.enter_context(socket.socket())
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", port))
        deaf.sendall(sat.stream(0))
        ear = open_.enter_context(closing(Ear(port, sat.stream(1))))
        ear.until_dots(2)

        script, sequence = BigShotScript(), 0
        for _ in range(100):
            sequence = tap_on(port, sat, script, sequence)
            ear.until(sequence)


def test_a_phone_that_read_nothing_for_300_taps_gets_few_screens_and_the_newest_last(
    tmp_path: Path,
) -> None:
    (sat,) = made_ready(tmp_path, 1, PHONES)
    with serving(tmp_path) as (_, port), ExitStack() as open_:
        slow = open_.enter_context(socket.socket())
        # What its own system takes is a phone's affair; few have so little.
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.settimeout(PATIENCE)
        slow.connect(("127.0.0.1", port))
        slow.sendall(sat.stream(0))
        script, sequence = BigShotScript(), 0
        while sequence < 300:
            sequence = tap_on(port, sat, script, sequence)

        sent = b""
        while not (b"id: 300\n" in sent and sent.endswith(b"\n\n")) and (part := slow.recv(65536)):
            sent += part

        assert len(sent) < 60_000 and sent.count(b"event: now") < 20
        if b"id: 300\n" not in sent:
            # On a slow machine it was let go of meanwhile, and asks anew.
            again = open_.enter_context(closing(Ear(port, sat.stream(0))))
            assert again.until(300) == [300]


def test_a_burst_of_taps_comes_in_order_and_whole_and_to_its_end(tmp_path: Path) -> None:
    (sat,) = made_ready(tmp_path, 1, PHONES)
    with serving(tmp_path) as (_, port), ExitStack() as open_:
        ears = [open_.enter_context(closing(Ear(port, sat.stream(n)))) for n in range(PHONES)]

        script, sequence = BigShotScript(), 0
        while sequence < 60:
            sequence = tap_on(port, sat, script, sequence)

        for ear in ears:
            seen = ear.until(sequence)
            assert seen == sorted(seen)


def test_a_storm_of_reconnecting_phones_leaves_one_stream_a_tab(tmp_path: Path) -> None:
    (sat,) = made_ready(tmp_path, 1, PHONES)
    with serving(tmp_path) as (process, port), ExitStack() as open_:
        for round_ in range(40):
            for place in range(PHONES):
                coming = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                coming.sendall(sat.stream(place))
                # Half of them hang up, the others are left lying as phones leave them.
                coming.close() if round_ % 2 else open_.enter_context(coming)

        # Under a tab of their own: requests of the storm may still be waiting for a thread.
        lasting = [sat.stream(place).replace(b"tab=", b"tab=lasting-") for place in (0, 1, 1)]
        ear, older, newer = (open_.enter_context(closing(Ear(port, asked))) for asked in lasting)
        while older.next() is not None:
            pass
        tap_on(port, sat, BigShotScript(), 0)

        assert ear.until(1)[-1] == newer.until(1)[-1] == 1
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=PATIENCE)[1] == "", "nothing went wrong on the way"


def test_a_seat_handed_over_is_told_and_its_stream_ends(tmp_path: Path) -> None:
    (sat,) = made_ready(tmp_path, 1, PHONES)
    banker = sat.phones[BANKER]
    body = urlencode({"csrf_token": banker.csrf, "free": "1"})
    head = "Content-Type: application/x-www-form-urlencoded\r\n"
    with serving(tmp_path) as (_, port), closing(Ear(port, sat.stream(0))) as ear:
        ear.until_dots(1)

        ask(port, banker._request("POST", f"/t/{sat.code}/seats/0", head, body))

        assert ear.next() == {"event": "role", "data": "."}
        assert ear.next() is None


def test_asking_for_the_head_alone_holds_no_stream(tmp_path: Path) -> None:
    (sat,) = made_ready(tmp_path, 1, PHONES)
    with serving(tmp_path) as (_, port), closing(Ear(port, sat.stream(0))) as ear:
        answer = ask(port, sat.stream(1).replace(b"GET", b"HEAD", 1))
        # Whoever was there for the moment is gone again.
        ear.until_dots(1)

        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200") and re.fullmatch(rb"(0\r\n\r\n)?", body)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_server_stops_with_detached_streams_open(tmp_path: Path, stop: signal.Signals) -> None:
    sittings = made_ready(tmp_path, TABLES, PHONES)
    with serving(tmp_path) as (process, port), ExitStack() as open_:
        ears = [
            open_.enter_context(closing(Ear(port, sat.stream(n))))
            for sat in sittings
            for n in range(PHONES)
        ]

        process.send_signal(stop)

        assert process.communicate(timeout=PATIENCE)[1] == ""
        assert process.returncode == 0
        for ear in ears:
            while ear.next() is not None:
                pass
