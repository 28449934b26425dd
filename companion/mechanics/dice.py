"""Dice: chance is an argument, and its result is what gets logged."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say

Dice = Callable[[int], int]
"""Given the number of sides, returns one face from 1 to that number."""


def require_face(value: int, sides: int, rule: str) -> None:
    """Raise the refusal ``not_on_the_die`` unless the die has that face."""
    if not 1 <= value <= sides:
        raise Refusal(
            "not_on_the_die",
            rule,
            say("The die shows 1 to {sides}, not {value}.", sides=sides, value=value),
        )


Rolls = tuple[tuple[int | None, ...], ...]
"""Rounds of rolls: a face for each seat that rolled in it, None for a seat that sat it out."""


def roll_off(seats: int, dice: Dice, sides: int = 6) -> Rolls:
    """Return the rounds rolled until one seat alone has the highest face; ties roll again."""
    rounds: list[tuple[int | None, ...]] = []
    rolling: Sequence[int] = range(seats)
    while len(rolling) > 1:
        faces = tuple(dice(sides) if seat in rolling else None for seat in range(seats))
        rounds.append(faces)
        rolling = _highest(faces)
    return tuple(rounds)


def not_rolled(rule: str, faces: range) -> Refusal:
    """Return the refusal for dice that nobody has thrown yet."""
    return Refusal(
        "not_rolled",
        rule,
        say("Type what the die shows, from {low} to {high}.", low=faces[0], high=faces[-1]),
    )


def require_rolls(rolls: Rolls, seats: int, seat: int, faces: range, rule: str) -> None:
    """Raise ``not_on_the_die``, ``rolls_do_not_fit`` or ``rolls_name_another``.

    Every seat rolls in the first round, then those alone who tied for the highest. faces: what
    one roll can show.
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
    """Return the seat that the last round's single highest face names, or None if it is tied."""
    if not rolls:
        return None
    leaders = _highest(rolls[-1])
    return leaders[0] if len(leaders) == 1 else None


def told_rolls(rolls: Rolls, name: Callable[[int], str]) -> tuple[object, ...]:
    """Return the rounds as they are told, each seat that rolled by its name, and why again."""
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
