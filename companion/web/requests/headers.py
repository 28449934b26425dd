"""The security and caching headers of all responses, and downloads of JSON files."""

from __future__ import annotations

import json

from flask import Flask, Response, request

from companion.web.requests.compressed import static_folder
from companion.web.requests.forms import is_own_path

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""The Content-Security-Policy of pages."""
FILE_POLICY = "default-src 'none'; form-action 'none'; frame-ancestors 'none'"
"""The Content-Security-Policy of static files, short because each page loads a dozen of them."""


def init_app(app: Flask) -> None:
    """Add the security and caching headers to all responses."""

    @app.after_request
    def guard(response: Response) -> Response:
        is_file = static_folder(app, request.endpoint or "") is not None
        # The response for a missing file is an HTML page.
        policy = FILE_POLICY if is_file and response.status_code < 400 else POLICY
        response.headers["Content-Security-Policy"] = policy
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        if response.location is not None:
            # Redirects by the router contain the Host header, which clients can forge.
            place = response.location.removeprefix(request.host_url[:-1])
            if is_own_path(place) and place != response.location:
                response.headers["Location"] = place
                response.set_data(b"")
        if not is_file:
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def json_file(data: object, name: str) -> Response:
    """Return a response that downloads data as a JSON file.

    name: the file name without ".json".
    """
    return Response(
        json.dumps(data, ensure_ascii=False, indent=1),
        mimetype="application/json",
        headers={"Content-Disposition": f"attachment; filename={name}.json"},
    )
