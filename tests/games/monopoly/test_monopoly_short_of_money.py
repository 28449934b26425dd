"""The cheapest ways to raise what is missing, each one move."""

from __future__ import annotations

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.corrections import SetSpace
from companion.games.monopoly.debts import PayDebt
from companion.games.monopoly.short_of_money import RaiseMoney, cheapest, shortfall, ways
from companion.games.monopoly.state import MonopolyState
from companion.games.monopoly.turn import Roll
from companion.mechanics.actions.refusal import Refusal
from companion.testing.tables import ANNA, BRUNO, after, holding
from tests.games.monopoly.monopoly_tables import begun, buying, owing, owning

ORANGE = (16, 18, 19)
MAYFAIR = 39


def offered(state: MonopolyState, seat: int = ANNA) -> list[RaiseMoney]:
    """Return the ways among the seat's legal moves."""
    legal = [offer.action for offer in GAME.legal_actions(state, seat, 0)]
    return [action for action in legal if isinstance(action, RaiseMoney)]


@pytest.mark.parametrize(
    ("values", "missing", "keys"),
    [
        ({1: 30, 3: 30, 6: 50}, 50, (6,)),
        ({1: 30, 3: 30, 6: 50}, 55, (1, 3)),
        ({1: 60, 3: 30, 6: 30}, 60, (1,)),
        ({1: 30, 3: 30, 6: 50}, 110, (1, 3, 6)),
    ],
)
def test_the_cheapest_mortgages_exceed_what_is_missing_least(
    values: dict[int, int], missing: int, keys: tuple[int, ...]
) -> None:
    assert cheapest(values, missing) == keys


def test_a_debtor_raises_what_is_missing_with_one_move_and_pays() -> None:
    state = owning(owing(), ANNA, (1, 3, 5))
    assert shortfall(state, ANNA) == 100

    (way,) = offered(state)
    raised = after(state, way)

    assert way == RaiseMoney(ANNA, (5,), at=0)
    assert str(way.label(state)) == "Mortgage 1 property: +100"
    assert list(map(str, way.named(state))) == [f"{state.board[5].words} +100"]
    assert offered(raised) == [] and offered(state, BRUNO) == []
    assert not after(raised, PayDebt(ANNA)).debts_of(ANNA)


def test_a_buyer_corrected_by_the_banker_can_raise_money_out_of_turn() -> None:
    start = owning(holding(begun(), {ANNA: 150}), ANNA, (5, 15, 25))
    moved = after(start, Roll(ANNA, (4, 6)))

    state = after(moved, SetSpace(ANNA, MAYFAIR))

    assert (state.turn_seat, state.mover, state.stage) == (BRUNO, ANNA, "buy")
    assert shortfall(state, ANNA) == 250
    assert offered(state, ANNA) and not offered(state, BRUNO)


def test_selling_houses_of_one_group_is_offered_separately() -> None:
    state = owning(owning(owing(), ANNA, (5,)), ANNA, ORANGE, level=2)

    mortgage, sale = offered(state)

    assert mortgage.mortgages == (5,) and not mortgage.sales
    assert str(sale.label(state)) == "Sell 2 buildings: +100"
    assert after(state, sale).money(ANNA) == 200
    assert [after(state, sale).level(place) for place in ORANGE] == [1, 1, 2]


def test_if_mortgages_are_not_enough_few_buildings_are_sold_first() -> None:
    state = owning(owning(owing(0), ANNA, (5,)), ANNA, ORANGE, level=2)

    first = offered(state)[0]

    assert first.mortgages == (5,) and first.sales == (16, 18)
    assert str(first.label(state)) == "Sell buildings and mortgage: +200"
    assert after(state, first).money(ANNA) == 200


def test_streets_are_mortgaged_once_all_their_buildings_are_sold() -> None:
    state = owning(owing(0), ANNA, (1, 3), level=2)
    assert ways(state, ANNA, 130) == [((1,), (1, 3, 1, 3))]
    assert ways(state, ANNA, 200) == []


def test_a_price_above_the_cash_is_raised_before_the_purchase() -> None:
    state = owning(holding(buying(), {ANNA: 20}), ANNA, (5,))

    (way,) = offered(state)

    assert "buy" in {offer.action.kind for offer in GAME.legal_actions(after(state, way), ANNA, 0)}


def test_nothing_is_offered_to_a_player_without_debt_or_property() -> None:
    assert offered(owning(buying(), ANNA, (5,))) == []
    assert offered(owing()) == []
    with pytest.raises(Refusal, match="nothing_to_raise"):
        RaiseMoney(ANNA, at=0).decide(owing())
