"""Auctions in turns: bidding order, bids, passes, and one award at the end of each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.auctions.auction import (
    Auction,
    Award,
    require_amount,
    require_turn,
    speaking_order,
)
from companion.mechanics.language.words import say


def four_seats(**options: bool) -> Auction:
    """Return the auction of four seats in which seat 0 leads, and so bids last."""
    return Auction.opened(speaking_order(4, 1), free_for_last=options.get("free_for_last", True))


def test_seats_bid_clockwise_from_the_first() -> None:
    assert speaking_order(4, 2) == (2, 3, 0, 1)


def test_seats_can_bid_counterclockwise() -> None:
    assert speaking_order(4, 2, clockwise=False) == (2, 1, 0, 3)


@given(st.integers(1, 8), st.integers(0, 7), st.booleans())
def test_every_seat_is_once_in_the_bidding_order(seats: int, first: int, clockwise: bool) -> None:
    order = speaking_order(seats, first % seats, clockwise=clockwise)

    assert order[0] == first % seats
    assert sorted(order) == list(range(seats))


def test_an_auction_begins_with_the_first_seat_and_no_bids() -> None:
    auction = four_seats()

    assert (auction.turn, auction.active, auction.spoken) == (1, (1, 2, 3, 0), frozenset())
    assert auction.award is None


def test_by_default_bids_start_at_one_and_rise_by_one() -> None:
    auction = Auction.opened((0, 1))

    assert (auction.lowest_bid, auction.bid(0, 1).lowest_bid) == (1, 2)
    assert auction.pass_by(0).award is None


def test_the_first_bid_is_at_least_the_floor_and_the_next_a_step_more() -> None:
    auction = Auction.opened((0, 1), floor=5, step=3)

    assert auction.lowest_bid == 5
    assert auction.bid(0, 7).lowest_bid == 10


def test_the_turn_goes_round_past_the_seats_that_passed() -> None:
    auction = four_seats().bid(1, 1).pass_by(2).bid(3, 2).bid(0, 3).bid(1, 4)

    assert auction.turn == 3
    assert auction.active == (1, 3, 0)


def test_an_early_pass_leaves_the_turn_where_it_is() -> None:
    auction = four_seats().bid(1, 4).pass_by(0)

    assert (auction.turn, auction.active) == (2, (1, 2, 3))


def test_the_last_one_left_pays_the_standing_bid() -> None:
    auction = four_seats().bid(1, 3).pass_by(2).bid(3, 5).pass_by(0).pass_by(1)

    assert auction.award == Award(3, 5)


def test_the_last_seat_gets_a_free_award_when_all_others_passed() -> None:
    assert four_seats().pass_by(1).pass_by(2).pass_by(3).award == Award(0, 0)


def test_without_a_free_award_the_last_seat_left_may_still_bid() -> None:
    left_alone = four_seats(free_for_last=False).pass_by(1).pass_by(2).pass_by(3)

    assert left_alone.award is None
    assert left_alone.turn == 0
    assert left_alone.bid(0, 1).award == Award(0, 1)
    assert left_alone.pass_by(0).award == Award(None, 0)


def test_restarting_clears_bids_and_passes_only() -> None:
    opened = Auction.opened((2, 0, 1), floor=3, step=2, free_for_last=True)

    assert opened.bid(2, 3).pass_by(0).restarted() == opened


def test_the_seats_that_bid_or_passed_are_remembered() -> None:
    assert four_seats().bid(1, 1).pass_by(2).spoken == {1, 2}


def refused_turn(auction: Auction, seat: int) -> Refusal:
    with pytest.raises(Refusal) as refused:
        require_turn(auction, seat, pass_rule="BS-A3", order_rule="BS-A1", name="Bruno")
    return refused.value


def test_bidding_out_of_turn_is_refused_and_says_whose_turn_it_is() -> None:
    refusal = refused_turn(four_seats(), 2)

    assert (refusal.name, refusal.rule) == ("out_of_turn", "BS-A1")
    assert "Bruno" in str(refusal.sentence)


def test_a_seat_that_passed_is_out() -> None:
    refusal = refused_turn(four_seats().pass_by(1), 1)

    assert (refusal.name, refusal.rule) == ("already_passed", "BS-A3")


def test_the_seat_whose_turn_it_is_may_act() -> None:
    require_turn(four_seats(), 1, pass_rule="BS-A3", order_rule="BS-A1", name="Bruno")


def test_a_bid_that_does_not_beat_the_standing_one_is_refused_with_the_lowest_bid() -> None:
    auction = four_seats().bid(1, 4)

    require_amount(auction, 5, "BS-A2")
    with pytest.raises(Refusal) as refused:
        require_amount(auction, 4, "BS-A2")

    assert (refused.value.name, refused.value.rule) == ("bid_too_low", "BS-A2")
    assert "5 or more" in str(refused.value.sentence)


def test_the_refusal_tells_a_poor_bidder_what_is_allowed() -> None:
    with pytest.raises(Refusal, match=r"You have 3. You can only pass"):
        require_amount(four_seats().bid(1, 4), 4, "BS-A2", say("You have 3. You can only pass."))


@st.composite
def auctions(draw: st.DrawFn) -> Auction:
    seats = draw(st.integers(1, 6))
    order = speaking_order(seats, draw(st.integers(0, seats - 1)), clockwise=draw(st.booleans()))
    return Auction.opened(
        order,
        floor=draw(st.integers(0, 5)),
        step=draw(st.integers(1, 5)),
        free_for_last=draw(st.booleans()),
    )


@given(auctions(), st.data())
def test_every_auction_ends_with_one_award_and_never_to_one_who_passed(
    auction: Auction, data: st.DataObject
) -> None:
    bids_left = data.draw(st.integers(0, 12), label="bids before everybody passes")
    passed: set[int] = set()
    best: tuple[int | None, int] = (None, 0)
    while auction.award is None:
        seat, before = auction.turn, auction.active
        assert seat not in passed
        if bids_left and data.draw(st.booleans(), label=f"seat {seat} bids"):
            bids_left -= 1
            best = (seat, auction.lowest_bid + data.draw(st.integers(0, 3)))
            auction = auction.bid(*best)
            assert auction.active == before
        else:
            passed.add(seat)
            auction = auction.pass_by(seat)
            assert set(before) - set(auction.active) == {seat}
        assert auction.turn == next_in(auction, seat)

    award = auction.award
    assert len(auction.active) <= 1
    assert award.seat not in passed
    if best[0] is not None:
        assert award == Award(*best)
    else:
        assert award.amount == 0
        assert award.seat == (auction.order[-1] if auction.free_for_last else None)


def next_in(auction: Auction, seat: int) -> int:
    """Return the next active seat around the table, found step by step."""
    place = auction.order.index(seat)
    for _ in auction.order:
        place = (place + 1) % len(auction.order)
        if auction.order[place] not in auction.passed:
            return auction.order[place]
    return seat
