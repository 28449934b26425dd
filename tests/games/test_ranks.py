"""The ranks of those who did not win follow the rules of each game."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import game_named


def thrown(*values: int) -> list[dict[str, object]]:
    return [{"card": "6", "value": value} for value in values]


def names(*holdings: dict[str, Any], **more: Any) -> dict[str, Any]:
    seats = [{"name": name, **held} for name, held in zip("ABCD", holdings, strict=False)]
    return {**more, "seats": seats}


RANKS = [
    # A player who left comes last, also with as much as one who stayed (FB-E3).
    (
        "free_bank",
        names({"money": 5}, {"money": 0, "left": True}, {"money": 0}, standing="most_money"),
        {"A": 1, "C": 2, "B": 3},
    ),
    # The player who left has the most money, and still the most wins.
    (
        "free_bank",
        names({"money": 5}, {"money": 9, "left": True}, {"money": 0}, standing="most_money"),
        {"A": 1, "C": 2, "B": 3},
    ),
    # More scored projects break a tie, also behind the winner (BC-E3).
    (
        "big_cheese",
        names(
            {"scored": thrown(6, 6)},
            {"scored": thrown(2)},
            {"scored": thrown(1, 1)},
            {"scored": thrown(1, 1)},
            scoring="one_die",
        ),
        {"A": 1, "C": 2, "D": 2, "B": 4},
    ),
    # The player who went bankrupt later comes first, though both have nothing.
    (
        "monopoly",
        names({"cash": 9}, {"bankrupt": 1}, {"bankrupt": 2}),
        {"A": 1, "C": 2, "B": 3},
    ),
    (
        "big_deal",
        names({"cash": 200}, {"cash": 100}, {"cash": 100}, {"cash": 50}),
        {"A": 1, "B": 2, "C": 2, "D": 4},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("game", "holdings", "ranks"), RANKS)
def test_places_below_the_first_are_ranked_and_tied_by_the_rules(
    game: str, holdings: dict[str, Any], ranks: dict[str, int]
) -> None:
    outcome = game_named(game).final.of(holdings)

    found = zip(outcome.standings, outcome.ranks, strict=True)
    assert {place.name: rank for place, rank in found} == ranks
    assert not outcome.least_wins
