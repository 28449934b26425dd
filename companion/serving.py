"""Serving: the port, what the terminal says of it, and the figures beside it.

Which server answers is chosen in ``companion.servers``.
"""

from __future__ import annotations

import errno
import io
import socket
import sys
from contextlib import suppress
from urllib.parse import urlsplit

import click
from flask import Flask

from companion.addresses import public_urls
from companion.mechanics.words import Sentence, say
from companion.paths import SERVER, CannotStart
from companion.servers import CONNECTIONS, Server, set_up, spare_collections
from companion.terminal import spoken

OPEN_FILES = CONNECTIONS + 100
BACKLOG = 1024


def serve(
    app: Flask,
    server: Server,
    host: str,
    port: int,
    public_url: str | None = None,
    path: str = "",
) -> None:
    """Serve the app until Ctrl-C or SIGTERM, after saying where phones can reach it.

    port: 0 for any free one. path: of the page to begin with. Raises CannotStart before anything
    is printed, for a port in use, an address this machine has not, or a public_url that is none.
    """
    with bound_socket(host, port) as listening:
        urls = public_urls(listening.getsockname()[1], public_url, host)
        app.config["PUBLIC_URLS"] = urls
        # An address that somebody names may be a proxy's, which hides others.
        app.config["OWN_ADDRESSES"] = [] if public_url else [urlsplit(url).hostname for url in urls]
        _allow_open_files()
        click.echo(announcement([url + path for url in urls], server.name))
        spare_collections()
        try:
            # Phones are told at once, and look for the server until it is back.
            server.run(app, listening, app.extensions["live"].close)
        finally:
            app.extensions["cluster"].close()
            # So that SQLite puts all it has into the one file, whatever still holds a connection.
            app.extensions["open_tables"].store.engine.dispose()


def bound_socket(host: str, port: int) -> socket.socket:
    """Return a socket that holds the port; raises CannotStart."""
    try:
        listening = socket.create_server(
            (host, port),
            family=socket.AF_INET6 if ":" in host else socket.AF_INET,
            backlog=BACKLOG,
            dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6(),
        )
    except OSError as error:
        raise CannotStart(_why_not(error, host, port)) from error
    set_up(listening)
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


def _allow_open_files() -> None:
    """Lift the limit on open files as far as this process may; a stream is one."""
    # Windows has no such limit. Where it stays, fewer phones fit; enough for a family always do.
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def tell_figures(where: str) -> None:
    """Tell Prometheus the figures at HOST:PORT from now on; raises CannotStart."""
    try:
        from prometheus_client import start_http_server

        host, _, port = where.rpartition(":")
        start_http_server(int(port), host.strip("[]") or "127.0.0.1")
    except ImportError as error:
        raise CannotStart(
            say(
                "{setting} needs the server’s extra: {command}", setting="--metrics", command=SERVER
            )
        ) from error
    except (OSError, ValueError, OverflowError) as error:
        raise CannotStart(
            say("No figures can be told at {where}; choose another.", where=where)
        ) from error


def announcement(urls: list[str], server: str) -> str:
    """Return what the terminal shows: the addresses, the server, how to stop; last the code."""
    first = spoken(say("Companion is at {url}", url=urls[0]))
    others = "".join("\n  " + spoken(say("or {url}", url=url)) for url in urls[1:])
    stop = spoken(say("Served by {server}. Ctrl-C stops it.", server=server))
    return f"{first}{others}\n\n{stop}\n\n{qr_text(urls[0])}"


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
