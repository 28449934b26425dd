"""How long tests wait for what must come: so long that only what never comes fails them."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 180.0
"""Seconds. A machine that does other work too may be ten times as slow as one that does not."""


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something holds that another thread or process brings about."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.02)
