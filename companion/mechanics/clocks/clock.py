"""The countdown of a game with an agreed playing time, and what the app does at its end."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.mechanics.actions.base import Action
from companion.mechanics.language.words import Sentence


@dataclass(frozen=True, slots=True)
class Clock:
    """A countdown that every screen shows. It is either running or paused."""

    time_up_sentence: Sentence
    """The sentence shown when the time is up."""
    ends_at: int | None = None
    """The end of the countdown in whole seconds since the epoch; None while it is paused."""
    left: int = 0
    """The remaining time in seconds; only used while the countdown is paused."""
    seat: int | None = None
    """The seat whose time it is, or None if it is everybody's."""

    def seconds(self, now: float) -> int:
        """Return the remaining time in whole seconds; 0 when the time is up.

        now: seconds since the epoch.
        """
        return self.left if self.ends_at is None else max(0, math.ceil(self.ends_at - now))


@dataclass(frozen=True, slots=True)
class Due:
    """The next moment at which the app acts without a tap."""

    at: int
    """The moment in whole seconds since the epoch."""
    action: Action
    """The action that the app takes then."""


@dataclass(frozen=True, slots=True)
class Timer:
    """An agreed time that is running or has run out, as part of a table's state."""

    ends_at: int
    """The end in whole seconds since the epoch."""
    kept_by_app: bool = False
    """Whether pauses stop the timer and the app marks its end; see ``ClockAction.kept_by_app``."""
    is_up: bool = False
    """Whether the app has marked the end."""
    seat: int | None = None
    """The seat whose turn the time limits, or None if the time is everybody's."""
    each: int = 0
    """The full time of each turn, or of each player, in seconds; 0 for everybody's time."""
    left: Mapping[int, int] | None = None
    """The seconds that each seat had left after its latest turn, by seat.

    None unless each player has one time for all turns, as in chess.
    """

    def seconds_left(self, at: int) -> int:
        """Return the time left at a moment, both in whole seconds."""
        return 0 if self.is_up else max(0, self.ends_at - at)

    def for_turn(self, seat: int, at: int) -> Timer:
        """Return the timer of a seat's turn, which begins now.

        A player without any time left begins with a time that is up.

        at: the current time in seconds since the epoch.
        """
        left, seconds = self.left, self.each
        if left is not None:
            left = left if self.seat is None else {**left, self.seat: self.seconds_left(at)}
            seconds = left.get(seat, seconds)
        return replace(self, seat=seat, ends_at=at + seconds, is_up=not seconds, left=left)

    def put_off(self, since: int, until: int) -> Timer:
        """Return the timer after a pause, in seconds since the epoch.

        A timer that had run out before the pause does not change.
        """
        if not self.kept_by_app or self.is_up or self.ends_at <= since:
            return self
        return replace(self, ends_at=self.ends_at + max(0, until - since))

    def clock(self, time_up_sentence: Sentence, paused_at: int | None) -> Clock:
        """Return the countdown that screens show.

        time_up_sentence: the sentence that they show when the time is up.
        paused_at: the time of the pause in seconds since the epoch, or None if not paused.
        """
        if self.is_up:
            return Clock(time_up_sentence, seat=self.seat)
        if self.kept_by_app and paused_at is not None and paused_at < self.ends_at:
            return Clock(time_up_sentence, left=self.ends_at - paused_at, seat=self.seat)
        return Clock(time_up_sentence, self.ends_at, seat=self.seat)


def as_minutes(seconds: int) -> str:
    """Format a number of seconds as "1:02:03", or as "2:03" if it is less than an hour."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
