"""Who is asking: a device known by a signed cookie, no account."""

from __future__ import annotations

import secrets
from datetime import timedelta

from flask import Flask, abort, request, session
from flask_wtf.csrf import CSRFProtect

from companion.web.sessions import Sessions

csrf = CSRFProtect()

LARGEST_REQUEST_BYTES = 4_000_000
"""A record has half of it; what is larger is not even read."""


def init_app(app: Flask) -> None:
    """Guard the cookie and every post; what the app was configured with wins."""
    defaults = {
        "SESSION_COOKIE_SAMESITE": "Lax",
        "MAX_CONTENT_LENGTH": LARGEST_REQUEST_BYTES,
    }
    for name, value in defaults.items():
        if app.config[name] is None:
            app.config[name] = value
    app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(days=400)
    # An answer that is under way must not bring an older cookie back.
    app.config["SESSION_REFRESH_EACH_REQUEST"] = False
    # An evening is longer than an hour; a token lives as long as its cookie.
    app.config.setdefault("WTF_CSRF_TIME_LIMIT", None)
    app.session_interface = Sessions()
    app.before_request(require_names)
    csrf.init_app(app)


def require_names() -> None:
    """Refuse a form with a field that has no name; no browser sends one, and much trips over it."""
    if request.method == "POST" and (None in request.form or None in request.files):
        abort(400)


def this_device() -> str:
    """Return the name of the asking device, given to it on its first visit."""
    device = session.get("device")
    if not isinstance(device, str):
        device = secrets.token_urlsafe(16)
        session["device"] = device
        session.permanent = True
    return device


def known_device() -> str:
    """Return the asking device's name, or "" for one that has no cookie yet; sets nothing."""
    device = session.get("device")
    return device if isinstance(device, str) else ""
