"""Signed links for personal QR codes, to take over a seat or to become a banker.

A token contains a counter that the table stores, too, so each link works only once.
"""

from __future__ import annotations

from flask import current_app
from itsdangerous import BadData, URLSafeSerializer

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.secret_key), salt="pass")


def seat_pass(code: str, number: int, claim: int) -> str:
    """Return the token that gives a seat to the first device that uses it.

    claim: the counter of the seat.
    """
    return str(_serializer().dumps(["seat", code, number, claim]))


def banker_pass(code: str, count: int) -> str:
    """Return the token that makes the first device that uses it a banker.

    count: the table's counter for bankers.
    """
    return str(_serializer().dumps(["banker", code, 0, count]))


def read_pass(token: str) -> tuple[str, str, int, int]:
    """Return the parts of a token: "seat" or "banker", table code, seat number, counter.

    Raises ``broken_link``.
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
