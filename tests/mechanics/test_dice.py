"""Dice: their faces, and roll-offs until one seat has the highest."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import with_minus
from companion.mechanics.play.dice import Dice, require_face, roll_off, winner_of


def thrown(*faces: int) -> Dice:
    """Return dice that roll these faces in order."""
    remaining = iter(faces)
    return lambda sides: next(remaining)


@pytest.mark.parametrize("face", [1, 6])
def test_every_face_of_the_die_is_accepted(face: int) -> None:
    require_face(face, 6, "BS-T1")


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_the_die_lacks_is_refused(face: int) -> None:
    with pytest.raises(Refusal) as refused:
        require_face(face, 6, "BS-T1")

    assert (refused.value.name, refused.value.rule) == ("not_on_the_die", "BS-T1")
    assert f"not {with_minus(face)}" in str(refused.value.sentence)


def test_the_highest_face_wins_in_one_round() -> None:
    rolls = roll_off(3, thrown(2, 6, 5))

    assert rolls == ((2, 6, 5),)
    assert winner_of(rolls) == 1


def test_only_the_tied_roll_again() -> None:
    rolls = roll_off(4, thrown(6, 2, 6, 6, 3, 3, 1, 4, 5))

    assert rolls == ((6, 2, 6, 6), (3, None, 3, 1), (4, None, 5, None))
    assert winner_of(rolls) == 2


def test_the_die_has_six_sides_unless_another_is_named() -> None:
    asked: list[int] = []

    def noting(sides: int) -> int:
        asked.append(sides)
        return len(asked)

    roll_off(2, noting)
    roll_off(2, noting, 20)

    assert asked == [6, 6, 20, 20]


def test_one_seat_needs_no_roll() -> None:
    assert roll_off(1, thrown()) == ()


def test_nobody_has_won_before_the_first_roll_or_while_it_is_tied() -> None:
    assert winner_of(()) is None
    assert winner_of(((4, 4, 1),)) is None


@given(st.integers(2, 6), st.integers(2, 20), st.integers(0, 2**32))
def test_a_roll_off_ends_with_one_seat_that_rolled_every_round(
    seats: int, sides: int, seed: int
) -> None:
    chance = random.Random(seed)

    rolls = roll_off(seats, lambda top: chance.randint(1, top), sides)

    winner = winner_of(rolls)
    assert winner is not None
    for faces in rolls:
        rolled = [face for face in faces if face is not None]
        assert all(1 <= face <= sides for face in rolled)
        assert faces[winner] == max(rolled)
