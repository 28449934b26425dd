"""A minimal HTTP client for many phones: non-blocking sockets in one event loop."""

from __future__ import annotations

import re
import selectors
import socket
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from tests.database_servers import HOST

EVENT = re.compile(rb"id: (\d+)\nevent: now\ndata: ([^\n]*)\n\n")
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.I)
SEQUENCE = re.compile(rb"\r\ncompanion-sequence: *(\d+)", re.I)
READ = 262144


class Loop:
    """An event loop for sockets."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()

    def turn(self, timeout: float) -> None:
        """Wait for data for at most so many seconds, and call back for sockets that have some."""
        for key, _ in self._selector.select(max(0.0, timeout)):
            key.data()

    def join(self, sock: socket.socket, on_ready: Callable[[], None]) -> None:
        """Add a socket, with a function to call when it has data to read."""
        self._selector.register(sock, selectors.EVENT_READ, on_ready)

    def leave(self, sock: socket.socket) -> None:
        """Remove a socket and close it."""
        self._selector.unregister(sock)
        sock.close()


class _Line:
    """A non-blocking connection with a buffer of received data."""

    def __init__(self, loop: Loop, port: int) -> None:
        self._loop = loop
        self._port = port
        self._socket: socket.socket | None = None
        self._unread = b""

    def _opened(self) -> socket.socket:
        if self._socket is None:
            self._socket = socket.create_connection((HOST, self._port), timeout=10)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
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
        if data:
            self._unread += data
            self._got()
        else:
            self.close()
            self._ended()

    def _got(self) -> None:
        """Process complete messages in the buffer."""

    def _ended(self) -> None:
        """React to the end of the connection as a browser does."""

    def close(self) -> None:
        """Close the connection, if it is open."""
        self._unread = b""
        if self._socket is not None:
            self._loop.leave(self._socket)
            self._socket = None


class Stream(_Line):
    """An open event stream; it reports the sequence and the size of each pushed fragment.

    The size is that on the wire, compressed if the server compresses. An event must arrive in one
    chunk; an event in two chunks would not be found and would count as missed.
    """

    def __init__(
        self, loop: Loop, port: int, request: bytes, on_fragment: Callable[[int, int], None]
    ) -> None:
        super().__init__(loop, port)
        self._on_fragment = on_fragment
        self._unpacked: Callable[[bytes], bytes] | None = None
        self._opened().send(request)

    @property
    def is_dead(self) -> bool:
        """Whether the connection is closed."""
        return self._socket is None

    def _got(self) -> None:
        if self._unpacked is None:
            head, end, body = self._unread.partition(b"\r\n\r\n")
            if not end:
                return
            self._unread = body
            is_packed = b"content-encoding: gzip" in head.lower()
            self._unpacked = zlib.decompressobj(31).decompress if is_packed else bytes
        while chunk := self._chunk():
            for event in EVENT.finditer(self._unpacked(chunk)):
                self._on_fragment(int(event[1]), len(chunk))

    def _chunk(self) -> bytes:
        """Remove the next complete chunk from the buffer and return it; empty if there is none."""
        size, end, rest = self._unread.partition(b"\r\n")
        length = int(size, 16) if end else 0
        if not length or len(rest) < length + 2:
            return b""
        self._unread = rest[length + 2 :]
        return rest[:length]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a request."""

    status: int
    sequence: int
    """The sequence in its header, or 0."""
    body: bytes


class Caller(_Line):
    """A phone's persistent connection; like a browser it reconnects if the server closes it."""

    _request = b""
    _on_answer: Callable[[Answer], None] | None = None

    def call(self, request: bytes, on_answer: Callable[[Answer], None]) -> None:
        """Send a request; only one at a time."""
        self._request, self._on_answer = request, on_answer
        try:
            self._opened().send(request)
        except OSError:
            self.close()
            self._opened().send(request)

    def _ended(self) -> None:
        if self._on_answer is not None:
            # The server closed the idle connection at that moment; a browser sends it again.
            self.call(self._request, self._on_answer)

    def _got(self) -> None:
        head, end, body = self._unread.partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        if not end or self._on_answer is None or len(body) < (int(length[1]) if length else 0):
            return
        on_answer, self._on_answer, self._unread = self._on_answer, None, b""
        if b"\r\nconnection: close" in head.lower():
            self.close()
        sequence = SEQUENCE.search(head)
        on_answer(Answer(int(head[9:12]), int(sequence[1]) if sequence else 0, body))
