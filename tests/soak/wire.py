"""Taps as requests to a real server: sent normally, twice, cut short, or without waiting."""

from __future__ import annotations

import html
import http.client
import socket
from contextlib import suppress
from dataclasses import dataclass

from tests.database_servers import HOST
from tests.parties import Tap
from tests.patience import PATIENCE


@dataclass(frozen=True)
class Reply:
    """The answer to a tap."""

    status: int
    sequence: int | None
    """The sequence of the entry that the tap led to; None for a refusal."""
    sentence: str = ""
    """The sentence of a refusal."""


class Wire:
    """A phone's connection to the server, reopened when the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._connection: http.client.HTTPConnection | None = None

    def tap(self, tap: Tap) -> Reply | None:
        """Send a tap; return the answer, or None if it was not complete."""
        try:
            self._ask(tap)
            return self._answer()
        except (OSError, http.client.HTTPException):
            self.close()
            return None

    def tap_twice(self, tap: Tap) -> list[Reply | None]:
        """Send a tap on two connections at once, as a double tap or a retry does."""
        other = Wire(self._port)
        try:
            other._ask(tap)
        except (OSError, http.client.HTTPException):
            other.close()
        first = self.tap(tap)
        try:
            second = other._answer() if other._connection else None
        except (OSError, http.client.HTTPException):
            second = None
        other.close()
        return [first, second]

    def hang_up(self, tap: Tap, *, half: bool) -> None:
        """Send a tap, or half of it, and close the connection: the network is gone."""
        request, missing = tap.request, len(tap.body) // 2 if half else 0
        with suppress(OSError), socket.create_connection((HOST, self._port), PATIENCE) as sock:
            sock.sendall(request[: len(request) - missing])

    def _ask(self, tap: Tap) -> None:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(HOST, self._port, timeout=PATIENCE)
        headers = {
            "Cookie": f"session={tap.phone.cookie}",
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
            "Origin": f"http://{HOST}:{self._port}",
            "Accept-Language": "en",
        }
        self._connection.request("POST", tap.path, tap.body, headers)

    def _answer(self) -> Reply:
        assert self._connection is not None
        answer = self._connection.getresponse()
        text = answer.read().decode()
        sequence = answer.headers.get("Companion-Sequence")
        if answer.status == 200 and sequence:
            return Reply(200, int(sequence))
        sentence = text.partition('role="alert">')[2].partition("<")[0]
        return Reply(answer.status, None, html.unescape(sentence.strip()))

    def close(self) -> None:
        """Close the connection, if it is open."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
