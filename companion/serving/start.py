"""Starting a server: claiming the port, printing the addresses, and exposing metrics.

The server itself comes from ``companion.serving.servers``.
"""

from __future__ import annotations

import errno
import io
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Thread

import click
from flask import Flask

from companion.mechanics.language.words import Sentence, say
from companion.paths import SERVER, CannotStart, data_folder, database_address, file_in
from companion.serving.addresses import NO_NETWORK, Reach, checked_url, url_of
from companion.serving.database_lock import AlreadyServed, noted_server, served_alone
from companion.serving.servers import CONNECTIONS, Server, configure_socket, tune_garbage_collection
from companion.serving.terminal import localized

OPEN_FILES = CONNECTIONS + 100
BACKLOG = 1024
USUAL_PORT = 8000
"""The port to serve on unless the user chooses another one."""
PORTS_TRIED = 10
FREE_FOR_ALL = (8000, 8080)
"""Ports that need no privileges, to suggest in an error message."""
WATCH_SECONDS = 5.0
"""Seconds between checks for a changed address."""


@contextmanager
def claimed_port(
    host: str, port: int, is_default: bool, public_url: str | None = None
) -> Iterator[socket.socket]:
    """Hold the database lock and a port during the block, and yield the listening socket.

    port: the port, or 0 for any free one.
    is_default: whether the user chose no port, so that the next free one may be used.
    public_url: the address that visitors use, for other commands to find.

    Raises AlreadyServed if another server uses the database, and CannotStart if the port is in use
    or this machine does not have the address.
    """
    with ExitStack() as stack:
        folder = data_folder({})
        file = file_in(database_address({}, folder))
        note = stack.enter_context(served_alone(file.parent)) if file else None
        listening = stack.enter_context(_listening_socket(host, port, is_default))
        found: int = listening.getsockname()[1]
        if note is not None:
            note(found, public_url or "")
        yield listening


def _listening_socket(host: str, port: int, is_default: bool) -> socket.socket:
    try:
        return bound_socket(host, port)
    except CannotStart:
        if answers(port):
            # With a database server there is no lock that would have revealed the running server.
            if file_in(database_address({}, data_folder({}))) is None:
                raise AlreadyServed(port) from None
        if not is_default:
            raise
        for other in range(port + 1, port + PORTS_TRIED):
            with suppress(CannotStart):
                return bound_socket(host, other)
        raise


def answers(port: int) -> bool:
    """Return whether Companion is running on a port of this machine."""
    from urllib.error import URLError
    from urllib.request import urlopen

    try:
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=2) as answer:
            return bool(answer.read(4) == b"ok\n")
    except (URLError, OSError):
        return False


def running_port() -> int | None:
    """Return the port of the server that uses this data folder, or None if none is running."""
    port, _ = noted_server(data_folder({}))
    return port if port is not None and answers(port) else None


def link_text(app: Flask, path: str) -> str:
    """Return the text that shows a link to a page of the running server, with its QR code.

    path: the path of the page, beginning with a slash.
    """
    return ways_in(server_urls(app), running_port() or USUAL_PORT, path)


def server_urls(app: Flask) -> list[str]:
    """Return the URLs of the running server for phones, likeliest first, without a final slash.

    If no server is running, these are the URLs at which it would usually be served.
    """
    _, noted = noted_server(data_folder({}))
    if public := app.config.get("PUBLIC_URLS") or ([noted] if noted else []):
        return list(public)
    return Reach(running_port() or USUAL_PORT).urls


def running_already(port: int, host: str) -> str:
    """Return the text to print at a second start, with the addresses of the running server."""
    first = localized(say("Companion is already running."))
    return f"{first}\n{ways_in(Reach(port, host).urls, port)}"


def serve(
    app: Flask,
    server: Server,
    host: str,
    listening: socket.socket,
    public_url: str | None = None,
    path: str = "",
) -> None:
    """Print the addresses, then serve the app until Ctrl-C or SIGTERM.

    host: the address that the server listens on.
    path: the path of the first page to open, appended to each printed address.

    Raises CannotStart for an invalid ``public_url``, before anything is printed.
    """
    reach = app.extensions["reach"] = Reach(listening.getsockname()[1], host)
    if public_url is not None:
        app.config["PUBLIC_URLS"] = [checked_url(public_url)]
    _allow_open_files()
    public = app.config.get("PUBLIC_URLS")
    urls = public or reach.urls
    click.echo(announcement(urls, reach.port, path))
    if not public:
        _announce_changes(reach, path)
    tune_garbage_collection()
    try:
        # A stop closes all streams, so phones notice it at once and retry until the server is back.
        server.run(app, listening, app.extensions["streams"].close_all)
    finally:
        app.extensions["cluster"].close()
        # This makes SQLite merge its write-ahead log into the database file, even if a connection
        # is still in use.
        app.extensions["open_tables"].store.engine.dispose()


def bound_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket that is bound to the port.

    Raises CannotStart if the port or the address cannot be used.
    """
    try:
        listening = socket.create_server(
            (host, port),
            family=socket.AF_INET6 if ":" in host else socket.AF_INET,
            backlog=BACKLOG,
            dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6(),
        )
    except OSError as error:
        raise CannotStart(_why_unusable(error, host, port)) from error
    configure_socket(listening)
    return listening


def _why_unusable(error: OSError, host: str, port: int) -> Sentence:
    if error.errno == errno.EADDRINUSE:
        other = _free_port(host, port)
        return say("Port {port} is in use. Use a free one: --port {other}", port=port, other=other)
    if error.errno in (errno.EACCES, errno.EPERM):
        other = FREE_FOR_ALL[port == FREE_FOR_ALL[0]]
        return say(
            "Port {port} is reserved on this machine. Use another one: --port {other}",
            port=port,
            other=other,
        )
    return say(
        "This machine has no address {host}. Omit --host to listen on all its addresses.", host=host
    )


def _free_port(host: str, port: int) -> int:
    """Return the next free port after one that is in use, or any free port if many are in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for other in (*range(port + 1, min(port + PORTS_TRIED, 65536)), 0):
        with suppress(OSError), socket.create_server((host, other), family=family) as found:
            return int(found.getsockname()[1])
    return port + 1


def _allow_open_files() -> None:
    """Raise this process's limit on open files, because each stream counts as one."""
    # Windows has no such limit. If it cannot be raised, there is still room for a family.
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def expose_metrics(where: str) -> None:
    """Expose metrics to Prometheus.

    where: the address as HOST:PORT. Without a host, only this machine can connect.

    Raises CannotStart if the library is missing or the address cannot be used.
    """
    try:
        from prometheus_client import start_http_server

        host, _, port = where.rpartition(":")
        start_http_server(int(port), host.strip("[]") or "127.0.0.1")
    except ImportError as error:
        raise CannotStart(
            say(
                "{setting} needs the “server” extra: {command}", setting="--metrics", command=SERVER
            )
        ) from error
    except (OSError, ValueError, OverflowError) as error:
        raise CannotStart(
            say("Can’t open a metrics port at {where}. Choose another one.", where=where)
        ) from error


def announcement(urls: list[str], port: int, path: str = "") -> str:
    """Return the text to print at the start: addresses, QR code, and how to stop the server."""
    whose = localized(
        say(
            "Open the address on this machine first: the device that sets up a table is its "
            "banker. Players scan the code of the table."
        )
    )
    stop = localized(say("Press Ctrl-C to stop."))
    return f"{ways_in(urls, port, path)}\n\n{whose}\n{stop}"


def ways_in(urls: list[str], port: int, path: str = "") -> str:
    """Return the text that lists the addresses for phones, the first one also as a QR code.

    If there are no addresses for phones, the text explains what to do, and contains the address for
    this machine.

    path: the path appended to each address.
    """
    if not urls:
        url = url_of("127.0.0.1", port) + path
        return f"{localized(NO_NETWORK)}\n{localized(say('On this machine: {url}', url=url))}"
    first = localized(say("Open {url}, or scan this code:", url=urls[0] + path))
    found = f"{first}\n\n{qr_text(urls[0] + path)}"
    if len(urls) == 1:
        return found
    others = localized(say("Other addresses: {urls}", urls=tuple(url + path for url in urls[1:])))
    return f"{found}\n\n{others}"


def _announce_changes(reach: Reach, path: str) -> None:
    """Start a thread that prints the addresses again whenever the first one changes.

    path: the path appended to each address.
    """

    def watch() -> None:
        shown = reach.urls
        while True:
            time.sleep(WATCH_SECONDS)
            if (urls := reach.urls)[:1] != shown[:1]:
                shown = urls
                click.echo("\n" + ways_in(urls, reach.port, path))

    Thread(target=watch, name="addresses", daemon=True).start()


def qr_text(url: str) -> str:
    """Return the QR code of a URL as text for a terminal, light on dark."""
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
    # Explicit colours, because a light terminal would invert the code.
    return "\n".join(click.style(line, fg=255, bg=232) for line in text.split("\n"))


def _in_plain_letters(modules: list[list[bool]]) -> str:
    """Return the QR code drawn in number signs, for terminals without block characters."""
    return "\n".join("".join("  " if dark else "##" for dark in row) for row in modules)
