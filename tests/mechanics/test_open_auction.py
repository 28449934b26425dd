"""Open auctions: any seat may bid at any time, and each ends in one award."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.auctions.auction import Award, require_amount
from companion.mechanics.auctions.open_auction import OpenAuction, require_bidder

require = partial(require_bidder, pass_rule="X-1", high_rule="X-2")


def test_bids_rise_from_the_floor_by_a_step_in_no_fixed_order() -> None:
    auction = OpenAuction.opened((0, 1, 2), floor=5, step=3)

    assert auction.lowest_bid == 5
    raised = auction.bid(2, 6).bid(0, 9).bid(2, 20)
    assert (raised.lowest_bid, raised.to_act) == (23, (0, 1))


def test_by_default_bids_start_at_one_and_rise_by_one() -> None:
    auction = OpenAuction.opened((0, 1))

    assert (auction.lowest_bid, auction.bid(0, 1).lowest_bid) == (1, 2)


def test_it_is_decided_when_all_but_the_highest_bidder_have_passed() -> None:
    auction = OpenAuction.opened((0, 1, 2)).bid(1, 4).pass_by(0)

    assert auction.award is None
    assert auction.pass_by(2).award == Award(1, 4)


def test_the_last_seat_left_without_a_bid_may_still_bid() -> None:
    auction = OpenAuction.opened((0, 1)).pass_by(0)

    assert (auction.award, auction.to_act) == (None, (1,))
    assert auction.pass_by(1).award == Award(None, 0)


def test_ending_the_auction_awards_the_highest_bid_or_nothing() -> None:
    auction = OpenAuction.opened((0, 1))

    assert auction.hammer == Award(None, 0)
    assert auction.bid(0, 7).hammer == Award(0, 7)


@pytest.mark.parametrize(
    ("seat", "name", "rule"),
    [
        (3, "not_in_this_auction", "X-1"),
        (1, "already_passed", "X-1"),
        (2, "already_highest", "X-2"),
    ],
)
def test_a_seat_that_may_not_bid_is_refused_with_the_reason(
    seat: int, name: str, rule: str
) -> None:
    auction = OpenAuction.opened((0, 1, 2)).pass_by(1).bid(2, 4)

    with pytest.raises(Refusal) as refused:
        require(auction, seat)

    assert (refused.value.name, refused.value.rule) == (name, rule)


def test_a_bid_that_does_not_beat_the_standing_one_is_refused() -> None:
    auction = OpenAuction.opened((0, 1)).bid(0, 4)

    require_amount(auction, 5, "X-3")
    with pytest.raises(Refusal, match="Bid 5 or more, or pass"):
        require_amount(auction, 4, "X-3")


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.integers(1, 5)), max_size=40))
def test_the_highest_bid_wins_whatever_the_order_of_bids(
    calls: list[tuple[int, bool, int]],
) -> None:
    auction, highest = OpenAuction.opened(range(4)), Award(None, 0)
    for seat, passes, more in calls:
        try:
            require(auction, seat)
        except Refusal:
            continue
        if passes:
            auction = auction.pass_by(seat)
        else:
            highest = Award(seat, auction.lowest_bid + more)
            auction = auction.bid(seat, highest.amount)
        assert auction.hammer == highest
        if auction.award is not None:
            assert auction.award == highest
            break
