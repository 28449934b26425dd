"""The colours that tell the players apart in games whose box gives them none.

A seat may store one of these colours. A seat without one, as at every table from before players
could choose, is shown in the colour of its number.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from companion.mechanics.words import say

COLOUR_WORDS = {
    "red": say("red"),
    "blue": say("blue"),
    "green": say("green"),
    "purple": say("purple"),
    "orange": say("orange"),
    "yellow": say("yellow"),
    "black": say("black"),
    "white": say("white"),
    "brown": say("brown"),
    "pink": say("pink"),
}
SEAT_COLOURS = tuple(COLOUR_WORDS)
"""The colours of the players, in the order of the seats that have not chosen one."""

Colours = tuple[str, ...]


def chosen_colours(wishes: Iterable[Colours]) -> tuple[Colours, ...]:
    """Return the colour of each seat that chose one, and () for every other seat.

    Unknown colours, and colours that an earlier seat has, do not count.

    wishes: the colours stored or entered for each seat, in seat order.
    """
    taken: list[str] = []
    chosen: list[Colours] = []
    for wish in wishes:
        own = [colour for colour in wish if colour in SEAT_COLOURS and colour not in taken][:1]
        taken += own
        chosen.append(tuple(own))
    return tuple(chosen)


@lru_cache(maxsize=1024)
def shown_colours(stored: tuple[Colours, ...]) -> tuple[Colours, ...]:
    """Return the colour in which each seat is shown. No two seats share one.

    A seat that chose none has the colour of its number, or the first free one if somebody chose
    that. If there are more seats than colours, the last seats have none.

    stored: the colours stored for each seat, in seat order.
    """
    chosen = chosen_colours(stored)
    taken = {colour for colours in chosen for colour in colours}
    shown = [
        colours or tuple({*SEAT_COLOURS[number : number + 1]} - taken)
        for number, colours in enumerate(chosen)
    ]
    taken.update(colour for colours in shown for colour in colours)
    free = iter([colour for colour in SEAT_COLOURS if colour not in taken])
    return tuple(colours or tuple(filter(None, [next(free, "")])) for colours in shown)
