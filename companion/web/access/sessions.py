"""The signed cookie that identifies a device; it stays valid if the clock is set back."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature, SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from companion.web.access.addresses import uses_https

COOKIES_KNOWN = 2048
"""Maximum number of validated cookies in the cache. Each takes 1 kB."""


class PatientSigner(TimestampSigner):
    """A signer that accepts signatures dated in the future.

    Such signatures occur when the server's clock is set back. Without this signer, correcting a
    fast clock would make every device lose its seat or its banker's role.
    """

    def unsign(self, *arguments: Any, **options: Any) -> Any:
        """Return the signed value.

        Raises BadSignature if the signature is invalid, or SignatureExpired if it is too old.
        """
        try:
            return super().unsign(*arguments, **options)
        except SignatureExpired as expired:
            signed_at = expired.date_signed
            if signed_at is None or signed_at <= self.timestamp_to_datetime(self.get_timestamp()):
                raise
        return super().unsign(*arguments, **{**options, "max_age": None})


class Sessions(SecureCookieSessionInterface):
    """Flask's session cookies, with three changes.

    - A cookie stays valid if the clock is set back (see ``PatientSigner``).
    - Validated cookies are cached, because checking a signature takes as long as deciding a move.
    - A cookie is also marked as secure if a proxy handles HTTPS for a public URL.
    """

    def __init__(self) -> None:
        self._read = lru_cache(COOKIES_KNOWN)(self._cookie_content)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the session from the cookie, or an empty session if there is no valid cookie."""
        cookie = request.cookies.get(self.get_cookie_name(app))
        if not cookie or not app.secret_key:
            return super().open_session(app, request)
        try:
            return self.session_class(self._read(app, cookie, int(time.time() // 3600)))
        except BadSignature:
            return self.session_class()

    def _cookie_content(self, app: Flask, cookie: str, hour: int) -> dict[str, object]:
        """Return the content of a cookie. The result is cached, so callers must not change it.

        Raises BadSignature if the cookie is invalid or too old.

        hour: hours since 1970. As part of the cache key, it makes results expire every hour.
        """
        serializer = self.get_signing_serializer(app)
        assert serializer is not None
        longest = int(app.permanent_session_lifetime.total_seconds())
        content: dict[str, object] = serializer.loads(cookie, max_age=longest)
        return content

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the serializer that signs the cookie."""
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = PatientSigner
        return serializer

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether browsers must send the cookie over HTTPS only."""
        return uses_https() or super().get_cookie_secure(app)
