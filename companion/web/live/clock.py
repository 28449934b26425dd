"""An agreed time, counted down on every screen: here what it shows now, in clock.js the rest."""

from __future__ import annotations

import time
from dataclasses import dataclass

from flask import Flask

from companion.mechanics.words import Sentence
from companion.tables.live.cache import OpenTable


@dataclass(frozen=True, slots=True)
class Countdown:
    """What a clock shows at one moment. left: whole seconds to go. ends_at, over: see Clock."""

    left: int
    ends_at: int | None
    over: Sentence

    @property
    def words(self) -> str:
        """The time to go as people read it: 1:02:03, or 2:03."""
        return as_minutes(self.left)


def as_minutes(seconds: int) -> str:
    """Return a time as people read it: 1:02:03, or 2:03."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def countdown_of(table: OpenTable) -> Countdown | None:
    """Return a table's clock as it stands now, None if it has none."""
    clock = table.game.rules.clock(table.state)
    if clock is None:
        return None
    return Countdown(clock.seconds(time.time()), clock.ends_at, clock.over)


def init_app(app: Flask) -> None:
    """Give every template the clock of a table."""
    app.jinja_env.globals["countdown_of"] = countdown_of
