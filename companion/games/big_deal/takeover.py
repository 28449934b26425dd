"""A takeover as a duel of prices (BD-K1 to BD-K3); what follows it is in ``settlement``."""

from __future__ import annotations

from companion.games.big_deal.box import STEP
from companion.games.big_deal.state import BigDealState


def highest_price(state: BigDealState, seat: int | None) -> int | None:
    """Return the most a seat may answer: a defender what his cash covers (BD-K3), else None."""
    duel = state.duel
    if duel is None or seat != duel.defender:
        return None
    return state.cash(seat) // duel.cards // STEP * STEP
