"""Let chance choose a player at any time, for example the first player.

Games list this module in their ``shared_chapters``, after ``first_player``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Self

from companion.mechanics.actions.base import Action, Button, Event, action
from companion.mechanics.language.words import say
from companion.mechanics.play.dice import Dice
from companion.mechanics.play.first_player import Drawn, random_draw
from companion.mechanics.play.table import T_contra, require_running, require_seat


@action("random_draw", by="player", turn_bound=False, keeps_turn=True)
class RandomDraw(Action[T_contra]):
    """Let chance choose a player who takes part in the game."""

    button = Button(say("Random draw"))
    chance = "seat"
    is_offered: ClassVar[bool] = False
    seat: int | None = None
    """The chosen seat. A device cannot choose it."""
    by_app: bool = False

    def with_chance(self, state: T_contra, dice: Dice) -> Self:
        if self.by_app:
            return self
        return replace(self, seat=random_draw(state.playing, dice), by_app=True)

    def decide(self, state: T_contra) -> tuple[Event[T_contra], ...]:
        require_running(state)
        return (Drawn(state.playing, require_seat(state, self.seat, state.order_rule)),)
