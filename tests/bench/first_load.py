"""The first load of a player's page: the page and everything it names."""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.sittings import Phone, Sat
from tests.bench.wire import LENGTH, Address, asked_once

NAMED = re.compile(rb'<(?:script|link|img)\b[^>]*?(?:src|href)="([^"#]+)"')
CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.I)


@dataclass(frozen=True, slots=True)
class Part:
    """A page or file. Sizes in bytes: gzipped by level 9, and as it came, heads included."""

    path: str
    gzipped: int
    on_the_wire: int

    @property
    def name(self) -> str:
        """The file's name, or that it is the page."""
        return self.path.partition("?")[0].rpartition("/")[2] or "the page"


def first_load(address: Address, sat: Sat, place: int) -> Sequence[Part]:
    """Load the page of one phone of a table as a browser with an empty cache does."""
    phone = sat.phones[place]
    path = f"/t/{sat.code}/"
    page, part = _loaded(address, phone, path)
    named = dict.fromkeys(match.decode() for match in NAMED.findall(page))
    return [part, *(_loaded(address, phone, name.replace("&amp;", "&"))[1] for name in named)]


def _loaded(address: Address, phone: Phone, path: str) -> tuple[bytes, Part]:
    """Return what a path holds, unpacked, and its sizes."""
    answer = asked_once(address, phone.get(path))
    head, _, body = answer.partition(b"\r\n\r\n")
    if int(head[9:12]) != 200 or CHUNKED.search(head) or not LENGTH.search(head):
        raise RuntimeError(f"{path}: {head.splitlines()[0].decode()}")
    data = gzip.decompress(body) if b"content-encoding: gzip" in head.lower() else body
    return data, Part(path, len(gzip.compress(data, 9)), len(answer))
