"""A phone's taps on the wire: as browsers send them, twice, cut short, or hung up on."""

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
class Told:
    """What a phone was answered. sequence: of the entry its tap led to, None for a refusal."""

    status: int
    sequence: int | None
    sentence: str = ""


class Wire:
    """A phone's connection to the server; it opens another when it was closed."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._connection: http.client.HTTPConnection | None = None

    def tap(self, tap: Tap) -> Told | None:
        """Return what a tap was answered, None if no whole answer came."""
        try:
            self._ask(tap)
            return self._answer()
        except (OSError, http.client.HTTPException):
            self.close()
            return None

    def tap_twice(self, tap: Tap) -> list[Told | None]:
        """Send the same tap on two connections at once, as a double tap or a resend does."""
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
        """Send a tap, or the first half of it, and hear no answer: the network is gone."""
        request, unsaid = tap.request, len(tap.body) // 2 if half else 0
        with suppress(OSError), socket.create_connection((HOST, self._port), PATIENCE) as sock:
            sock.sendall(request[: len(request) - unsaid])

    def _ask(self, tap: Tap) -> None:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(HOST, self._port, timeout=PATIENCE)
        headers = {
            "Cookie": f"session={tap.phone.cookie}",
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
            "Accept-Language": "en",
        }
        self._connection.request("POST", tap.path, tap.body, headers)

    def _answer(self) -> Told:
        assert self._connection is not None
        answer = self._connection.getresponse()
        text = answer.read().decode()
        sequence = answer.headers.get("Companion-Sequence")
        if answer.status == 200 and sequence:
            return Told(200, int(sequence))
        said = text.partition('role="alert">')[2].partition("<")[0]
        return Told(answer.status, None, html.unescape(said.strip()))

    def close(self) -> None:
        """Hang up; twice does no harm."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
