"""The place where the active seat's wizard continues after an event.

Nothing has to be entered twice.

A seat that trades with the bank is offered another trade until it taps "Done". A seat that had to
enter a company's printed numbers returns to the action that needed them. A seat that raises money
for a takeover returns to the menu after each trade and sees the amount to pay. The banker's
corrections do not interrupt the wizard.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.big_deal import corrections
from companion.games.big_deal.learning import CompanyLearnt
from companion.games.big_deal.market import ResourceBought, ResourceSold, SharesBought, SharesSold
from companion.games.big_deal.state import BigDealState
from companion.mechanics.actions.base import Event
from companion.mechanics.actions.chapters import kinds_of
from companion.mechanics.money.corrections import CORRECTION_FACTS

TRADE_RESOURCES, BUY_SHARES, SELL_SHARES = "resources", "buy", "sell"
"""The words of the menu entries that a seat often uses several times in a turn."""

_TRADES: Mapping[type, str] = {
    ResourceBought: TRADE_RESOURCES,
    ResourceSold: TRADE_RESOURCES,
    SharesBought: BUY_SHARES,
    SharesSold: SELL_SHARES,
}
_CORRECTIONS = (*kinds_of(corrections, Event), *CORRECTION_FACTS)


def is_resumed(event: Event) -> bool:
    """Return whether an event determines where the active seat's wizard continues."""
    if isinstance(event, CompanyLearnt):
        return bool(event.amid)
    return not isinstance(event, _CORRECTIONS)


def resumed_text(state: BigDealState) -> str:
    """Return the wizard text at which the active seat continues, or "" for the menu."""
    if isinstance(state.latest, CompanyLearnt):
        return state.latest.amid
    return "" if state.duel else _TRADES.get(type(state.latest), "")


def is_trading(state: BigDealState) -> bool:
    """Return whether the active seat has just traded and is offered another trade."""
    return resumed_text(state) in _TRADES.values()
