"""Pages, streams and static files, gzipped for the wire.

Files are gzipped once and named by their content, so a browser asks for each once; comments and
indentation in our own style sheets and scripts are not sent. Each event of a stream goes out at
once, and what a screen says again costs a byte or two.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from flask import Flask, Response, request

COMPRESSED = (".css", ".js", ".svg", ".webmanifest")
PAGES = ("text/html", "text/plain", "application/json")
LEAST_BYTES = 1000
"""What is smaller fits into one packet anyway."""
UNSENT = {
    ".css": re.compile(
        rb"/\*.*?\*/\s*|^ +|;\n(?= *})|(?<=[;{},])\n|(?<=[:,>]) | (?=[{>])",
        re.DOTALL | re.MULTILINE,
    ),
    ".js": re.compile(rb"^ *// .*\n|^ +|(?<=[;{,(])\n", re.MULTILINE),
}
"""By the kind of file: comments, and space that parts no words. So no text in a style may have such
space; in a script no text may go on over lines, nor a comment beside code end in ``;{,(``."""
NEEDLESS = ("Content-Disposition", "Last-Modified", "Accept-Ranges")
"""What Flask says of a file, and nobody asks: it is known by its version, and sent whole."""
STREAM_LEVEL, STREAM_WINDOW, STREAM_MEMORY = 4, 12, 4
"""zlib's, for each stream 24 kB: what it sends again it names if it was in the last 4 kB, some two
screens. With half of that it would take longer and send twice as much."""


def static_folder(app: Flask, endpoint: str) -> Path | None:
    """Return the folder whose files an endpoint gives, ours or a package's; None for a page."""
    owner, _, last = endpoint.rpartition(".")
    if last != "static":
        return None
    return Path(str((app.blueprints[owner] if owner else app).static_folder))


@cache
def _content(path: Path, is_ours: bool) -> tuple[bytes, str]:
    """Return a file's gzipped bytes, of ours without what is not sent, and a name of its content.

    What others wrote is sent whole, for their licences.
    """
    data = path.read_bytes()
    if is_ours and path.suffix in UNSENT and path.parent.name != "vendor":
        data = UNSENT[path.suffix].sub(b"", data)
    return gzip.compress(data, 9, mtime=0), hashlib.sha256(data).hexdigest()[:10]


def init_app(app: Flask) -> None:
    """Answer static files gzipped where the browser takes it, kept for a year by their version."""

    @app.url_defaults
    def version(endpoint: str, values: dict[str, object]) -> None:
        folder = static_folder(app, endpoint)
        if folder is not None and "v" not in values:
            values["v"] = _content(folder / str(values["filename"]), endpoint == "static")[1]

    @app.after_request
    def compress(response: Response) -> Response:
        folder = static_folder(app, request.endpoint or "")
        if folder is None or response.status_code != 200:
            return response
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        for name in NEEDLESS:
            response.headers.pop(name, None)
        path = folder / str((request.view_args or {}).get("filename"))
        if path.suffix in COMPRESSED and request.accept_encodings["gzip"] > 0:
            response.close()  # the file that the gzipped content stands in for
            response.direct_passthrough = False
            response.set_data(_content(path, request.endpoint == "static")[0])
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        return response

    app.after_request(_compressed)


def _compressed(response: Response) -> Response:
    """Return a page gzipped where the browser takes it."""
    if response.mimetype not in PAGES or not response.is_sequence:
        return response
    page = response.get_data()
    if len(page) < LEAST_BYTES or response.content_encoding:
        return response
    if takes_gzip(response):
        response.set_data(gzip.compress(page, mtime=0, compresslevel=6))
        response.content_encoding = "gzip"
    return response


def takes_gzip(response: Response) -> bool:
    """Note that an answer depends on what the browser takes; tell whether it may be gzipped."""
    response.vary.add("Accept-Encoding")
    return request.accept_encodings["gzip"] > 0


def gzipped(events: Iterator[str]) -> Iterator[bytes]:
    """Return the events of a stream gzipped, each so that it can be read at once."""
    packed = zlib.compressobj(STREAM_LEVEL, zlib.DEFLATED, STREAM_WINDOW | 16, STREAM_MEMORY)
    # None is kept in memory until the next comes, which a loop would do.
    return map(
        lambda event: packed.compress(event.encode()) + packed.flush(zlib.Z_SYNC_FLUSH), events
    )
