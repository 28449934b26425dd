"""Dice rolls and roll-offs.

The caller provides the source of randomness. Only the results are logged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say

Dice = Callable[[int], int]
"""A function that rolls a die with n sides: it takes n and returns a number from 1 to n."""


def require_face(value: int, sides: int, rule: str) -> None:
    """Raise ``not_on_the_die`` unless ``value`` is a face of a die with ``sides`` sides."""
    if not 1 <= value <= sides:
        raise Refusal(
            "not_on_the_die",
            rule,
            say("The die shows 1 to {sides}, not {value}.", sides=sides, value=value),
        )


Rolls = tuple[tuple[int | None, ...], ...]
"""The rounds of a roll-off.

Each round has one item per seat: the face, or None if the seat did not roll in that round.
"""


def roll_off(seats: int, dice: Dice, sides: int = 6) -> Rolls:
    """Roll for all seats until one wins, and return all rounds.

    After each round, only the seats tied for the highest roll continue.

    seats: the number of seats.
    sides: the number of sides of the die.
    """
    rounds: list[tuple[int | None, ...]] = []
    rolling: Sequence[int] = range(seats)
    while len(rolling) > 1:
        faces = tuple(dice(sides) if seat in rolling else None for seat in range(seats))
        rounds.append(faces)
        rolling = _seats_with_highest(faces)
    return tuple(rounds)


def not_rolled(rule: str, faces: range) -> Refusal:
    """Return the refusal ``not_rolled``, for an action without the result of a required roll.

    faces: the possible results of one roll.
    """
    return Refusal(
        "not_rolled",
        rule,
        say("Enter what the die shows, from {low} to {high}.", low=faces[0], high=faces[-1]),
    )


def require_rolls(rolls: Rolls, seats: int, seat: int, faces: range, rule: str) -> None:
    """Raise a refusal unless a roll-off is complete and ``seat`` wins it.

    Every seat rolls in the first round. In each later round, only the seats tied for the
    highest face roll again.

    seats: the number of seats.
    faces: the possible results of one roll.
    Raises ``not_on_the_die``, ``rolls_do_not_fit`` or ``rolls_name_another``.
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
        raise Refusal("rolls_name_another", rule, say("The highest roll wins; ties roll again."))


def winner_of(rolls: Rolls) -> int | None:
    """Return the seat that rolled the highest face in the last round, or None for a tie."""
    if not rolls:
        return None
    leaders = _seats_with_highest(rolls[-1])
    return leaders[0] if len(leaders) == 1 else None


def displayed_rolls(rolls: Rolls, name: Callable[[int], str]) -> tuple[object, ...]:
    """Return one item per round for use in a sentence, with each player's name and roll.

    Every item after the first begins with "tied, rolled again".

    rolls: at least one round.
    name: a function that returns the name of the player in a seat.
    """
    first, *others = tuple(
        tuple(
            say("{name} {face}", name=name(seat), face=face)
            for seat, face in enumerate(round_)
            if face is not None
        )
        for round_ in rolls
    )
    return (first, *(say("tied, rolled again: {rolls}", rolls=again) for again in others))


def _seats_with_highest(faces: Sequence[int | None]) -> tuple[int, ...]:
    top = max((face for face in faces if face is not None), default=None)
    return tuple(seat for seat, face in enumerate(faces) if face is not None and face == top)
