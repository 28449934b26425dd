"""Whose word is taken on who asks, and whether by HTTPS: that of the one proxy it was told of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


def init_app(app: Flask) -> None:
    """Believe the last hop that TRUSTED_PROXY names, an address or "*", and nobody else's."""
    proxy = app.config.get("TRUSTED_PROXY")
    if not proxy:
        return
    plain = app.wsgi_app
    told = ProxyFix(plain, x_for=1, x_proto=1)

    def believing(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        answer = told if proxy in ("*", environ.get("REMOTE_ADDR")) else plain
        return answer(environ, start)

    app.wsgi_app = believing  # type: ignore[assignment, method-assign]
