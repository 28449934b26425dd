"""The end of a game whose last stage is "over"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from companion.mechanics.steps import Fact, fact
from companion.mechanics.words import Sentence, say


@fact("game_ended")
class GameEnded(Fact):
    """Nothing is left to play; the final account can be made."""

    line: ClassVar[Sentence | None] = say("The game is over.")
    sets: ClassVar[Mapping[str, object]] = {"stage": "over"}
