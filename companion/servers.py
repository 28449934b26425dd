"""The two servers that can answer: gevent's where it is installed, else waitress.

A stream holds a greenlet of the one, of which there may be thousands, and a thread of the other,
which is pure Python and runs wherever Python does. All else is the same. Nothing that waits or
locks is imported here, for gevent must come before it.
"""

from __future__ import annotations

import errno
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from companion.mechanics.words import say
from companion.paths import CannotStart

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

THREADS, MOST_IN_THREADS = 64, 48
"""Of waitress, and how many of them streams may hold: the others answer taps, in milliseconds."""
CONNECTIONS = 12_000
"""Streams, and those that browsers keep for their next request."""
HAS_POLL = sys.platform != "win32"
LARGEST_BODY = 32 * 2**20
"""The app itself refuses much less, in a sentence; this only spares the disk."""
SILENT_SECONDS = 60.0
"""So long a connection may ask nothing, or take nothing of what is sent."""
STOP_SECONDS = 1.0
"""How long requests under way may take when the server stops; streams are ended at once."""
UNSENT_BYTES = 1024
"""What the system takes for a phone beyond what is on its way there: some screens, gzipped. The
newest waits for the phone here, instead of all of them there."""
SEND_BUFFER_BYTES = 32_768
"""The same for what is on its way, and all there is where the system knows no such limit. A page
over a line of 50 ms still comes at some 700 kB a second."""
READ_BYTES = 2048
"""Kept for what a connection asks; a phone holds one that is silent and one that streams."""
STUCK_SECONDS = 15
"""So long a phone may acknowledge nothing of what it was sent, before it is let go of."""
STOPPING = (signal.SIGINT, signal.SIGTERM)
GONE: tuple[Any, ...] = (errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH, "timed out")
"""How a connection ends that is no news, besides those that gevent knows."""


@dataclass(frozen=True, slots=True)
class Server:
    """run: answers on a bound socket until Ctrl-C or SIGTERM; calls what it is given first then.

    most_streams: it can hold so many.
    """

    name: str
    run: Callable[[WSGIApplication, socket.socket, Callable[[], None]], None]
    most_streams: int


def configure_socket(listening: socket.socket) -> None:
    """Fit a socket for streams; whatever it accepts inherits this.

    Small buffers, because a phone that read nothing for a while must not be sent every screen it
    missed; events go out at once; and who vanished is let go of.
    """
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * STUCK_SECONDS)


def tune_garbage_collection() -> None:
    """Have Python look for rings of unused objects among the newest alone; taps make few.

    Everybody waits meanwhile: some milliseconds for 2,000 new objects, a tenth of a second for
    100,000, and longer for all that a hundred open tables show just now, which is gone through
    after many thousands of taps. What lives as long as the server is looked through no more.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10_000, 100)


def run_gevent(app: WSGIApplication, listening: socket.socket, on_stop: Callable[[], None]) -> None:
    """Answer with a greenlet for each connection."""
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
        # Neither what is asked, which holds codes, nor nonsense from outside; but the app's errors.
        log=None,
        error_log=None,
        # Else it asks the network what this machine is called.
        environ={"wsgi.errors": sys.stderr, "SERVER_NAME": "companion"},
    )
    for number in STOPPING:
        gevent.signal_handler(number, _stop, on_stop)
    server.serve_forever(STOP_SECONDS)


def run_waitress(
    app: WSGIApplication, listening: socket.socket, on_stop: Callable[[], None]
) -> None:
    """Answer with a thread for each request."""
    from waitress.server import create_server

    # A crowd of phones is no trouble worth a line on the banker's terminal.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = create_server(
        app,
        sockets=[listening],
        threads=THREADS,
        # Windows can watch 512 here.
        connection_limit=CONNECTIONS if HAS_POLL else 480,
        max_request_body_size=LARGEST_BODY,
        # A thread waits until all it has written is on its way: it draws the newest screen then.
        outbuf_high_watermark=1,
        asyncore_use_poll=HAS_POLL,
        # The app knows whom to believe.
        clear_untrusted_proxy_headers=False,
        log_socket_errors=False,
        ident=None,
    )
    for number in STOPPING:
        signal.signal(number, lambda *_: _stop(on_stop))
    # Ends by itself on the SystemExit, and waits for its threads.
    server.run()
    server.close()


def _stop(on_stop: Callable[[], None]) -> None:
    on_stop()
    raise SystemExit(0)


GEVENT = Server("gevent", run_gevent, 4000)
WAITRESS = Server("waitress", run_waitress, MOST_IN_THREADS)


def choose_server(wanted: str | None) -> Server:
    """Return the server to use. wanted: its name, or None for the best there is.

    If it is gevent, all that waits or locks gives way to other greenlets from here on. Raises
    CannotStart if it was wanted and is not installed.
    """
    has_gevent = find_spec("gevent") is not None
    if wanted == GEVENT.name and not has_gevent:
        raise CannotStart(say("gevent is not installed here; leave --server out."))
    if wanted == WAITRESS.name or not has_gevent:
        return WAITRESS
    from gevent import monkey

    monkey.patch_all()
    return GEVENT
