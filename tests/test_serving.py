"""The server as a process: its port, many open streams at once, and stopping with them open."""

from __future__ import annotations

import http.client
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from companion.paths import CannotStart
from companion.serving import announcement, bound_socket, qr_text
from tests.patience import PATIENCE

PHONES = 16

# Streams of a kind that the server cannot detach: each holds a thread until ``live`` is closed.
STREAMING = """
import threading
from flask import Flask
from companion.serving import serve

class Live:
    def __init__(self):
        self.closed = threading.Event()

    def close(self):
        self.closed.set()

    def events(self):
        yield "data: first\\n\\n"
        while not self.closed.wait(60):
            yield "event: beat\\n\\n"

app = Flask("streaming")
app.extensions["live"] = Live()

@app.get("/")
def page():
    return "page"

@app.get("/stream")
def stream():
    return app.extensions["live"].events(), {"Content-Type": "text/event-stream"}

serve(app, "127.0.0.1", 0)
"""


@contextmanager
def streaming_server() -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run the little app in a process of its own; yield it and its port."""
    with subprocess.Popen(
        [sys.executable, "-c", STREAMING],
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


def opened_stream(port: int) -> http.client.HTTPResponse:
    """Return the answer of an open stream whose first event has come."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", "/stream")
    answer = connection.getresponse()
    assert answer.readline() == b"data: first\n"
    return answer


def page(port: int) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", "/")
    body = connection.getresponse().read()
    connection.close()
    return body


def test_streams_that_hold_a_thread_leave_others_for_pages() -> None:
    with streaming_server() as (_, port), ExitStack() as streams:
        for _ in range(PHONES):
            streams.enter_context(opened_stream(port))

        assert page(port) == b"page"


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_server_stops_cleanly_with_streams_open(stop: signal.Signals) -> None:
    with streaming_server() as (process, port), ExitStack() as streams:
        for _ in range(PHONES):
            streams.enter_context(opened_stream(port))

        process.send_signal(stop)

        _, complaints = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert complaints == "", "every thread ended, because every stream was told to"


def test_a_port_in_use_is_named_with_another() -> None:
    with bound_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(CannotStart, match=rf"Port {port} is in use.*--port \d+"):
            bound_socket("127.0.0.1", port)


@pytest.mark.parametrize("host", ["192.0.2.250", "fd12::99"])
def test_an_address_of_another_machine_is_refused(host: str) -> None:
    with pytest.raises(CannotStart, match=host):
        bound_socket(host, 0)


def test_the_announcement_says_where_and_how_to_stop() -> None:
    text = announcement(["http://192.168.1.23:8000", "http://127.0.0.1:8000"])

    assert "at http://192.168.1.23:8000\n  or http://127.0.0.1:8000\n" in text
    assert text.endswith("Ctrl-C stops it.")


@pytest.mark.parametrize(
    ("language", "words"),
    [("it", "Companion risponde a http://10.0.0.1"), ("fr", "Companion est sur http://10.0.0.1")],
)
def test_the_announcement_speaks_the_machines_language(
    monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    monkeypatch.setenv("LANGUAGE", language)

    text = announcement(["http://10.0.0.1"])

    assert words in text and "Ctrl-C stops it." not in text


def test_the_code_in_the_terminal_is_as_wide_as_it_should_be() -> None:
    rows = qr_text("http://192.168.1.23:8000").split("\n")

    assert len(rows) == 15, "25 modules and a border of 2 each side, two rows a line"


def test_a_stopped_server_frees_its_port() -> None:
    with streaming_server() as (process, port):
        process.terminate()
        process.wait(timeout=PATIENCE)

        bound_socket("127.0.0.1", port).close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))
