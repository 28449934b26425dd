"""What is counted for each address: wrong codes, and what fills disk or processor.

Codes and disk belong to all processes on one database, so these are counted there; a score takes
time of its own process alone.

Wrong codes are not limited in all, for one guesser could then keep every new guest out. There are
31^8 codes; whoever may try a hundred a minute, the most from one site, needs 32 years on average to
find one of 500 tables.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, IPv6Network, ip_address
from threading import Lock

from flask import current_app, request
from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say
from companion.tables.live.cache import open_tables

HOUSEHOLD, SITE = 64, 48
"""Bits of an IPv6 address that name such a network; one device may use all that follow them."""
WRONG_CODES = ((RateLimitItemPerMinute(10), HOUSEHOLD), (RateLimitItemPerMinute(100), SITE))
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
    # What speaks PostgreSQL comes with it alone.
    from companion.tables.storage.rate_counts import SharedCounts

    return FixedWindowRateLimiter(SharedCounts(engine))


def asking_address(bits: int = HOUSEHOLD) -> str:
    """Return the address that asks, as it is counted; what a header says of it is not believed."""
    return counted_address(request.remote_addr or "?", bits)


def counted_address(address: str, bits: int) -> str:
    """Return what an address is counted as: an IPv6 one as the network that so many bits name."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address) or found.is_loopback:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found), bits), strict=False))


def is_this_machine(address: str) -> bool:
    """Tell whether an address is the banker's own machine, or a proxy on it that hides others."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def require_patience() -> None:
    """Raise the refusal ``too_many_tries`` when wrong codes came too often from here lately."""
    _require_few_tries(_shared().test)


def count_wrong_code() -> None:
    """Remember that a code was wrong; raises ``too_many_tries`` for one too many."""
    _require_few_tries(_shared().hit)


def _require_few_tries(is_few: Callable[[RateLimitItem, str], bool]) -> None:
    if not all(is_few(window, asking_address(bits)) for window, bits in WRONG_CODES):
        raise Refusal(
            "too_many_tries",
            "",
            say("Too many wrong codes from here; wait a minute, then scan the QR code again."),
        )


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
