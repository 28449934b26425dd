"""The event that ends a game by setting its stage to "over"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from companion.mechanics.event_sourcing import Event, event
from companion.mechanics.table import T_contra
from companion.mechanics.words import Sentence, say


@event("game_ended")
class GameEnded(Event[T_contra]):
    """The game has ended, so its final scores can be computed."""

    line: ClassVar[Sentence | None] = say("The game is over.")

    def apply(self, state: T_contra) -> Any:
        over: dict[str, Any] = {"stage": "over"}
        return replace(state, **over)
