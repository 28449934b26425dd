"""Shares: how many are left, who holds which, and who alone holds most."""

from __future__ import annotations

from companion.mechanics.shares import Shares, majorities


def test_a_share_goes_to_a_seat_and_fewer_are_left() -> None:
    shares = Shares.unsold(("apple", "pear"), 4, 3).given("apple", 1).given("apple", 1)

    assert (shares.left("apple"), shares.left("pear"), shares.left("fig")) == (2, 4, 0)
    assert shares.of(1) == {"apple": 2, "pear": 0}


def test_whoever_alone_holds_most_has_the_majority_and_a_tie_has_none() -> None:
    held = ({"apple": 2, "pear": 1, "plum": 0}, {"apple": 1, "pear": 1, "plum": 0})

    assert majorities(held) == {"apple": 0}
