"""The banker's corrections of workers, projects, scores and cards."""

from __future__ import annotations

import pytest

from companion.games.big_cheese.auction import Bid, OfferCard, Pass, Veto
from companion.games.big_cheese.corrections import SetCards, SetProject, SetScore, SetWorkers
from companion.games.big_cheese.results import Keep, Roll
from companion.games.big_cheese.state import CardsHeld
from companion.mechanics.actions.refusal import Refusal
from companion.testing.tables import ANNA, BRUNO, CARLA, after
from tests.games.big_cheese.big_cheese_tables import (
    finished,
    holding,
    offered,
    opened,
    over,
    rolled,
    scoring,
    won,
)


def test_the_banker_sets_workers_scores_and_cards_with_a_reason() -> None:
    table = won(opened(), "8", ANNA, 2)

    said = after(
        table,
        SetWorkers(1, 5, reason="miscounted"),
        SetScore(BRUNO, 33, reason="paper"),
        SetCards(CARLA, 1, 2, reason="dropped"),
    )

    assert (said.free(ANNA), said.projects[0].workers) == (5, 5)
    assert after(said, SetWorkers(1, 1)).free(ANNA) == 9
    assert said.score(BRUNO) == 33
    assert said.held[CARLA] == CardsHeld(1, 2)
    assert said.left("big_cheese") == 2
    events = SetScore(BRUNO, 33, reason="paper").decide(table)
    assert str(events[0].tell(said, None)) == "Correction: Bruno’s score is 33. (paper)"


def test_the_banker_corrects_the_card_of_a_project() -> None:
    table = won(opened(), "20", ANNA, 2)

    said = after(table, SetProject(1, "12", reason="mistyped"))

    assert [(project.card, project.workers) for project in said.projects] == [("12", 2)]
    assert (said.left("20"), said.left("12")) == (4, 3)
    events = SetProject(1, "12", reason="mistyped").decide(table)
    assert str(events[0].tell(said, None)) == "Correction: Anna’s 20 is really the 12. (mistyped)"


def test_a_fourth_card_can_be_drawn_once_a_mistyped_one_is_corrected() -> None:
    table = opened()
    for seat in (ANNA, ANNA, BRUNO, BRUNO):
        table = won(table, "20", seat, 5)
    with pytest.raises(Refusal, match="fifth_of_a_kind"):
        OfferCard("20").decide(table)

    assert after(table, SetProject(2, "12"), OfferCard("20")).card == "20"


def test_a_finished_project_is_rolled_with_the_die_of_its_corrected_card() -> None:
    table = finished("4", scoring="dice_set")
    with pytest.raises(Refusal, match="not_on_the_die"):
        Roll(ANNA, 1, 9).decide(table)

    assert after(table, SetProject(1, "12"), Roll(ANNA, 1, 9)).score(ANNA) == 9


def test_a_roll_for_a_mistyped_card_is_repeated_after_the_correction() -> None:
    said = after(rolled(5, big_cheeses=1), SetProject(1, "12"))

    assert (said.results, said.stage) == ((), "results")
    assert after(said, Roll(ANNA, 1, 5), Keep(ANNA, 1)).score(ANNA) == 60


def test_a_finished_project_corrected_to_a_veto_stays_with_its_owner() -> None:
    said = after(finished("8"), SetProject(1, "veto"))

    assert (said.stage, said.finished, said.held[ANNA]) == ("offer", (), CardsHeld(1, 0))
    assert after(scoring(finished("8"), BRUNO, 200), SetProject(1, "veto")).stage == "over"


def test_a_corrected_score_ends_the_game_or_lets_it_go_on() -> None:
    assert after(opened(), SetScore(ANNA, 200)).stage == "over"
    assert after(over(), SetScore(ANNA, 199)).stage == "offer"
    assert after(over(), SetScore(BRUNO, 5)).stage == "over"


def test_a_result_stands_once_its_owners_big_cheese_is_corrected_away() -> None:
    """A seat that cannot roll again does not have to keep its result (BC-B1)."""
    said = after(rolled(5, big_cheeses=1), SetCards(ANNA, 0, 0))

    assert (said.stage, said.results, said.score(ANNA)) == ("offer", (), 40)
    assert after(scoring(rolled(5), BRUNO, 200), SetCards(ANNA, 0, 0)).stage == "over"
    assert after(rolled(5, big_cheeses=2), SetCards(ANNA, 1, 1)).stage == "results"
    assert after(rolled(5), SetCards(BRUNO, 1, 0)).stage == "results"


def test_a_score_corrected_during_an_auction_ends_the_game_with_the_round() -> None:
    corrected = after(offered(), SetScore(ANNA, 200))

    assert corrected.stage == "auction"
    assert after(corrected, Pass(ANNA), Pass(CARLA), Pass(BRUNO)).stage == "over"
    assert after(corrected, Bid(ANNA, 1), Pass(CARLA), Pass(BRUNO)).stage == "over"
    vetoing = holding(corrected, ANNA, vetoes=1)
    assert after(vetoing, Veto(ANNA)).stage == "over"
