"""The server: one process, some threads for taps, no thread for streams, nothing to set up.

The server is waitress: pure Python, so it installs wherever Python does, Android's Termux
included. ``run_server`` and ``_own_socket`` alone know it.
"""

from __future__ import annotations

import errno
import io
import logging
import select
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack
from email.utils import formatdate
from types import FrameType
from typing import TYPE_CHECKING, Any

import click
from flask import Flask

from companion.addresses import public_urls
from companion.mechanics.words import Sentence, say
from companion.paths import CannotStart
from companion.terminal import spoken
from companion.web.live.streams import MOST_STREAMS, Pushed
from companion.workers import run_workers

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

THREADS = 32
"""They answer taps, which take milliseconds."""
HAS_POLL = hasattr(select, "poll")
CONNECTIONS = 2 * MOST_STREAMS if HAS_POLL else 480
"""Besides the streams: a browser keeps idle connections. Windows can watch 512 here."""
OPEN_FILES = MOST_STREAMS + CONNECTIONS + 100
LARGEST_BODY = 32 * 2**20
"""The app itself refuses much less, in a sentence; this only spares the disk."""
BACKLOG = 1024
UNSENT_BYTES = 4096
"""What the system takes for a phone beyond what is on its way there: one screen or two. The newest
waits for the phone here, instead of all of them there."""
SEND_BUFFER_BYTES = 32_768
"""The same for what is on its way, and all there is where the system knows no such limit. A page
over a line of 50 ms still comes at some 700 kB a second."""


def serve(
    app: Flask, host: str, port: int, public_url: str | None = None, workers: int = 1
) -> None:
    """Serve the app until Ctrl-C or SIGTERM, after saying where phones can reach it.

    port: 0 for any free one. workers: so many processes. Raises CannotStart before anything is
    printed, for a port in use, an address this machine has not, a public_url that is none, or
    workers that could not reach each other.
    """
    with bound_socket(host, port) as listening:
        urls = public_urls(listening.getsockname()[1], public_url, host)
        app.config["PUBLIC_URLS"] = urls

        def announce() -> None:
            click.echo(announcement(urls))

        if workers > 1:
            run_workers(app, listening, workers, announce, run_server)
        else:
            run_server(app, listening, announce)


def bound_socket(host: str, port: int) -> socket.socket:
    """Return a socket that holds the port; raises CannotStart.

    Its connections have small buffers: a phone that read nothing for a while must not be sent every
    screen it missed.
    """
    try:
        listening = socket.create_server(
            (host, port),
            family=socket.AF_INET6 if ":" in host else socket.AF_INET,
            backlog=BACKLOG,
            dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6(),
        )
    except OSError as error:
        raise CannotStart(_why_not(error, host, port)) from error
    # Whatever it accepts inherits both.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
    return listening


def _why_not(error: OSError, host: str, port: int) -> Sentence:
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else port - 1
        return say("Port {port} is in use; choose another: --port {other}", port=port, other=other)
    if error.errno in (errno.EACCES, errno.EPERM):
        return say("Port {port} needs an administrator; choose another: --port 8000", port=port)
    return say(
        "This machine has no address {host}; leave --host out to listen on all of them.", host=host
    )


def run_server(app: Flask, listening: socket.socket, on_ready: Callable[[], None]) -> None:
    """Answer on a bound socket until Ctrl-C or SIGTERM; open streams are ended at once then.

    on_ready: called when requests are answered. To change the server, change this function.
    """
    from waitress.server import create_server

    # A crowd of phones is no trouble worth a line on the banker's terminal.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    _allow_open_files(OPEN_FILES)
    server = create_server(
        detaching(app.wsgi_app),
        **_proxy_believed(app),
        sockets=[listening],
        threads=THREADS,
        connection_limit=CONNECTIONS,
        max_request_body_size=LARGEST_BODY,
        # For ``_own_socket``.
        channel_request_lookahead=1,
        asyncore_use_poll=HAS_POLL,
        clear_untrusted_proxy_headers=True,
        ident=None,
    )
    _stop_on_signals(app)
    on_ready()
    # Ends by itself on the SystemExit that the signals raise, and waits for its threads.
    server.run()
    server.close()
    if cluster := app.extensions.get("cluster"):
        cluster.close()


def _proxy_believed(app: Flask) -> dict[str, Any]:
    """Return how the server is told whose word it takes on who asks, and whether by HTTPS.

    Of the one address that the app was told (TRUSTED_PROXY), the last hop it names. Anybody
    else's X-Forwarded headers are dropped, so nobody can pass for another address.
    """
    proxy = app.config.get("TRUSTED_PROXY")
    if not proxy:
        return {}
    headers = {"x-forwarded-for", "x-forwarded-proto"}
    return {"trusted_proxy": proxy, "trusted_proxy_count": 1, "trusted_proxy_headers": headers}


def detaching(app: WSGIApplication) -> WSGIApplication:
    """Return the app, its event streams taken out of the server's hands.

    The server would hold a thread for each, and go through all their sockets at every tap.
    """
    from waitress.channel import ClientDisconnected

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        head: list[str] = []

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            head[:] = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers)]
            return start_response(status, headers, *error)

        body = app(environ, start)
        if not isinstance(body, Pushed):
            return body
        try:
            sock = _own_socket(environ)
        except OSError:
            body.close()
        else:
            own = [f"Date: {formatdate(usegmt=True)}", "Connection: close", "\r\n"]
            body.detach(sock, "\r\n".join(head + own).encode("latin-1"))
        # So the server lets go of its descriptor; as there is ours, the connection stays.
        raise ClientDisconnected

    return answer


def _own_socket(environ: WSGIEnvironment) -> socket.socket:
    """Return a request's connection under a descriptor of its own; raises OSError if it is gone.

    waitress says nowhere how to get at it; ``channel_request_lookahead`` puts this into environ.
    """
    channel = environ["waitress.client_disconnected"].__self__
    its: socket.socket | None = channel.socket
    if its is None:
        raise ConnectionError
    own = its.dup()
    # A descriptor closed and opened anew meanwhile would be another phone's. And an answer still
    # on its way would be cut in two by this one: no browser asks before it has read the last.
    with ExitStack() as unless_it_fits:
        unless_it_fits.callback(own.close)
        if own.getpeername() != channel.addr or channel.total_outbufs_len:
            raise ConnectionError
        unless_it_fits.pop_all()
    return own


def _stop_on_signals(app: Flask) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        # Phones are told at once, and look for the server until it is back.
        if live := app.extensions.get("live"):
            live.close()
        raise SystemExit(0)

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)


def _allow_open_files(wanted: int) -> None:
    """Lift the limit on open files as far as this process may; a stream is one."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):  # Then fewer phones fit; enough for a family always do.
            return


def announcement(urls: list[str]) -> str:
    """Return what the terminal shows: the code to scan, the addresses, and how to stop."""
    first = spoken(say("Companion is at {url}", url=urls[0]))
    others = "".join("\n  " + spoken(say("or {url}", url=url)) for url in urls[1:])
    stop = spoken(say("Ctrl-C stops it."))
    return f"{qr_text(urls[0])}\n\n{first}{others}\n\n{stop}"


def qr_text(url: str) -> str:
    """Return a QR code in letters, light on dark, for any terminal that shows block letters."""
    import qrcode

    code = qrcode.QRCode(border=2)
    code.add_data(url)
    drawn = io.StringIO()
    code.print_ascii(out=drawn, invert=True)
    text = drawn.getvalue().replace("\xa0", " ").rstrip("\n")
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return _in_plain_letters(code.get_matrix())
    # The colours are said, so that a light terminal does not turn light and dark around.
    return "\n".join(click.style(line, fg=255, bg=232) for line in text.split("\n"))


def _in_plain_letters(modules: list[list[bool]]) -> str:
    """Return the code in number signs where the terminal has no block letters."""
    return "\n".join("".join("  " if dark else "##" for dark in row) for row in modules)
