"""Splitting long work into time slices, so that other requests are answered in between (S1)."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Part = TypeVar("Part")
SLICE_SECONDS = 0.004
"""How long work continues before a pause."""
PAUSE_SECONDS = 0.001
"""The length of a pause: enough to answer a request, which takes several event loop turns."""


def giving_way(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the parts of some long work, with a pause for other requests after each time slice."""
    since = time.perf_counter()
    for part in parts:
        if time.perf_counter() - since > SLICE_SECONDS:
            give_way()
            since = time.perf_counter()
        yield part


def give_way() -> None:
    """Pause so that other requests can run."""
    time.sleep(PAUSE_SECONDS)
