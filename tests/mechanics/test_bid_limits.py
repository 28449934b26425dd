"""Bid limits: the refusal of a bid says what the bidder may do instead."""

from __future__ import annotations

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.auctions.auction import BidLimit, limit_prompt
from companion.mechanics.language.words import say


@pytest.mark.parametrize(
    ("most", "reach", "is_short", "words"),
    [
        (5, 9, True, "You have 5. You can only pass."),
        (5, 10, True, "You have 5. Borrow first, or pass."),
        (5, 11, True, "You have 5. Borrow first, or pass."),
        (12, 11, False, "You have 12. Bid up to 12, or pass."),
        (12, 12, False, "You have 12. Bid up to 12, or pass."),
        (12, 13, False, "You have 12. Bid up to 12, borrow, or pass."),
    ],
)
def test_the_prompt_offers_a_loan_only_where_it_is_enough(
    most: int, reach: int, is_short: bool, words: str
) -> None:
    assert str(limit_prompt(most, 10, reach, is_short)) == words


def test_a_bid_is_refused_above_the_limit_and_below_the_lowest() -> None:
    def why(is_short: bool) -> Refusal:
        return Refusal("short" if is_short else "above", "", say("Pass."))

    limit = BidLimit(5, 3, why)

    for amount in (3, 5):
        limit.require(amount, "T-1")
        assert limit.above(amount) is None
    with pytest.raises(Refusal, match="above"):
        limit.require(6, "T-1")
    with pytest.raises(Refusal, match=r"bid_too_low \(T-1\)"):
        limit.require(2, "T-1")
    assert limit.instead is None and BidLimit(3, 3, why).instead is None
    assert str(BidLimit(2, 3, why).instead) == "Pass."
    with pytest.raises(Refusal, match="short"):
        BidLimit(2, 3, why).require(3, "T-1")
