"""Codes cannot be guessed by trying, nor a machine kept busy: what came too often is refused."""

from __future__ import annotations

from flask import current_app, request
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say

PER_ADDRESS = RateLimitItemPerMinute(10)
IN_ALL = RateLimitItemPerMinute(200)
SCORES = RateLimitItemPerMinute(240)
"""Scores added up for one address, which may be a whole household's."""


def _limiter() -> MovingWindowRateLimiter:
    """Return the app's own counter; it forgets with the process, which is fine for a minute."""
    extensions = current_app.extensions
    if "wrong_codes" not in extensions:
        extensions["wrong_codes"] = MovingWindowRateLimiter(MemoryStorage())
    limiter: MovingWindowRateLimiter = extensions["wrong_codes"]
    return limiter


def require_patience() -> None:
    """Raise the refusal ``too_many_tries`` when wrong codes came too often lately."""
    limiter, address = _limiter(), request.remote_addr or "?"
    if not (limiter.test(PER_ADDRESS, address) and limiter.test(IN_ALL, "all")):
        raise Refusal(
            "too_many_tries",
            "",
            say("Too many wrong codes from here; wait a minute, then scan the QR code again."),
        )


def count_wrong_code() -> None:
    """Remember that a code was wrong."""
    limiter, address = _limiter(), request.remote_addr or "?"
    limiter.hit(PER_ADDRESS, address)
    limiter.hit(IN_ALL, "all")


def count_score() -> None:
    """Count a score; raises ``too_many_scores`` for more than anybody types."""
    if not _limiter().hit(SCORES, "scores", request.remote_addr or "?"):
        raise Refusal(
            "too_many_scores", "", say("Too many scores from here; wait a minute, then try again.")
        )
