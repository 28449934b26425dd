"""The end of a game whose last stage is "over"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from companion.mechanics.event_sourcing import Event, event
from companion.mechanics.words import Sentence, say


@event("game_ended")
class GameEnded(Event):
    """Nothing is left to play; the final account can be made."""

    line: ClassVar[Sentence | None] = say("The game is over.")
    sets: ClassVar[Mapping[str, object]] = {"stage": "over"}
