"""The view of a score sheet, the same for everyone."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

from companion.games.score_sheet.filling import figure_words
from companion.games.score_sheet.state import SheetState, account, holdings_of
from companion.mechanics.language.words import Sentence
from companion.mechanics.scoring.sheet_lines import ChoiceLine, SheetLine


@dataclass(frozen=True, slots=True)
class SheetView:
    """The view of a score sheet, the same for everyone."""

    lines: tuple[SimpleNamespace, ...]
    """The lines in which players enter a number."""
    seats: tuple[SimpleNamespace, ...]


def view(state: SheetState, seat: int | None) -> SheetView:
    """Return the view of the table."""
    totals = {place.seat: place.total for place in account(holdings_of(state)).standings}
    lines = (_line_view(state, number, line) for number, line in state.lines.items())
    seats = (
        SimpleNamespace(
            number=number,
            name=state.name(number),
            total=totals[number] if state.columns[number] else None,
            is_done=not state.missing(number),
            column=state.columns[number],
        )
        for number in state.seats
    )
    return SheetView(tuple(lines), tuple(seats))


def _line_view(state: SheetState, number: int, line: SheetLine) -> SimpleNamespace:
    _, highest = line.limits
    listed = range(highest + 1) if isinstance(line, ChoiceLine) else ()
    return SimpleNamespace(
        number=number,
        label=line.label,
        words=line.field_label,
        choices=tuple(figure_words(line.figure_of(choice)) for choice in listed),
        is_signed=line.lowest < 0,
        cells=tuple(_cell(line, column.get(number)) for column in state.columns),
    )


def _cell(line: SheetLine, number: int | None) -> Sentence | int | str | None:
    return None if number is None else figure_words(line.figure_of(number))
