"""A household that keeps a score pad at random, for a number of steps."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games.score_pad import GAME
from companion.games.score_pad.state import ScorePadState
from companion.mechanics.game import Action, LegalMove
from companion.testing import households
from tests.games.score_pad.score_pad_tables import a_setup, asked

__all__ = ["WAYS", "Household", "a_setup"]

RARELY = {"end": 0.01, "bonus": 0.2, "join_late": 0.05, "start_turn_clock": 0.05}
CORRECTED = 0.15
"""The share of steps in which the banker corrects something."""

WAYS = households.ways(
    players=(1, 2, 5),
    standing=("most_points", "fewest_points"),
    target=(None, 60),
    at_target=("ends", "out", "announces"),
    marker=("dealer", "first", "none"),
    rounds=(None, 6),
)


class Household(households.Household[ScorePadState]):
    game = GAME

    def __init__(self, random: Random, steps: int = 150) -> None:
        super().__init__(random)
        self.steps = steps

    def is_odd(self, action: Action) -> bool:
        # Zero points cannot be given, although a range may include it.
        return action.kind == "bonus" and getattr(action, "amount", None) == 0

    def keen(self, state: ScorePadState, kind: str) -> float:
        return RARELY.get(kind, 1)

    def next_action(self, state: ScorePadState) -> Action:
        """Return the next action, sometimes one of the banker's; the last step ends the game."""
        self.steps -= 1
        if self.steps < 1:
            return asked("end")
        wanted = self.corrected(state) if self.random.random() < CORRECTED else None
        return wanted or super().next_action(state)

    def corrected(self, state: ScorePadState) -> Action | None:
        """Return a correction by the banker, or None if nothing can be corrected that way."""
        some = self.random.choice
        seats = {
            "out": state.playing if len(state.playing) > 1 else (),
            "back_in": state.out,
            "mark": state.playing if state.marker != "none" else (),
        }
        kind = some(["set_points", "set_team", *(kind for kind, found in seats.items() if found)])
        if kind == "set_team":
            return asked(kind, seats=(some(state.seats),), team=some(("Red", "Blue", "")))
        if kind in seats:
            return asked(kind, seat=some(seats[kind]))
        rows = [(number + 1, "") for number in range(state.round)]
        row = some([*rows, *((0, what) for what in state.lines)])
        where = {"round": row[0], "what": row[1]}
        return asked(kind, seat=some(state.seats), amount=some(range(-30, 60)), **where)

    def as_offered(self, state: ScorePadState, offer: LegalMove, **said: Any) -> Action | None:
        """Return the action; bonuses have one of three names, and newcomers one of their own."""
        named = {
            "bonus": {"what": self.random.choice(("", "Road", "Late"))},
            "join_late": {"name": f"Guest {len(state.seats)}"},
        }
        return super().as_offered(state, offer, **named.get(offer.kind, {}) | said)
