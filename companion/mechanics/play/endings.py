"""The event that ends a game by setting its stage to "over"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from companion.mechanics.actions.base import Event, event
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.table import T_contra


@event("game_ended")
class GameEnded(Event[T_contra]):
    """The game has ended, so its final scores can be computed."""

    line: ClassVar[Sentence | None] = say("The game is over.")

    def apply(self, state: T_contra) -> Any:
        over: dict[str, Any] = {"stage": "over"}
        return replace(state, **over)
