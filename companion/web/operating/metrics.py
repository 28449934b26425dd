"""Metrics for Prometheus: request durations, open streams and log entries in memory.

The Prometheus client library serves the metrics on a separate port, away from the players' pages.
For several processes, see ``companion.gunicorn``.
"""

from __future__ import annotations

import time

from flask import Flask, Response, g, request
from prometheus_client import Gauge, Histogram

from companion.tables.live.cache import open_tables
from companion.web.live.streams import streams
from companion.web.operating.request_log import route_of_request

BUCKETS = (0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
"""Upper bounds of the duration buckets, in seconds."""

REQUESTS = Histogram(
    "companion_request_seconds",
    "Time to answer a request, by route, method and status; a tap's route ends in /act.",
    ["route", "method", "status"],
    buckets=BUCKETS,
)
STREAMS = Gauge(
    "companion_streams", "Event streams open now, one a phone.", multiprocess_mode="livesum"
)
ENTRIES = Gauge(
    "companion_open_entries",
    "Log entries of the tables kept in memory, and 16 for each table.",
    multiprocess_mode="livesum",
)
MOST_ENTRIES = Gauge(
    "companion_open_entries_limit",
    "How many are kept at most; beyond that the tables longest unused are forgotten.",
    multiprocess_mode="livesum",
)


def init_app(app: Flask) -> None:
    """Measure all requests, and publish the numbers of open streams and log entries in memory."""

    @app.before_request
    def begin() -> None:
        g.counted_from = time.perf_counter()

    @app.after_request
    def count(response: Response) -> Response:
        taken = time.perf_counter() - g.get("counted_from", time.perf_counter())
        method = request.method if request.method in ("GET", "HEAD", "POST") else "other"
        REQUESTS.labels(route_of_request(), method, response.status_code).observe(taken)
        return response

    with app.app_context():
        streams().on_count = STREAMS.set
        slots = open_tables().slots
        slots.on_count = ENTRIES.set
        MOST_ENTRIES.set(slots.most)
