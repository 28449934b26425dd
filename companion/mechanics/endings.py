"""The end of a game whose last stage is "over"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from companion.mechanics.event_sourcing import Event, event
from companion.mechanics.words import Sentence, say


@event("game_ended")
class GameEnded(Event):
    """The game is over, and its final scores can be computed."""

    line: ClassVar[Sentence | None] = say("The game is over.")

    def apply(self, state: Any) -> Any:
        return replace(state, stage="over")
