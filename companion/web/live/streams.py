"""Live screens: each device holds one event stream and is pushed its own fragment.

A stream is an ordinary answer whose body never ends, for any WSGI server: it is drawn when it may
be sent, so a slow phone gets the newest screen and none that is out of date. The whole screen is
sent at every connection, later what changed, with the log's sequence as event id, so a phone that
slept needs no replay. A heartbeat lets the page notice silence, and the server that nobody reads. A
newer stream of the same tab ends the older one, so phones that drop and come back in a storm do not
use up what the server can hold; a cap answers 503 before it is used up by many.
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
from companion.web.live.parts import Parts, news
from companion.web.live.screens import Screens, Viewer
from companion.web.live.viewers import viewer_of
from companion.web.requests.compressed import gzipped, takes_gzip
from companion.web.requests.limits import asking_address, is_this_machine

log = logging.getLogger(__name__)
bp = Blueprint("live", __name__)
BEAT = "event: beat\ndata: .\n\n"
ROLE = "event: role\ndata: .\n\n"
"""The seat was handed to another phone, or the role changed: the page must ask anew."""
NEXT = "event: next\ndata: {place}\n\n"
"""The people of the table have gone on to another one: the page is led there."""
HEARTBEAT_SECONDS = 10.0
PLACES = {"table": "?screen=table", "seats": "invite"}
MOST_STREAMS_AN_ADDRESS = 200
"""Streams of all devices behind one address, for a new cookie is a new device: a full club's.

And never more than half of all, where the server can hold but few.
"""
MOST_STREAMS_EACH = 12
"""Streams of one device: a few tabs, and the old ones that have not noticed yet."""


@dataclass(eq=False, slots=True)
class Stream:
    """One open stream. owner: the device, or the address of one that keeps no cookie.

    address: see ``Live.enter``. ear: what wakes it. is_over: a newer stream took its place, or the
    server closes.
    """

    table_id: int
    owner: str
    tab: str
    address: str
    ear: threading.Event
    is_over: bool = False

    @property
    def place(self) -> tuple[str, str]:
        """What a newer stream takes over: the same tab, which shows one table at a time."""
        return self.owner, self.tab

    def end(self) -> None:
        """Let it send nothing more; a signal's handler may call this."""
        self.is_over = True
        self.ear.set()


class Live:
    """Who is connected to which table, and the streams that keep them current."""

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
        """Return the devices that hold a stream at a table, in whatever process."""
        return self._presence.at(table_id)

    def enter(self, table_id: int, owner: str, tab: str, address: str = "") -> Stream | None:
        """Return a new stream, or None if there are too many; ends the tab's older one.

        address: where it comes from; "" is not counted.
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
            # Its dot appears on every screen, so all are drawn, its own among them.
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
        """Forget a stream that ended; twice does no harm."""
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
        """Say how many streams there are and who holds them; tell whether that is news."""
        self.on_count(len(self._tabs))
        here = frozenset(one.owner for one in self._open if one.table_id == table_id)
        return self._presence.set_here(table_id, here)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        self.closing = True
        # No lock: this may interrupt the very thread that holds it.
        for stream in list(self._open):
            stream.end()

    def events(
        self, stream: Stream, code: str, viewer: Viewer, *, is_led: bool = True
    ) -> Iterator[str]:
        """Yield the screen whenever it changed, a beat when nothing did, until the stream ends.

        is_led: not for who came to look at a table whose people have gone on.
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
            # The phone asks anew, and is told what is wrong; the others go on.
            log.exception("a screen could not be drawn")

    def _screen(self, code: str, viewer: Viewer) -> tuple[OpenTable, Parts | None]:
        """Return the table as it is now with a viewer's screen, None when that is his no more."""
        # As the tap that rang left it: the database is not asked.
        table = self._tables.cached(code)
        if table.actor(viewer.actor.device) != viewer.actor:
            return table, None
        return table, self.screens.parts(table, viewer, self.present(table.id))


def place_at(code: str, screen: str) -> str:
    """Return the address of a table for who looked at another one in some way."""
    return f"/t/{code}/{PLACES.get(screen, '')}"


def live() -> Live:
    """Return the app's live screens."""
    extension: Live = current_app.extensions["live"]
    return extension


def init_app(app: Flask) -> None:
    """Give the app its live screens; MOST_STREAMS: so many, each some kilobytes of memory."""
    app.config.setdefault("MOST_STREAMS", 4000)
    app.extensions["live"] = Live(app)


@bp.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Hold the event stream of one tab at one table."""
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
    # A page asks for it plain where its browser kept gzipped events to itself.
    if takes_gzip(answer) and "plain" not in request.args:
        answer.response = gzipped(events)
        answer.content_encoding = "gzip"
    # For HEAD too, which is closed without having been read.
    answer.call_on_close(partial(lives.leave, held))
    return answer
