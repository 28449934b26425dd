"""Sends events over sockets that no thread waits at: one courier for all of them.

A thread for each stream had to be woken for each event, which cost more than drawing it. The
courier sends what fits without ever waiting; a phone that reads slowly holds up nobody.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable
from contextlib import suppress

BEAT = "event: beat\ndata: .\n\n"
STUCK_SECONDS = 10.0
"""How long a phone may take none of what waits for it before it is let go of."""
READ = 65536


class Line:
    """A connection that events are sent on. on_gone: called once, when it has ended.

    head: goes before the first event.
    """

    __slots__ = ("socket", "on_gone", "sent_at", "_half_sent", "_next", "is_ending")

    def __init__(self, sock: socket.socket, head: bytes, on_gone: Callable[[], None]) -> None:
        self.socket = sock
        self.on_gone = on_gone
        self.sent_at = time.monotonic()
        self._half_sent = head
        self._next = b""
        self.is_ending = False

    @property
    def is_behind(self) -> bool:
        """Tell whether something waits to be sent."""
        return bool(self._half_sent or self._next)

    def prepare(self) -> None:
        """Make the socket one that never waits; raises OSError if it is dead."""
        self.socket.setblocking(False)
        # An event is small and must not wait for the phone to acknowledge the one before.
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def put(self, event: bytes, *, is_last: bool) -> None:
        """Send this next, instead of an event not begun, which is out of date by now."""
        if not self.is_ending:
            self._next = event
            self.is_ending = is_last

    def flush(self) -> None:
        """Send what the connection takes now; raises OSError if it is dead."""
        while self.is_behind:
            if not self._half_sent:
                self._half_sent, self._next = self._next, b""
            try:
                sent = self.socket.send(self._half_sent)
            except BlockingIOError:
                return
            self._half_sent = self._half_sent[sent:]
            self.sent_at = time.monotonic()


class Courier:
    """Owns lines; all but ``wake`` belongs to the one thread that calls ``wait`` again and again.

    heartbeat: seconds after which a silent line is sent a beat, so that the page knows.
    """

    def __init__(self, heartbeat: float) -> None:
        self._heartbeat = heartbeat
        self._pause = min(1.0, heartbeat / 4)
        self._looked_at = time.monotonic()
        self._lines: dict[Line, int] = {}
        self._selector = selectors.DefaultSelector()
        # A pair of sockets and no pipe: Windows can wait for nothing else.
        self._ear, self._bell = socket.socketpair()
        self._is_woken = False
        for end in (self._ear, self._bell):
            end.setblocking(False)
        self._selector.register(self._ear, selectors.EVENT_READ)

    def wake(self) -> None:
        """Make ``wait`` return; any thread may, and a signal's handler."""
        if not self._is_woken:
            self._is_woken = True
            # Closed, if somebody rings who heard too late that nobody listens any more.
            with suppress(OSError):
                self._bell.send(b".")

    def wait(self, *, may_rest: bool = True) -> None:
        """Send and listen, until woken or for a moment. may_rest: else do what can be done now."""
        moment = self._pause if self._lines else None
        for key, flags in self._selector.select(moment if may_rest else 0):
            if key.data is None:
                self._ear.recv(READ)
                # Before the waker's wish is looked for: a later one wakes anew.
                self._is_woken = False
            elif flags & selectors.EVENT_READ and self._has_hung_up(key.data):
                self.let_go(key.data)
            elif flags & selectors.EVENT_WRITE:
                self._flush(key.data)
        now = time.monotonic()
        if now - self._looked_at >= self._pause:
            self._looked_at = now
            for line in list(self._lines):
                self._look_after(line, now)

    @staticmethod
    def _has_hung_up(line: Line) -> bool:
        """Tell whether the phone closed the stream; what else it says is of no interest."""
        try:
            return not line.socket.recv(READ)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def _look_after(self, line: Line, now: float) -> None:
        silent = now - line.sent_at
        if line.is_behind:
            if silent >= STUCK_SECONDS:
                self.let_go(line)
        elif silent >= self._heartbeat - self._pause / 2:
            self.send(line, BEAT)

    def take(self, line: Line) -> None:
        """Own a line from now on."""
        self._lines[line] = selectors.EVENT_READ
        self._selector.register(line.socket, selectors.EVENT_READ, line)
        try:
            line.prepare()
        except OSError:
            self.let_go(line)
        else:
            self._flush(line)

    def send(self, line: Line, text: str, *, is_last: bool = False) -> None:
        """Send an event, now if the phone reads; after the last one the line ends."""
        if line in self._lines:
            line.put(text.encode(), is_last=is_last)
            self._flush(line)

    def _flush(self, line: Line) -> None:
        if line not in self._lines:
            return
        try:
            line.flush()
        except OSError:
            self.let_go(line)
            return
        if line.is_ending and not line.is_behind:
            self.let_go(line)
            return
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if line.is_behind else 0)
        if wanted != self._lines[line]:
            self._lines[line] = wanted
            self._selector.modify(line.socket, wanted, line)

    def let_go(self, line: Line) -> None:
        """Hang up; twice does no harm."""
        if self._lines.pop(line, None) is not None:
            self._selector.unregister(line.socket)
            line.socket.close()
            line.on_gone()

    def close(self) -> None:
        """Hang up all lines, for good."""
        for line in list(self._lines):
            self.let_go(line)
        self._selector.close()
        self._ear.close()
        self._bell.close()
