"""Compression of pages, streams and static files.

Static files are compressed once. Their addresses contain a hash of the content, so that a browser
requests each version only once. The app's own style sheets and scripts are sent without comments
and indentation.

Each event of a stream is flushed. Repeated markup costs only a byte or two.
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
"""The kinds of static files that are compressed."""
PAGES = ("text/html", "text/plain", "application/json")
"""The types of pages that are compressed."""
LEAST_BYTES = 1000
"""Smaller responses are not compressed, because they fit into one packet anyway."""
UNSENT = {
    ".css": re.compile(
        rb"/\*.*?\*/\s*|^ +|;\n(?= *})|(?<=[;{},])\n|(?<=[:,>]) | (?=[{>])",
        re.DOTALL | re.MULTILINE,
    ),
    ".js": re.compile(rb"^ *// .*\n|^ +|(?<=[;{,(])\n", re.MULTILINE),
}
"""Comments and needless white space, by kind of file. The patterns are simple, so strings in style
sheets must not contain such white space. In scripts, no string may span lines, and no comment after
code may end in ``;{,(``."""
NEEDLESS = ("Content-Disposition", "Last-Modified", "Accept-Ranges")
"""Headers that Flask sends with a file. They are not needed, because files have versions and are
sent whole."""
STREAM_LEVEL, STREAM_WINDOW, STREAM_MEMORY = 4, 12, 4
"""Parameters of zlib. Each stream takes 24 kB, with a window of 4 kB, about two screens. A smaller
window would be slower and send twice as much."""


def static_folder(app: Flask, endpoint: str) -> Path | None:
    """Return the folder of a static endpoint, of the app or of a plugin.

    Returns None for any other endpoint.
    """
    owner, _, last = endpoint.rpartition(".")
    if last != "static":
        return None
    return Path(str((app.blueprints[owner] if owner else app).static_folder))


@cache
def _content(path: Path, is_ours: bool) -> tuple[bytes, str]:
    """Return the compressed bytes of a file, and a hash of its content.

    Only the app's own files are minified. Files of other authors are sent whole, because of their
    licences.
    """
    data = path.read_bytes()
    if is_ours and path.suffix in UNSENT and path.parent.name != "vendor":
        data = UNSENT[path.suffix].sub(b"", data)
    return gzip.compress(data, 9, mtime=0), hashlib.sha256(data).hexdigest()[:10]


def init_app(app: Flask) -> None:
    """Compress responses for browsers that accept it.

    Browsers may cache static files for a year.
    """

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
            response.close()  # closes the file, which the compressed content replaces
            response.direct_passthrough = False
            response.set_data(_content(path, request.endpoint == "static")[0])
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        return response

    app.after_request(_compressed)


def _compressed(response: Response) -> Response:
    """Compress a page if the browser accepts that, and return the response."""
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
    """Return whether the browser accepts gzip.

    Adds ``Vary`` to the response.
    """
    response.vary.add("Accept-Encoding")
    return request.accept_encodings["gzip"] > 0


def gzipped(events: Iterator[str]) -> Iterator[bytes]:
    """Compress the events of a stream; each is flushed, so that it can be read at once."""
    packed = zlib.compressobj(STREAM_LEVEL, zlib.DEFLATED, STREAM_WINDOW | 16, STREAM_MEMORY)
    # Unlike a loop, map does not keep an event in memory until the next one comes.
    return map(
        lambda event: packed.compress(event.encode()) + packed.flush(zlib.Z_SYNC_FLUSH), events
    )
