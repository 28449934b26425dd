"""The request and response headers of htmx, which only this module knows."""

from __future__ import annotations

from flask import Response, request


def is_htmx() -> bool:
    """Return whether htmx sent the request, rather than the browser itself."""
    return request.headers.get("HX-Request") == "true"


def into(response: Response, target: str) -> Response:
    """Return a response that replaces the content of the element with the id ``target``."""
    response.headers["HX-Retarget"] = f"#{target}"
    response.headers["HX-Reswap"] = "innerHTML"
    return response


def done(sequence: int) -> Response:
    """Return the empty response to an action.

    The stream sends the screen with this sequence number.
    """
    # Not 204: the server would close the connection after a response without a length.
    return Response("", headers={"Companion-Sequence": str(sequence)})
