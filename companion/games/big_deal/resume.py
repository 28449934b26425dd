"""Where the wizard of the active seat goes on after a step, so that nothing is entered twice.

A seat that trades with the bank is offered its next trade until it taps "Done". A seat that had to
enter a company's figures goes on with the step that needed them. Money for a takeover is raised
trade by trade, beside the sum that is missing. The banker's corrections interrupt nobody.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.big_deal import corrections
from companion.games.big_deal.learning import CompanyLearnt
from companion.games.big_deal.market import ResourceBought, ResourceSold, SharesBought, SharesSold
from companion.games.big_deal.state import BigDealState
from companion.mechanics.chapters import kinds_of
from companion.mechanics.corrections import CORRECTION_FACTS
from companion.mechanics.event_sourcing import Event

TRADE_RESOURCES, BUY_SHARES, SELL_SHARES = "resources", "buy", "sell"
"""The menu's entries that a seat mostly uses several times in a turn."""

_TRADES: Mapping[type, str] = {
    ResourceBought: TRADE_RESOURCES,
    ResourceSold: TRADE_RESOURCES,
    SharesBought: BUY_SHARES,
    SharesSold: SELL_SHARES,
}
_CORRECTIONS = (*kinds_of(corrections, Event), *CORRECTION_FACTS)


def is_resumed(event: Event) -> bool:
    """Return whether the active seat's wizard goes on from this event."""
    if isinstance(event, CompanyLearnt):
        return bool(event.amid)
    return not isinstance(event, _CORRECTIONS)


def resumed_text(state: BigDealState) -> str:
    """Return the wizard text at which the active seat goes on, "" for the menu."""
    if isinstance(state.latest, CompanyLearnt):
        return state.latest.amid
    return "" if state.duel else _TRADES.get(type(state.latest), "")


def is_trading(state: BigDealState) -> bool:
    """Return whether the active seat has just traded, and is offered more of it."""
    return resumed_text(state) in _TRADES.values()
