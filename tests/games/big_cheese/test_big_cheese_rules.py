"""The effects of single steps: the award, the Veto, the results, the end."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.big_cheese import GAME
from companion.games.big_cheese.auction import Bid, OfferCard, Pass, Veto
from companion.games.big_cheese.results import Keep, Reroll, Roll
from companion.games.big_cheese.state import BigCheeseState, CardsHeld
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.values.options import Option, WholeOption
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after
from tests.games.big_cheese.big_cheese_player import a_setup
from tests.games.big_cheese.big_cheese_tables import (
    finished,
    holding,
    offered,
    opened,
    rolled,
    scoring,
    won,
)


def test_the_contents_of_the_box_are_complete() -> None:
    assert (GAME.title, GAME.players) == ("The Big Cheese", range(3, 7))
    assert (GAME.copy, GAME.has_money, GAME.colours) == (None, False, ())


@pytest.mark.parametrize(
    ("options", "target"),
    [
        ({}, 200),
        ({"target": 350}, 350),
        ({"scoring": "dice_set"}, 40),
        ({"scoring": "dice_set", "target": None}, 40),
        ({"scoring": "dice_set", "target": 200}, 200),
        ({"scoring": "dice_set", "target": 40, "exactly_30": True}, 30),
    ],
)
def test_the_default_target_is_the_lowest_and_exactly_30_means_30(
    options: dict[str, Any], target: int
) -> None:
    assert a_setup(**options).options["target"] == target


def test_bidding_goes_counter_clockwise_unless_the_table_says_otherwise() -> None:
    assert offered("8", 4).order_from(BRUNO) == (BRUNO, ANNA, DARIO, CARLA)
    auction = after(offered("8", 4), Pass(ANNA)).auction
    assert auction is not None and auction.turn == DARIO
    clockwise = offered("8", 4, direction="clockwise")
    assert clockwise.order_from(BRUNO) == (BRUNO, CARLA, DARIO, ANNA)


def test_an_award_moves_all_workers_in_one_step() -> None:
    table = won(won(opened(), "8", ANNA, 3), "10", BRUNO, 1)

    table = won(table, "12", ANNA, 4)

    assert [(project.card, project.workers) for project in table.projects] == [("8", 1), ("12", 4)]
    assert [project.card for project in table.finished] == ["10"]
    assert [table.free(seat) for seat in (ANNA, BRUNO, CARLA)] == [5, 10, 10]
    assert table.opener == ANNA


def test_the_last_one_left_may_still_bid_or_pass() -> None:
    alone = after(offered(), Pass(ANNA), Pass(CARLA))

    assert after(alone, Bid(BRUNO, 1)).projects[0].seat == BRUNO
    nobody = after(alone, Pass(BRUNO))
    assert (nobody.stage, nobody.opener, nobody.projects) == ("offer", ANNA, ())


def test_a_veto_discards_both_cards_and_moves_no_worker() -> None:
    table = holding(won(won(opened(), "veto", CARLA, 2), "8", ANNA, 2), CARLA, vetoes=1)
    before = [(project.number, project.workers) for project in table.projects]

    vetoed = after(table, OfferCard("20"), Bid(ANNA, 8), Veto(CARLA))

    assert (vetoed.stage, vetoed.opener) == ("offer", ANNA)
    assert [(project.number, project.workers) for project in vetoed.projects] == before
    assert vetoed.held[CARLA] == CardsHeld()
    assert vetoed.left("20") == 4


def test_a_veto_may_be_played_before_anybody_has_bid() -> None:
    table = after(holding(offered(), ANNA, vetoes=1), Veto(ANNA))

    assert (table.stage, table.opener, table.held[ANNA].vetoes) == ("offer", ANNA, 0)


def test_special_cards_are_handed_out_before_dice_are_rolled() -> None:
    table = won(won(opened(), "big_cheese", ANNA, 2), "8", ANNA, 1)

    table = won(table, "2", BRUNO)

    assert table.held[ANNA].big_cheeses == 1
    assert after(table, Roll(ANNA, 2, 1)).result_of(2) is not None


@pytest.mark.parametrize(
    ("options", "card", "value", "points"),
    [
        ({}, "12", 6, 72),
        ({}, "2", 5, 10),
        ({"scoring": "dice_set"}, "12", 6, 6),
        ({"scoring": "dice_set"}, "2", 17, 1),
        ({"scoring": "dice_set"}, "2", 6, 2),
    ],
)
def test_the_app_knows_what_a_face_is_worth(
    options: dict[str, object], card: str, value: int, points: int
) -> None:
    table = finished(card, **options)

    assert after(table, Roll(ANNA, 1, value)).score(ANNA) == points


@pytest.mark.parametrize(
    ("options", "card", "sides"),
    [({}, "20", 6), ({"scoring": "dice_set"}, "20", 20), ({"scoring": "dice_set"}, "4", 4)],
)
def test_the_app_throws_the_right_die(options: dict[str, object], card: str, sides: int) -> None:
    thrown = Roll(ANNA, 1).with_chance(finished(card, **options), lambda faces: faces)

    assert thrown == Roll(ANNA, 1, sides, by_app=True)
    assert thrown.is_chance and Roll(ANNA, 1).is_chance and not Roll(ANNA, 1, 3).is_chance


def test_a_result_waits_only_for_a_seat_with_a_big_cheese() -> None:
    assert after(finished(), Roll(ANNA, 1, 5)).stage == "offer"
    assert after(rolled(), Keep(ANNA, 1)).score(ANNA) == 40


def test_the_second_result_stands_unless_another_big_cheese_follows() -> None:
    once = after(rolled(5, big_cheeses=1), Reroll(ANNA, 1, 2))
    twice = after(rolled(5, big_cheeses=2), Reroll(ANNA, 1, 2))

    assert (once.stage, once.score(ANNA), once.held[ANNA].big_cheeses) == ("offer", 16, 0)
    assert (twice.stage, [result.points for result in twice.results]) == ("results", [16])
    assert after(twice, Keep(ANNA, 1)).score(ANNA) == 16


def three_finished() -> BigCheeseState:
    """Return a table where Anna's award has finished Carla's 12 and 8 and Bruno's 10."""
    table = won(won(opened(), "12", CARLA, 3), "8", CARLA, 2)
    return won(won(table, "10", BRUNO, 1), "4", ANNA, 2)


def test_finished_projects_are_rolled_for_in_any_order() -> None:
    table = three_finished()
    assert [project.number for project in table.finished] == [1, 2, 3]
    assert GAME.rules.waiting(table).seats == (CARLA, BRUNO)

    bruno_first = after(table, Roll(BRUNO, 3, 6), Roll(CARLA, 2, 5), Roll(CARLA, 1, 4))
    carla_first = after(table, Roll(CARLA, 1, 4), Roll(CARLA, 2, 5), Roll(BRUNO, 3, 6))

    assert GAME.chart.wealth(bruno_first) == GAME.chart.wealth(carla_first) == (0, 60, 88)
    assert bruno_first.stage == carla_first.stage == "offer"


def test_others_may_roll_while_a_player_considers_a_big_cheese() -> None:
    table = after(holding(three_finished(), CARLA, big_cheeses=1), Roll(CARLA, 1, 2))

    bruno = after(table, Roll(BRUNO, 3, 6))

    assert bruno.score(BRUNO) == 60
    assert str(GAME.rules.waiting(bruno).prompt) == "Carla keeps 24 or plays a Big Cheese."
    with pytest.raises(Refusal, match="already_rolled"):
        Roll(CARLA, 2, 6).decide(bruno)
    assert after(bruno, Reroll(CARLA, 1, 5), Roll(CARLA, 2, 1)).score(CARLA) == 68


def test_two_players_may_consider_their_big_cheeses_at_once() -> None:
    armed = holding(holding(three_finished(), CARLA, big_cheeses=1), BRUNO, big_cheeses=1)
    table = after(armed, Roll(BRUNO, 3, 1), Roll(CARLA, 2, 1))

    settled = after(table, Keep(BRUNO, 3), Reroll(CARLA, 2, 6), Roll(CARLA, 1, 1))

    assert GAME.chart.wealth(settled) == (0, 10, 60)
    assert (settled.stage, settled.results) == ("offer", ())


def test_the_owner_of_two_results_chooses_which_comes_first() -> None:
    table = won(won(won(opened(), "8", ANNA, 2), "12", ANNA, 1), "4", BRUNO)

    second = after(table, Roll(ANNA, 2, 1))

    assert [project.number for project in second.finished] == [1]
    assert after(second, Roll(ANNA, 1, 1)).score(ANNA) == 20


def test_the_game_ends_only_when_the_round_is_finished() -> None:
    table = scoring(won(won(won(opened(), "12", CARLA, 2), "10", BRUNO), "4", CARLA, 3), CARLA, 190)

    reached = after(table, Roll(CARLA, 1, 6))

    assert (reached.stage, reached.score(CARLA)) == ("results", 262)
    assert after(reached, Roll(BRUNO, 2, 1)).stage == "over"


def test_options_offer_choices_and_one_whole_number() -> None:
    kinds = {option.name: type(option) for option in GAME.options}

    assert kinds.pop("target") is WholeOption
    assert set(kinds.values()) == {Option}
