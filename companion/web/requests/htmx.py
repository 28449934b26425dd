"""The request and response headers of htmx. No other module uses them."""

from __future__ import annotations

from flask import Response, request


def is_htmx() -> bool:
    """Return whether htmx, and not the browser itself, sent the request."""
    return request.headers.get("HX-Request") == "true"


def into(response: Response, target: str) -> Response:
    """Make a response replace the content of one element on the page, and return the response.

    target: the id of the element.
    """
    response.headers["HX-Retarget"] = f"#{target}"
    response.headers["HX-Reswap"] = "innerHTML"
    return response


def done(sequence: int) -> Response:
    """Return an empty response to a successful action.

    The new screen comes through the event stream, with this sequence number.
    """
    # Not 204: the server closes the connection after a response without a length.
    return Response("", headers={"Companion-Sequence": str(sequence)})
