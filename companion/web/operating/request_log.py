"""The optional request log: one line per request with address, route, status and duration.

A path may contain the code of a table or a signed token, and both give access to the table. So the
log contains only the route, and never a path, a query, a cookie or a name.
"""

from __future__ import annotations

import logging
import time

from flask import Flask, Response, g, request

log = logging.getLogger("companion.requests")
HEALTH_CHECKS = ("/health", "/ready")
"""Routes that proxies request every few seconds. Only their failures are logged."""


def init_app(app: Flask) -> None:
    """Log requests if LOG_REQUESTS is set."""
    if not app.config.get("LOG_REQUESTS"):
        return
    if not log.handlers:
        handler = logging.StreamHandler()
        # UTC, in the format of RFC 3339.
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
        if route_of_request() in HEALTH_CHECKS and response.status_code < 400:
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
    """Return the route of the request, or "-" if it has none."""
    return "-" if request.url_rule is None else request.url_rule.rule
