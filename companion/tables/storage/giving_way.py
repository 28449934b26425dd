"""Long work in slices, so that the moves of other tables are answered in between (S1)."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Part = TypeVar("Part")
SLICE_SECONDS = 0.004
PAUSE_SECONDS = 0.001
"""Long enough for a request to be read, answered and sent, which takes several turns of a loop."""


def giving_way(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the parts of a long file, log or game; after each slice, other requests go first."""
    since = time.perf_counter()
    for part in parts:
        if time.perf_counter() - since > SLICE_SECONDS:
            give_way()
            since = time.perf_counter()
        yield part


def give_way() -> None:
    """Let other requests go first."""
    time.sleep(PAUSE_SECONDS)
