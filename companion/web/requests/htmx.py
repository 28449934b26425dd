"""The request and response headers of htmx; no other module knows them."""

from __future__ import annotations

from flask import Response, request


def is_htmx() -> bool:
    """Return whether htmx sent the request, not the browser itself."""
    return request.headers.get("HX-Request") == "true"


def into(response: Response, target: str) -> Response:
    """Return the response, which replaces the content of the element with this id."""
    response.headers["HX-Retarget"] = f"#{target}"
    response.headers["HX-Reswap"] = "innerHTML"
    return response


def done(sequence: int) -> Response:
    """Return the empty response to an action; the stream sends the screen with this sequence."""
    # Not 204: the server would close the connection after a response without a length.
    return Response("", headers={"Companion-Sequence": str(sequence)})
