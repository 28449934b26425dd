"""Phones on the wire: just enough HTTP on sockets that never block, all in one loop."""

from __future__ import annotations

import re
import selectors
import socket
from collections.abc import Callable
from dataclasses import dataclass

Address = tuple[str, int]
EVENT = re.compile(rb"id: (\d+)\nevent: now\ndata: ([^\n]*)\n\n")
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.I)
SEQUENCE = re.compile(rb"\r\ncompanion-sequence: *(\d+)", re.I)
READ = 262144


class Loop:
    """Waits for all sockets at once."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()

    def turn(self, timeout: float) -> None:
        """Wait so many seconds at most, and let whoever got something read it."""
        for key, _ in self._selector.select(max(0.0, timeout)):
            key.data()

    def join(self, sock: socket.socket, on_ready: Callable[[], None]) -> None:
        """Call back whenever there is something to read."""
        self._selector.register(sock, selectors.EVENT_READ, on_ready)

    def leave(self, sock: socket.socket) -> None:
        """Forget a socket and close it."""
        self._selector.unregister(sock)
        sock.close()


def _connected(address: Address) -> socket.socket:
    sock = socket.create_connection(address, timeout=10)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def asked_once(address: Address, request: bytes) -> bytes:
    """Return the whole answer to a request, on a connection that is closed behind it."""
    closing = request.replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
    with socket.create_connection(address, timeout=10) as connection:
        connection.sendall(closing)
        return b"".join(iter(lambda: connection.recv(65536), b""))


class Stream:
    """One event stream held open; it reports each pushed fragment's sequence and bytes.

    An event must come in one chunk: one cut in two would not be found, and so count as missed.
    """

    def __init__(
        self,
        loop: Loop,
        address: Address,
        request: bytes,
        on_fragment: Callable[[int, int], None],
    ) -> None:
        self.is_dead = False
        self._loop = loop
        self._on_fragment = on_fragment
        self._unread = b""
        self._socket = _connected(address)
        self._socket.sendall(request)
        self._socket.setblocking(False)
        loop.join(self._socket, self._read)

    def _read(self) -> None:
        try:
            data = self._socket.recv(READ)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close()
            return
        self._unread += data
        for event in EVENT.finditer(self._unread):
            self._on_fragment(int(event[1]), len(event[2]))
        self._unread = self._unread[self._unread.rfind(b"\n\n") + 1 :]

    def close(self) -> None:
        """Hang up; twice does no harm."""
        if not self.is_dead:
            self.is_dead = True
            self._loop.leave(self._socket)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: status, the sequence it names (0 for none), the body."""

    status: int
    sequence: int
    body: bytes


class Caller:
    """One phone's kept-alive connection; like a browser it opens another when it was closed."""

    def __init__(self, loop: Loop, address: Address) -> None:
        self._loop = loop
        self._address = address
        self._socket: socket.socket | None = None
        self._unread = b""
        self._request = b""
        self._on_answer: Callable[[Answer], None] | None = None

    def call(self, request: bytes, on_answer: Callable[[Answer], None]) -> None:
        """Send a request; one at a time."""
        self._request, self._on_answer = request, on_answer
        try:
            self._opened().send(request)
        except OSError:
            self.close()
            self._opened().send(request)

    def _opened(self) -> socket.socket:
        if self._socket is None:
            self._socket = _connected(self._address)
            self._socket.setblocking(False)
            self._loop.join(self._socket, self._read)
        return self._socket

    def _read(self) -> None:
        assert self._socket is not None
        try:
            data = self._socket.recv(READ)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close()
            if self._on_answer is not None:
                # The server tired of an idle connection just then; a browser asks once more.
                self.call(self._request, self._on_answer)
            return
        self._unread += data
        self._answered()

    def _answered(self) -> None:
        head, end, body = self._unread.partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        if not end or self._on_answer is None or len(body) < (int(length[1]) if length else 0):
            return
        on_answer, self._on_answer, self._unread = self._on_answer, None, b""
        if b"\r\nconnection: close" in head.lower():
            self.close()
        sequence = SEQUENCE.search(head)
        on_answer(Answer(int(head[9:12]), int(sequence[1]) if sequence else 0, body))

    def close(self) -> None:
        """Hang up; twice does no harm."""
        self._unread = b""
        if self._socket is not None:
            self._loop.leave(self._socket)
            self._socket = None
