"""Signed tokens: in personal QR codes for a seat or the banker's role, and of the command line.

A token in a QR code contains a counter that is also stored with the table, so it works only once.
"""

from __future__ import annotations

from flask import current_app
from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say


def _pass_serializer() -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.secret_key), salt="pass")


TOKEN_SECONDS = 60
"""How long a token of the command line is valid."""


def _command_serializer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(str(current_app.secret_key), salt="command")


def command_token() -> str:
    """Return a token that proves that a command on this machine knows the secret key."""
    return str(_command_serializer().dumps(""))


def is_command(token: str) -> bool:
    """Return whether a token was made by ``command_token`` a short time ago."""
    try:
        _command_serializer().loads(token, max_age=TOKEN_SECONDS)
    except BadData:
        return False
    return True


def seat_pass(code: str, number: int, claim: int) -> str:
    """Return a token that gives a seat to the first device that uses it.

    number: the number of the seat.
    claim: the seat's current counter.
    """
    return str(_pass_serializer().dumps(["seat", code, number, claim]))


def banker_pass(code: str, count: int) -> str:
    """Return a token that makes the first device that uses it a banker.

    count: the table's current counter for new bankers.
    """
    return str(_pass_serializer().dumps(["banker", code, 0, count]))


def read_pass(token: str) -> tuple[str, str, int, int]:
    """Return the content of a token; raise ``broken_link`` if the token is invalid.

    The content is "seat" or "banker", the table code, the seat number (0 for a banker) and the
    counter.
    """
    try:
        what, code, number, count = _pass_serializer().loads(token)
    except (BadData, ValueError, TypeError) as error:
        raise Refusal(
            "broken_link",
            "",
            say("This link is incomplete. Ask the banker to show the QR code again."),
        ) from error
    return what, code, number, count
