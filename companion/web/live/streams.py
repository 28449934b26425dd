"""Event streams, through which the server sends live screens to devices.

A stream is an ordinary response with a generator, so it works with any WSGI server. A screen is
rendered only when it can be sent, so slow phones skip outdated screens. Each event contains the
whole screen, so a phone that reconnects needs no missed events. Compression reduces an event to
little more than the changes. The id of an event is the sequence number of the newest log entry.

Heartbeats let each side notice that the other one is gone. A new stream ends the previous stream of
the same tab, so reconnecting phones do not use up the limits. If there are too many streams, the
response has status 503.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, Flask, Response, current_app, request

from companion.mechanics.actions.refusal import Refusal
from companion.tables.household.next_game import follower
from companion.tables.live.cache import OpenTable, OpenTables
from companion.tables.live.notifier import Notifier
from companion.tables.live.presence import Devices, Presence
from companion.tables.play import act_when_due
from companion.web.access.host import is_this_machine
from companion.web.access.limits import asking_address
from companion.web.live.screens import Screens, Viewer
from companion.web.live.viewers import table_of, viewer_of
from companion.web.requests.compressed import gzipped, takes_gzip

log = logging.getLogger(__name__)
bp = Blueprint("live", __name__)
PUSH = "id: {sequence}\nevent: now\ndata: {screen}\n\n"
"""The event that contains the current screen."""
HEARTBEAT = "event: beat\ndata: .\n\n"
"""The heartbeat event, which shows that the server is alive."""
ROLE = "event: role\ndata: .\n\n"
"""The event that reloads a page: the device's role has changed, the table was deleted, or the page
is of another version of the app."""
NEXT = "event: next\ndata: {place}\n\n"
"""The event that redirects a live page to the next table. Other pages show a link instead."""
PROTOCOL = "5"
"""The version of the pages and their scripts, in the URL of each stream. Pages of other versions
are reloaded. Increase the version when older scripts or styles no longer work with new screens."""
GONE = ("unknown_code", "table_deleted")
"""The names of the refusals for a table that no longer exists."""
HEARTBEAT_SECONDS = 10.0
RETRY_SECONDS = 1.0
"""How long to wait before the app retries a due action that failed, in seconds."""
PLACES = {"table": "?screen=table", "seats": "invite"}
"""The last part of a table's URL, by kind of screen."""
MOST_STREAMS_AN_ADDRESS = 200
"""Maximum number of streams per client address, enough for a full club. A limit per device is not
sufficient, because a client can get as many cookies as it wants. One address also gets at most half
of all streams."""
MOST_STREAMS_EACH = 12
"""Maximum number of streams per device, enough for several tabs and for old streams that are not
closed yet."""


@dataclass(eq=False, slots=True)
class Stream:
    """One open stream."""

    table_id: int
    owner: str
    """The id of the device, or the address of a device without a cookie."""
    tab: str
    """A random id of the browser tab, chosen by the page's script."""
    address: str
    """The client address, or "" if the number of its streams is not limited."""
    notified: threading.Event
    """Set when the stream must send an update or end."""
    is_over: bool = False
    """Whether the stream has ended or is about to end: its page reloads or moves on, a newer stream
    has replaced it, or the server is stopping."""

    @property
    def place(self) -> tuple[str, str]:
        """The owner and tab. A new stream with the same pair replaces this one."""
        return self.owner, self.tab

    def end(self) -> None:
        """Stop the stream. This method is safe to call from a signal handler."""
        self.is_over = True
        self.notified.set()


class Streams:
    """The open streams of this process, and the events that they send."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._tables: OpenTables = app.extensions["open_tables"]
        self._presence: Presence = app.extensions["presence"]
        self._notifier: Notifier = app.extensions["notifier"]
        self.screens = Screens(app)
        self._lock = threading.Lock()
        self._open: set[Stream] = set()
        self._tabs: dict[tuple[str, str], Stream] = {}
        self.is_closing = False
        self.on_count: Callable[[int], None] = lambda streams: None

    def present(self, table_id: int) -> Devices:
        """Return the ids of the devices that have a stream at a table, in any process."""
        return self._presence.at(table_id)

    def see(self, table_id: int) -> None:
        """Record that a big screen of a table is visible now."""
        self._presence.see(table_id, time.monotonic())

    def open(self, table_id: int, owner: str, tab: str, address: str = "") -> Stream | None:
        """Open a stream, and end the previous stream of the same tab.

        Returns None if there are too many streams, or if the server is stopping.

        owner: the id of the device, or a substitute for a device without a cookie.
        tab: the id of the browser tab.
        address: the client address, or "" if the number of its streams is not limited.
        """
        with self._lock:
            older = self._tabs.get((owner, tab))
            if self.is_closing or (older is None and self._is_full(owner, address)):
                return None
            stream = Stream(table_id, owner, tab, address, self._notifier.subscribe(table_id))
            self._open.add(stream)
            self._tabs[stream.place] = stream
            came = self._record_streams(table_id)
        if older is not None:
            older.end()
        if came:
            # The status icon beside the name changes on all screens, so all streams are woken.
            self._notifier.notify(table_id)
        else:
            stream.notified.set()
        return stream

    def _is_full(self, owner: str, address: str) -> bool:
        most: int = self._app.config["MOST_STREAMS"]
        here = sum(one.address == address for one in self._open) if address else 0
        if len(self._tabs) >= most or here >= min(MOST_STREAMS_AN_ADDRESS, most // 2):
            return True
        return sum(holder == owner for holder, _ in self._tabs) >= MOST_STREAMS_EACH

    def close(self, stream: Stream) -> None:
        """Remove a stream. Do nothing if it has already been removed."""
        with self._lock:
            if stream not in self._open:
                return
            self._open.remove(stream)
            self._notifier.unsubscribe(stream.table_id, stream.notified)
            if self._tabs.get(stream.place) is stream:
                del self._tabs[stream.place]
            went = self._record_streams(stream.table_id)
            is_empty = all(one.table_id != stream.table_id for one in self._open)
        if is_empty:
            self.screens.forget(stream.table_id)
        elif went:
            self._notifier.notify(stream.table_id)

    def _record_streams(self, table_id: int) -> bool:
        """Record the number of streams and the devices present at a table.

        Returns whether the devices present, in all processes together, have changed.
        """
        self.on_count(len(self._tabs))
        here = frozenset(one.owner for one in self._open if one.table_id == table_id)
        return self._presence.set_here(table_id, here)

    def close_all(self) -> None:
        """End every stream, so that the server can stop."""
        self.is_closing = True
        # Do not take the lock: a signal handler may interrupt the thread that holds it.
        for stream in list(self._open):
            stream.end()

    def events(
        self,
        stream: Stream,
        code: str,
        viewer: Viewer,
        *,
        is_led: bool = True,
        outdated_at: int | None = None,
    ) -> Iterator[str]:
        """Yield screen updates and heartbeats until the stream ends.

        is_led: whether the page follows the players when they move on to a next table.
        outdated_at: the newest step when the stream began if the page is of another version of the
            app, otherwise None.
        """
        drawn_at = 0.0
        try:
            while not stream.is_over:
                seconds = self._changes_at(code, drawn_at) - time.time()
                if not stream.notified.wait(max(0.0, min(seconds, HEARTBEAT_SECONDS))):
                    if seconds > HEARTBEAT_SECONDS:
                        yield HEARTBEAT
                        continue
                    act_when_due(self._tables, self._tables.cached(code))
                stream.notified.clear()
                drawn_at = time.time()
                if not stream.is_over:
                    # The event is not stored in a variable, so it is freed while the stream waits.
                    yield self._event(stream, code, viewer, is_led=is_led, outdated_at=outdated_at)
        except Exception:
            # The phone reconnects and gets an error page. Other streams are not affected.
            log.exception("a screen could not be drawn")

    def _changes_at(self, code: str, drawn_at: float) -> float:
        """Return when a table's screens change without a move, in seconds since 1970.

        That is when the app acts, or the end of a countdown that nobody marks.

        drawn_at: when the stream drew its latest screen.
        """
        table = self._tables.in_memory(code)
        if table is None:
            return math.inf
        clock = table.game.rules.clock(table.state)
        ends_at = table.due.at if table.due else clock.ends_at if clock else None
        if ends_at is None or drawn_at < ends_at:
            return math.inf if ends_at is None else ends_at
        # A countdown that has run out changes no more. What is overdue failed, and is tried again.
        return drawn_at + RETRY_SECONDS if table.due else math.inf

    def _event(
        self, stream: Stream, code: str, viewer: Viewer, *, is_led: bool, outdated_at: int | None
    ) -> str:
        """Return the next event of a stream, and end the stream if the page reloads or moves on.

        is_led, outdated_at: see ``events``.
        """
        # The cache already contains the result of the action that woke the stream.
        try:
            table = self._tables.cached(code)
        except Refusal as refusal:
            if refusal.name not in GONE:
                raise
            # The page reloads, and says what became of the table.
            stream.is_over = True
            return ROLE
        has_new_role = table.actor(viewer.actor.device) != viewer.actor
        if has_new_role or can_reload(table, viewer, outdated_at):
            stream.is_over = True
            return ROLE
        there = follower(table) if is_led and table.followed_by else None
        if there is not None:
            stream.is_over = True
            return NEXT.format(place=place_at(there, viewer.screen))
        is_seen = self._presence.is_seen(table.id, time.monotonic())
        present = self.present(table.id)
        fragments = self.screens.fragments(table, viewer, present, is_live=True, is_seen=is_seen)
        return PUSH.format(sequence=table.sequence, screen="".join(fragments.values()))


def can_reload(table: OpenTable, viewer: Viewer, outdated_at: int | None) -> bool:
    """Return whether a page of another version of the app can be reloaded without losing input.

    Big screens and onlookers enter nothing, so their pages can be reloaded at once. The page of a
    player or banker can be reloaded once this device has made a move, because its fields are empty
    then.

    outdated_at: the number of the newest step when the outdated page opened its stream, or None if
    the page is not outdated.
    """
    if outdated_at is None or viewer.screen in ("page", "seats"):
        return False
    if viewer.screen == "table" or viewer.actor.role == "onlooker":
        return True
    newest = table.newest
    return (
        newest is not None and newest.sequence > outdated_at and newest.actor == viewer.actor.label
    )


def place_at(code: str, screen: str) -> str:
    """Return the URL path of a table for a kind of screen (see ``Viewer.screen``)."""
    return f"/t/{code}/{PLACES.get(screen, '')}"


def streams() -> Streams:
    """Return the ``Streams`` of the current app."""
    extension: Streams = current_app.extensions["streams"]
    return extension


def init_app(app: Flask) -> None:
    """Create the app's ``Streams``.

    MOST_STREAMS in the configuration is the maximum number of streams (default 4000). Each stream
    needs some kB of memory.
    """
    app.config.setdefault("MOST_STREAMS", 4000)
    app.extensions["streams"] = Streams(app)


@bp.url_defaults
def add_protocol(endpoint: str, values: dict[str, object]) -> None:
    """Add PROTOCOL to the URL of each stream."""
    values.setdefault("protocol", PROTOCOL)


@bp.post("/t/<code>/seen")
def seen(code: str) -> Response:
    """Record that a big screen is visible: at the end, phones wait for its scenes."""
    streams().see(table_of(code).id)
    return Response(status=204)


@bp.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Send the event stream of a tab, or status 503 if there are too many streams.

    URL parameters, besides those of the live screen:

    - ``tab``: the id of the browser tab
    - ``protocol``: the version of the page (see PROTOCOL)
    - ``stays``: if present, the page does not follow the players to a next table
    - ``plain``: if present, the stream is not compressed
    """
    table, viewer = viewer_of(code)
    open_streams = streams()
    address = asking_address()
    owner = viewer.actor.device or f"at {address}"
    counted = "" if is_this_machine(address) else address
    held = open_streams.open(table.id, owner, request.args.get("tab", "")[:32], counted)
    if held is None:
        return Response(status=503, headers={"Retry-After": "2"})
    is_current = request.args.get("protocol") == PROTOCOL
    events = open_streams.events(
        held,
        table.code,
        viewer,
        is_led="stays" not in request.args,
        outdated_at=None if is_current else table.sequence,
    )
    answer = Response(
        events,
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
    # Some browsers buffer gzipped events. Pages in those browsers request a plain stream.
    if takes_gzip(answer) and "plain" not in request.args:
        answer.response = gzipped(events)
        answer.content_encoding = "gzip"
    # call_on_close also works for HEAD requests, whose body is never read.
    answer.call_on_close(partial(open_streams.close, held))
    return answer
