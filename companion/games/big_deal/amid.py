"""Which step the active seat is in the middle of, so that its screen goes on there by itself.

Decided for the app: whoever trades with the bank is asked for his next trade until he says that he
is done, and whoever had to read a share's figures first goes on with what he had tapped. Money
for a takeover is raised trade by trade, beside the sum that is missing. The banker's adjustments
interrupt nobody.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_deal.adjustment_facts import (
    CashCardsSet,
    GroupSet,
    OversSet,
    SharesSet,
    TokensSet,
)
from companion.games.big_deal.facts import CompanyLearnt
from companion.games.big_deal.market_facts import (
    ResourceBought,
    ResourceSold,
    SharesBought,
    SharesSold,
)
from companion.games.big_deal.state import BigDealState
from companion.mechanics.corrections import CORRECTION_FACTS
from companion.mechanics.game import Fact

TRADE_RESOURCES, BUY_SHARES, SELL_SHARES = "resources", "buy", "sell"
"""The steps that are mostly done several times in a turn, as taps call them."""

_TRADES: dict[type[Fact], str] = {
    ResourceBought: TRADE_RESOURCES,
    ResourceSold: TRADE_RESOURCES,
    SharesBought: BUY_SHARES,
    SharesSold: SELL_SHARES,
}
_BESIDE = (TokensSet, GroupSet, SharesSet, OversSet, CashCardsSet, *CORRECTION_FACTS)


def is_trading(state: BigDealState) -> bool:
    """Tell whether the active seat has just traded, and is asked for more of it."""
    return state.amid in _TRADES.values()


def going_on(state: BigDealState, fact: Fact) -> BigDealState:
    """Return the table where the active seat goes on in the step that this fact belongs to."""
    amid = _amid(state, fact)
    return state if amid == state.amid else replace(state, amid=amid)


def _amid(state: BigDealState, fact: Fact) -> str:
    if isinstance(fact, _BESIDE):
        return state.amid
    if isinstance(fact, CompanyLearnt):
        return fact.amid or state.amid
    if state.duel is not None or state.spoils is not None:
        return ""
    return _TRADES.get(type(fact), "")
