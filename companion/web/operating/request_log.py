"""One line a request, where it is asked for: who, what, how it ended, how long it took.

A path may hold a table's code or a pass, which let whoever reads them in; so the route is written
and never the path, no query, no cookie, no name.
"""

from __future__ import annotations

import logging
import time

from flask import Flask, Response, g, request

log = logging.getLogger("companion.requests")
ASKED_ALL_THE_TIME = ("/health", "/ready")
"""By a proxy, every few seconds; that all is well is not worth a line each time."""


def init_app(app: Flask) -> None:
    """Write the lines if the app was told to (LOG_REQUESTS)."""
    if not app.config.get("LOG_REQUESTS"):
        return
    if not log.handlers:
        handler = logging.StreamHandler()
        # In UTC, as RFC 3339 has it.
        lines = logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        lines.converter = time.gmtime
        handler.setFormatter(lines)
        log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False

    @app.before_request
    def begin() -> None:
        g.begun = time.perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        if route_of_request() in ASKED_ALL_THE_TIME and response.status_code < 400:
            return response
        taken = (time.perf_counter() - g.get("begun", time.perf_counter())) * 1e3
        size = response.content_length
        log.info(
            "%s %s %s %d %.1fms %s",
            request.remote_addr or "-",
            request.method,
            route_of_request(),
            response.status_code,
            taken,
            "-" if size is None else size,
        )
        return response


def route_of_request() -> str:
    """Return the rule that the request's path met, "-" for none: no code, no pass."""
    return "-" if request.url_rule is None else request.url_rule.rule
