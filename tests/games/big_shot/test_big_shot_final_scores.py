"""The final scores as a pure function of holdings and a copy (BS-F1 to BS-F4, BS-2d, BS-2e)."""

from __future__ import annotations

import pytest

from companion.games.big_shot.board import copy_from_record
from companion.games.big_shot.final_scores import (
    Holdings,
    Player,
    Purse,
    owners_of,
    score_holdings,
    wealth_terms,
)
from companion.mechanics.game import Outcome
from tests.games.big_shot.big_shot_player import EXAMPLE_COPY, NAMES

COPY = copy_from_record(EXAMPLE_COPY)
COLOURS = ("red", "yellow", "white", "black")


def account(
    lots: dict[str, str],
    *,
    edition: str = "it",
    cash: tuple[int, ...] = (0, 0, 0, 0),
    loans: tuple[int, ...] = (0, 0, 0, 0),
    players: int = 4,
) -> Outcome:
    """Return the final scores of players who own lots by colour: {"red": "9, 10, park a"}."""
    purses = list(zip(COLOURS, map(Purse, cash, loans), strict=True))
    each = 2 if players == 2 else 1
    seats = tuple(
        Player(NAMES[seat], dict(purses[seat * each : (seat + 1) * each]))
        for seat in range(players)
    )
    owners = {lot: colour for colour, owned in lots.items() for lot in owned.split(", ")}
    return score_holdings(Holdings(seats, dict(owners), edition), COPY)


def totals(outcome: Outcome) -> dict[str, int]:
    return {place.name: place.total for place in outcome.standings}


def test_the_example_of_both_rule_books_38_against_11() -> None:
    outcome = account({"red": "9, 10, park a", "white": "11"})

    assert totals(outcome) == {"Anna": 38, "Bruno": 0, "Carla": 11, "Dario": 0}


def test_every_line_of_the_final_scores_names_its_rule() -> None:
    outcome = account({"red": "9, 21, park a"}, cash=(7, 0, 0, 0), loans=(2, 0, 0, 0))

    terms = [(str(t.label), t.amount, t.rule) for t in outcome.standings[0].terms]
    assert terms == [
        ("Lot\u00a09 × 2, doubled by park\u00a0a", 18, "BS-F1"),
        ("Lot\u00a021", 21, "BS-F1"),
        ("park\u00a0a: no value of its own", 0, "BS-F1"),
        ("cash", 7, "BS-F2"),
        ("2 loans of 10", -20, "BS-F2"),
    ]


def test_a_park_of_another_player_doubles_nothing() -> None:
    assert totals(account({"red": "9, 10", "white": "park a"}))["Anna"] == 19


def test_a_lot_beside_both_parks_of_one_owner_is_doubled_once() -> None:
    record = {
        **EXAMPLE_COPY,
        "parks": [{"name": "park a", "touches": ["9"]}, {"name": "park b", "touches": ["9"]}],
    }
    players = (Player("Anna", {"red": Purse(0)}),)
    owners = dict.fromkeys(("9", "park a", "park b"), "red")

    terms = wealth_terms(Holdings(players, dict(owners), "it"), copy_from_record(record), 0)

    assert sum(term.amount for term in terms) == 18


def test_with_two_players_parks_double_only_lots_of_the_same_colour() -> None:
    outcome = account({"red": "9, park a", "yellow": "10"}, players=2)

    assert totals(outcome) == {"Anna": 9 * 2 + 10, "Bruno": 0}


def test_a_richer_player_with_one_lot_does_not_win() -> None:
    outcome = account({"red": "21", "white": "9, 10"}, cash=(90, 0, 0, 0))

    assert (outcome.winners, outcome.reason, outcome.rule) == ((2,), "best_fortune", "BS-F2")
    last = outcome.standings[1]
    assert (last.name, str(last.note)) == ("Anna", "cannot win: has 1 lot, needs two")


def test_parks_count_towards_the_lots_needed_to_win() -> None:
    assert account({"red": "9, park b"}).winners == (0,)


@pytest.mark.parametrize(
    ("players", "rule"), [(4, "BS-F3"), (3, "BS-F3"), (2, "BS-2e")], ids=["4", "3", "2"]
)
def test_nobody_wins_without_two_lots(players: int, rule: str) -> None:
    outcome = account({"red": "21", "yellow": "20", "white": "19"}, players=players)

    assert (outcome.winners, outcome.reason, outcome.rule) == ((), "nobody_has_two_lots", rule)


def test_with_two_players_two_lots_of_each_colour_are_needed() -> None:
    outcome = account(
        {"red": "9, 10, 11, 16", "yellow": "21", "white": "9 b, 10 b", "black": "11 b, 18"},
        players=2,
    )

    assert outcome.winners == (1,)
    assert totals(outcome) == {"Bruno": 48, "Anna": 67}


def test_the_dummys_lots_count_for_nobody() -> None:
    outcome = account({"red": "9, 10", "black": "20, 21, 19"}, players=3)

    assert totals(outcome) == {"Anna": 19, "Bruno": 0, "Carla": 0}
    assert outcome.winners == (0,)


def test_fewest_debts_win() -> None:
    outcome = account({"red": "9, 10", "yellow": "11, 16"}, cash=(1, 0, 0, 0), loans=(3, 4, 0, 0))

    assert (outcome.winners, totals(outcome)["Anna"], totals(outcome)["Bruno"]) == ((0,), -10, -13)
    assert str(outcome.sentence) == "Anna wins with the smallest debt: −10."


TIED = {"red": "9, 11", "yellow": "9 b, 10, park a", "white": "21, park b"}
"""Anna 9 + 11 = 20 with two lots; Bruno 9 + 10 doubled = 29 with three; Carla 21 with two."""


@pytest.mark.parametrize(
    ("edition", "winners", "reason"),
    [("it", (0, 1), "tie_shared"), ("fr", (1,), "tie_broken_by_lots")],
)
def test_more_lots_break_a_tie_in_the_french_edition_alone(
    edition: str, winners: tuple[int, ...], reason: str
) -> None:
    outcome = account(TIED, edition=edition, cash=(9, 0, 0, 0))

    assert totals(outcome) == {"Anna": 29, "Bruno": 29, "Carla": 21, "Dario": 0}
    assert (outcome.winners, outcome.reason, outcome.rule) == (winners, reason, "BS-F4")


def test_a_tie_of_lots_is_broken_by_the_most_valuable_lot() -> None:
    lots = {"red": "10, park a", "yellow": "9 b, 11"}

    outcome = account(lots, edition="fr")

    assert totals(outcome)["Anna"] == totals(outcome)["Bruno"] == 20
    assert (outcome.winners, outcome.reason) == ((1,), "tie_broken_by_dearest_lot")
    assert str(outcome.standings[0].note) == "wins the tie with the most valuable lot, 11"


def test_players_tied_in_everything_share_the_win() -> None:
    lots = {"red": "11, 9", "yellow": "11 b, 9 b", "white": "16, park a"}

    outcome = account(lots, edition="fr")

    assert (outcome.winners, outcome.reason) == ((0, 1), "tie_shared")
    assert str(outcome.sentence) == "Anna and Bruno tie for the win with 20 each."


def test_only_players_with_most_lots_compare_their_most_valuable_lot() -> None:
    lots = {"red": "10, 9, 11", "yellow": "9 b, 10 b, 11 b", "white": "20, park b"}

    outcome = account(lots, edition="fr", cash=(0, 0, 10, 0))

    assert totals(outcome) == {"Anna": 30, "Bruno": 30, "Carla": 30, "Dario": 0}
    assert outcome.winners == (0, 1)


@pytest.mark.parametrize(("edition", "ranks"), [("it", (1, 2, 2, 4)), ("fr", (1, 2, 3, 4))])
def test_ties_behind_the_winner_are_broken_the_same_way(
    edition: str, ranks: tuple[int, ...]
) -> None:
    lots = {"red": "20, 21", "yellow": "9, 10, park b", "white": "9 b, 10 b"}

    outcome = account(lots, edition=edition, cash=(0, 0, 0, 0))

    assert (outcome.winners, outcome.ranks) == ((0,), ranks)


def test_places_list_winners_then_eligible_players_then_the_others() -> None:
    outcome = account({"red": "21", "yellow": "9, 10", "white": "11, 16", "black": "20"})

    assert [place.name for place in outcome.standings] == ["Carla", "Bruno", "Anna", "Dario"]


def test_owners_are_decided_by_cubes_alone() -> None:
    owners = owners_of({"9": {"red": 3, "white": 3, "black": 1}, "10": {"red": 1, "white": 1}})

    assert owners == {"9": "black", "10": None}
