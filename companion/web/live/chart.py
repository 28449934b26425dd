"""Wealth over the turns, ready to be drawn as a small SVG."""

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
"""Where lines end; beside it a stroke leads from each end to its figure."""
MOST_POINTS = 160
"""Points of a line; more would lie within a pixel of each other."""
LETTERS = 11
"""Height of a figure; nearer to each other than this, two cannot be read."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One seat's line (SVG points), its last value; where it ends and where that is written."""

    seat: int
    name: str
    colour: str
    points: str
    end: float
    label: tuple[float, float]
    last: int


@dataclass(frozen=True, slots=True)
class ChartDrawing:
    """The lines, over all the height there is.

    title, end: what the chart is called, and its last point. zero: the height of the base line,
    None where everybody was above it all the time. scale: figures beside the lines, each with its
    height: the highest and the lowest value, and zero where it can be told from them. columns:
    for each point, side by side, where it begins, how wide it is, and the last step of that turn.
    Heights are in SVG units, figures in whole units.
    """

    title: Sentence
    end: Sentence

    lines: tuple[ChartLine, ...]
    zero: float | None
    scale: tuple[tuple[int, float], ...]
    columns: tuple[tuple[float, float, int], ...]


@lru_cache(maxsize=16)
def wealth_chart(table: OpenTable) -> ChartDrawing | None:
    """Return the chart of a table, None before anything is worth drawing or while money hides.

    It folds the whole log, once for all who look at the end of one game.
    """
    course = table.game.chart
    if course is None or table.state.hidden_accounts(None):
        return None
    worth, steps = turn_ends(table, course)
    if len(worth) < 2 or not worth[0]:
        return None
    return _drawn(table, course, _thinned(worth), steps)


def turn_ends(
    table: OpenTable, course: parts.Chart
) -> tuple[dict[int, tuple[int, ...]], dict[int, int]]:
    """Return what each seat was worth when so many turns were finished, and at which step.

    What happens after the step that ends a turn belongs to the next one; after the game, to the
    last.
    """
    worth, steps = {0: course.wealth(table.game.rules.begin(table.timeline.setup))}, {0: 0}
    last = table.sequence if table.game.final.outcome(table.state) else None
    for entry, state in giving_way(table.timeline.states()):
        turn = course.progress(state)
        if turn not in worth or entry.sequence == last:
            worth[turn], steps[turn] = course.wealth(state), entry.sequence
    return worth, steps


def _thinned(worth: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """Return so many turns as a line can show, the last among them."""
    turns = sorted(worth)
    each = -(-len(turns) // MOST_POINTS)
    return {turn: worth[turn] for turn in (*turns[::each], turns[-1])}


def _drawn(
    table: OpenTable,
    course: parts.Chart,
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
    last = replace(course.last, values=(("turn", turns),))
    columns = _columns([(across(turn), steps[turn]) for turn in sorted(worth)])
    return ChartDrawing(course.title, last, lines, zero, scale, columns)


def _columns(points: list[tuple[float, int]]) -> tuple[tuple[float, float, int], ...]:
    """Return the strip around each point, from half way to its neighbours."""
    halves = [round((left + right) / 2, 1) for (left, _), (right, _) in pairwise(points)]
    edges = (0.0, *halves, float(WIDTH))
    return tuple(
        (left, round(right - left, 1), step)
        for (left, right), (_, step) in zip(pairwise(edges), points, strict=True)
    )


def _apart(heights: list[float]) -> list[float]:
    """Return heights moved just so far apart that what is written there can be read.

    They keep their order; a pile that would leave the chart at the bottom is pushed up from there.
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
