"""The chart of wealth over the turns, as coordinates for a small SVG."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from companion.mechanics import parts
from companion.mechanics.words import Sentence
from companion.tables.live.cache import OpenTable
from companion.tables.storage.giving_way import giving_way

WIDTH, HEIGHT, EDGE, TOP = 320, 240, 36, 12
END = 274
"""The right end of the lines. From there, a stroke leads to the last value."""
MOST_POINTS = 160
"""Maximum points per line. More would be closer together than a pixel."""
LETTERS = 11
"""Height of a number in SVG units; two numbers closer than this would overlap."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The line of one seat."""

    seat: int
    name: str
    colour: str
    points: str
    """The value of the SVG attribute ``points``."""
    end: float
    """The height of the last point, in SVG units."""
    label: tuple[float, float]
    """The position of the last value, in SVG units."""
    last: int
    """The last value."""


@dataclass(frozen=True, slots=True)
class ChartDrawing:
    """A chart with a line for each seat.

    All heights and widths are in SVG units.
    """

    title: Sentence
    end: Sentence
    """The label of the last point."""
    lines: tuple[ChartLine, ...]
    zero: float | None
    """The height of the zero line, or None if everybody was always above it."""
    scale: tuple[tuple[int, float], ...]
    """Values beside the lines, each with its height: highest, lowest, and zero if it fits."""
    columns: tuple[tuple[float, float, int], ...]
    """For each point: left edge, width, and the last step of that turn."""


@lru_cache(maxsize=16)
def wealth_chart(table: OpenTable) -> ChartDrawing | None:
    """Return the chart of a table, or None before the second turn and while money is hidden.

    The whole log is replayed, but only once for all viewers of a finished game.
    """
    chart = table.game.chart
    if chart is None or table.state.hidden_accounts(None):
        return None
    worth, steps = turn_ends(table, chart)
    if len(worth) < 2 or not worth[0]:
        return None
    return _drawn(table, chart, _thinned(worth), steps)


def turn_ends(
    table: OpenTable, chart: parts.Chart
) -> tuple[dict[int, tuple[int, ...]], dict[int, int]]:
    """Return the wealth of all seats and the last step, both by the number of finished turns.

    A step between two turns belongs to the later one. Steps after the end of the game belong to the
    last turn.
    """
    worth, steps = {0: chart.wealth(table.game.rules.begin(table.timeline.setup))}, {0: 0}
    last = table.sequence if table.game.final.outcome(table.state) else None
    for entry, state in giving_way(table.timeline.states()):
        turn = chart.progress(state)
        if turn not in worth or entry.sequence == last:
            worth[turn], steps[turn] = chart.wealth(state), entry.sequence
    return worth, steps


def _thinned(worth: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """Return about MOST_POINTS turns at most, always with the last one."""
    turns = sorted(worth)
    each = -(-len(turns) // MOST_POINTS)
    return {turn: worth[turn] for turn in (*turns[::each], turns[-1])}


def _drawn(
    table: OpenTable,
    chart: parts.Chart,
    worth: dict[int, tuple[int, ...]],
    steps: dict[int, int],
) -> ChartDrawing:
    values = [value for figures in worth.values() for value in figures]
    highest, lowest, turns = max(values), min(values), max(worth)
    has_zero = lowest <= 0 or lowest == highest
    if has_zero:
        highest, lowest = max(highest, 0), min(lowest, 0)

    def across(turn: int) -> float:
        return round(EDGE + (END - EDGE) * turn / turns, 1)

    def down(value: int) -> float:
        return round(TOP + (HEIGHT - 2 * TOP) * (highest - value) / ((highest - lowest) or 1), 1)

    labels = _apart([down(value) for value in worth[turns]])
    lines = tuple(
        ChartLine(
            seat.number,
            seat.name,
            seat.colours[0] if seat.colours else "",
            " ".join(f"{across(turn)},{down(worth[turn][seat.number])}" for turn in sorted(worth)),
            down(worth[turns][seat.number]),
            (float(END), labels[seat.number]),
            worth[turns][seat.number],
        )
        for seat in table.seats
    )
    zero = down(0) if has_zero else None
    ends = tuple((value, down(value)) for value in (highest, lowest))
    scale = ends
    if zero is not None:
        scale = ((0, zero), *(end for end in ends if abs(end[1] - zero) >= LETTERS))
    last = replace(chart.last, values=(("turn", turns),))
    columns = _columns([(across(turn), steps[turn]) for turn in sorted(worth)])
    return ChartDrawing(chart.title, last, lines, zero, scale, columns)


def _columns(points: list[tuple[float, int]]) -> tuple[tuple[float, float, int], ...]:
    """Return the column around each point, which extends half way to the neighbouring points."""
    halves = [round((left + right) / 2, 1) for (left, _), (right, _) in pairwise(points)]
    edges = (0.0, *halves, float(WIDTH))
    return tuple(
        (left, round(right - left, 1), step)
        for (left, right), (_, step) in zip(pairwise(edges), points, strict=True)
    )


def _apart(heights: list[float]) -> list[float]:
    """Return the heights, moved apart by at least LETTERS, in the same order.

    Heights that would leave the chart at the bottom are moved up.
    """
    moved = list(heights)
    order = sorted(range(len(heights)), key=heights.__getitem__)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + LETTERS)
    lowest = float(HEIGHT - TOP)
    for place in reversed(order):
        moved[place] = min(moved[place], lowest)
        lowest = moved[place] - LETTERS
    return [round(height, 1) for height in moved]
