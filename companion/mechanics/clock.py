"""The countdown of a game with an agreed playing time."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.mechanics.words import Sentence


@dataclass(frozen=True, slots=True)
class Clock:
    """A countdown that every screen shows. It is either running or paused."""

    over: Sentence
    """The sentence shown when the time is up."""
    ends_at: int | None = None
    """The end of the countdown in whole seconds since the epoch; None while it is paused."""
    left: int = 0
    """The remaining time in seconds; only used while the countdown is paused."""

    def seconds(self, now: float) -> int:
        """Return the remaining time in whole seconds; 0 when the time is up.

        now: seconds since the epoch.
        """
        return self.left if self.ends_at is None else max(0, math.ceil(self.ends_at - now))
