"""The cookie that says which device is asking: signed, and good whatever the clock does."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature, SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from companion.web.access.addresses import public_urls

COOKIES_KNOWN = 2048
"""So many that were found good are not checked again within the hour; each less than a kB."""


class PatientSigner(TimestampSigner):
    """Takes a signature from the future for a clock that was set back, not for one that expired.

    A laptop whose clock ran ahead would else lose its banker and every seat when it is put right.
    """

    def unsign(self, *arguments: Any, **options: Any) -> Any:
        """Return what was signed; raises BadSignature, SignatureExpired for an old one."""
        try:
            return super().unsign(*arguments, **options)
        except SignatureExpired as expired:
            signed_at = expired.date_signed
            if signed_at is None or signed_at <= self.timestamp_to_datetime(self.get_timestamp()):
                raise
        return super().unsign(*arguments, **{**options, "max_age": None})


class Sessions(SecureCookieSessionInterface):
    """Flask's own sessions, but for the clock, and for HTTPS that ends in front of the server.

    A phone sends the same cookie with every tap. What was found good is remembered by all its
    bytes, for to check a signature takes as long as to decide a tap.
    """

    def __init__(self) -> None:
        self._read = lru_cache(COOKIES_KNOWN)(self._checked)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return what a device's cookie says, an empty session for one that has no good cookie."""
        cookie = request.cookies.get(self.get_cookie_name(app))
        if not cookie or not app.secret_key:
            return super().open_session(app, request)
        try:
            return self.session_class(self._read(app, cookie, int(time.time() // 3600)))
        except BadSignature:
            return self.session_class()

    def _checked(self, app: Flask, cookie: str, hour: int) -> dict[str, object]:
        """Return what a good cookie says; raises BadSignature. Its values are never changed."""
        serializer = self.get_signing_serializer(app)
        assert serializer is not None
        longest = int(app.permanent_session_lifetime.total_seconds())
        said: dict[str, object] = serializer.loads(cookie, max_age=longest)
        return said

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return what signs the cookie."""
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = PatientSigner
        return serializer

    def get_cookie_secure(self, app: Flask) -> bool:
        """Tell whether browsers may send the cookie over HTTPS alone: where that is spoken."""
        spoken = request.is_secure or f"https://{request.host}" in public_urls()
        return spoken or super().get_cookie_secure(app)
