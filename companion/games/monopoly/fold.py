"""Folding: each fact's effect on the state. Nothing here judges."""

from __future__ import annotations

from companion.games.monopoly import money_fold, property_fold, turn_fold
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.folding import Effects, evolved
from companion.mechanics.game import Fact

_EFFECTS: Effects[MonopolyState] = {
    **turn_fold.EFFECTS,
    **money_fold.EFFECTS,
    **property_fold.EFFECTS,
}


def evolve(state: MonopolyState, fact: Fact) -> MonopolyState:
    """Return the state after a fact, its transfers posted."""
    return evolved(_EFFECTS, state, fact)
