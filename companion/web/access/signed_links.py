"""Signed tokens in personal QR codes, for taking over a seat or becoming a banker.

A token contains a counter that is also stored with the table, so each token works only once.
"""

from __future__ import annotations

from flask import current_app
from itsdangerous import BadData, URLSafeSerializer

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.secret_key), salt="pass")


def seat_pass(code: str, number: int, claim: int) -> str:
    """Return a token that gives a seat to the first device that uses it.

    number: the number of the seat.
    claim: the seat's current counter.
    """
    return str(_serializer().dumps(["seat", code, number, claim]))


def banker_pass(code: str, count: int) -> str:
    """Return a token that makes the first device that uses it a banker.

    count: the table's current counter for new bankers.
    """
    return str(_serializer().dumps(["banker", code, 0, count]))


def read_pass(token: str) -> tuple[str, str, int, int]:
    """Return the content of a token; raise ``broken_link`` if the token is invalid.

    The content is "seat" or "banker", the table code, the seat number (0 for a banker) and the
    counter.
    """
    try:
        what, code, number, count = _serializer().loads(token)
    except (BadData, ValueError, TypeError) as error:
        raise Refusal(
            "broken_link",
            "",
            say("This link is incomplete. Ask the banker to show the QR code again."),
        ) from error
    return what, code, number, count
