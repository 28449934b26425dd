"""The one place that knows htmx's request and response headers."""

from __future__ import annotations

from flask import Response, request


def is_htmx() -> bool:
    """Tell whether the page's script asks, not the browser by itself."""
    return request.headers.get("HX-Request") == "true"


def into(response: Response, target: str) -> Response:
    """Return the response told to replace the inside of the element with this id."""
    response.headers["HX-Retarget"] = f"#{target}"
    response.headers["HX-Reswap"] = "innerHTML"
    return response


def done(sequence: int) -> Response:
    """Return the short answer to a tap: the screens follow by the stream, up to this entry."""
    # Not 204: the server would close the connection behind an answer that has no length.
    return Response("", headers={"Companion-Sequence": str(sequence)})
