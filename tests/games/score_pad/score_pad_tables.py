"""Score pads at various points of a game."""

from __future__ import annotations

from typing import Any

from companion.games.score_pad import GAME
from companion.games.score_pad.state import ScorePadState
from companion.mechanics.game import Action, Setup
from companion.mechanics.values.codec import from_json
from companion.testing import households
from companion.testing.tables import after


def a_setup(players: int = 3, **options: object) -> Setup:
    """Return a prepared setup for a number of players."""
    return GAME.rules.prepare(Setup(options, households.seated(players)))


def seated(players: int = 3, **options: object) -> ScorePadState:
    """Return a table before anything happened."""
    state: ScorePadState = GAME.rules.begin(a_setup(players, **options))
    return state


def asked(kind: str, **fields: Any) -> Action:
    """Return an action as a phone posts it."""
    return from_json({"kind": kind, **fields}, GAME.action_kinds)


def entered(state: ScorePadState, *points: int | None) -> ScorePadState:
    """Return the table after seats enter points in the round under way; None: no entry."""
    here = state.round
    for seat, amount in enumerate(points):
        if amount is not None:
            state = after(state, asked("enter", seat=seat, amount=amount, round=here))
    return state


def totals(state: ScorePadState) -> list[int]:
    """Return the points of each seat, in order."""
    return [state.money(seat) for seat in state.seats]


def told(state: ScorePadState, action: Action) -> list[str]:
    """Return the history lines of an action."""
    later = after(state, action)
    return [str(event.tell(later, None)) for event in action.decide(state)]
