"""The app needs the lots' printed values before it can follow the first cube."""

from __future__ import annotations

import pytest

from companion.games.big_shot import GAME
from companion.games.big_shot.board import LETTERS
from companion.games.big_shot.cubes import CubePlaced, PlaceCubes
from companion.games.big_shot.screen import draft as draft_of
from companion.games.big_shot.screen import view as view_of
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.untracked import FallBack
from companion.mechanics.actions.refusal import Refusal
from companion.testing.tables import ANNA, BRUNO, after
from tests.games.big_shot.big_shot_tables import bidding, placing, unnamed

VALUES = (9, 9, 10, 10, 11, 11, 16, 18, 19, 20, 21)
CUBES = (("red", "A"), ("yellow", "A"), ("white", "B"), ("black", "park a"))


def typed(state: BigShotState, values: tuple[int | None, ...] = VALUES) -> BigShotState:
    """Return the same table after only these values are entered."""
    lots = [{"name": n, "value": v} for n, v in zip(LETTERS, values, strict=True)]
    copy = {**GAME.copy.blank(), "lots": lots}
    typed_in: BigShotState = GAME.copy.put_right(state, copy)
    return typed_in


def test_cubes_need_the_value_of_their_lot_first() -> None:
    state = unnamed()

    with pytest.raises(Refusal, match="Enter the value printed on lot\u00a0A first"):
        PlaceCubes(ANNA, CUBES).decide(state)
    assert str(GAME.rules.waiting(state).prompt) == "Anna places the four cubes."
    draft = draft_of(state, ANNA, "")
    assert draft is not None and draft.blank == 1
    assert [lot.name for lot in draft.lots] == ["park a", "park b"]


def test_once_the_values_are_typed_cubes_are_placed() -> None:
    state = typed(unnamed())

    assert GAME.rules.waiting(state).seats == (ANNA,)
    assert after(state, PlaceCubes(ANNA, CUBES)).counts["A"] == {"red": 1, "yellow": 1}


def test_a_missing_value_blocks_only_its_own_lot() -> None:
    state = typed(unnamed(), (*VALUES[:-1], None))

    with pytest.raises(Refusal, match="lots_unnamed"):
        PlaceCubes(ANNA, (("red", "K"), *CUBES[1:])).decide(state)
    assert after(state, PlaceCubes(ANNA, CUBES)).counts["A"] == {"red": 1, "yellow": 1}


def test_a_table_without_values_uses_light_tracking() -> None:
    state = after(unnamed(), FallBack())

    assert (state.tracking, state.stage, state.turn, state.leader) == ("light", "roll", 2, BRUNO)


def test_a_running_game_keeps_its_letters_for_lots() -> None:
    older = unnamed()
    for colour, lot in CUBES:
        older = GAME.apply(older, CubePlaced(ANNA, colour, lot))

    assert not view_of(older, None).lacks_names
    assert PlaceCubes(ANNA, CUBES).decide(older)


def test_only_a_board_without_values_is_asked_for() -> None:
    assert view_of(unnamed(), None).lacks_names
    assert not view_of(placing(), None).lacks_names
    assert not view_of(bidding(), None).lacks_names
    assert not view_of(after(unnamed(), FallBack()), None).lacks_names
