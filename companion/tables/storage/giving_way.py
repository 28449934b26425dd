"""Letting other requests run during long work and while waiting for the disk."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Part = TypeVar("Part")
SLICE_SECONDS = 0.002
"""How long work continues before a pause, in seconds."""
PAUSE_SECONDS = 0.002
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


def off_the_event_loop(work: Callable[[], object]) -> None:
    """Run a function that waits for the disk, and let other requests run meanwhile.

    Under gevent, the function runs in a native thread. It must not use the locks of ``threading``
    there, because gevent has replaced them with its own.
    """
    monkey = sys.modules.get("gevent.monkey")
    if monkey is None or not monkey.is_module_patched("threading"):
        work()
        return
    from gevent import get_hub
    from gevent.util import wrap_errors

    # gevent would print the traceback of an error that leaves the thread.
    running = get_hub().threadpool.spawn(wrap_errors((Exception,), work))
    try:
        result = running.get()
    finally:
        # A request may be killed here, but its connection is in use until the work is done.
        running.wait()
    if isinstance(result, Exception):
        raise result
