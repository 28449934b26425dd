"""Support for the forwarding headers of one trusted proxy: client address, host and HTTPS."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


def init_app(app: Flask) -> None:
    """Trust forwarding headers only in requests from the proxy in TRUSTED_PROXY.

    TRUSTED_PROXY is an IP address, or "*" to trust every client. If it is not set, all forwarding
    headers are ignored.
    """
    proxy = app.config.get("TRUSTED_PROXY")
    if not proxy:
        return
    plain = app.wsgi_app
    forwarded = ProxyFix(plain, x_for=1, x_proto=1, x_host=1)

    def trusting(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        answer = forwarded if proxy in ("*", environ.get("REMOTE_ADDR")) else plain
        return answer(environ, start)

    app.wsgi_app = trusting  # type: ignore[assignment, method-assign]
