"""Figures and the table they are printed in."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

HEAD = ("what", "figure", "budget", "to the floor", "")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the report.

    budget: the most allowed, or the least where ``least`` is set; None where none is given.
    floor: what the machine needs at least for the same, in the figure's own unit.
    """

    what: str
    figure: float | None
    unit: str = "ms"
    budget: float | None = None
    least: bool = False
    floor: float | None = None

    @property
    def verdict(self) -> str:
        """Say "ok" or "over", nothing where there is no budget."""
        if self.budget is None:
            return ""
        if self.figure is None:
            return "over"
        kept = self.figure >= self.budget if self.least else self.figure <= self.budget
        return "ok" if kept else "over"

    def cells(self) -> tuple[str, ...]:
        """Return the line as texts, one a column."""
        sign = "≥" if self.least else "≤"
        budget = "" if self.budget is None else f"{sign} {self.budget:g} {self.unit}"
        ratio = f"{self.figure / self.floor:.2f} ×" if self.floor and self.figure else ""
        return self.what, shown(self.figure, self.unit), budget, ratio, self.verdict


def shown(figure: float | None, unit: str) -> str:
    """Return a figure with about three digits and its unit."""
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
    """Return the value below which that share (0 to 1) of the values lies; None of nothing."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def progress(text: str) -> None:
    """Say on stderr what is being measured now."""
    print(f"bench: {text}", file=sys.stderr, flush=True)
