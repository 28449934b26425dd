"""Wealth over the turns, ready to be drawn as a small SVG."""

from __future__ import annotations

from dataclasses import dataclass

from companion.mechanics.words import Sentence
from companion.tables.opened import OpenTable

WIDTH, HEIGHT, EDGE, TOP = 320, 160, 36, 12
MOST_POINTS = 160
"""Points of a line; more would lie within a pixel of each other."""


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's line: where it goes (SVG points), where it ends, and its last value."""

    seat: int
    name: str
    colour: str
    points: str
    end: tuple[float, float]
    last: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The lines, the height of zero, and the scale's ends, in whole units and SVG units.

    title, end: what the chart is called, and its last point.
    """

    title: Sentence
    end: Sentence

    lines: tuple[Line, ...]
    zero: float
    highest: int
    lowest: int


def wealth_chart(table: OpenTable) -> Chart | None:
    """Return the chart of a table, None before anything is worth drawing or while money hides."""
    game = table.game
    if game.hidden_accounts(table.state, None):
        return None
    start = game.begin(table.timeline.setup)
    worth = {0: game.wealth(start)}
    for _, state in table.timeline.states():
        worth[game.progress(state)] = game.wealth(state)
    if len(worth) < 2 or not worth[0]:
        return None
    return _drawn(table, _thinned(worth))


def _thinned(worth: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """Return so many turns as a line can show, the last among them."""
    turns = sorted(worth)
    each = -(-len(turns) // MOST_POINTS)
    return {turn: worth[turn] for turn in (*turns[::each], turns[-1])}


def _drawn(table: OpenTable, worth: dict[int, tuple[int, ...]]) -> Chart:
    values = [value for figures in worth.values() for value in figures]
    highest, lowest, turns = max(*values, 0), min(*values, 0), max(worth)

    def across(turn: int) -> float:
        return round(EDGE + (WIDTH - 2 * EDGE) * turn / turns, 1)

    def down(value: int) -> float:
        return round(TOP + (HEIGHT - 2 * TOP) * (highest - value) / ((highest - lowest) or 1), 1)

    lines = tuple(
        Line(
            seat.number,
            seat.name,
            seat.colours[0] if seat.colours else "",
            " ".join(f"{across(turn)},{down(worth[turn][seat.number])}" for turn in sorted(worth)),
            (across(turns), down(worth[turns][seat.number])),
            worth[turns][seat.number],
        )
        for seat in table.seats
    )
    return Chart(*table.game.course(turns), lines, down(0), highest, lowest)
