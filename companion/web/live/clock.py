"""The countdown of a table as rendered by the server; ``clock.js`` then continues it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from flask import Flask

from companion.mechanics.language.words import Sentence, say
from companion.tables.live.cache import OpenTable


@dataclass(frozen=True, slots=True)
class Countdown:
    """The state of a countdown at the moment of rendering."""

    left: int
    """The remaining time in whole seconds."""
    ends_at: int | None
    """The end in whole seconds since 1970, or None while the countdown is paused."""
    sentence: Sentence
    """The sentence shown when the time is up, or when the clock is stopped."""
    is_stopped: bool = False
    """Whether the end was marked and then undone, so that the clock stops until it is set again."""

    @property
    def words(self) -> str:
        """The remaining time, such as "1:02:03" or "2:03"."""
        return as_minutes(self.left)


def as_minutes(seconds: int) -> str:
    """Format a number of seconds as "1:02:03", or as "2:03" if it is less than an hour."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def countdown_of(table: OpenTable) -> Countdown | None:
    """Return the current countdown of a table, or None if the table has no clock."""
    clock = table.game.rules.clock(table.state)
    if clock is None:
        return None
    if table.timeline.is_overdue:
        return Countdown(0, None, say("The clock is stopped."), is_stopped=True)
    return Countdown(clock.seconds(time.time()), clock.ends_at, clock.time_up_sentence)


def init_app(app: Flask) -> None:
    app.jinja_env.globals["countdown_of"] = countdown_of
