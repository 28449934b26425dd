"""Settings for gunicorn with several processes: ``gunicorn -c python:companion.gunicorn``.

Companion works without them too (``gunicorn -k gevent 'companion:create_app()'``). Then stopping
waits for streams, slow phones without a proxy in front get outdated screens first, and metrics are
per worker. gunicorn imports this module before gevent patches the standard library, so nothing that
waits or locks is imported here.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from contextlib import ExitStack
from types import FrameType
from typing import TYPE_CHECKING, Any

from companion.database_lock import served_alone
from companion.mechanics.words import say
from companion.paths import CannotStart, data_folder
from companion.servers import CONNECTIONS, configure_socket, tune_garbage_collection
from companion.terminal import localized

if TYPE_CHECKING:
    from gunicorn.arbiter import Arbiter
    from gunicorn.workers.base import Worker

ALONE = say("Several workers need a database server: set DATABASE_URL=postgresql+psycopg://…")
HELD = ExitStack()
"""Resources that the server holds until it ends."""
wsgi_app = "companion:create_app()"
worker_class = "gevent"
worker_connections = CONNECTIONS
keepalive = 60
graceful_timeout = 10
# The app itself decides which proxy to trust.
forwarded_allow_ips = ""
# Unused, and two servers would compete for its path.
control_socket_disable = True

METRICS = os.environ.get("COMPANION_METRICS", "")
"""HOST:PORT of the metrics of all workers together."""
if METRICS:
    os.environ["COMPANION_COUNT_REQUESTS"] = "true"
    # The library reads this on import in a worker and stores its metrics there.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="companion-figures-")


def on_starting(server: Arbiter) -> None:
    """Exit with one sentence if several workers would share a database file.

    A single worker inherits the lock on the file.
    """
    if os.environ.get("DATABASE_URL"):
        return
    if server.cfg.workers > 1:
        raise SystemExit(localized(ALONE))
    try:
        HELD.enter_context(served_alone(data_folder({})))
    except CannotStart as error:
        raise SystemExit(localized(error.sentence)) from error


def when_ready(server: Arbiter) -> None:
    """Configure the sockets for streams and expose the metrics."""
    for listening in server.LISTENERS:
        configure_socket(listening.sock)
    if METRICS:
        from prometheus_client import CollectorRegistry, start_http_server
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        host, _, port = METRICS.rpartition(":")
        start_http_server(int(port), host, registry)


def post_worker_init(worker: Worker) -> None:
    """On a stop, end the worker's streams first, so that phones reconnect elsewhere."""
    tune_garbage_collection()
    app: Any = worker.wsgi
    stop = signal.getsignal(signal.SIGTERM)
    assert callable(stop)

    def end_streams_and_stop(number: int, frame: FrameType | None) -> None:
        app.extensions["live"].close()
        stop(number, frame)

    signal.signal(signal.SIGTERM, end_streams_and_stop)


def worker_exit(server: Arbiter, worker: Worker) -> None:
    """Announce the worker's end to the other processes."""
    app: Any = worker.wsgi
    if app is not None:
        app.extensions["cluster"].close()


def child_exit(server: Arbiter, worker: Worker) -> None:
    """Remove a finished worker's streams from the metrics."""
    if METRICS:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Arbiter) -> None:
    """Delete the metrics files."""
    if METRICS:
        shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
