"""What lies in the box of Monopoly Travel beside the board, and the few figures of the rule book.

Money is in whole M. What is printed on the board and the deeds stands in ``board`` and ``copy``.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.mechanics.words import Sentence, say

START = 1500
HOUSES, HOTELS, KEYS = 32, 12, 6
SIDES = 6
DICE, LIST_DICE = 2, 3
HOUSES_FOR_A_HOTEL: Mapping[str, int] = {"normal": 4, "fast": 3}
"""Houses on a street before its hotel, by variant (MO-B2, MO-F2)."""
DEEDS_DEALT = 2
DOUBLES_TO_JAIL = 3
TURNS_IN_JAIL = 3
INTEREST = 10
"""Per cent on top when a mortgage is lifted or passes on (MO-M2, MO-M3)."""

PRINTED = "What is printed"
"""Cited where a refusal rests on what lies in the box and not on a numbered rule."""

LIST_WORDS: Mapping[str, Sentence] = {
    "chance": say("Chance"),
    "community_chest": say("Community Chest"),
}


def interest(mortgage: int) -> int:
    """Return a tenth of a mortgage, rounded up to a whole M (MO-M2)."""
    return -(-mortgage * INTEREST // 100)
