"""The chart of each seat's wealth by turn, as coordinates for an SVG."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from companion.mechanics import parts
from companion.mechanics.language.amounts import Denomination
from companion.mechanics.language.words import Sentence
from companion.mechanics.play.table import TableState
from companion.tables.live.cache import OpenTable
from companion.tables.storage.giving_way import giving_way

WIDTH, HEIGHT, EDGE, TOP = 320, 240, 40, 12
END = 312
"""The x coordinate of the last points."""
MOST_POINTS = 160
"""Approximate maximum of points per line. More would be less than a pixel apart."""
LETTERS = 14
"""Height of a number on the scale, in SVG units. Two closer than this would overlap."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The line of one seat in the chart."""

    seat: int
    name: str
    colour: str
    points: str
    """The value of the SVG attribute ``points``."""
    last: int
    """The seat's wealth at the last point. It is read beside the name, where no two overlap."""


@dataclass(frozen=True, slots=True)
class ChartDrawing:
    """A chart with one line per seat. All coordinates are in SVG units."""

    title: Sentence
    end: Sentence
    """The label below the last point, such as "turn 12"."""
    lines: tuple[ChartLine, ...]
    """The lines in seat order."""
    zero: float | None
    """The y coordinate of the zero line, or None if there is none. There is none if all values are
    above zero, unless they are all equal."""
    scale: tuple[tuple[int, float], ...]
    """The values on the scale, each with its y coordinate. They are the highest and lowest value,
    and zero if the chart has a zero line. A value too close to the zero line is left out."""
    columns: tuple[tuple[float, float, int], ...]
    """The column around each point: left edge, width, and the last step of that turn."""
    numbers: tuple[tuple[int, tuple[int, ...]], ...]
    """The drawn turns, each with the figures of the seats, for screen readers."""
    denomination: Denomination
    """How the figures are written."""


@lru_cache(maxsize=16)
def wealth_chart(table: OpenTable) -> ChartDrawing | None:
    """Return the chart of a table.

    Returns None before the second turn, while money is hidden, and for games without a chart.
    Replays the whole log, so charts are cached.
    """
    chart = table.game.chart
    if chart is None or table.state.hidden_accounts(None):
        return None
    worth, steps = turn_ends(table, chart)
    if len(worth) < 2 or not worth[0]:
        return None
    return _drawing(table, chart, _thinned(worth), steps)


def turn_ends(
    table: OpenTable, chart: parts.Chart
) -> tuple[dict[int, tuple[int, ...]], dict[int, int]]:
    """Return the wealth of all seats at the end of each turn, and the step that ended the turn.

    Both are keyed by the number of finished turns, from 0 for the beginning. The last turn of a
    finished game ends with the last step.
    """

    def wealth(state: TableState) -> tuple[int, ...]:
        # All are counted by today's settings, which may say that something else wins.
        options = table.state.setup.options
        if state.setup.options != options:
            state = replace(state, setup=replace(state.setup, options=options))
        return chart.wealth(state)

    worth, steps = {0: wealth(table.game.rules.begin(table.timeline.setup))}, {0: 0}
    last = table.sequence if table.game.final.outcome(table.state) else None
    for entry, state in giving_way(table.timeline.states()):
        turn = chart.progress(state)
        if turn not in worth or entry.sequence == last:
            worth[turn], steps[turn] = wealth(state), entry.sequence
    return worth, steps


@lru_cache(maxsize=16)
def turn_steps(table: OpenTable) -> tuple[int, ...]:
    """Return the numbers of the steps that end a turn, in ascending order.

    The first is 0 for the beginning, and the last is the latest step in effect. In games without a
    chart, a turn is a series of steps of the same seat. Replays the whole log, so the result is
    cached.
    """
    standing = table.timeline.standing.entries
    if table.game.chart is not None:
        ends = {0, *turn_ends(table, table.game.chart)[1].values()}
    else:
        ends = {0, *(one.sequence for one, then in pairwise(standing) if one.seat != then.seat)}
    return tuple(sorted(ends | {one.sequence for one in standing[-1:]}))


def _thinned(worth: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """Return the wealth at no more than MOST_POINTS evenly spaced turns, and at the last turn."""
    turns = sorted(worth)
    each = -(-len(turns) // MOST_POINTS)
    return {turn: worth[turn] for turn in (*turns[::each], turns[-1])}


def _drawing(
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

    lines = tuple(
        ChartLine(
            seat.number,
            seat.name,
            next(iter(table.colours[seat.number]), ""),
            _polyline(
                [
                    (across(turn), down(figures[seat.number]))
                    for turn, figures in sorted(worth.items())
                    if seat.number < len(figures)
                ]
            ),
            worth[turns][seat.number],
        )
        # Somebody who joined since the last turn has no figure yet.
        for seat in table.seats[: len(worth[turns])]
    )
    zero = down(0) if has_zero else None
    ends = tuple((value, down(value)) for value in (highest, lowest))
    scale = ends
    if zero is not None:
        scale = ((0, zero), *(end for end in ends if abs(end[1] - zero) >= LETTERS))
    last = replace(chart.last, values=(("turn", turns),))
    columns = _columns([(across(turn), steps[turn]) for turn in sorted(worth)])
    numbers = tuple(sorted(worth.items()))
    denomination = table.state.score_denomination
    return ChartDrawing(chart.title, last, lines, zero, scale, columns, numbers, denomination)


def _polyline(points: list[tuple[float, float]]) -> str:
    """Return a line as the value of ``points``, without inner points of horizontal stretches."""
    inner = [
        here
        for (_, before), here, (_, after) in zip(points, points[1:], points[2:], strict=False)
        if not before == here[1] == after
    ]
    return " ".join(f"{x:g},{y:g}" for x, y in (points[0], *inner, points[-1]))


def _columns(points: list[tuple[float, int]]) -> tuple[tuple[float, float, int], ...]:
    """Return the left edge, width and step of the column around each point.

    A column reaches halfway to the neighbouring points.

    points: the x coordinate and step of each point.
    """
    halves = [round((left + right) / 2, 1) for (left, _), (right, _) in pairwise(points)]
    edges = (0.0, *halves, float(WIDTH))
    return tuple(
        (left, round(right - left, 1), step)
        for (left, right), (_, step) in zip(pairwise(edges), points, strict=True)
    )
