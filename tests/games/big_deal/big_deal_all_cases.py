"""All named refusals of a table in play: name, rule, the moment, and the action."""

from __future__ import annotations

from tests.games.big_deal.big_deal_cases import COMPANY_CASES, MARKET_CASES, TURN_CASES
from tests.games.big_deal.big_deal_takeover_cases import (
    ADJUSTMENT_CASES,
    HAND_CASES,
    LEARNING_CASES,
    TAKEOVER_CASES,
)

ALL_CASES = (
    *TURN_CASES,
    *MARKET_CASES,
    *COMPANY_CASES,
    *TAKEOVER_CASES,
    *HAND_CASES,
    *LEARNING_CASES,
    *ADJUSTMENT_CASES,
)
