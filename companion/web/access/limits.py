"""Rate limits per client address for wrong codes and for expensive requests.

Wrong codes, new tables and uploaded files are counted in the database, for all processes together.
Computed scores only cost processor time, so each process counts its own.

There is no limit on the wrong codes of all addresses together, because a single attacker could
exhaust it and lock everyone out. There are 31^8 codes. At 100 tries per minute, the limit for one
site, an attacker needs 32 years on average to find one of 500 tables.
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

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.tables.live.cache import open_tables
from companion.web.access.host import is_host

HOUSEHOLD, SITE = 64, 48
"""Prefix lengths of the IPv6 networks that count as one address. A device can use every address of
its network."""
WRONG_CODES = ((RateLimitItemPerMinute(10), HOUSEHOLD), (RateLimitItemPerMinute(100), SITE))
"""The limits for wrong codes, each with the IPv6 prefix length of the networks it applies to."""
SCORES = RateLimitItemPerMinute(240)
"""The limit for computed scores, high enough for a household that shares one address."""
MADE_A_MINUTE = RateLimitItemPerMinute(20)
MADE_A_DAY = RateLimitItemPerDay(400)
"""The limits for new tables, copies and imported files. A game night needs a few of them, and a
tournament needs some dozens."""
READING_SECONDS = 10.0
"""Maximum number of seconds that an upload waits for the previous one."""


class OwnCounts:
    """The request counters of this process.

    They are lost when the process ends, which is acceptable for per-minute limits.
    """

    def __init__(self) -> None:
        self._storage = MemoryStorage()
        self._windows = FixedWindowRateLimiter(self._storage)
        self._newest = 0.0

    def windows(self) -> FixedWindowRateLimiter:
        """Return the rate limiter.

        Resets the counters if the clock was set back, because they would not expire in time.
        """
        now = time.time()
        if now < self._newest:
            self._storage.reset()
        self._newest = now
        return self._windows


def _own_limiter() -> FixedWindowRateLimiter:
    counts = current_app.extensions.setdefault("counts", OwnCounts())
    assert isinstance(counts, OwnCounts)
    return counts.windows()


def _shared_limiter() -> FixedWindowRateLimiter:
    """Return the rate limiter that all processes share.

    With SQLite there is only one process, so its own counters are used.
    """
    engine = open_tables().store.engine
    if engine.dialect.name == "sqlite":
        return _own_limiter()
    # Imported here because only installations with PostgreSQL have the required driver.
    from companion.tables.storage.rate_counts import SharedCounts

    return FixedWindowRateLimiter(SharedCounts(engine))


def asking_address(bits: int = HOUSEHOLD) -> str:
    """Return the client address to use for rate limits; for IPv6, the client's network.

    Forwarding headers are trusted only if they come from the trusted proxy (see
    ``companion.web.access.proxy``).

    bits: the prefix length of the IPv6 network that counts as one address.
    """
    return counted_address(request.remote_addr or "?", bits)


def counted_address(address: str, bits: int) -> str:
    """Return the network of an IPv6 address. Return any other address unchanged.

    Loopback addresses also stay unchanged, and an IPv4-mapped address becomes its IPv4 address.

    bits: the prefix length of the network.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address) or found.is_loopback:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found), bits), strict=False))


def require_patience() -> None:
    """Raise ``too_many_tries`` if the client's address sent too many wrong codes recently."""
    _require_few_tries(_shared_limiter().test)


def count_wrong_code() -> None:
    """Count a wrong code; raise ``too_many_tries`` if the address sent too many."""
    _require_few_tries(_shared_limiter().hit)


def _require_few_tries(is_few: Callable[[RateLimitItem, str], bool]) -> None:
    if not all(is_few(window, asking_address(bits)) for window, bits in WRONG_CODES):
        raise Refusal(
            "too_many_tries",
            "",
            say("Too many wrong codes. Wait a minute, then scan the QR code again."),
        )


def count_score() -> None:
    """Count a computed score; raise ``too_many_scores`` above the limit."""
    if not _own_limiter().hit(SCORES, "scores", asking_address()):
        raise Refusal("too_many_scores", "", say("Too many scores. Wait a minute, then try again."))


def count_making() -> None:
    """Count a request that stores data or is slow; raise ``too_many_made`` above the limit.

    The host's requests are not counted.
    """
    if is_host():
        return
    limiter, address = _shared_limiter(), asking_address()
    if not all(limiter.hit(window, "made", address) for window in (MADE_A_MINUTE, MADE_A_DAY)):
        raise _too_many_made()


@contextmanager
def one_file_at_a_time() -> Iterator[None]:
    """Hold a lock so that only one upload is read and validated at a time.

    A long saved game can take seconds of processor time and would delay moves at other tables.

    Raises ``too_many_made`` above the limit of ``count_making``, or if the lock is not free within
    READING_SECONDS.
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
        say("Too many new tables and files. Wait a while, then try again."),
    )
