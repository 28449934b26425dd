"""Whole recorded games, one for each way a score pad can end, worked out by hand."""

from __future__ import annotations

from companion.games.score_pad import GAME
from companion.mechanics.game import Outcome
from tests.games.records import replayed, totals


def reason(outcome: Outcome) -> tuple[str, str, tuple[int, ...]]:
    return outcome.reason, outcome.rule, outcome.winners


def test_the_game_ends_after_the_agreed_ten_rounds() -> None:
    """ten-rounds.json: Bruno has 20 in round 2; 40 was entered first and corrected.

    Anna: 30 + 20 - 10 + 50 + 20 + 40 - 20 + 70 + 30 + 20 = 250.
    Bruno: -10 + 20 + 30 - 20 + 20 - 30 + 60 + 30 + 40 - 10 = 130.
    Carla: 20 - 10 + 30 + 30 + 60 - 10 + 40 - 20 + 50 + 80 = 270.
    """
    state, outcome = replayed(GAME, "ten-rounds")

    assert totals(outcome)[:2] == [("Carla", 270), ("Anna", 250)]
    assert totals(outcome)[-1] == ("Bruno", 130)
    assert reason(outcome) == ("most_points", "SP-E2", (2,))
    assert state.round == 11


def test_the_last_player_below_the_target_wins() -> None:
    """last-one-in.json: Carla reaches 100 in round 3, Anna in round 4. Bruno was late: 15."""
    state, outcome = replayed(GAME, "last-one-in")

    assert totals(outcome) == [("Bruno", 55), ("Carla", 115), ("Anna", 132)]
    assert reason(outcome) == ("fewest_points", "SP-E2", (1,))
    assert state.out == (2, 0)
    assert [str(place.note) for place in outcome.standings[1:]] == ["out", "out"]


def test_the_target_ends_the_game_after_the_round_and_a_tie_is_shared() -> None:
    """target-ends.json: Anna has 110 first, but Bruno still enters his 20."""
    _, outcome = replayed(GAME, "target-ends")

    assert totals(outcome) == [("Anna", 110), ("Bruno", 110)]
    assert reason(outcome) == ("tie_shared", "SP-E2", (0, 1))


def test_an_announced_target_does_not_end_the_game() -> None:
    """announced.json: Carla missed round 1 and was given 8 for it; Bruno has 4 for the road."""
    state, outcome = replayed(GAME, "announced")

    assert totals(outcome) == [("Carla", 48), ("Anna", 47), ("Bruno", 9)]
    assert reason(outcome) == ("most_points", "SP-E2", (2,))
    assert state.reached == {0, 2}


def test_the_banker_ends_the_game_with_the_fewest_points_tied() -> None:
    """shared.json: 7 each."""
    _, outcome = replayed(GAME, "shared")

    assert reason(outcome) == ("tie_shared", "SP-E2", (0, 1))
    assert str(outcome.sentence) == "Anna and Bruno tie for the win with 7 points each."


def test_a_stopped_game_counts_the_points_entered_so_far() -> None:
    """stopped.json: Bruno has 20 and, in a round that Anna did not finish, 5."""
    _, outcome = replayed(GAME, "stopped")

    assert totals(outcome) == [("Anna", 30), ("Bruno", 25)]
    assert reason(outcome) == ("stopped", "SP-E2", (0,))
