"""Whole recorded games, their results worked out by hand from the record.

In the notes "8: Bruno 2" is a card and who took it with how many workers; (n) is the number of
the award. A project taken with n workers in award k is finished by award k + n (BC-A7).
"20 of (2): Bruno 18" is a finished project, its owner and the points of the roll.
"""

from __future__ import annotations

import pytest

from companion.games.big_cheese import GAME
from companion.games.big_cheese.state import BigCheeseState
from companion.mechanics.game import Outcome
from tests.games.records import records_of, replayed, totals


def free(state: BigCheeseState) -> list[int]:
    return [state.free(seat) for seat in state.seats]


def reason(outcome: Outcome) -> tuple[str, str, tuple[int, ...]]:
    return outcome.reason, outcome.rule, outcome.winners


def test_game_to_200_with_one_die_a_veto_and_an_unwanted_card() -> None:
    """one-die-200.json, counter-clockwise: Anna, Carla, Bruno.

    (1) 20: Anna 4. (2) 12: Bruno 3. (3) Veto: Carla 2. (4) 20: Carla 3.
    (5) 10: Bruno 3; finished: 20 of (1), 12 of (2), Veto of (3).
      Bruno rolls 4: 12 x 4 = 48. Anna rolls 6: 20 x 6 = 120.
    A 20 is up, Bruno bids 5, Anna 6, Carla plays her Veto; Bruno opens again.
    (6) 8: Anna 1. (7) 20: Carla 5; finished: 20 of (4), 8 of (6).
      Carla rolls 5: 100. Anna rolls 6: 8 x 6 = 48, together 168.
    A 6 nobody wants. (8) 4: Anna 1; finished: 10 of (5): Bruno 3 x 10 = 30, together 78.
    (9) 6: Anna 2; finished: 4 of (8): Anna 5 x 4 = 20, together 188.
    (10) 2: Bruno 1. (11) 8: Carla 1; finished: 6 of (9), 2 of (10).
      Bruno rolls 6: 12, together 90. Anna rolls 3: 18, together 206: the end.
    Left: Carla's 20 of (7), 5 - 4 = 1 worker, and her 8 of (11), 1 worker: 8 free.
    """
    state, outcome = replayed(GAME, "one-die-200")

    assert totals(outcome) == [("Anna", 206), ("Carla", 100), ("Bruno", 90)]
    assert reason(outcome) == ("target_reached", "BC-E1", (0,))
    assert free(state) == [10, 10, 8]
    assert (state.won, state.auctions) == (11, 13)


def test_game_to_40_that_ignores_a_2_on_any_die() -> None:
    """dice-set-40.json, counter-clockwise from Dario: Dario, Carla, Bruno, Anna.

    (1) 2: Carla 2. (2) 12: Anna 4. (3) 20: Bruno 6, which Anna, who has 6, cannot outbid;
      finished: 2 of (1): 17 is odd: Carla 1.
    (4) 20: Dario 2. (5) 4: Carla 1. (6) 10: Bruno 2; finished: 12 of (2), 20 of (4), 4 of (5):
      Anna 12, Dario 19, Carla 2 (together 3).
    (7) 12: Dario 1. (8) 20: Dario 2; finished: 10 of (6), 12 of (7): Dario 11 (30), Bruno 7.
    (9) 2: Carla 1; finished: 20 of (3): Bruno 14 (21).
    (10) 6: Anna 1; finished: 20 of (8), 2 of (9): Dario 13 (43), 6 is even: Carla 2 (5). The end.
    """
    state, outcome = replayed(GAME, "dice-set-40")

    assert totals(outcome) == [("Dario", 43), ("Bruno", 21), ("Anna", 12), ("Carla", 5)]
    assert reason(outcome) == ("target_reached", "BC-E1", (3,))
    assert free(state) == [9, 10, 10, 10]


def test_game_to_exactly_30_ignores_results_above_it() -> None:
    """exactly-30.json; every card is taken with 1 worker, so each is finished by the next award.

    Anna: 20: 18. 20: 15, 33 would pass 30: ignored. 10: 9, together 27. 4: 4, 31: ignored.
    Bruno: 12: 12. 20: 16, together 28. 2: 8 is even, 2, together 30: he wins.
    Left: Anna's 6 with 2 workers.
    """
    state, outcome = replayed(GAME, "exactly-30")

    assert totals(outcome) == [("Bruno", 30), ("Anna", 27), ("Carla", 0)]
    assert reason(outcome) == ("exactly_30", "BC-X1", (1,))
    anna = outcome.standings[1].terms
    assert [(term.amount, term.rule) for term in anna] == [
        (18, "BC-S2"),
        (0, "BC-X1"),
        (9, "BC-S2"),
        (0, "BC-X1"),
    ]
    assert free(state) == [8, 10, 10]


def test_two_players_at_exactly_30_are_ranked_by_projects() -> None:
    """exactly-30-tie.json.

    (1) 20: Anna 1. (2) 10: Bruno 1; Anna 18. (3) 10: Bruno 1; Bruno 10.
    (4) 12: Anna 2; Bruno 10 (20). (5) 10: Bruno 1.
    (6) 2: Carla 1; finished: 12 of (4), 10 of (5): Bruno 10 (30), then Anna 12 (30).
    Bruno has three scored projects, Anna two.
    """
    _, outcome = replayed(GAME, "exactly-30-tie")

    assert totals(outcome) == [("Bruno", 30), ("Anna", 30), ("Carla", 0)]
    assert reason(outcome) == ("tie_broken_by_projects", "BC-X1", (1,))


def test_game_of_three_without_special_cards() -> None:
    """no-specials-three.json, a set of dice to 50.

    (1) 8: Bruno 2. (2) 20: Carla 3. (3) 12: Anna 2; 8: Bruno 5.
    (4) 20: Bruno 2. (5) 6: Anna 1; 12: Anna 3, 20: Carla 20.
    (6) 20: Carla 1; 20: Bruno 11 (16), 6: Anna 6 (9). (7) 10: Bruno 1; 20: Carla 19 (39).
    (8) 12: Carla 1; 10: Bruno 10 (26). (9) 4: Anna 1; 12: Carla 12 (51). The end.
    """
    state, outcome = replayed(GAME, "no-specials-three")

    assert totals(outcome) == [("Carla", 51), ("Bruno", 26), ("Anna", 9)]
    assert reason(outcome) == ("target_reached", "BC-E1", (2,))
    assert free(state) == [9, 10, 10]


def test_six_players_bid_clockwise() -> None:
    """six-clockwise.json, one die to 250.

    (1) 20: Elena 3. (2) 12: Franco 2. (3) 20: Elena 2.
    (4) 10: Bruno 1; 20: Elena 6 x 20 = 120, 12: Franco 3 x 12 = 36.
    (5) 8: Carla 1; 20: Elena 4 x 20 = 80 (200), 10: Bruno 2 x 10 = 20.
    (6) 12: Elena 1; 8: Carla 6 x 8 = 48. (7) 2: Dario 1; 12: Elena 5 x 12 = 60 (260). The end.
    """
    state, outcome = replayed(GAME, "six-clockwise")

    assert totals(outcome) == [
        ("Elena", 260),
        ("Carla", 48),
        ("Franco", 36),
        ("Bruno", 20),
        ("Anna", 0),
        ("Dario", 0),
    ]
    assert reason(outcome) == ("target_reached", "BC-E1", (4,))
    assert free(state) == [10, 10, 10, 9, 10, 10]


def test_of_two_players_past_the_target_the_higher_wins() -> None:
    """two-past-the-target.json, one die to 200.

    (1) 20: Anna 1. (2) 20: Bruno 1; Anna 5 x 20 = 100. (3) 20: Anna 2; Bruno 6 x 20 = 120.
    (4) 20: Bruno 1. (5) 2: Carla 1; 20 of (4): Bruno rolls first, 4 x 20 = 80 (200);
      20 of (3): Anna still rolls, 6 x 20 = 120 (220).
    """
    _, outcome = replayed(GAME, "two-past-the-target")

    assert totals(outcome) == [("Anna", 220), ("Bruno", 200), ("Carla", 0)]
    assert reason(outcome) == ("higher_score", "BC-E3", (0,))


def test_a_tie_is_broken_by_the_number_of_projects() -> None:
    """tie-broken-by-projects.json, one die to 200.

    (1) 20: Anna 1. (2) 10: Bruno 1; Anna 5 x 20 = 100. (3) 10: Bruno 1; Bruno 6 x 10 = 60.
    (4) 20: Anna 2; Bruno 4 x 10 = 40 (100). (5) 20: Bruno 1.
    (6) 2: Carla 1; Bruno 5 x 20 = 100 (200), Anna 5 x 20 = 100 (200).
    Bruno has three scored projects, Anna two.
    """
    _, outcome = replayed(GAME, "tie-broken-by-projects")

    assert totals(outcome) == [("Bruno", 200), ("Anna", 200), ("Carla", 0)]
    assert reason(outcome) == ("tie_broken_by_projects", "BC-E3", (1,))
    assert str(outcome.standings[0].note) == "wins the tie with 3 scored projects"


def test_equal_scores_and_projects_share_the_win() -> None:
    """shared-win.json, one die to 200, clockwise.

    (1) 20: Anna 1. (2) 20: Bruno 1; Anna 100. (3) 20: Anna 2; Bruno 100. (4) 20: Bruno 1.
    (5) 4: Dario 1; Anna 5 x 20 = 100 (200), Bruno 5 x 20 = 100 (200); two projects each.
    """
    _, outcome = replayed(GAME, "shared-win")

    assert totals(outcome) == [("Anna", 200), ("Bruno", 200), ("Carla", 0), ("Dario", 0)]
    assert reason(outcome) == ("tie_shared", "BC-E3", (0, 1))


def test_two_big_cheeses_reroll_the_same_project_twice() -> None:
    """two-big-cheeses.json, a set of dice to 40; every card is taken with 1 worker.

    Anna's two Big Cheeses finish before her 20: she rolls 3, then 2, then 19, which stands.
    Anna: 19 + 18 + 5 = 42. Bruno: 4. Carla: 11. Left: Bruno's 2.
    """
    state, outcome = replayed(GAME, "two-big-cheeses")

    assert totals(outcome) == [("Anna", 42), ("Carla", 11), ("Bruno", 4)]
    assert [term.amount for term in outcome.standings[0].terms] == [19, 18, 5]
    assert state.held[0].big_cheeses == 0
    assert state.left("big_cheese") == 4


def test_a_big_cheese_finished_with_a_project_can_be_used_for_it() -> None:
    """big-cheese-with-its-project.json, a set of dice to 40.

    (1) Big Cheese: Carla 2. (2) 20: Carla 1. (3) 8: Anna 1; both of Carla's are finished: she
      rolls 1, plays the Big Cheese and rolls 17.
    (4) 20: Carla 1; Anna 6. (5) Big Cheese: Anna 2; Carla 16 (33). (6) 10: Carla 2.
    (7) 12: Anna 1; her Big Cheese is finished. (8) 4: Bruno 1; Anna rolls 9 and keeps it (15),
      Carla rolls 8 (41). The end; Anna still holds her Big Cheese.
    """
    state, outcome = replayed(GAME, "big-cheese-with-its-project")

    assert totals(outcome) == [("Carla", 41), ("Anna", 15), ("Bruno", 0)]
    assert [held.big_cheeses for held in state.held] == [1, 0, 0]
    assert free(state) == [10, 9, 10]


def test_a_player_with_too_few_workers_to_raise_may_still_veto() -> None:
    """veto-without-workers.json, a set of dice to 40.

    (1) Veto: Anna 1. (2) 20: Bruno 3; Anna holds the Veto. (3) 12: Anna 9, one worker free.
    A 20 is up: Anna bids 1, Carla 2, Bruno passes, Anna cannot bid 3 and plays the Veto.
    No worker moved, Anna opens again. (4) 20: Carla 4. (5) 10: Bruno 1; 20 of (2): Bruno 18.
    (6) 8: Bruno 1; Bruno 10 (28). (7) 12: Bruno 1; Bruno 7 (35).
    (8) 6: Carla 1; 20 of (4): Carla 20, 12 of (7): Bruno 6 (41). The end.
    Left: Anna's 12 of (3), 9 - 5 = 4 workers; Carla's 6.
    """
    state, outcome = replayed(GAME, "veto-without-workers")

    assert totals(outcome) == [("Bruno", 41), ("Carla", 20), ("Anna", 0)]
    assert free(state) == [6, 10, 9]
    assert state.held[0].vetoes == 0


def test_if_everybody_passes_no_worker_moves_and_the_same_player_opens() -> None:
    """everybody-passes.json, a set of dice to 40.

    Nobody wants a 2, nor a Veto; Carla opens all three first cards. (1) 20: Anna 1.
    (2) 20: Anna 1; Anna 20. Nobody wants a 4: the 20 keeps its worker, Anna opens again.
    (3) 2: Bruno 1; Anna 20 (40). The end.
    """
    state, outcome = replayed(GAME, "everybody-passes")

    assert totals(outcome) == [("Anna", 40), ("Bruno", 0), ("Carla", 0)]
    assert (state.won, state.auctions) == (3, 6)


def test_the_deck_runs_through_more_than_once() -> None:
    """deck-run-through.json, a set of dice to 40, 28 cards without specials.

    Every card comes once; nobody wants any but the 20s, which Anna takes with 1 worker each.
    Then the discards are the deck again: a fifth 20, taken by Anna, and a fifth 2, by Bruno.
    Anna: 5 + 6 + 7 + 8 = 26 in the first run, then 15: 41.
    """
    state, outcome = replayed(GAME, "deck-run-through")

    assert totals(outcome) == [("Anna", 41), ("Bruno", 0), ("Carla", 0)]
    assert (state.won, state.auctions) == (6, 30)


def test_seats_that_cannot_outbid_are_passed_and_projects_are_rolled_for_in_any_order() -> None:
    """nobody-can-outbid.json, a set of dice to 40, counter-clockwise: Anna, Carla, Bruno.

    (1) 20: Carla 7, three free. (2) 20: Carla bids 1, Bruno 3, so Carla is out; Anna 7.
    (3) 12: Anna bids 3, all she has, Carla 4, all she has, so Anna is out; Bruno 5, and so is
      Carla: he has it at once.
    (4) 20: Carla 4, who alone was left. (5) 2: Bruno 1. (6) 4: Anna 1; 2 of (5): Bruno 1.
    (7) 6: Bruno 1; 4 of (6): Anna 3.
    (8) 8: Anna 1; finished: Carla's 20 of (1) and (4), Bruno's 12 of (3) and 6 of (7). Bruno
      rolls first, though bidding would go from Anna to Carla: 6: 6 (7), Carla 20 of (4): 20,
      Bruno 12: 12 (19), Carla 20 of (1): 20 (40). The end.
    Left: Anna's 20 of (2), 7 - 6 = 1 worker, and her 8 of (8), 1 worker.
    """
    state, outcome = replayed(GAME, "nobody-can-outbid")

    assert totals(outcome) == [("Carla", 40), ("Bruno", 19), ("Anna", 3)]
    assert reason(outcome) == ("target_reached", "BC-E1", (2,))
    assert free(state) == [8, 10, 10]


@pytest.mark.parametrize("name", records_of("big_cheese"))
def test_every_record_plays_to_its_end(name: str) -> None:
    state, outcome = replayed(GAME, name)

    assert outcome.winners
    assert sum(state.ledger.balances.values()) == 10 * len(state.seats)
