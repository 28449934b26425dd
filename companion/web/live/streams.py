"""Live screens: each device holds one event stream and is pushed its own fragment.

The whole current fragment is sent at every connection, with the log's sequence as event id, so a
phone that slept needs no replay. A heartbeat every few seconds lets the page notice silence. A
newer stream of the same tab ends the older one, so phones that drop and come back in a storm do
not use up what the server can hold; a cap answers 503 before it is used up by many.
"""

from __future__ import annotations

import select
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from flask import Blueprint, Flask, Response, current_app, request

from companion.tables.live.cache import OpenTable, OpenTables
from companion.tables.live.notify import Ear, Ringing
from companion.tables.live.presence import Presence
from companion.web.live.courier import BEAT
from companion.web.live.drawing import Draw, Drawer, Event, Stream
from companion.web.live.screens import Screens, Viewer
from companion.web.live.viewers import viewer_of
from companion.web.requests.limits import asking_address, is_this_machine

bp = Blueprint("live", __name__)
HEARTBEAT_SECONDS = 4.0
MOST_STREAMS = 4000 if hasattr(select, "poll") else 300
"""Windows can watch 512 sockets."""
MOST_STREAMS_AN_ADDRESS = 200
"""Streams of all devices behind one address, for a new cookie is a new device: a full club's."""
MOST_STREAMS_EACH = 12
"""Streams of one device: a few tabs, and the old ones that have not noticed yet."""


class Live:
    """Who is connected to which table, and the streams that keep them current."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.screens = Screens(app)
        self._lock = threading.Lock()
        self._tabs: dict[tuple[int, str, str], Stream] = {}
        self._open: dict[int, dict[Stream, None]] = {}
        self._ears: dict[int, Ear] = {}
        self._drawer: Drawer | None = None
        self._present: dict[int, Counter[str]] = {}
        self._from: Counter[str] = Counter()
        self.closing = False
        self.on_count: Callable[[int], None] = lambda streams: None

    @property
    def bell(self) -> Ringing:
        """The app's bell, rung whenever something changed at a table."""
        bell: Ringing = self.app.extensions["bell"]
        return bell

    def present(self, table_id: int) -> frozenset[str]:
        """Return the devices that hold a stream at a table, in whatever process."""
        return self._presence.at(table_id)

    @property
    def _presence(self) -> Presence:
        presence: Presence = self.app.extensions["presence"]
        return presence

    def enter(
        self, table_id: int, owner: str, tab: str, draw: Draw, address: str = ""
    ) -> Stream | None:
        """Return a new stream, or None if there are too many; ends the tab's older one.

        address: where it comes from; "" is not counted.
        """
        with self._lock:
            older = self._tabs.get((table_id, owner, tab))
            if self.closing or (older is None and self._is_full(owner, address)):
                return None
            stream = Stream(table_id, owner, tab, draw, address)
            self._from[address] += 1
            self._tabs[stream.place] = stream
            drawer = self._opened(stream)
            came = self._count(table_id, owner, 1)
            self.on_count(len(self._tabs))
        if older is not None:
            drawer.end(older)
        if came:
            # Its dot appears on every screen, so all are drawn, its own among them.
            self.bell.ring(table_id)
        else:
            drawer.want(stream)
        return stream

    def _is_full(self, owner: str, address: str) -> bool:
        if address and self._from[address] >= MOST_STREAMS_AN_ADDRESS:
            return True
        held = sum(1 for _, holder, _ in self._tabs if holder == owner)
        return len(self._tabs) >= MOST_STREAMS or held >= MOST_STREAMS_EACH

    def _opened(self, stream: Stream) -> Drawer:
        """Return the drawer, with the stream among those it draws for."""
        drawer = self._drawer = self._drawer or Drawer(self._streams_at, HEARTBEAT_SECONDS)
        table_id = stream.table_id
        self._open.setdefault(table_id, {})[stream] = None
        if table_id not in self._ears:
            self._ears[table_id] = self.bell.subscribe(table_id, drawer.want_table)
        return drawer

    def _streams_at(self, table_id: int) -> tuple[Stream, ...]:
        with self._lock:
            return tuple(self._open.get(table_id, ()))

    def leave(self, stream: Stream) -> None:
        """Forget a stream that ended; twice does no harm."""
        with self._lock:
            if stream not in self._open.get(stream.table_id, ()):
                return
            if self._tabs.get(stream.place) is stream:
                del self._tabs[stream.place]
            self._closed(stream)
            went = self._count(stream.table_id, stream.owner, -1)
            empty = stream.table_id not in self._present
            self.on_count(len(self._tabs))
        if empty:
            self.screens.forget(stream.table_id)
        elif went:
            self.bell.ring(stream.table_id)

    def _closed(self, stream: Stream) -> None:
        """Draw for a stream no more; with the last one of all, the drawer ends."""
        streams = self._open[stream.table_id]
        del streams[stream]
        self._from[stream.address] -= 1
        if not self._from[stream.address]:
            del self._from[stream.address]
        if not streams:
            del self._open[stream.table_id]
            self._ears.pop(stream.table_id).close()
        if not self._open and self._drawer is not None:
            self._drawer.stop()
            self._drawer = None

    def _count(self, table_id: int, device: str, change: int) -> bool:
        """Count a device's streams; tell whether it appeared or vanished by this."""
        streams = self._present.setdefault(table_id, Counter())
        before = device in streams
        streams[device] += change
        if streams[device] <= 0:
            del streams[device]
        is_there = device in streams
        if not streams:
            del self._present[table_id]
        if before != is_there:
            self._presence.set_here(table_id, frozenset(streams))
        return before != is_there

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        self.closing = True
        # No lock: this may interrupt the very thread that holds it.
        drawer = self._drawer
        for stream in list(self._tabs.values()):
            if drawer is not None:
                drawer.end(stream)

    def connect(self, stream: Stream, sock: socket.socket, head: bytes) -> None:
        """Let the drawer itself send a stream's events on a socket, until either end closes it."""
        with self._lock:
            if self._drawer is not None and stream in self._open.get(stream.table_id, ()):
                self._drawer.connect(stream, sock, head, partial(self.leave, stream))
                return
        sock.close()

    def _cached(self, code: str) -> OpenTable:
        """Return the table as the tap that rang left it; a stream asks no database."""
        tables: OpenTables = self.app.extensions["open_tables"]
        with self.app.app_context():
            return tables.cached(code)

    def event(self, code: str, viewer: Viewer) -> Event:
        """Return the event that makes a viewer's screen current."""
        table = self._cached(code)
        if table.actor(viewer.actor.device) != viewer.actor:
            # The seat was handed to another phone, or the role changed: the page must ask anew.
            return Event("event: role\ndata: .\n\n", is_last=True)
        page = self.screens.now(table, viewer, self.present(table.id))
        line = page.replace("\n", "")
        return Event(f"id: {table.sequence}\nevent: now\ndata: {line}\n\n")


def live() -> Live:
    """Return the app's live screens."""
    extension: Live = current_app.extensions["live"]
    return extension


def init_app(app: Flask) -> None:
    """Give the app its live screens."""
    app.extensions["live"] = Live(app)


class Pushed:
    """The body of a stream's answer, for any server: a thread holds it until it ends.

    A server that can let go of the connection calls ``detach`` instead of reading it.
    """

    def __init__(self, lives: Live, stream: Stream) -> None:
        self._lives = lives
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        """Yield events: the fragment whenever it changed, a beat when nothing did."""
        stream = self._stream
        while not stream.is_over:
            if not stream.wait(HEARTBEAT_SECONDS):
                yield BEAT.encode()
            elif (event := stream.taken()) is not None:
                yield event.text.encode()
                if event.is_last:
                    return

    def detach(self, sock: socket.socket, head: bytes) -> None:
        """Have it sent on this socket, behind the answer's head, by no thread of the server's."""
        self._lives.connect(self._stream, sock, head)

    def close(self) -> None:
        """Forget the stream; for HEAD too, which is closed without having been read."""
        self._lives.leave(self._stream)


@bp.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Hold the event stream of one tab at one table."""
    table, viewer = viewer_of(code)
    lives = live()
    address = asking_address()
    owner = viewer.actor.device or f"at {address}"
    counted = "" if is_this_machine(address) else address
    draw = partial(lives.event, table.code, viewer)
    held = lives.enter(table.id, owner, request.args.get("tab", "")[:32], draw, counted)
    if held is None:
        return Response(status=503, headers={"Retry-After": "2"})
    return Response(
        Pushed(lives, held),
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        # Else the server is given a wrapper, which knows no ``detach``.
        direct_passthrough=True,
    )
