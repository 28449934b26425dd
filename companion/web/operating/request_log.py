"""The optional request log: one line per request.

A line contains the time, client address, method, route, status, duration and size. It never
contains a path, query, cookie or name, because a path may contain a table code or a signed token,
both of which give access to a table.
"""

from __future__ import annotations

import logging
import time

from flask import Flask, Response, g, request

log = logging.getLogger("companion.requests")
HEALTH_CHECKS = ("/health", "/ready")
"""Routes that monitoring tools request every few seconds. They are logged only if they fail."""


def init_app(app: Flask) -> None:
    """Log all requests if LOG_REQUESTS is set in the configuration."""
    if not app.config.get("LOG_REQUESTS"):
        return
    if not log.handlers:
        handler = logging.StreamHandler()
        # UTC in RFC 3339 format.
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
    """Return the URL rule of the current request, such as "/t/<code>/", or "-" if none matches."""
    return "-" if request.url_rule is None else request.url_rule.rule
