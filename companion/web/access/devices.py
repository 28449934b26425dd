"""The device that sends a request, identified by a signed cookie instead of an account."""

from __future__ import annotations

import secrets
from datetime import timedelta

from flask import Flask, abort, request, session
from flask_wtf.csrf import CSRFProtect

from companion.tables.records.reading import FROM_ANYBODY
from companion.web.access.sessions import Sessions

csrf = CSRFProtect()

TABLES_REMEMBERED = 10
"""Maximum number of tables that a device's cookie remembers."""
LARGEST_FORM, MOST_FIELDS = 100_000, 1000
"""Maximum bytes and fields of a form. The largest form of the app, the prices of a board, has
10,000 bytes and 330 fields."""
LARGEST_UPLOAD = int(FROM_ANYBODY.size) + LARGEST_FORM
TAKE_FILES = frozenset(("lobby.check", "lobby.read", "copies.read", "sheets.read"))
"""The endpoints that accept a file."""


def init_app(app: Flask) -> None:
    """Protect the cookie, and protect all posts against forgery.

    Settings in the configuration take precedence over the defaults here.
    """
    defaults = {
        "SESSION_COOKIE_SAMESITE": "Lax",
        "MAX_CONTENT_LENGTH": LARGEST_FORM,
    }
    for name, value in defaults.items():
        if app.config[name] is None:
            app.config[name] = value
    app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(days=400)
    # A slow response must not overwrite a newer cookie with an older one.
    app.config["SESSION_REFRESH_EACH_REQUEST"] = False
    # A game lasts longer than an hour, so a token is valid as long as its cookie.
    app.config.setdefault("WTF_CSRF_TIME_LIMIT", None)
    app.session_interface = Sessions()
    app.before_request(require_sound_form)
    csrf.init_app(app)


def require_sound_form() -> None:
    """Abort a request whose form cannot come from a page of the app.

    A form with too many bytes or fields gets status 413 before its fields are parsed. A form with a
    nameless field gets 400.
    """
    if request.method != "POST":
        return
    if request.endpoint in TAKE_FILES and request.mimetype == "multipart/form-data":
        request.max_content_length = LARGEST_UPLOAD
    elif request.get_data().count(b"&") >= MOST_FIELDS:
        abort(413)
    if None in request.form or None in request.files:
        abort(400)


def this_device() -> str:
    """Return the id of the device.

    A new device gets an id and a cookie.
    """
    device = session.get("device")
    if not isinstance(device, str):
        device = secrets.token_urlsafe(16)
        session["device"] = device
        session.permanent = True
    return device


def known_device() -> str:
    """Return the id of the device, or "" if it has no cookie.

    Never sets a cookie.
    """
    device = session.get("device")
    return device if isinstance(device, str) else ""


def let_in(code: str) -> None:
    """Record in the device's cookie that it knows the code of a table."""
    known = session.get("tables", [])
    if code not in known:
        session["tables"] = [*known, code][-TABLES_REMEMBERED:]
        session.permanent = True


def was_let_in(code: str) -> bool:
    """Return whether the device's cookie records that it knows the code of a table."""
    return code in session.get("tables", ())
