"""One case for every named refusal, with the rule it cites."""

from __future__ import annotations

import pytest

from companion.games.big_cheese import GAME
from companion.games.big_cheese.auction import Bid, OfferCard, Open, Pass, Veto
from companion.games.big_cheese.corrections import SetCards, SetProject, SetScore, SetWorkers
from companion.games.big_cheese.results import Keep, Reroll, Roll
from companion.games.big_cheese.state import BigCheeseState
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Action, SeatSetup, Setup
from companion.testing.households import NAMES
from companion.testing.tables import ANNA, BRUNO, CARLA, Moment, after
from tests.games.big_cheese.big_cheese_tables import (
    finished,
    holding,
    offered,
    opened,
    over,
    rolled,
    seated,
    won,
)
from tests.games.refusals import refuses


def after_a_pass() -> BigCheeseState:
    return after(offered(), Pass(ANNA))


def after_a_bid() -> BigCheeseState:
    """Return a table where Carla, with a Veto, bid 1 and Bruno 4; Anna has passed."""
    armed = holding(won(opened(), "8", CARLA, 9), CARLA, vetoes=1)
    return after(armed, OfferCard("10"), Bid(CARLA, 1), Bid(BRUNO, 4), Pass(ANNA))


def four_vetoes_held() -> BigCheeseState:
    return holding(holding(opened(), ANNA, vetoes=3), BRUNO, vetoes=1)


def four_twenties_in_work() -> BigCheeseState:
    table = opened()
    for seat in (ANNA, ANNA, BRUNO, BRUNO):
        table = won(table, "20", seat, 5)
    return table


def four_twenties_and_a_ten() -> BigCheeseState:
    return won(four_twenties_in_work(), "10", CARLA)


def anna_holds(vetoes: int) -> Moment:
    return lambda: holding(offered(), ANNA, vetoes=vetoes)


def vetoing_after_passing() -> BigCheeseState:
    return after(holding(offered(), ANNA, vetoes=1), Pass(ANNA))


CASES: list[tuple[str, str, Moment, Action]] = [
    ("already_open", "BC-A1", opened, Open(ANNA)),
    ("unknown_seat", "What is printed", seated, Open(3)),
    ("unknown_seat", "What is printed", offered, Bid(-1, 1)),
    ("not_now", "BC-A1", seated, OfferCard("8")),
    ("not_now", "BC-A1", offered, OfferCard("8")),
    ("unknown_card", "BC-C", opened, OfferCard("7")),
    ("left_out", "BC-C", lambda: opened(specials=False), OfferCard("veto")),
    ("fifth_of_a_kind", "BC-C", four_twenties_in_work, OfferCard("20")),
    ("fifth_of_a_kind", "BC-C", four_vetoes_held, OfferCard("veto")),
    ("not_now", "BC-A1", opened, Bid(ANNA, 1)),
    ("out_of_turn", "BC-A2", offered, Bid(BRUNO, 1)),
    ("out_of_turn", "BC-A2", offered, Pass(CARLA)),
    ("bid_too_low", "BC-A3", offered, Bid(ANNA, 0)),
    ("bid_too_low", "BC-A3", lambda: after(offered(), Bid(ANNA, 3)), Bid(CARLA, 3)),
    ("more_than_free", "BC-A3", offered, Bid(ANNA, 11)),
    ("more_than_free", "BC-A3", after_a_bid, Bid(CARLA, 5)),
    ("bid_too_low", "BC-A3", after_a_bid, Bid(CARLA, 4)),
    ("already_passed", "BC-A4", after_a_pass, Bid(ANNA, 1)),
    ("already_passed", "BC-A4", after_a_pass, Pass(ANNA)),
    ("already_passed", "BC-V1", vetoing_after_passing, Veto(ANNA)),
    ("out_of_turn", "BC-A2", lambda: holding(offered(), BRUNO, vetoes=1), Veto(BRUNO)),
    ("nothing_on_offer", "BC-V1", lambda: holding(opened(), ANNA, vetoes=1), Veto(ANNA)),
    ("nothing_on_offer", "BC-V1", lambda: holding(finished(), ANNA, vetoes=1), Veto(ANNA)),
    ("no_veto", "BC-V1", anna_holds(0), Veto(ANNA)),
    ("not_now", "BC-S1", lambda: won(opened(), "8", ANNA, 2), Roll(ANNA, 1, 6)),
    ("not_your_project", "BC-S1", finished, Roll(BRUNO, 1, 6)),
    ("not_your_project", "BC-B1", lambda: holding(rolled(), BRUNO, 0, 1), Reroll(BRUNO, 1, 6)),
    ("not_your_project", "BC-B1", rolled, Keep(CARLA, 1)),
    ("unknown_project", "BC-S1", finished, Roll(ANNA, 3, 6)),
    ("not_finished", "BC-A7", finished, Roll(BRUNO, 2, 6)),
    ("already_rolled", "BC-B1", rolled, Roll(ANNA, 1, 6)),
    ("not_rolled", "BC-S1", finished, Roll(ANNA, 1)),
    ("not_on_the_die", "BC-S1", finished, Roll(ANNA, 1, 7)),
    ("not_on_the_die", "BC-S1", finished, Roll(ANNA, 1, 0)),
    ("not_on_the_die", "BC-S2", lambda: finished(scoring="dice_set"), Roll(ANNA, 1, 9)),
    ("not_on_the_die", "BC-S2", lambda: finished("2", scoring="dice_set"), Roll(ANNA, 1, 21)),
    ("not_on_the_die", "BC-S1", rolled, Reroll(ANNA, 1, 7)),
    ("not_rolled_yet", "BC-B1", lambda: holding(finished(), ANNA, 0, 1), Reroll(ANNA, 1, 6)),
    ("not_rolled_yet", "BC-B1", finished, Keep(ANNA, 1)),
    ("no_big_cheese", "BC-B1", lambda: holding(rolled(), ANNA), Reroll(ANNA, 1, 6)),
    ("game_over", "BC-E2", over, OfferCard("8")),
    ("game_over", "BC-E2", lambda: holding(over(), ANNA, vetoes=1), Veto(ANNA)),
    ("unknown_project", "What is printed", opened, SetWorkers(1, 3)),
    ("no_worker_left", "BC-A7", lambda: won(opened(), "8", ANNA, 2), SetWorkers(1, 0)),
    ("more_than_free", "BC-A3", lambda: won(opened(), "8", ANNA, 2), SetWorkers(1, 11)),
    (
        "bid_rests_on_it",
        "BC-A3",
        lambda: after(won(opened(), "8", ANNA, 2), OfferCard("4"), Bid(ANNA, 6)),
        SetWorkers(1, 5),
    ),
    ("unknown_project", "What is printed", opened, SetProject(1, "8")),
    ("unknown_card", "BC-C", finished, SetProject(1, "7")),
    ("left_out", "BC-C", lambda: finished(specials=False), SetProject(1, "veto")),
    ("fifth_of_a_kind", "BC-C", four_twenties_and_a_ten, SetProject(5, "20")),
    ("negative_count", "What is printed", opened, SetScore(ANNA, -1)),
    ("past_30", "BC-X1", lambda: opened(scoring="dice_set", exactly_30=True), SetScore(ANNA, 31)),
    ("unknown_seat", "What is printed", opened, SetScore(9, 1)),
    ("negative_count", "What is printed", opened, SetCards(ANNA, -1, 0)),
    ("left_out", "BC-C", lambda: opened(specials=False), SetCards(ANNA, 1, 0)),
    ("fifth_of_a_kind", "BC-C", four_vetoes_held, SetCards(ANNA, 4, 0)),
]


test_what_the_rules_forbid_is_refused_by_name_and_rule = refuses(CASES)


SET_UPS: list[tuple[str, str, int, dict[str, object]]] = [
    ("wrong_player_count", "What is printed", 2, {}),
    ("wrong_player_count", "What is printed", 7, {}),
    ("target_too_low", "BC-E1", 3, {"target": 199}),
    ("target_too_low", "BC-E1", 3, {"scoring": "dice_set", "target": 39}),
    ("exactly_30_with_one_die", "BC-X1", 3, {"exactly_30": True}),
    ("unknown_option", "", 3, {"dice": 2}),
    ("unknown_choice", "", 3, {"direction": "left"}),
    ("unknown_choice", "", 3, {"specials": 1}),
    ("not_a_whole_number", "", 3, {"target": "200"}),
    ("not_a_whole_number", "", 3, {"target": True}),
    ("not_a_whole_number", "", 3, {"target": -1}),
]


@pytest.mark.parametrize(("name", "rule", "players", "options"), SET_UPS)
def test_impossible_table_settings_are_refused(
    name: str, rule: str, players: int, options: dict[str, object]
) -> None:
    seats = tuple(SeatSetup(name) for name in (*NAMES, "Gina")[:players])

    with pytest.raises(Refusal) as refused:
        GAME.rules.prepare(Setup(options, seats))

    assert (refused.value.name, refused.value.rule) == (name, rule)


@pytest.mark.parametrize(
    ("names", "refusal"),
    [
        (("Anna", " ", "Carla"), "name_missing"),
        (("Anna", "B" * 31, "Carla"), "name_too_long"),
        (("Anna", "anna", "Carla"), "name_taken"),
    ],
)
def test_impossible_names_of_players_are_refused(names: tuple[str, ...], refusal: str) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.rules.prepare(Setup({}, tuple(map(SeatSetup, names))))

    assert refused.value.name == refusal


def test_a_refusal_says_what_would_be_allowed() -> None:
    state = after(offered(), Bid(ANNA, 3))

    with pytest.raises(Refusal, match="Bid 4 or more, or pass"):
        Bid(CARLA, 3).decide(state)
    with pytest.raises(Refusal, match=r"You have 10 free workers. Bid up to 10, or pass"):
        Bid(CARLA, 11).decide(state)
    for workers in (2, 5):
        with pytest.raises(Refusal, match=r"You have 1 free worker. Pass, or play a Veto"):
            Bid(CARLA, workers).decide(after_a_bid())
    with pytest.raises(Refusal, match=r"20: all 4 are at work. Tap the card that is really up"):
        OfferCard("20").decide(four_twenties_in_work())
