"""Splitting long work into time slices, so that other requests are answered in between (S1)."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Part = TypeVar("Part")
SLICE_SECONDS = 0.004
"""How long work continues before a pause, in seconds."""
PAUSE_SECONDS = 0.001
"""The length of a pause in seconds.

It is long enough to answer a request, which takes several turns of the event loop.
"""


def giving_way(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the given items, pausing after each time slice so that other requests can run."""
    since = time.perf_counter()
    for part in parts:
        if time.perf_counter() - since > SLICE_SECONDS:
            give_way()
            since = time.perf_counter()
        yield part


def give_way() -> None:
    """Pause so that other requests can run."""
    time.sleep(PAUSE_SECONDS)
