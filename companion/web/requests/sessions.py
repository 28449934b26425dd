"""The cookie that says which device is asking: signed, and good whatever the clock does."""

from __future__ import annotations

from typing import Any

from flask import Flask, current_app, request
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer


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
    """Flask's own sessions, but for the clock, and for HTTPS that ends in front of the server."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return what signs the cookie."""
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = PatientSigner
        return serializer

    def get_cookie_secure(self, app: Flask) -> bool:
        """Tell whether browsers may send the cookie over HTTPS alone: where that is spoken."""
        public = current_app.config.get("PUBLIC_URLS", ())
        spoken = request.is_secure or f"https://{request.host}" in public
        return spoken or super().get_cookie_secure(app)
