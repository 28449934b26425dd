"""Live screens: each device keeps one event stream open, through which the server pushes its
screen.

A stream is an ordinary response with a generator, so any WSGI server can send it. A screen is
rendered only when it can be sent, so a slow phone gets the newest one. A new stream begins with the
whole screen, and later events contain only the changes. The id of an event is the sequence number
of the log. A phone that slept needs no replay.

Heartbeats let the page notice a dead server, and the server a dead page. A new stream of a tab ends
the older one, so reconnecting phones do not use up the streams. If there are too many streams, the
response has status 503.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, Flask, Response, current_app, request

from companion.tables.household.next_game import follower
from companion.tables.live.cache import OpenTable, OpenTables
from companion.tables.live.notifier import Notifier
from companion.tables.live.presence import Devices, Presence
from companion.web.access.limits import asking_address, is_this_machine
from companion.web.live.parts import Parts, news
from companion.web.live.screens import Screens, Viewer
from companion.web.live.viewers import viewer_of
from companion.web.requests.compressed import gzipped, takes_gzip

log = logging.getLogger(__name__)
bp = Blueprint("live", __name__)
BEAT = "event: beat\ndata: .\n\n"
"""The event that only shows that the server is alive."""
ROLE = "event: role\ndata: .\n\n"
"""The event that makes a page reload, because the role of the device changed."""
NEXT = "event: next\ndata: {place}\n\n"
"""The event that leads a page to the next table, at which these people play on."""
HEARTBEAT_SECONDS = 10.0
PLACES = {"table": "?screen=table", "seats": "invite"}
"""The end of the address of a table, by the kind of screen."""
MOST_STREAMS_AN_ADDRESS = 200
"""Maximum streams of all devices at one address, enough for a full club. A limit per device is not
sufficient, because cookies are easy to forge. If the server can hold only few streams, one address
may have at most half of them."""
MOST_STREAMS_EACH = 12
"""Maximum streams of one device: some tabs, and old streams whose end is not noticed yet."""


@dataclass(eq=False, slots=True)
class Stream:
    """One open stream."""

    table_id: int
    owner: str
    """The id of the device, or the address of a device without a cookie."""
    tab: str
    address: str
    """The client address, or "" for one without a limit."""
    ear: threading.Event
    """Set to wake the stream."""
    is_over: bool = False
    """Whether a newer stream has replaced this one, or the server is stopping."""

    @property
    def place(self) -> tuple[str, str]:
        """The key of the tab. A new stream with the same key ends this one."""
        return self.owner, self.tab

    def end(self) -> None:
        """Stop the stream; safe to call from a signal handler."""
        self.is_over = True
        self.ear.set()


class Live:
    """All open streams and their tables."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._tables: OpenTables = app.extensions["open_tables"]
        self._presence: Presence = app.extensions["presence"]
        self._notifier: Notifier = app.extensions["notifier"]
        self.screens = Screens(app)
        self._lock = threading.Lock()
        self._open: set[Stream] = set()
        self._tabs: dict[tuple[str, str], Stream] = {}
        self.closing = False
        self.on_count: Callable[[int], None] = lambda streams: None

    def present(self, table_id: int) -> Devices:
        """Return the devices with a stream at a table, in all processes."""
        return self._presence.at(table_id)

    def enter(self, table_id: int, owner: str, tab: str, address: str = "") -> Stream | None:
        """Return a new stream, or None if there are too many streams.

        An older stream of the same tab ends.

        address: the client address, or "" for a client without a limit.
        """
        with self._lock:
            older = self._tabs.get((owner, tab))
            if self.closing or (older is None and self._is_full(owner, address)):
                return None
            stream = Stream(table_id, owner, tab, address, self._notifier.subscribe(table_id))
            self._open.add(stream)
            self._tabs[stream.place] = stream
            came = self._count(table_id)
        if older is not None:
            older.end()
        if came:
            # The sign beside the name changes on all screens, so all streams are woken.
            self._notifier.notify(table_id)
        else:
            stream.ear.set()
        return stream

    def _is_full(self, owner: str, address: str) -> bool:
        most: int = self._app.config["MOST_STREAMS"]
        here = sum(one.address == address for one in self._open) if address else 0
        if len(self._tabs) >= most or here >= min(MOST_STREAMS_AN_ADDRESS, most // 2):
            return True
        return sum(holder == owner for holder, _ in self._tabs) >= MOST_STREAMS_EACH

    def leave(self, stream: Stream) -> None:
        """Remove a stream; does nothing if the stream is already removed."""
        with self._lock:
            if stream not in self._open:
                return
            self._open.remove(stream)
            self._notifier.unsubscribe(stream.table_id, stream.ear)
            if self._tabs.get(stream.place) is stream:
                del self._tabs[stream.place]
            went = self._count(stream.table_id)
            is_empty = all(one.table_id != stream.table_id for one in self._open)
        if is_empty:
            self.screens.forget(stream.table_id)
        elif went:
            self._notifier.notify(stream.table_id)

    def _count(self, table_id: int) -> bool:
        """Publish the number of streams, and return whether the devices at a table changed."""
        self.on_count(len(self._tabs))
        here = frozenset(one.owner for one in self._open if one.table_id == table_id)
        return self._presence.set_here(table_id, here)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        self.closing = True
        # Without the lock, because a signal may interrupt the thread that holds it.
        for stream in list(self._open):
            stream.end()

    def events(
        self, stream: Stream, code: str, viewer: Viewer, *, is_led: bool = True
    ) -> Iterator[str]:
        """Yield events with the changes of the screen, or heartbeats, until the stream ends.

        is_led: whether the page follows the people to their next table.
        """
        shown: Parts = ()
        try:
            while not stream.is_over:
                if not stream.ear.wait(HEARTBEAT_SECONDS):
                    yield BEAT
                    continue
                stream.ear.clear()
                if not stream.is_over:
                    table, parts = self._screen(code, viewer)
                    if parts is None:
                        yield ROLE
                        break
                    there = follower(table) if is_led and table.followed_by else None
                    if there is not None:
                        yield NEXT.format(place=place_at(there, viewer.screen))
                        break
                    yield f"id: {table.sequence}\nevent: now\ndata: {news(parts, shown)}\n\n"
                    shown = parts
        except Exception:
            # The phone reconnects and gets an error page. Other streams go on.
            log.exception("a screen could not be drawn")

    def _screen(self, code: str, viewer: Viewer) -> tuple[OpenTable, Parts | None]:
        """Return the current table and the viewer's screen.

        The screen is None if the role of the viewer has changed.
        """
        # The cache contains the table after the action that woke the stream.
        table = self._tables.cached(code)
        if table.actor(viewer.actor.device) != viewer.actor:
            return table, None
        return table, self.screens.parts(table, viewer, self.present(table.id))


def place_at(code: str, screen: str) -> str:
    """Return the address of a table with the same kind of screen as before."""
    return f"/t/{code}/{PLACES.get(screen, '')}"


def live() -> Live:
    """Return the live screens of the app."""
    extension: Live = current_app.extensions["live"]
    return extension


def init_app(app: Flask) -> None:
    """Set up the live screens.

    MOST_STREAMS in the configuration is the maximum number of streams. Each one needs some kB of
    memory.
    """
    app.config.setdefault("MOST_STREAMS", 4000)
    app.extensions["live"] = Live(app)


@bp.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Send the event stream of one tab at one table, or status 503 if there are too many."""
    table, viewer = viewer_of(code)
    lives = live()
    address = asking_address()
    owner = viewer.actor.device or f"at {address}"
    counted = "" if is_this_machine(address) else address
    held = lives.enter(table.id, owner, request.args.get("tab", "")[:32], counted)
    if held is None:
        return Response(status=503, headers={"Retry-After": "2"})
    events = lives.events(held, table.code, viewer, is_led="stays" not in request.args)
    answer = Response(
        events,
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
    # Some browsers buffer gzipped events; their pages request a plain stream.
    if takes_gzip(answer) and "plain" not in request.args:
        answer.response = gzipped(events)
        answer.content_encoding = "gzip"
    # Also for HEAD, whose body is never read.
    answer.call_on_close(partial(lives.leave, held))
    return answer
