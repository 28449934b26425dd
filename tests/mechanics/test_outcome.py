"""Outcomes: ranks, and terms summed up in fewer lines."""

from __future__ import annotations

from companion.mechanics.language.words import say
from companion.mechanics.scoring.outcome import Outcome, Place, Term


def ended(totals: list[int], winners: tuple[int, ...]) -> Outcome:
    places = tuple(Place(seat, "ABCDEF"[seat], total, ()) for seat, total in enumerate(totals))
    return Outcome("most", say("The game is over."), "X-1", places, winners)


def test_shared_winners_are_first_and_the_next_rank_skips() -> None:
    assert ended([9, 9, 5, 2], (0, 1)).ranks == (1, 1, 3, 4)


def test_players_tied_behind_the_winner_have_the_same_rank() -> None:
    assert ended([9, 5, 5, 2], (0,)).ranks == (1, 2, 2, 4)


def test_a_player_who_loses_a_tie_break_ranks_behind_the_winner() -> None:
    assert ended([9, 9, 2], (0,)).ranks == (1, 2, 3)


def test_without_a_winner_players_are_ranked_by_total() -> None:
    assert ended([3, 1], ()).ranks == (1, 2)


def test_lines_beyond_the_limit_are_summed_in_the_last_line() -> None:
    terms = [Term(say("cash"), amount, "X-1") for amount in (1, 2, 4, 8)]
    place = Place.summed(0, "Anna", terms)

    lines = place.condensed(3)

    assert [term.amount for term in lines] == [1, 2, 12]
    assert str(lines[-1].label) == "2 more lines"
    assert place.condensed(4) == place.terms
    assert Place.summed(0, "Anna", terms[:1]).condensed(4) == ()


def test_a_seat_that_cannot_win_is_behind_an_equal_one_that_can() -> None:
    places = (Place(0, "A", 5, ()), Place(1, "B", 0, ()), Place(2, "C", 0, (), qualified=False))

    assert Outcome("most", say("…"), "X-1", places, (0,)).ranks == (1, 2, 3)


def test_ranks_and_ties_follow_the_rules_key_instead_of_the_total() -> None:
    places = (
        Place(0, "A", 9, (), order=(1, 4)),
        Place(1, "B", 9, (), order=(2, 4)),
        Place(2, "C", 7, (), order=(2, 4)),
        Place(3, "D", 7, (), order=(3, 0)),
    )

    assert Outcome("most", say("…"), "X-1", places, (0,)).ranks == (1, 2, 2, 4)
