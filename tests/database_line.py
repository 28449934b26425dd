"""A proxy in front of PostgreSQL that cuts connections on demand, around a COMMIT."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal

from tests.database_servers import HOST
from tests.patience import PATIENCE

Moment = Literal["write", "commit", "answer"]
"""The message that is lost: a write, its COMMIT, or the answer to the COMMIT."""
MOMENTS: tuple[Moment, ...] = ("write", "commit", "answer")
VERSION = b"\0\3\0"
"""The first bytes of a startup message after its length; a TLS request has others."""
WRITES = (b"INSERT", b"UPDATE", b"DELETE")
COMMIT = b"COMMIT\0"
ROLLBACK = b"ROLLBACK\0"
DONE = b"Z\0\0\0\5I"
"""The end of the server's answer to a statement outside a transaction."""
CHUNK = 65536


class DatabaseLine:
    """Relays messages between clients and a server, and cuts all connections on demand."""

    def __init__(self, server_port: int) -> None:
        self._server_port = server_port
        self._listening = socket.create_server((HOST, 0))
        self.port: int = self._listening.getsockname()[1]
        self._news = threading.Condition()
        self._open: set[socket.socket] = set()
        self._moment: Moment | None = None
        self._stays_broken = True
        self.is_broken = False
        """Whether the line has been cut and refuses connections, until ``restore`` is called."""
        self.refused = 0
        """The number of connections refused since the cut."""
        threading.Thread(target=self._accept, daemon=True).start()

    def break_at(self, moment: Moment, *, stays_broken: bool = True) -> None:
        """Cut all connections at the next write.

        stays_broken: refuse new connections until ``restore``.
        """
        with self._news:
            self._moment, self._stays_broken = moment, stays_broken

    def await_refused(self, times: int) -> None:
        """Wait until the line is broken and has refused so many connections."""
        with self._news:
            assert self._news.wait_for(lambda: self.is_broken and self.refused >= times, PATIENCE)

    def restore(self) -> None:
        """Accept connections again."""
        with self._news:
            self.is_broken = False
            self.refused = 0

    def close(self) -> None:
        """Cut all connections for good."""
        self._stays_broken = True
        self._break()
        self._listening.close()

    def _break(self) -> None:
        with self._news:
            self.is_broken, self._moment = self._stays_broken, None
            broken, self._open = self._open, set()
            self._news.notify_all()
        for end in broken:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                with self._news:
                    if self.is_broken:
                        self.refused += 1
                        self._news.notify_all()
                        client.close()
                        continue
                    server = socket.create_connection((HOST, self._server_port))
                    self._open |= {client, server}
                threading.Thread(target=self._pass_on, args=(client, server), daemon=True).start()

    def _pass_on(self, client: socket.socket, server: socket.socket) -> None:
        committing = threading.Event()
        down = threading.Thread(target=self._down, args=(server, client, committing), daemon=True)
        down.start()
        with suppress(OSError):
            self._up(client, server, committing)
        for end in (client, server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        down.join()
        with self._news:
            self._open -= {client, server}
        client.close()
        server.close()

    def _up(
        self, client: socket.socket, server: socket.socket, committing: threading.Event
    ) -> None:
        """Relay a client's messages; cut before a write or a COMMIT, if ``break_at`` was called."""
        writing = _Writing()
        for message in _messages(client):
            moment = writing.moment_of(message)
            if moment is not None and moment == self._moment:
                self._break()
                return
            if moment == "commit" and self._moment == "answer":
                committing.set()
            server.sendall(message)

    def _down(
        self, server: socket.socket, client: socket.socket, committing: threading.Event
    ) -> None:
        """Relay the server's messages, except the answer to a COMMIT that is to be lost."""
        answer = b""
        with suppress(OSError):
            while part := server.recv(CHUNK):
                if not committing.is_set():
                    client.sendall(part)
                    continue
                answer += part
                if answer.endswith(DONE):
                    self._break()
        with suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)


class _Writing:
    """Tracks the statements of one connection: the writes, and the COMMIT after them."""

    def __init__(self) -> None:
        self._writes: dict[bytes, bool] = {}
        self._has_written = False

    def moment_of(self, message: bytes) -> Moment | None:
        """Return "write" for a writing statement, "commit" for its COMMIT, otherwise None."""
        kind, content = message[:1], message[5:]
        if kind == b"P":
            name, statement, _ = content.split(b"\0", 2)
            self._writes[name] = statement.startswith(WRITES)
        elif kind == b"B" and self._writes[content.split(b"\0", 2)[1]]:
            self._has_written = True
            return "write"
        elif kind == b"Q" and content in (COMMIT, ROLLBACK):
            has_written, self._has_written = self._has_written, False
            return "commit" if has_written and content == COMMIT else None
        return None


def _messages(client: socket.socket) -> Iterator[bytes]:
    """Yield a client's messages; all except the startup message begin with a type letter."""
    with client.makefile("rb") as stream:
        letters = 0
        while len(head := stream.read(letters + 4)) == letters + 4:
            body = stream.read(int.from_bytes(head[letters:]) - 4)
            if not letters and body.startswith(VERSION):
                letters = 1
            yield head + body


@contextmanager
def database_line(server_port: int) -> Iterator[DatabaseLine]:
    """Provide a line to the server at a port, closed afterwards."""
    line = DatabaseLine(server_port)
    try:
        yield line
    finally:
        line.close()
