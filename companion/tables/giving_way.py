"""Long work in slices, so that the moves of other tables are answered in between (S1)."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Part = TypeVar("Part")
SLICE_SECONDS = 0.005


def giving_way(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the parts of a long file, log or game; after each slice, other requests go first."""
    since = time.perf_counter()
    for part in parts:
        if time.perf_counter() - since > SLICE_SECONDS:
            time.sleep(0)
            since = time.perf_counter()
        yield part
