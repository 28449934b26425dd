"""The end of a game whose last stage is "over"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from companion.mechanics.steps import Fact, fact
from companion.mechanics.words import Sentence, say


@fact("game_ended")
class GameEnded(Fact):
    """Nothing is left to play; the final account can be made."""

    line: ClassVar[Sentence | None] = say("The game is over.")

    def apply(self, state: Any) -> Any:
        return replace(state, stage="over")
