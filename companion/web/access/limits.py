"""Rate limits per address: wrong codes, and requests that fill the disk or the processor.

Wrong codes, tables and files are counted in the database, for all processes. Scores cost only the
time of their own process, which counts them itself.

There is no limit for wrong codes from all addresses together, because one attacker could then keep
all guests out. There are 31^8 codes. With 100 tries per minute, the limit for a site, an attacker
needs 32 years on average to find one of 500 tables.
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
"""Prefix lengths of IPv6 networks; one device may use all addresses behind the prefix."""
WRONG_CODES = ((RateLimitItemPerMinute(10), HOUSEHOLD), (RateLimitItemPerMinute(100), SITE))
SCORES = RateLimitItemPerMinute(240)
"""Scores computed for one address, which a whole household may share."""
MADE_A_MINUTE = RateLimitItemPerMinute(20)
MADE_A_DAY = RateLimitItemPerDay(400)
"""New tables, copies and imported files: a game night makes a few, a tournament some dozens."""
READING_SECONDS = 10.0
"""How long one upload waits for the one before it."""


class OwnCounts:
    """The counters of this process. They are lost with it, which is fine for limits per minute."""

    def __init__(self) -> None:
        self._storage = MemoryStorage()
        self._windows = FixedWindowRateLimiter(self._storage)
        self._newest = 0.0

    def windows(self) -> FixedWindowRateLimiter:
        """Return the limiter, reset if the clock was set back, as its windows would not end."""
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
    """Return the limiter of all processes; with SQLite there is only one process."""
    engine = open_tables().store.engine
    if engine.dialect.name == "sqlite":
        return _own()
    # Imported here because its driver is installed with PostgreSQL only.
    from companion.tables.storage.rate_counts import SharedCounts

    return FixedWindowRateLimiter(SharedCounts(engine))


def asking_address(bits: int = HOUSEHOLD) -> str:
    """Return the client address as it is counted; forwarding headers are ignored."""
    return counted_address(request.remote_addr or "?", bits)


def counted_address(address: str, bits: int) -> str:
    """Return the address or, for IPv6, its network with that prefix length."""
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
    """Return whether an address is a loopback one: the host itself, or a proxy on it."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def require_patience() -> None:
    """Raise ``too_many_tries`` if the address sent too many wrong codes recently."""
    _require_few_tries(_shared().test)


def count_wrong_code() -> None:
    """Count a wrong code; raises ``too_many_tries`` for one too many."""
    _require_few_tries(_shared().hit)


def _require_few_tries(is_few: Callable[[RateLimitItem, str], bool]) -> None:
    if not all(is_few(window, asking_address(bits)) for window, bits in WRONG_CODES):
        raise Refusal(
            "too_many_tries",
            "",
            say("Too many wrong codes from here; wait a minute, then scan the QR code again."),
        )


def count_score() -> None:
    """Count a computed score; raises ``too_many_scores`` for more than people can enter."""
    if not _own().hit(SCORES, "scores", asking_address()):
        raise Refusal(
            "too_many_scores", "", say("Too many scores from here; wait a minute, then try again.")
        )


def count_making() -> None:
    """Count a request that stores something or takes long; raises ``too_many_made``."""
    address = asking_address()
    if is_this_machine(address):
        return
    limiter = _shared()
    if not all(limiter.hit(window, "made", address) for window in (MADE_A_MINUTE, MADE_A_DAY)):
        raise _too_many_made()


@contextmanager
def one_file_at_a_time() -> Iterator[None]:
    """Let only one upload be read and validated at a time.

    A long saved game takes seconds of processor time, which the moves of other tables need. Raises
    ``too_many_made`` for too many uploads, and after ``READING_SECONDS`` of waiting.
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
