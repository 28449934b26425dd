"""Dice. The random source is an argument; only its results are logged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.mechanics import deprecated
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say

Dice = Callable[[int], int]
"""A function that takes the number of sides and returns a face from 1 to that number."""


def require_face(value: int, sides: int, rule: str) -> None:
    """Raise ``not_on_the_die`` unless a die with so many sides has that face."""
    if not 1 <= value <= sides:
        raise Refusal(
            "not_on_the_die",
            rule,
            say("The die shows 1 to {sides}, not {value}.", sides=sides, value=value),
        )


Rolls = tuple[tuple[int | None, ...], ...]
"""Rounds of rolls, each with one face per seat, or None if the seat did not roll in that round."""


def roll_off(seats: int, dice: Dice, sides: int = 6) -> Rolls:
    """Roll for all seats, again for those tied for the highest, until one is left.

    Return the rounds.
    """
    rounds: list[tuple[int | None, ...]] = []
    rolling: Sequence[int] = range(seats)
    while len(rolling) > 1:
        faces = tuple(dice(sides) if seat in rolling else None for seat in range(seats))
        rounds.append(faces)
        rolling = _highest(faces)
    return tuple(rounds)


def not_rolled(rule: str, faces: range) -> Refusal:
    """Return the refusal of an action that needs a roll, and has none."""
    return Refusal(
        "not_rolled",
        rule,
        say("Type what the die shows, from {low} to {high}.", low=faces[0], high=faces[-1]),
    )


def require_rolls(rolls: Rolls, seats: int, seat: int, faces: range, rule: str) -> None:
    """Check that rolls are complete and that a seat wins them.

    Every seat rolls in the first round; after that only the seats tied for the highest roll.
    faces: the possible results of one roll.
    Raises ``not_on_the_die``, ``rolls_do_not_fit``, ``rolls_name_another``.
    """
    rolling = set(range(seats))
    for round_ in rolls:
        thrown = {number: face for number, face in enumerate(round_) if face is not None}
        for face in thrown.values():
            if face not in faces:
                raise Refusal(
                    "not_on_the_die",
                    rule,
                    say("A roll is {low} to {high}.", low=faces[0], high=faces[-1]),
                )
        if len(round_) != seats or set(thrown) != rolling or len(rolling) < 2:
            raise Refusal(
                "rolls_do_not_fit",
                rule,
                say("Everyone rolls once; then only those who are tied roll again."),
            )
        rolling = {number for number in thrown if thrown[number] == max(thrown.values())}
    if winner_of(rolls) != seat:
        raise Refusal("rolls_name_another", rule, say("The highest roll leads; ties roll again."))


def winner_of(rolls: Rolls) -> int | None:
    """Return the seat with the highest face of the last round, or None if several are tied."""
    if not rolls:
        return None
    leaders = _highest(rolls[-1])
    return leaders[0] if len(leaders) == 1 else None


def displayed_rolls(rolls: Rolls, name: Callable[[int], str]) -> tuple[object, ...]:
    """Return the rounds as values of a sentence: each player's name and face.

    name: returns the name of a seat.
    """
    first, *others = tuple(
        tuple(
            say("{name} {face}", name=name(seat), face=face)
            for seat, face in enumerate(round_)
            if face is not None
        )
        for round_ in rolls
    )
    return (first, *(say("tied, so again: {rolls}", rolls=again) for again in others))


def _highest(faces: Sequence[int | None]) -> tuple[int, ...]:
    top = max((face for face in faces if face is not None), default=None)
    return tuple(seat for seat, face in enumerate(faces) if face is not None and face == top)


if not TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)
