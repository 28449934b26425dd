"""The countdown of a table as rendered by the server; ``clock.js`` then continues it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from flask import Flask

from companion.mechanics.clocks.clock import as_minutes
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
    whose: str = ""
    """The name of the player whose time it is; empty if it is everybody's."""
    is_stopped: bool = False
    """Whether the end was marked and then undone, so that the clock stops until it is set again."""

    @property
    def words(self) -> str:
        """The remaining time, such as "1:02:03" or "2:03"."""
        return as_minutes(self.left)


def countdown_of(table: OpenTable) -> Countdown | None:
    """Return the current countdown of a table, or None if the table has no clock."""
    clock = table.game.rules.clock(table.state)
    if clock is None:
        return None
    if table.timeline.is_overdue:
        return Countdown(0, None, say("The clock is stopped."), is_stopped=True)
    whose = "" if clock.seat is None else table.state.name(clock.seat)
    return Countdown(clock.seconds(time.time()), clock.ends_at, clock.time_up_sentence, whose)


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(countdown_of=countdown_of, as_minutes=as_minutes)
