"""How long tests wait for something, and how long the soak tests run."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator

PATIENCE = float(os.environ.get("PATIENCE", "180"))
"""Seconds. A busy machine may be ten times as slow as an idle one."""
SOAK_SECONDS = float(os.environ.get("SOAK_SECONDS", "0"))
"""The minimum duration of each test marked "soak"; by default they are short."""
SOAK_SEED = int(os.environ.get("SOAK_SEED", "7"))
"""The random seed of these tests."""


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds that another thread or process brings about."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.02)


def rounds(least: int) -> Iterator[int]:
    """Yield 0, 1, 2 and so on: at least so many numbers, and until SOAK_SECONDS are over."""
    end = time.monotonic() + SOAK_SECONDS
    number = 0
    while number < least or time.monotonic() < end:
        yield number
        number += 1
