"""The chips of an auction are different amounts that the seat can bid, in random games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.games import all_games
from companion.games.free_bank.draft import bid_steps
from companion.mechanics.actions.base import Action
from companion.mechanics.actions.menu import LegalMove, Range
from companion.mechanics.actions.refusal import is_legal
from companion.web.live.choices import STEPS_UP, quick_amounts
from tests.extent import choose
from tests.games.players import AUCTIONED, EVERY_WAY, household, setup_of

GAMES = choose(check=2, test=4, full=40)
"""The number of random games of each game, each in another variant."""
STEPS = {"monopoly": (9, 19, 49, 99), "big_deal": (50, 100, 150, 250)}
"""The steps of the games that do not use ``STEPS_UP``."""
ranges = some.builds(
    lambda lowest, more, step, at_hand: Range(
        lowest, None if more is None else lowest + more * step, step, at_hand
    ),
    some.integers(1, 400),
    some.none() | some.integers(0, 60) | some.integers(0, 4000),
    some.sampled_from((1, 50)),
    some.none() | some.integers(0, 500),
)


def bids(name: str) -> Iterator[tuple[Any, LegalMove, str]]:
    """Yield the states of random games with each seat's bid and the name of its amount."""
    game = all_games()[name]
    ways = [way for one, way in EVERY_WAY if one == name]
    for number in range(GAMES):
        way = ways[number * len(ways) // GAMES]
        steps = household(name, f"{way} {number}").played(setup_of(name, way))
        for step in islice(steps, 400):
            for seat in step.after.seats:
                for move in game.legal_actions(step.after, seat):
                    if move.kind in ("bid", "raise"):
                        (field,) = move.ranges
                        yield step.after, move, field


@pytest.mark.parametrize("name", AUCTIONED)
def test_every_quick_amount_is_a_different_legal_bid(name: str) -> None:
    found = 0
    for state, move, field in bids(name):
        range_: Any = move.ranges[field]
        steps = bid_steps(state) if name == "free_bank" else STEPS.get(name, STEPS_UP)
        quick = quick_amounts(range_, steps)
        if quick is None:
            assert range_.lowest == range_.highest
            continue
        found += 1
        amounts = [one.amount for one in (*quick.places, quick.most) if one]
        kind: Action = move.action
        assert amounts == sorted({*amounts} - {range_.lowest}), (range_, amounts)
        assert len(quick.places) == 4
        for amount in amounts:
            bid = replace(kind, **{field: amount})
            assert is_legal(bid.decide, state), (bid, range_)
            assert (
                quick.most is None
                or amount == quick.most.amount
                or bid.loss(state) is None
                or (range_.at_hand < range_.lowest)
            )
    assert found


@given(ranges)
def test_quick_amounts_ascend_between_the_main_bid_and_all_in(range_: Range) -> None:
    quick = quick_amounts(range_, STEPS_UP if range_.step == 1 else STEPS["big_deal"])
    amounts = [one.amount for one in quick.places if one] if quick else []

    assert amounts == sorted({*amounts})
    assert all(range_.lowest < amount for amount in amounts)
    assert range_.highest is None or all(amount < range_.highest for amount in amounts)
    assert all((amount - range_.lowest) % range_.step == 0 for amount in amounts)


def test_a_short_range_has_a_quick_amount_for_every_bid() -> None:
    """With 10 workers and a bid of 5, nine had no chip."""
    quick = quick_amounts(Range(6, 10))

    assert quick is not None
    assert [one and one.amount for one in quick.places] == [7, 8, 9, None]
    assert quick.most is not None and quick.most.amount == 10


def test_a_seat_with_one_possible_bid_gets_no_quick_amounts() -> None:
    assert quick_amounts(Range(1, 1)) is None


def test_quick_amounts_stay_within_cash_and_all_in_is_confirmed() -> None:
    quick = quick_amounts(Range(1391, 1450, at_hand=1400), STEPS["monopoly"])

    assert quick is not None
    assert [one and one.amount for one in quick.places] == [1400, None, None, None]
    assert quick.asks
