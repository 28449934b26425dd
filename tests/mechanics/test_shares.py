"""Shares: the unsold ones, each seat's, and the majorities."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.money.ledger import Ledger, purse
from companion.mechanics.money.shares import SetShares, Shares, SharesSet, majorities
from companion.mechanics.play.table import SeatSetup, Setup, TableState
from companion.testing.tables import ANNA, BRUNO


@dataclass(frozen=True, slots=True)
class Orchard(TableState):
    shares: Shares


def an_orchard() -> Orchard:
    """Return a table of two seats; Bruno holds two of the four shares of apples."""
    setup = Setup({}, (SeatSetup("Anna"), SeatSetup("Bruno")))
    shares = Shares.unsold(("apple", "pear"), 4, 2).given("apple", BRUNO).given("apple", BRUNO)
    return Orchard(setup, Ledger.opened(map(purse, range(2))), shares)


def test_a_share_goes_to_a_seat_and_fewer_are_left() -> None:
    shares = Shares.unsold(("apple", "pear"), 4, 3).given("apple", 1).given("apple", 1)

    assert (shares.left("apple"), shares.left("pear"), shares.left("fig")) == (2, 4, 0)
    assert shares.of(1) == {"apple": 2, "pear": 0}


def test_the_majority_needs_most_shares_without_a_tie() -> None:
    held = ({"apple": 2, "pear": 1, "plum": 0}, {"apple": 1, "pear": 1, "plum": 0})

    assert majorities(held) == {"apple": 0}


def test_the_banker_corrects_a_players_number_of_shares() -> None:
    (said,) = SetShares(BRUNO, "apple", 1, reason="miscounted").decide(an_orchard())
    state = said.apply(an_orchard())

    assert state.shares.held == {"apple": (0, 1), "pear": (0, 0)}
    assert str(said.tell(state, None)) == "Correction: Bruno has apple ×1. (miscounted)"


def test_a_game_can_log_that_correction_as_its_own_event() -> None:
    class Cards(SharesSet):
        pass

    class SetCards(SetShares):
        made = Cards

    assert type(SetCards(ANNA, "pear", 1).decide(an_orchard())[0]) is Cards


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        (SetShares(7, "apple", 1), "unknown_seat"),
        (SetShares(ANNA, "apple", -1), "negative_count"),
        (SetShares(ANNA, "plum", 1), "unknown_share"),
        (SetShares(ANNA, "apple", 3), "too_many_shares"),
        (SetShares(BRUNO, "apple", 5), "too_many_shares"),
    ],
)
def test_an_impossible_number_of_shares_is_refused(asked: SetShares, name: str) -> None:
    with pytest.raises(Refusal) as refused:
        asked.decide(an_orchard())

    assert refused.value.name == name


def test_one_player_can_hold_all_shares() -> None:
    assert SetShares(ANNA, "apple", 2).decide(an_orchard())
    assert SetShares(BRUNO, "apple", 4).decide(an_orchard())
