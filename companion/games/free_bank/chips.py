"""Amounts to tap instead of to type, as the table's own sums suggest them."""

from __future__ import annotations

from itertools import count, takewhile

from companion.games.free_bank.state import FreeBankState

CHIPS = 6
SMALLEST = 50
"""The largest chip where a table plays for less."""


def chips(state: FreeBankState) -> tuple[int, ...]:
    """Return the amounts of the chips: 1, 5, 10, 50 … up to half of what people hold at first."""
    held = max((state.start, state.salary, *map(state.money, state.seats)))
    most = max((state.start or held) // 2, SMALLEST)
    series = (10 ** (place // 2) * (5 if place % 2 else 1) for place in count())
    return tuple(takewhile(lambda chip: chip <= most, series))[-CHIPS:]
