"""gunicorn's settings for several processes: ``gunicorn -c python:companion.gunicorn``.

Companion also runs without these settings (``gunicorn -k gevent 'companion:create_app()'``). But
then stopping waits for open streams, and each worker has its own metrics. Slow phones also get
outdated screens first, unless there is a proxy in front.

gunicorn imports this module before gevent patches the standard library, so this module imports
nothing that waits or locks.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from contextlib import ExitStack
from types import FrameType
from typing import TYPE_CHECKING, Any

from companion.mechanics.language.words import say
from companion.paths import CannotStart, data_folder
from companion.serving.database_lock import served_alone
from companion.serving.servers import CONNECTIONS, configure_socket, tune_garbage_collection
from companion.serving.terminal import localized

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
# The control socket is not used, and two servers would compete for its path.
control_socket_disable = True

METRICS = os.environ.get("COMPANION_METRICS", "")
"""The HOST:PORT at which the metrics of all workers are exposed, or "" for none."""
if METRICS:
    os.environ["COMPANION_COUNT_REQUESTS"] = "true"
    # prometheus_client reads this when a worker imports it, and stores the metrics there.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="companion-figures-")


def on_starting(server: Arbiter) -> None:
    """Lock the database file, unless a database server is used.

    The single worker inherits the lock. gunicorn exits with an error message if there are several
    workers, if another server uses the file, or if the file cannot be locked.
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
    """Prepare a worker before it takes requests, and make it end its streams first when it stops.

    Phones then reconnect to other workers.
    """
    # Imported here, because gevent must patch the standard library first.
    from companion.web.operating.warm_up import warm_up

    app: Any = worker.wsgi
    for _ in warm_up(app):
        worker.notify()
    tune_garbage_collection()
    stop = signal.getsignal(signal.SIGTERM)
    assert callable(stop)

    def end_streams_and_stop(number: int, frame: FrameType | None) -> None:
        app.extensions["streams"].close_all()
        stop(number, frame)

    signal.signal(signal.SIGTERM, end_streams_and_stop)


def worker_exit(server: Arbiter, worker: Worker) -> None:
    """Announce to the other processes that a worker has ended."""
    app: Any = worker.wsgi
    if app is not None:
        app.extensions["cluster"].close()


def child_exit(server: Arbiter, worker: Worker) -> None:
    """Remove an ended worker's streams from the metrics."""
    if METRICS:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Arbiter) -> None:
    """Delete the metrics files."""
    if METRICS:
        shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
