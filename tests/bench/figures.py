"""Measurements, and the table in which they are printed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

HEAD = ("what", "figure", "budget", "to the floor", "")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the report."""

    what: str
    figure: float | None
    unit: str = "ms"
    budget: float | None = None
    """The highest allowed figure, or the lowest if ``least`` is set."""
    least: bool = False
    floor: float | None = None
    """The minimum that this machine needs for the same work, in the same unit."""

    @property
    def verdict(self) -> str:
        """The verdict: "ok", "over", or "" without a budget."""
        if self.budget is None:
            return ""
        if self.figure is None:
            return "over"
        kept = self.figure >= self.budget if self.least else self.figure <= self.budget
        return "ok" if kept else "over"

    def cells(self) -> tuple[str, ...]:
        """Return the texts of the line, one per column."""
        sign = "≥" if self.least else "≤"
        budget = "" if self.budget is None else f"{sign} {self.budget:g} {self.unit}"
        ratio = f"{self.figure / self.floor:.2f} ×" if self.floor and self.figure else ""
        return self.what, shown(self.figure, self.unit), budget, ratio, self.verdict


def shown(figure: float | None, unit: str) -> str:
    """Return a figure as text, with about three digits and its unit."""
    if figure is None:
        return "none"
    if figure == int(figure) or figure >= 100:
        return f"{figure:,.0f} {unit}".rstrip()
    return f"{figure:.{1 if figure >= 10 else 2 if figure >= 1 else 3}f} {unit}".rstrip()


def print_table(rows: Sequence[Row]) -> None:
    """Print the report on stdout."""
    lines = [HEAD, *(row.cells() for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    for line in lines:
        first, *others = line
        cells = [first.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        print("  ".join(cells).rstrip())
        if line is HEAD:
            print("-" * (sum(widths) + 2 * len(widths) - 2))


def percentile(values: Sequence[float], share: float) -> float | None:
    """Return a percentile of values, None if there are none; share: 0 to 1."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def progress(text: str) -> None:
    """Print the current measurement on stderr."""
    print(f"bench: {text}", file=sys.stderr, flush=True)
