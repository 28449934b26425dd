"""What is counted, per address and in all: wrong codes, and what fills disk or processor.

Codes and disk belong to all processes on one database, so these are counted there; a score takes
time of its own process alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from threading import Lock

from flask import current_app, request
from limits import RateLimitItemPerDay, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say
from companion.tables.counts import SharedCounts
from companion.tables.opened import open_tables

PER_ADDRESS = RateLimitItemPerMinute(10)
IN_ALL = RateLimitItemPerMinute(200)
SCORES = RateLimitItemPerMinute(240)
"""Scores added up for one address, which may be a whole household's."""
MADE_A_MINUTE = RateLimitItemPerMinute(20)
MADE_A_DAY = RateLimitItemPerDay(400)
"""Tables, copies, records read: an evening makes a few, a club's tournament some dozens."""
READING_SECONDS = 10.0
"""How long a file waits for the one before it."""


class OwnCounts:
    """This process's own counters; they forget with it, which is fine for a minute."""

    def __init__(self) -> None:
        self._storage = MemoryStorage()
        self._windows = FixedWindowRateLimiter(self._storage)
        self._newest = 0.0

    def windows(self) -> FixedWindowRateLimiter:
        """Return what counts; anew after the clock was set back, or it would wait till then."""
        now = time.time()
        if now < self._newest:
            self._storage.reset()
        self._newest = now
        return self._windows


def _own() -> FixedWindowRateLimiter:
    counts = current_app.extensions.setdefault("counts", OwnCounts())
    assert isinstance(counts, OwnCounts)
    return counts.windows()


def _shared() -> FixedWindowRateLimiter:
    """Return what counts for all processes; on a household's file there is but one."""
    engine = open_tables().store.engine
    if engine.dialect.name == "sqlite":
        return _own()
    return FixedWindowRateLimiter(SharedCounts(engine))


def asking_address() -> str:
    """Return the address that asks; what a header says of it is believed of nobody."""
    return request.remote_addr or "?"


def is_this_machine(address: str) -> bool:
    """Tell whether an address is the banker's own machine, or a proxy on it that hides others."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def require_patience() -> None:
    """Raise the refusal ``too_many_tries`` when wrong codes came too often lately."""
    limiter = _shared()
    if not (limiter.test(PER_ADDRESS, asking_address()) and limiter.test(IN_ALL, "all")):
        raise Refusal(
            "too_many_tries",
            "",
            say("Too many wrong codes from here; wait a minute, then scan the QR code again."),
        )


def count_wrong_code() -> None:
    """Remember that a code was wrong."""
    limiter = _shared()
    limiter.hit(PER_ADDRESS, asking_address())
    limiter.hit(IN_ALL, "all")


def count_score() -> None:
    """Count a score; raises ``too_many_scores`` for more than anybody types."""
    if not _own().hit(SCORES, "scores", asking_address()):
        raise Refusal(
            "too_many_scores", "", say("Too many scores from here; wait a minute, then try again.")
        )


def count_making() -> None:
    """Remember that something is made that stays, or that takes long; raises ``too_many_made``."""
    address = asking_address()
    if is_this_machine(address):
        return
    limiter = _shared()
    if not all(limiter.hit(window, "made", address) for window in (MADE_A_MINUTE, MADE_A_DAY)):
        raise _too_many_made()


@contextmanager
def one_file_at_a_time() -> Iterator[None]:
    """Read and judge one file at a time: a long record takes seconds, which the taps need.

    Raises ``too_many_made``, also for whoever waited in vain.
    """
    count_making()
    reading: Lock = current_app.extensions.setdefault("reading a file", Lock())
    if not reading.acquire(timeout=READING_SECONDS):
        raise _too_many_made()
    try:
        yield
    finally:
        reading.release()


def _too_many_made() -> Refusal:
    return Refusal(
        "too_many_made",
        "",
        say("Too many tables and files came from here lately; wait a while, then try again."),
    )
