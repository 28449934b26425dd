"""Who is asking: a device known by a signed cookie, no account."""

from __future__ import annotations

import secrets
from datetime import timedelta

from flask import Flask, abort, request, session
from flask_wtf.csrf import CSRFProtect

from companion.tables.records.reading import FROM_ANYBODY
from companion.web.access.sessions import Sessions

csrf = CSRFProtect()

TABLES_REMEMBERED = 10
LARGEST_FORM, MOST_FIELDS = 100_000, 1000
"""Bytes and fields of a form; the widest of ours, a board's prices, has a tenth and a third."""
LARGEST_UPLOAD = int(FROM_ANYBODY.size) + LARGEST_FORM
TAKE_FILES = frozenset(("lobby.check", "lobby.read", "copies.read", "sheets.read"))
"""The endpoints that a file may be sent to."""


def init_app(app: Flask) -> None:
    """Guard the cookie and every post; what the app was configured with wins."""
    defaults = {
        "SESSION_COOKIE_SAMESITE": "Lax",
        "MAX_CONTENT_LENGTH": LARGEST_FORM,
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
    app.before_request(require_sound_form)
    csrf.init_app(app)


def require_sound_form() -> None:
    """Refuse, before anything goes through its fields, a form that no page of ours has.

    Too large, with too many fields, or with one that has no name; what is too large is not read.
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


def let_in(code: str) -> None:
    """Remember in the device's own cookie that it knows the code of a table."""
    known = session.get("tables", [])
    if code not in known:
        session["tables"] = [*known, code][-TABLES_REMEMBERED:]
        session.permanent = True


def was_let_in(code: str) -> bool:
    """Tell whether the asking device knew the code of a table before."""
    return code in session.get("tables", ())
