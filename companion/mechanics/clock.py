"""A countdown that the players agreed on, running or paused."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.mechanics.words import Sentence


@dataclass(frozen=True, slots=True)
class Clock:
    """A countdown that every screen shows."""

    over: Sentence
    """The sentence shown when the time is up."""
    ends_at: int | None = None
    """Whole seconds since the epoch; None while the clock is paused."""
    left: int = 0
    """The remaining seconds while the clock is paused."""

    def seconds(self, now: float) -> int:
        """Return the remaining whole seconds, 0 when the time is up."""
        return self.left if self.ends_at is None else max(0, math.ceil(self.ends_at - now))
