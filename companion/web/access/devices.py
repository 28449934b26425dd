"""Identification of devices by a signed cookie, without user accounts."""

from __future__ import annotations

import secrets
from datetime import timedelta

from flask import Flask, abort, request, session

from companion.tables.records.reading import FROM_ANYBODY
from companion.web.access.sessions import Sessions

TABLES_REMEMBERED = 10
"""Maximum number of tables listed in a device's cookie."""
LARGEST_FORM, MOST_FIELDS = 100_000, 1000
"""Maximum bytes and fields of a posted form. The app's largest form, the prices of a board, has
10,000 bytes and 330 fields."""
LARGEST_FILE = int(FROM_ANYBODY.size)
LARGEST_UPLOAD = LARGEST_FILE + LARGEST_FORM
TAKE_FILES = frozenset(("lobby.check", "lobby.read", "copies.read", "sheets.read"))
"""The endpoints that accept a file upload."""


def init_app(app: Flask) -> None:
    """Set up the signed cookie and the limits for posted forms.

    SESSION_COOKIE_SAMESITE and MAX_CONTENT_LENGTH are kept if they are already configured.
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
    app.session_interface = Sessions()
    app.jinja_env.globals["largest_file"] = LARGEST_FILE
    app.before_request(require_sound_form)


def require_sound_form() -> None:
    """Abort a request if its form cannot have come from one of the app's pages.

    Aborts with 413 for too many bytes or fields, before the fields are parsed, and with 400 for a
    field without a name.
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
    """Return the device's id. Create an id and set the cookie if the device has none."""
    device = session.get("device")
    if not isinstance(device, str):
        device = secrets.token_urlsafe(16)
        session["device"] = device
        session.permanent = True
    return device


def known_device() -> str:
    """Return the device's id, or "" if the device has no cookie. Never sets a cookie."""
    device = session.get("device")
    return device if isinstance(device, str) else ""


def let_in(code: str) -> None:
    """Record in the cookie that this device knows a table's code.

    The device can then open the table even after too many wrong codes from its network.
    """
    known = session.get("tables", [])
    if code not in known:
        session["tables"] = [*known, code][-TABLES_REMEMBERED:]
        session.permanent = True


def remembers(code: str) -> bool:
    """Return whether the cookie records that this device knows a table's code."""
    return code in session.get("tables", ())
