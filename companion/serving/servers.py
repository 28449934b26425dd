"""The two WSGI servers: gevent if it is installed, otherwise waitress.

With gevent each stream takes a greenlet, so there can be thousands of streams. With waitress, which
is pure Python and runs everywhere, each stream takes a thread.

This module imports nothing that waits or locks, because gevent must patch the standard library
first.
"""

from __future__ import annotations

import errno
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING, Any

from companion.mechanics.language.words import say
from companion.paths import CannotStart

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication
    from waitress.task import ThreadedTaskDispatcher

THREADS, MOST_IN_THREADS = 64, 48
"""The number of waitress's threads, and how many of them streams may occupy.

The remaining threads handle requests.
"""
CONNECTIONS = 12_000
"""Maximum number of connections, including those that browsers keep open for their next request."""
HAS_POLL = sys.platform != "win32"
LARGEST_BODY = 32 * 2**20
"""Maximum size of a request body in bytes. This limit only protects the disk: the app itself
refuses much smaller bodies with a sentence."""
SILENT_SECONDS = 60.0
"""Seconds for which a connection may send nothing, or accept nothing of its response."""
STOP_SECONDS = 1.0
"""Seconds that running requests may take when the server stops. Streams end at once."""
UNSENT_BYTES = 1024
"""Maximum number of unsent bytes that the system buffers per connection: a few compressed screens.

Later screens wait in the app, which then sends only the newest one.
"""
SEND_BUFFER_BYTES = 32_768
"""Size of the send buffer: the bytes in flight and, on systems without TCP_NOTSENT_LOWAT, all
unsent bytes. It allows 700 kB per second over a connection with a delay of 50 ms."""
READ_BYTES = 2048
"""Size of the read buffer of a connection. Each phone has two connections: a stream and an idle
one."""
STUCK_SECONDS = 15
"""Seconds for which a phone may leave sent data unacknowledged before it is disconnected."""
STOPPING = (signal.SIGINT, signal.SIGTERM)
GONE: tuple[Any, ...] = (errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH, "timed out")
"""Errors of lost connections that are not logged, besides those that gevent ignores."""


@dataclass(frozen=True, slots=True)
class Server:
    """One of the two WSGI servers."""

    name: str
    run: Callable[[WSGIApplication, socket.socket, Callable[[], None]], None]
    """A function that serves the app on a bound socket.

    On Ctrl-C or SIGTERM, it calls its last argument and stops.
    """
    most_streams: int
    """Maximum number of streams."""


def configure_socket(listening: socket.socket) -> None:
    """Configure a listening socket for streams.

    Accepted connections inherit the settings. Buffers are small, so that a phone that has not read
    for a while skips outdated screens. Events are sent without delay, and phones that vanished are
    disconnected.
    """
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * STUCK_SECONDS)


def tune_garbage_collection() -> None:
    """Limit most garbage collections to the youngest objects, because moves create few cycles.

    All requests wait during a collection. A collection takes milliseconds for 2,000 new objects, a
    tenth of a second for 100,000, and longer for the screens of a hundred open tables. Therefore
    old objects are examined only after many thousands of moves. Objects that exist already when
    the server starts are never examined again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10_000, 100)


def run_gevent(app: WSGIApplication, listening: socket.socket, on_stop: Callable[[], None]) -> None:
    """Serve the app with gevent, using one greenlet per connection."""
    import gevent
    from gevent.pywsgi import WSGIHandler, WSGIServer

    class Handler(WSGIHandler):
        ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, *GONE)

        def __init__(self, sock: Any, address: Any, of: Any) -> None:
            super().__init__(sock, address, of, sock.makefile("rb", READ_BYTES))  # type: ignore[call-arg]

    socket.setdefaulttimeout(SILENT_SECONDS)
    server = WSGIServer(
        listening,
        app,
        spawn=CONNECTIONS,
        handler_class=Handler,
        # Log only errors of the app: a request log would contain the codes of tables.
        log=None,
        error_log=None,
        # Without SERVER_NAME, gevent would look up this machine's name in the network.
        environ={"wsgi.errors": sys.stderr, "SERVER_NAME": "companion"},
    )
    for number in STOPPING:
        gevent.signal_handler(number, _stop, on_stop)
    server.serve_forever(STOP_SECONDS)


def run_waitress(
    app: WSGIApplication, listening: socket.socket, on_stop: Callable[[], None]
) -> None:
    """Serve the app with waitress, using one thread per request."""
    from waitress.server import create_server
    from waitress.wasyncore import ExitNow

    # Otherwise many phones at once would cause warnings on the banker's terminal.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    sockets: dict[int, Any] = {}
    server = create_server(
        app,
        map=sockets,
        sockets=[listening],
        threads=THREADS,
        # Windows allows at most 512.
        connection_limit=CONNECTIONS if HAS_POLL else 480,
        max_request_body_size=LARGEST_BODY,
        # A thread waits until everything is sent, so the next screen that it renders is current.
        outbuf_high_watermark=1,
        asyncore_use_poll=HAS_POLL,
        # The app itself decides which proxy to trust.
        clear_untrusted_proxy_headers=False,
        log_socket_errors=False,
        ident=None,
    )

    def stop(*_: object) -> None:
        on_stop()
        # On SystemExit waitress would end its loop and wait for threads that wait for the loop.
        raise ExitNow

    for number in STOPPING:
        signal.signal(number, stop)
    with suppress(ExitNow):
        server.run()
    with suppress(ExitNow):
        _finish_requests(server.task_dispatcher, sockets)
    server.close()


def _finish_requests(threads: ThreadedTaskDispatcher, sockets: dict[int, Any]) -> None:
    """Let waitress's running requests finish, then close all connections.

    Requests that need more than ``STOP_SECONDS`` are cut off.
    """
    from waitress.channel import HTTPChannel
    from waitress.wasyncore import loop

    deadline = monotonic() + STOP_SECONDS
    while (threads.active_count or threads.queue) and monotonic() < deadline:
        loop(timeout=0.05, use_poll=HAS_POLL, map=sockets, count=1)
    for connection in list(sockets.values()):
        if isinstance(connection, HTTPChannel):
            connection.handle_close()
    threads.shutdown()


def _stop(on_stop: Callable[[], None]) -> None:
    on_stop()
    raise SystemExit(0)


GEVENT = Server("gevent", run_gevent, 4000)
WAITRESS = Server("waitress", run_waitress, MOST_IN_THREADS)


def choose_server(wanted: str | None) -> Server:
    """Return the named server, or the best installed one if ``wanted`` is None.

    Choosing gevent patches the standard library at once. Raises CannotStart if gevent is requested
    but not installed.
    """
    has_gevent = find_spec("gevent") is not None
    if wanted == GEVENT.name and not has_gevent:
        raise CannotStart(say("gevent is not installed. Omit --server to use another web server."))
    if wanted == WAITRESS.name or not has_gevent:
        return WAITRESS
    from gevent import monkey

    monkey.patch_all()
    return GEVENT
