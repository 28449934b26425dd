"""The first load of a player's page: the size of the page and of its scripts, styles and images."""

from __future__ import annotations

import gzip
import re

from tests.bench.figures import Row
from tests.bench.wire import LENGTH
from tests.parties import Phone
from tests.servers import Server

NAMED = re.compile(rb'<(?:script|link|img)\b[^>]*?(?:src|href)="([^"#]+)"')
CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.I)
MOST = 42
"""kB of 1,000 bytes."""


def rows(server: Server, phone: Phone, path: str) -> list[Row]:
    """Load a page as a browser with an empty cache does; return rows with sizes in kB."""
    page = _loaded(server, phone, path)
    loaded = {"page": page}
    for name in named_by(page[0]):
        loaded[name.partition("?")[0].rpartition("/")[2]] = _loaded(server, phone, name)
    return [
        Row("first load, gzip -9", sum(one[1] for one in loaded.values()), "kB", MOST),
        Row("first load, on the wire", sum(one[2] for one in loaded.values()), "kB", MOST),
        *(Row(f"  {name}", one[1], "kB") for name, one in loaded.items()),
    ]


def named_by(page: bytes) -> list[str]:
    """Return the URLs that a page loads, each once. An icon in the page itself is not loaded."""
    found = (name.decode().replace("&amp;", "&") for name in NAMED.findall(page))
    return [name for name in dict.fromkeys(found) if not name.startswith("data:")]


def _loaded(server: Server, phone: Phone, path: str) -> tuple[bytes, float, float]:
    """Return the content of a path, its size in kB by gzip -9, and that of the whole answer."""
    answer = server.ask(phone.get(path))
    head, _, body = answer.partition(b"\r\n\r\n")
    if int(head[9:12]) != 200 or CHUNKED.search(head) or not LENGTH.search(head):
        raise RuntimeError(f"{path}: {head.splitlines()[0].decode()}")
    data = gzip.decompress(body) if b"content-encoding: gzip" in head.lower() else body
    return data, len(gzip.compress(data, 9)) / 1e3, len(answer) / 1e3
