"""Several worker processes behind one port: for a machine with more cores than one.

Each is a whole companion with its own threads, streams and cache; they share the listening socket,
the database, and what they tell each other through it. A worker that dies is replaced, and its
phones come back by themselves, to any of them.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any

from flask import Flask

from companion.mechanics.words import say
from companion.paths import SERVER, CannotStart

log = logging.getLogger(__name__)

SOON_SECONDS = 5.0
"""A worker that ends sooner than this could not start, and neither would the next."""
STOP_SECONDS = 15.0
HANDED_ON = (
    "DATA_DIR",
    "SQLALCHEMY_DATABASE_URI",
    "PUBLIC_URLS",
    "TRUSTED_PROXY",
    "LOG_REQUESTS",
    "COUNT_REQUESTS",
)
FIGURES_FOLDER = "PROMETHEUS_MULTIPROC_DIR"


Serve = Callable[[Flask, socket.socket, Callable[[], None]], None]
"""What answers on a bound socket, see ``serving.run_server``; a process can be handed it."""


def run_workers(
    app: Flask, listening: socket.socket, count: int, on_ready: Callable[[], None], serve: Serve
) -> None:
    """Answer on a bound socket with so many processes until Ctrl-C or SIGTERM.

    app: a started one, which gives the workers its settings. serve: what each does. Raises
    CannotStart if they could not reach each other, or if one cannot start.
    """
    if app.extensions["cluster"].transport is None:
        raise CannotStart(
            say("Several workers need a database server: set DATABASE_URL=postgresql+psycopg://…")
        )
    app.extensions["open_tables"].store.engine.dispose()
    settings = {name: app.config.get(name) for name in HANDED_ON}
    # Not forked: a fork would share what threads and locks were doing at that moment.
    starter = multiprocessing.get_context("spawn")

    def started() -> tuple[BaseProcess, float]:
        worker = starter.Process(target=_work, args=(listening, settings, serve))
        worker.start()
        return worker, time.monotonic()

    _stop_on_signals()
    workers = [started() for _ in range(count)]
    try:
        on_ready()
        while True:
            wait([worker.sentinel for worker, _ in workers])
            for place, (worker, begun) in enumerate(workers):
                if not worker.is_alive():
                    _bury(worker, begun)
                    workers[place] = started()
    finally:
        _end([worker for worker, _ in workers])


def _work(listening: socket.socket, settings: Mapping[str, Any], serve: Serve) -> None:
    """Be a worker."""
    from companion import create_app

    threading.Thread(target=_end_with_parent, name="parent's end", daemon=True).start()
    serve(create_app(settings), listening, lambda: None)


def _end_with_parent() -> None:
    """Wait for the process that started this one to end; nobody looks after a worker then."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)


def _bury(worker: BaseProcess, begun: float) -> None:
    """Say that a worker has ended; raises CannotStart if it could not start."""
    if time.monotonic() - begun < SOON_SECONDS:
        raise CannotStart(
            say("A worker ended as soon as it was started; what it said stands above.")
        )
    log.error("a worker ended with status %s; another takes its place", worker.exitcode)
    if FIGURES_FOLDER in os.environ and worker.pid is not None:
        from companion.web.operating.metrics import ended

        ended(worker.pid)


def _end(workers: list[BaseProcess]) -> None:
    for worker in workers:
        worker.terminate()
    deadline = time.monotonic() + STOP_SECONDS
    for worker in workers:
        worker.join(max(0.0, deadline - time.monotonic()))
        if worker.is_alive():
            worker.kill()


def _stop_on_signals() -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)


@contextmanager
def figures_told(where: str | None, workers: int) -> Iterator[None]:
    """Tell Prometheus the figures of all workers while the block runs. where: HOST:PORT, or None.

    Raises CannotStart.
    """
    if not where:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="companion-figures-") as folder:
        if workers > 1:
            os.environ[FIGURES_FOLDER] = folder
        try:
            from companion.web.operating.metrics import tell

            host, _, port = where.rpartition(":")
            tell(host.strip("[]") or "127.0.0.1", int(port))
        except ImportError as error:
            raise CannotStart(
                say(
                    "{setting} needs the server's extra: {command}",
                    setting="--metrics",
                    command=SERVER,
                )
            ) from error
        except (OSError, ValueError, OverflowError) as error:
            raise CannotStart(
                say("No figures can be told at {where}; choose another.", where=where)
            ) from error
        yield
