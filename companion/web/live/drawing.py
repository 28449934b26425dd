"""One thread draws every screen that a tap changed, and sends it where it may.

Under our own server it sends by its courier, and no other thread wakes; under any other one the
threads that hold the streams hand over what it drew.

Drawing six phones' screens in six threads cost twice as much: each fights the others for the
interpreter. And when taps come faster than screens can be drawn, a table's next drawing shows
them all at once.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue

from companion.tables.live.notify import Signal
from companion.web.live.courier import Courier, Line

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Event:
    """What a stream sends next, as it goes over the wire; after the last one it ends."""

    text: str
    is_last: bool = False


Draw = Callable[[], Event]


class Stream(Signal):
    """One open stream. owner: the device, or the address of one that keeps no cookie.

    draw: makes the event that shows the screen as it is now. line: where the drawer itself sends
    it; without one, a thread waits for it. is_over: a newer stream took its place. address: see
    ``Live.enter``.
    """

    __slots__ = ("table_id", "owner", "tab", "draw", "address", "line", "is_over", "_event")

    def __init__(self, table_id: int, owner: str, tab: str, draw: Draw, address: str = "") -> None:
        super().__init__()
        self.address = address
        self.table_id = table_id
        self.owner = owner
        self.tab = tab
        self.draw = draw
        self.line: Line | None = None
        self.is_over = False
        self._event: Event | None = None

    @property
    def place(self) -> tuple[int, str, str]:
        """What a newer stream takes over: the same tab at the same table."""
        return self.table_id, self.owner, self.tab

    def give(self, event: Event) -> None:
        """Let the stream send an event; one that it has not sent yet is out of date by now."""
        self._event = event
        self.ring()

    def taken(self) -> Event | None:
        """Return the event to send, None if it was woken for something else."""
        event, self._event = self._event, None
        return event


class Drawer:
    """The thread that draws. streams_of: the streams open at a table; heartbeat: see Courier."""

    def __init__(self, streams_of: Callable[[int], Iterable[Stream]], heartbeat: float) -> None:
        self._streams_of = streams_of
        self._courier = Courier(heartbeat)
        self._wishes: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._waiting: set[int] = set()
        self._is_stopped = False
        threading.Thread(target=self._run, name="drawer", daemon=True).start()

    def want_table(self, table_id: int) -> None:
        """Have every screen of a table drawn; wishes that come together melt into one."""
        if table_id not in self._waiting:
            self._waiting.add(table_id)
            self._wish(partial(self._draw_table, table_id))

    def want(self, stream: Stream) -> None:
        """Have one stream's screen drawn."""
        self._wish(partial(self._draw, stream))

    def connect(
        self, stream: Stream, sock: socket.socket, head: bytes, on_gone: Callable[[], None]
    ) -> None:
        """Send the stream's events on this socket, which is ours from now on; see Line."""
        self._wish(partial(self._connect, stream, Line(sock, head, on_gone)))

    def end(self, stream: Stream) -> None:
        """End a stream whose place was taken or whose server closes; a signal's handler may."""
        stream.is_over = True
        stream.ring()
        self._wish(partial(self._end, stream))

    def stop(self) -> None:
        """Draw what was wished for so far, then end."""
        self._wish(self._stop)

    def _wish(self, wish: Callable[[], None]) -> None:
        self._wishes.put(wish)
        self._courier.wake()

    def _run(self) -> None:
        while not self._is_stopped:
            # Between any two drawings: a crowd taps faster than its screens are drawn, so there is
            # always another to draw, while quiet tables wait for beats and slow phones for more.
            self._courier.wait(may_rest=self._wishes.empty())
            try:
                self._wishes.get_nowait()()
            except Empty:
                continue
            except Exception:
                # Nobody else draws: the other screens must not stop with this one.
                log.exception("something went wrong with a stream")
        self._courier.close()

    def _stop(self) -> None:
        self._is_stopped = True

    def _connect(self, stream: Stream, line: Line) -> None:
        stream.line = line
        self._courier.take(line)
        if stream.is_over:
            self._courier.let_go(line)
        elif (event := stream.taken()) is not None:
            self._courier.send(line, event.text, is_last=event.is_last)

    def _end(self, stream: Stream) -> None:
        if stream.line is not None:
            self._courier.let_go(stream.line)

    def _draw_table(self, table_id: int) -> None:
        # Before drawing: a tap that comes meanwhile wants it drawn once more.
        self._waiting.discard(table_id)
        for stream in self._streams_of(table_id):
            self._draw(stream)

    def _draw(self, stream: Stream) -> None:
        event = _drawn(stream)
        if stream.line is None:
            stream.give(event)
        else:
            self._courier.send(stream.line, event.text, is_last=event.is_last)


def _drawn(stream: Stream) -> Event:
    try:
        return stream.draw()
    except Exception:
        # The phone asks anew, and is told what is wrong; the others go on.
        log.exception("a screen could not be drawn")
        return Event("", is_last=True)
