"""A time agreed at a table, as it runs or stands still."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.mechanics.words import Sentence


@dataclass(frozen=True, slots=True)
class Clock:
    """A time agreed at the table, counted down on every screen.

    over: what is said when it has run out. ends_at: whole seconds since the epoch; None while it
    stands still with so many seconds ``left``.
    """

    over: Sentence
    ends_at: int | None = None
    left: int = 0

    def seconds(self, now: float) -> int:
        """Return the whole seconds to go at a moment, 0 when it has run out."""
        return self.left if self.ends_at is None else max(0, math.ceil(self.ends_at - now))
