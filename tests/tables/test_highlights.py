"""Highlights of game nights: streaks, first wins and rivalries."""

from __future__ import annotations

from dataclasses import replace

from companion.tables.household.highlights import highlights_of
from companion.tables.household.results import Placing, Result
from companion.tables.tables import TableCard


def game(*names: str, title: str = "Big Shot", own_title: str | None = None) -> Result:
    """Return a finished game; names: the players, the winner first."""
    card = TableCard(title, title, title, own_title, names, 0.0, "banker", 0.0, (0, 0), None)
    places = tuple(Placing(seat, -seat, seat + 1, seat == 0) for seat in range(len(names)))
    return Result(card, 0.0, False, (), places)


def told(*results: Result) -> list[str]:
    """Return the highlights as text; results: the latest game first."""
    return [str(sentence) for sentence in highlights_of(results)]


def test_wins_in_a_row_are_counted_over_the_games_that_the_winner_played() -> None:
    results = game("Anna", "Bruno"), game("Carla", "Dario"), game("anna", "Dario")

    assert told(*results) == ["Anna has won 2 games in a row."]


def test_a_streak_that_has_ended_is_not_mentioned() -> None:
    results = game("Carla", "Anna"), game("Anna", "Dario"), game("Anna", "Dario")

    assert told(*results) == []


def test_a_first_win_is_mentioned_for_a_game_that_was_only_lost_before() -> None:
    results = game("Anna", "Bruno"), game("Bruno", "Anna"), game("Anna", "Carla", title="Big Deal")

    assert told(*results) == ["Anna has won Big Shot for the first time."]


def test_two_score_sheets_are_two_games() -> None:
    def sheet(*names: str, called: str) -> Result:
        return game(*names, title="Score sheet", own_title=called)

    lost = sheet("Bruno", "Anna", called="Golf")

    assert told(sheet("Anna", "Bruno", called="Town"), lost) == []
    assert told(sheet("Anna", "Bruno", called="golf"), lost) == [
        "Anna has won golf for the first time."
    ]


def test_a_rivalry_is_the_pair_that_met_most_often() -> None:
    results = [
        game("Anna", "Bruno"),
        game("Bruno", "Anna", "Carla"),
        game("Carla", "Bruno", "Anna"),
    ]

    assert told(*results, game("Dario", "Carla"))[-1] == "Anna against Bruno: 1 to 2 in 3 games."


def test_a_tie_counts_for_neither_in_a_rivalry() -> None:
    tied = replace(game("Anna", "Bruno"), places=tuple(Placing(n, 0, 1, True) for n in (0, 1)))

    lines = told(tied, game("Anna", "Bruno"), game("Bruno", "Anna"))

    assert lines[-1] == "Anna against Bruno: 1 to 1 in 3 games."


def test_without_games_there_are_no_highlights() -> None:
    assert told() == []
