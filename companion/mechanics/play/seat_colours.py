"""The colours of the players in games whose pieces have no player colours.

Each player may choose a colour, which is stored with the seat. Seats without a stored colour get
one according to their number. This includes all seats of tables from before players could choose.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from companion.mechanics.language.words import say

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
"""The translatable names of the colours, by colour."""
SEAT_COLOURS = tuple(COLOUR_WORDS)
"""The colours to choose from. The colour at index n is the default for seat n."""

Colours = tuple[str, ...]
"""The colours of one seat. The functions of this module return at most one colour per seat."""


def chosen_colours(wishes: Iterable[Colours]) -> tuple[Colours, ...]:
    """Return each seat's chosen colour, or () for a seat without a valid choice, in seat order.

    A seat gets the first of its wishes that is in ``SEAT_COLOURS`` and that no earlier seat has.

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
    """Return the colour in which each seat is shown, in seat order. No two seats share a colour.

    A seat without a valid stored colour gets the default colour of its number. If there is none, or
    if another seat has chosen it, the seat gets the first free colour, or () if no colour is free.

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
