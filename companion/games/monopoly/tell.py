"""The history: each fact as one short sentence. Nothing at this table is secret."""

from __future__ import annotations

from companion.games.monopoly import money_tell, property_tell, turn_tell
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.corrections import CashCounted, MoneyCorrected, tell_correction
from companion.mechanics.game import Fact
from companion.mechanics.ledger import BANK, purse
from companion.mechanics.words import Sentence, say

_LINES = {**turn_tell.LINES, **money_tell.LINES, **property_tell.LINES}


def tell(state: MonopolyState, fact: Fact) -> Sentence | None:
    """Return the fact as a line of the history, None if it says nothing."""
    if isinstance(fact, (MoneyCorrected, CashCounted)):
        names = {purse(seat): say("{name}", name=state.name(seat)) for seat in state.seats}
        return tell_correction(fact, {BANK: say("the bank"), **names}, hidden=False)
    return _LINES[type(fact)](state, fact)
