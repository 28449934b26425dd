"""The final scores as a pure function of holdings, from a table or entered."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.big_deal import GAME
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.scoring.score_form import Typed
from tests.games.big_deal.big_deal_games import a_game


def holding(name: str, cash: int, **more: Any) -> dict[str, Any]:
    return {"name": name, "cash": cash, **more}


BRUNO = holding("Bruno", 0)


def test_shares_and_resources_count_150_each() -> None:
    seats = [
        holding("Anna", 500, open={"telcom": 3, "security": 2}, hand=1, resources={"human": 2}),
        holding("Bruno", 1650),
    ]

    outcome = GAME.final.of({"seats": seats})

    # 500 + 5 x 150 + 1 x 150 + 2 x 150 = 1700.
    assert [place.total for place in outcome.standings] == [1700, 1650]
    assert outcome.winners == (0,)
    assert [str(term.label) for term in outcome.standings[0].terms] == [
        "cash",
        "5 shares on the table at 150",
        "1 share in hand at 150",
        "2 resources at 150",
    ]


def test_players_with_equal_money_share_the_win() -> None:
    seats = [holding("Anna", 300), holding("Bruno", 0, open=2), holding("Carla", 250)]

    outcome = GAME.final.of({"seats": seats})

    assert (outcome.reason, outcome.winners, outcome.rule) == ("tie_shared", (0, 1), "BD-E1")
    assert str(outcome.sentence) == "Anna and Bruno tie for the win with 300 each."


@pytest.mark.parametrize("players", [2, 3])
def test_a_tables_outcome_is_the_score_of_its_holdings(players: int) -> None:
    state = a_game(players)[-1].after

    assert GAME.final.of(GAME.final.holdings(state)) == GAME.final.outcome(state)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("malformed", {}),
        ("malformed", {"seats": [1]}),
        ("no_players", {"seats": []}),
        ("wrong_player_count", {"seats": [holding("Anna", 1)]}),
        ("wrong_player_count", {"seats": [holding(name, 1) for name in "ABCDEFG"]}),
        ("malformed", {"seats": [BRUNO, {"cash": 3}]}),
        ("name_taken", {"seats": [BRUNO, holding("bruno", 1)]}),
        ("malformed", {"seats": [BRUNO, holding("Anna", -50)]}),
        ("malformed", {"seats": [BRUNO, holding("Anna", 50, hand="2")]}),
        ("malformed", {"seats": [BRUNO, holding("Anna", 50, open={"acme": 2})]}),
        ("malformed", {"seats": [BRUNO, holding("Anna", 50, resources={"human": -1})]}),
    ],
)
def test_impossible_holdings_are_refused(name: str, data: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.final.of(data)

    assert refused.value.name == name


def typed(**values: int) -> Typed:
    return Typed(("Anna", "Bruno"), values=values)


def test_more_shares_than_the_deck_holds_are_refused() -> None:
    # Two play with eight companies of five shares: 40.
    GAME.calculator.holdings(typed(open_0=30, hand_0=5, open_1=5))

    with pytest.raises(Refusal) as refused:
        GAME.calculator.holdings(typed(open_0=30, hand_0=5, open_1=5, hand_1=1))

    assert (refused.value.name, refused.value.rule) == ("too_many_shares", "BD-S2")


def test_more_resources_than_four_wheels_hold_are_refused() -> None:
    # Four wheels of fourteen: 56.
    GAME.calculator.holdings(typed(resources_0=30, resources_1=26))

    with pytest.raises(Refusal) as refused:
        GAME.calculator.holdings(typed(resources_0=30, resources_1=27))

    assert refused.value.name == "too_many_resources"
