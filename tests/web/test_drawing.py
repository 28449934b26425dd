"""The thread that draws: busy as it may be, it looks after all its lines."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

import pytest

from companion.web.live.courier import BEAT
from companion.web.live.drawing import Drawer, Event, Stream
from tests.patience import PATIENCE

QUIET, BUSY, SLOW = range(3)
LONG = 16_000_000
"""Letters: more than a connection takes at once."""


@contextmanager
def connected(drawer: Drawer, stream: Stream) -> Iterator[socket.socket]:
    """Give a phone's end of a stream."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        theirs = socket.create_connection(listening.getsockname())
        ours, _ = listening.accept()
    theirs.settimeout(PATIENCE)
    with closing(theirs):
        drawer.connect(stream, ours, b"", lambda: None)
        yield theirs


def read(phone: socket.socket, length: int) -> bytes:
    text = b""
    while len(text) < length:
        text += phone.recv(length - len(text))
    return text


@pytest.fixture
def open_() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_while_a_crowd_wants_screens_without_end_others_get_beats_and_slow_phones_the_rest(
    open_: ExitStack,
) -> None:
    """S13: as long as a crowd tapped, streams were silent for 9 s."""

    def draw_and_want_more() -> Event:
        drawer.want_table(BUSY)
        return Event("")

    busy = Stream(BUSY, "crowd", "", draw_and_want_more)
    quiet = Stream(QUIET, "anna", "", lambda: Event(""))
    slow = Stream(SLOW, "bruno", "", lambda: Event("a" * LONG))
    drawer = Drawer(lambda table_id: [busy], heartbeat=0.02)
    open_.callback(drawer.stop)
    anna = open_.enter_context(connected(drawer, quiet))
    bruno = open_.enter_context(connected(drawer, slow))

    drawer.want(slow)
    drawer.want_table(BUSY)

    assert read(anna, 3 * len(BEAT)) == 3 * BEAT.encode()
    assert read(bruno, LONG) == b"a" * LONG
