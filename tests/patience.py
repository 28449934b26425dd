"""How long tests wait for what must come, and how long they try what must never come."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator

PATIENCE = 180.0
"""Seconds. A machine that does other work too may be ten times as slow as one that does not."""
SOAK_SECONDS = float(os.environ.get("SOAK_SECONDS", "0"))
"""How long each test marked "soak" lasts at least; by default it does but a little."""
SOAK_SEED = int(os.environ.get("SOAK_SEED", "7"))
"""What chance begins with in these tests."""


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something holds that another thread or process brings about."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.02)


def rounds(least: int) -> Iterator[int]:
    """Yield 0, 1, 2 and on: at least so many, and until SOAK_SECONDS are over."""
    end = time.monotonic() + SOAK_SECONDS
    number = 0
    while number < least or time.monotonic() < end:
        yield number
        number += 1
