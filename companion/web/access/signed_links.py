"""Signed links for a personal QR: to take over a seat, or to become a banker.

What is signed names a counter that the table keeps, so each link works once.
"""

from __future__ import annotations

from flask import current_app
from itsdangerous import BadData, URLSafeSerializer

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.secret_key), salt="pass")


def seat_pass(code: str, number: int, claim: int) -> str:
    """Return the token that hands a seat to whoever shows it first."""
    return str(_serializer().dumps(["seat", code, number, claim]))


def banker_pass(code: str, count: int) -> str:
    """Return the token that makes a banker of whoever shows it first."""
    return str(_serializer().dumps(["banker", code, 0, count]))


def read_pass(token: str) -> tuple[str, str, int, int]:
    """Return what a token hands over: "seat" or "banker", table code, seat number, counter.

    Raises the refusal ``broken_link``.
    """
    try:
        what, code, number, count = _serializer().loads(token)
    except (BadData, ValueError, TypeError) as error:
        raise Refusal(
            "broken_link",
            "",
            say("This link is not whole; ask the banker to show the QR code again."),
        ) from error
    return what, code, number, count
