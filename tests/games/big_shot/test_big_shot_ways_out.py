"""Where an earlier mistake blocks the game, the screen shows the way on."""

from __future__ import annotations

import pytest

from companion.games.big_shot import GAME
from companion.games.big_shot.corrections import AssignLot, ReopenLot, SetLot
from companion.games.big_shot.cubes import PlaceCubes
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.untracked import Score, Settle
from companion.mechanics.actions.refusal import Refusal
from companion.testing.tables import ANNA, after
from tests.games.big_shot.big_shot_tables import (
    draft_of,
    left_for_the_last_square,
    placing,
    settling,
)

PARK = "park a"
SQUARE_17 = (("red", PARK), ("white", PARK), ("black", PARK), ("black", PARK))


def missing(state: BigShotState, words: str = "") -> list[str]:
    return [str(line) for line in draft_of(state, words).missing]


def test_a_mistyped_cube_is_corrected_and_the_square_is_placed() -> None:
    """In turn 17 one of the yellow cubes of the 10 b is really a black one."""
    state = left_for_the_last_square()
    assert draft_of(state, "0-11.2-11.3-11.3-11").is_stuck

    mended = after(state, SetLot("10 b", {"yellow": 5, "black": 1}))

    assert not draft_of(mended, "0-11.2-11.3-11.3-11").is_stuck
    assert after(mended, PlaceCubes(ANNA, SQUARE_17)).turn == 18


def test_a_colour_that_is_used_up_is_named_so_that_a_wrong_count_is_noticed() -> None:
    state = placing({"9": {"red": 6}, "10": {"red": 6}, "11": {"red": 6}})

    assert missing(state) == ["All 18 are placed: red."]
    assert draft_of(state).is_stuck
    assert missing(after(state, SetLot("9", {"red": 5, "black": 1}))) == []


def test_a_fourth_cube_of_one_colour_is_explained() -> None:
    assert missing(placing(), "3-0.3-0.3-0") == [
        "No square has four cubes of one colour. Check again."
    ]
    assert missing(placing(), "3-0.3-0.3-0.0-0") == []


def test_if_every_lot_is_sold_a_sale_can_be_cancelled() -> None:
    state = placing()
    for lot in state.copy.lots:
        state = after(state, AssignLot(lot, "red"))

    assert missing(state) == ["Every lot is sold."]
    assert [pick.name for pick in draft_of(state, "0").lots if pick.href] == []
    opened = after(state, ReopenLot("9"))
    assert [pick.name for pick in draft_of(opened, "0").lots if pick.href] == ["9"]


def test_there_is_no_warning_while_the_cubes_fit() -> None:
    assert missing(placing()) == []
    assert not draft_of(placing()).is_stuck


def settled(*lots: tuple[str, dict[str, int]]) -> BigShotState:
    return after(settling(), *(Settle(lot, counts) for lot, counts in lots))


def test_if_every_lot_is_settled_nobody_is_asked_for_more() -> None:
    """Each lot was entered with a single cube, so 59 of the 72 are on no lot."""
    colours = ("red", "yellow", "white", "black")
    lots = list(settling().copy.lots)
    piles = [(lot, {colours[place % 4]: 1}) for place, lot in enumerate(lots)]

    state = settled(*piles)

    assert str(GAME.rules.waiting(state).prompt) == (
        "Every lot is settled, but these cubes are on none: yellow 15, white 15, black 15, red 14."
    )
    assert GAME.legal_actions(state, None) == ()


def test_empty_lots_need_no_entry_once_all_cubes_are_settled() -> None:
    """Six of a colour on each of twelve lots; none is left for the thirteenth."""
    lots = list(settling().copy.lots)
    piles = [(lot, {GAME.colours[place // 3]: 6}) for place, lot in enumerate(lots[:12])]

    offered = {offer.kind for offer in GAME.legal_actions(settled(*piles), None)}

    assert offered == {"score"}


def test_after_a_gift_by_the_banker_empty_lots_go_to_nobody() -> None:
    state = after(settling(), AssignLot("9", "red"))
    assert str(GAME.rules.waiting(state).prompt).startswith(
        "Enter the cubes of each remaining lot; the banker gives empty ones to nobody: 9"
    )
    with pytest.raises(Refusal, match="the banker gives empty ones to nobody"):
        Score().decide(state)

    for lot in list(state.copy.lots)[1:]:
        state = after(state, AssignLot(lot))

    assert str(GAME.rules.waiting(state).prompt).startswith("Everything is settled")
    assert after(state, Score()).stage == "over"
