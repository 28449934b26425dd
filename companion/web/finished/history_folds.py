"""The history page, folded by turn or auction."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from companion.mechanics.language.words import Sentence
from companion.tables.live.cache import OpenTable
from companion.web.history.lines import HistoryLine
from companion.web.live.chart import turn_steps


@dataclass(frozen=True, slots=True)
class Fold:
    """The steps of one turn, or of one auction in games that consist of auctions."""

    turn: int
    """The number of the turn, from 1."""
    lines: tuple[HistoryLine, ...]
    """The steps, newest first."""

    @property
    def headline(self) -> Sentence:
        """The line that the closed fold shows: the last one in effect."""
        return next((line for line in self.lines if line.stands), self.lines[0]).lines[-1]

    def holds(self, step: int) -> bool:
        """Return whether a step is in this fold."""
        return any(line.number == step for line in self.lines)


def folds_of(table: OpenTable, lines: Iterable[HistoryLine]) -> list[Fold]:
    """Return history lines, sorted newest first, by turn; none for a game without turns.

    Seat changes follow the step before.
    """
    if table.game.chart is not None and not table.game.chart.has_turns:
        return []
    ends, turn = turn_steps(table), 1
    numbered: list[tuple[int, HistoryLine]] = []
    for line in reversed(list(lines)):
        if line.number is not None:
            turn = min(bisect_left(ends, line.number), max(len(ends) - 1, 1))
        numbered.append((turn, line))
    by_turn = groupby(reversed(numbered), key=lambda pair: pair[0])
    return [Fold(turn, tuple(line for _, line in pairs)) for turn, pairs in by_turn]
