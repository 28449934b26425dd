"""Compression of pages, event streams and static files.

Static files are compressed once per process. Their URLs contain a hash of the content, so that a
browser downloads each version only once. The app's own style sheets and scripts are sent without
comments and indentation.

Event streams are flushed after every event. Markup that repeats the previous event takes only a
byte or two.
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
"""File extensions of the static files that are compressed."""
PAGES = ("text/html", "text/plain", "application/json")
"""Media types of the pages that are compressed."""
LEAST_BYTES = 1000
"""Minimum size of a page to compress. Smaller ones fit into one packet anyway."""
UNSENT = {
    ".css": re.compile(
        rb"/\*.*?\*/\s*|^ +|;\n(?= *})|(?<=[;{},])\n+|(?<=[:,>]) | (?=[{>])| (~) |\b0(?=\.\d)",
        re.DOTALL | re.MULTILINE,
    ),
    ".js": re.compile(
        rb"^ *// .*\n|(\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\]|\\.)*`)|^ +|(?<=[;{,(])\n|(?<=,) | (?=\{)"
        rb"|(?<=\bif) |(?<=\bfor) | (=>|[!=]==|&&|\|\||[=?:<>+*]) ",
        re.MULTILINE,
    ),
}
"""Patterns of the comments and white space to remove, by file extension. The strings of a script
and an operator between spaces are groups, and stay. The patterns do not parse the files. Therefore,
strings of a style sheet must not contain such white space, and no comment after code in a script
may contain a quotation mark, or end in one of ``;{,(``."""
IMPORT = re.compile(rb'@import "([\w./-]+)"(?: (\([\w:. -]+\)))?;\n')
"""An ``@import``, which the imported style sheet replaces: one response is smaller than several."""
NEEDLESS = ("Content-Disposition", "Last-Modified", "Accept-Ranges")
"""Headers to remove from static files. They are not needed, because each version has its own URL
and is always sent whole."""
STREAM_LEVEL, STREAM_WINDOW, STREAM_MEMORY = 6, 14, 4
"""Parameters of zlib for event streams: the compression level, the base-2 logarithm of the window
size in bytes, and the memory level. Each stream takes 72 kB of memory. The window of 16 kB contains
the previous screens, most of which the next event repeats, as well as the buttons of the last turn.
A window of 8 kB would make events an eighth larger."""


def static_folder(app: Flask, endpoint: str) -> Path | None:
    """Return the folder of static files that an endpoint of the app or a plugin serves.

    Returns None if the endpoint does not serve static files.
    """
    owner, _, last = endpoint.rpartition(".")
    if last != "static":
        return None
    return Path(str((app.blueprints[owner] if owner else app).static_folder))


@cache
def _gzipped_file(path: Path, is_ours: bool) -> tuple[bytes, str]:
    """Return the gzipped content of a file, and a hash of the content for the file's URL.

    Only the app's own files are minified. Files by other authors keep their licence comments.
    """
    data = path.read_bytes()
    if is_ours and path.suffix in UNSENT and path.parent.name != "vendor":
        data = UNSENT[path.suffix].sub(_kept, _with_imports(path, data))
    return gzip.compress(data, 9, mtime=0), hashlib.sha256(data).hexdigest()[:10]


def _kept(match: re.Match[bytes]) -> bytes:
    return match[match.lastindex] if match.lastindex else b""


def _with_imports(path: Path, data: bytes) -> bytes:
    """Return a file's content, with each import replaced by the imported style sheet."""

    def imported(name: re.Match[bytes]) -> bytes:
        other = path.parent / name[1].decode()
        text = _with_imports(other, other.read_bytes())
        return b"@media %s {\n%s}\n" % (name[2], text) if name[2] else text

    return IMPORT.sub(imported, data)


def init_app(app: Flask) -> None:
    """Compress responses for browsers that accept gzip, and let them cache static files."""

    @app.url_defaults
    def version(endpoint: str, values: dict[str, object]) -> None:
        folder = static_folder(app, endpoint)
        if folder is not None and "v" not in values:
            values["v"] = _gzipped_file(folder / str(values["filename"]), endpoint == "static")[1]

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
            response.set_data(_gzipped_file(path, request.endpoint == "static")[0])
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        return response

    app.after_request(_compressed_page)


def _compressed_page(response: Response) -> Response:
    """Return the response, compressed if it is a large page and the browser accepts gzip."""
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
    """Return whether the browser accepts gzip, and add the ``Vary`` header to the response."""
    response.vary.add("Accept-Encoding")
    return request.accept_encodings["gzip"] > 0


def gzipped(events: Iterator[str]) -> Iterator[bytes]:
    """Yield the compressed events of a stream, flushed so that browsers can read each at once."""
    packed = zlib.compressobj(STREAM_LEVEL, zlib.DEFLATED, STREAM_WINDOW | 16, STREAM_MEMORY)
    # A generator's loop variable would keep each event in memory until the next one; map does not.
    return map(
        lambda event: packed.compress(event.encode()) + packed.flush(zlib.Z_SYNC_FLUSH), events
    )
