"""Rate limits per address, for wrong codes and for requests that fill the disk or the processor.

Wrong codes, tables and files are counted in the database, for all processes together. Scores take
only the time of their own process, so each process counts them itself.

There is no limit for wrong codes from all addresses together, because one attacker could use it up
to keep all guests out. There are 31^8 codes. With 100 tries per minute, the limit for a site, an
attacker needs 32 years on average to find one of 500 tables.
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
"""Prefix lengths of IPv6 networks that count as one address, because one device can use all
addresses of such a network."""
WRONG_CODES = ((RateLimitItemPerMinute(10), HOUSEHOLD), (RateLimitItemPerMinute(100), SITE))
"""The limits for wrong codes, each with the prefix length of the network that it applies to."""
SCORES = RateLimitItemPerMinute(240)
"""The limit for computed scores. A whole household may share one address."""
MADE_A_MINUTE = RateLimitItemPerMinute(20)
MADE_A_DAY = RateLimitItemPerDay(400)
"""The limits for new tables, copies and imported files. A game night needs a few, a tournament some
dozens."""
READING_SECONDS = 10.0
"""Maximum time that an upload waits for the one before it."""


class OwnCounts:
    """The counters of this process.

    They are lost when the process ends, which is acceptable for limits per minute.
    """

    def __init__(self) -> None:
        self._storage = MemoryStorage()
        self._windows = FixedWindowRateLimiter(self._storage)
        self._newest = 0.0

    def windows(self) -> FixedWindowRateLimiter:
        """Return the limiter.

        If the clock was set back, the counters are reset first, because they would not expire.
        """
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
    """Return the limiter that all processes share.

    With SQLite there is only one process.
    """
    engine = open_tables().store.engine
    if engine.dialect.name == "sqlite":
        return _own()
    # Imported here because its driver is installed with PostgreSQL only.
    from companion.tables.storage.rate_counts import SharedCounts

    return FixedWindowRateLimiter(SharedCounts(engine))


def asking_address(bits: int = HOUSEHOLD) -> str:
    """Return the address of the client as the rate limits count it.

    Only forwarding headers of the trusted proxy count (see ``companion.web.access.proxy``).

    bits: the prefix length of the IPv6 network that counts as one address.
    """
    return counted_address(request.remote_addr or "?", bits)


def counted_address(address: str, bits: int) -> str:
    """Return the network of an IPv6 address, and any other address unchanged.

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


def is_this_machine(address: str) -> bool:
    """Return whether an address is a loopback address: the host itself, or a proxy on it."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def require_patience() -> None:
    """Raise ``too_many_tries`` if the address sent too many wrong codes recently."""
    _require_few_tries(_shared().test)


def count_wrong_code() -> None:
    """Count a wrong code.

    Raises ``too_many_tries`` if there were too many.
    """
    _require_few_tries(_shared().hit)


def _require_few_tries(is_few: Callable[[RateLimitItem, str], bool]) -> None:
    if not all(is_few(window, asking_address(bits)) for window, bits in WRONG_CODES):
        raise Refusal(
            "too_many_tries",
            "",
            say("Too many wrong codes from here; wait a minute, then scan the QR code again."),
        )


def count_score() -> None:
    """Count a computed score.

    Raises ``too_many_scores`` for more scores than people can enter.
    """
    if not _own().hit(SCORES, "scores", asking_address()):
        raise Refusal(
            "too_many_scores", "", say("Too many scores from here; wait a minute, then try again.")
        )


def count_making() -> None:
    """Count a request that stores something or takes long.

    Requests from this machine are not counted. Raises ``too_many_made``.
    """
    address = asking_address()
    if is_this_machine(address):
        return
    limiter = _shared()
    if not all(limiter.hit(window, "made", address) for window in (MADE_A_MINUTE, MADE_A_DAY)):
        raise _too_many_made()


@contextmanager
def one_file_at_a_time() -> Iterator[None]:
    """Let only one upload be read and validated at a time.

    A long saved game takes seconds of processor time, which the moves of other tables need.

    Raises ``too_many_made`` for too many uploads, or after waiting for READING_SECONDS.
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
