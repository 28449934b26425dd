"""The signed cookie that identifies a device and stays valid if the clock is set back."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature, SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from companion.web.access.addresses import public_urls

COOKIES_KNOWN = 2048
"""Number of cookies that are remembered as valid for up to an hour. Each takes 1 kB."""


class PatientSigner(TimestampSigner):
    """A signer that accepts signatures from the future.

    Such signatures exist after the clock was set back. Without this signer, a laptop with a fast
    clock would lose the banker's role and all seats as soon as the clock is corrected.
    """

    def unsign(self, *arguments: Any, **options: Any) -> Any:
        """Return the signed value.

        Raises BadSignature, or SignatureExpired for an old signature.
        """
        try:
            return super().unsign(*arguments, **options)
        except SignatureExpired as expired:
            signed_at = expired.date_signed
            if signed_at is None or signed_at <= self.timestamp_to_datetime(self.get_timestamp()):
                raise
        return super().unsign(*arguments, **{**options, "max_age": None})


class Sessions(SecureCookieSessionInterface):
    """Flask's sessions with a tolerant clock, a cache, and support for HTTPS that ends at a proxy.

    A phone sends the same cookie with every request, and checking its signature takes as long as
    deciding a move. So valid cookies are cached.
    """

    def __init__(self) -> None:
        self._read = lru_cache(COOKIES_KNOWN)(self._checked)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the session in the cookie, or an empty one if there is no valid cookie."""
        cookie = request.cookies.get(self.get_cookie_name(app))
        if not cookie or not app.secret_key:
            return super().open_session(app, request)
        try:
            return self.session_class(self._read(app, cookie, int(time.time() // 3600)))
        except BadSignature:
            return self.session_class()

    def _checked(self, app: Flask, cookie: str, hour: int) -> dict[str, object]:
        """Return the content of a valid cookie, which callers must not change.

        hour: the current hour, so that no result is cached for longer.

        Raises BadSignature.
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
        """Return whether browsers may send the cookie only over HTTPS."""
        is_https = request.is_secure or f"https://{request.host}" in public_urls()
        return is_https or super().get_cookie_secure(app)
