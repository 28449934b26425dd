"""The Game Over cards that a draw can show (BD-S2, BD-G1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.big_deal.game_over import most_overs
from companion.games.big_deal.turn import Draw
from companion.testing.tables import ANNA, after
from tests.games.big_deal.big_deal_tables import drawing


@pytest.mark.parametrize(
    ("players", "lower"),
    # A deck of 48, 48, 62, 76, 89 cards; five dealt to each, one drawn in each turn.
    [(2, 14), (3, 9), (4, 11), (5, 13), (6, 14)],
)
def test_no_more_game_over_cards_are_offered_than_the_deck_can_still_show(
    players: int, lower: int
) -> None:
    """Three lie in the upper half of the deck, four in the lower."""
    state = drawing(players)

    def shown(turn: int, overs: int) -> int:
        return most_overs(replace(state, turn=turn, overs=overs))

    assert [shown(lower - 1, overs) for overs in (0, 1, 3)] == [3, 2, 0]
    assert [shown(lower, overs) for overs in (0, 1, 3, 6)] == [7, 6, 4, 1]
    # A deck that was not halved well has shown the lower half already.
    assert shown(lower - 1, 4) == 3


def test_an_unusual_order_of_game_over_cards_is_accepted() -> None:
    assert after(drawing(), Draw(ANNA, 5)).overs == 5
