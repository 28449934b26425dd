"""Filling in a column (SS-F1, SS-F2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from functools import partial

from companion.games.score_sheet.state import SheetState
from companion.mechanics.actions.base import Button, Event, SeatAction, action, event
from companion.mechanics.actions.menu import Candidate, MultiStepCandidate
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say, say_many, together
from companion.mechanics.play.table import require_running, require_seat
from companion.mechanics.scoring.score_form import Typed
from companion.mechanics.scoring.sheet import ScoreSheet, field_name
from companion.mechanics.values.codec import shown

FEW = 3
"""A line of the history lists at most this many numbers."""


@action("fill", turn_bound=False, keeps_turn=True)
class Fill(SeatAction[SheetState]):
    """Enter or change numbers of a seat's column."""

    button = Button(say("Enter"))
    numbers: Mapping[str, int] = field(default_factory=dict)
    """The numbers, by the number of their line. A choice has its place in the list, or 0."""
    rest: bool = False
    """Whether every other line without a number gets 0."""

    @classmethod
    def candidates(cls, state: SheetState, seat: int | None) -> Iterable[Candidate]:
        if seat is None:
            return ()
        return (MultiStepCandidate(cls(seat), partial(require_running, state)),)

    def label(self, state: SheetState) -> Sentence:
        return say("Everything else is 0") if self.rest else say("Enter")

    def decide(self, state: SheetState) -> tuple[Event, ...]:
        """Return the event with the numbers that are new or different.

        Raises ``no_such_line``, ``amount_out_of_range`` or ``nothing_changes``.
        """
        require_running(state)
        require_seat(state, self.seat, "SS-F1")
        for number, figure in self.numbers.items():
            _require_figure(state, number, figure)
        before = state.columns[self.seat]
        rest = dict.fromkeys(map(str, state.missing(self.seat)), 0) if self.rest else {}
        after = {**rest, **self.numbers}
        changed = {
            str(number): after[str(number)]
            for number in state.lines
            if str(number) in after and after[str(number)] != before.get(number)
        }
        if not changed:
            raise Refusal(
                "nothing_changes", "SS-F2", say("Enter at least one number, 0 if there is none.")
            )
        return (Filled(self.seat, changed),)


def filled(sheet: ScoreSheet, typed: Typed) -> tuple[Fill, ...]:
    """Return the actions that enter a completed form, one per seat; what was left empty is 0."""
    lines = {number: line for number, line in enumerate(sheet.lines, 1) if line.is_entered}
    return tuple(
        Fill(
            seat,
            {
                str(number): line.number_of(typed.values.get(field_name(number, seat)))
                for number, line in lines.items()
            },
        )
        for seat in range(len(typed.names))
    )


def _require_figure(state: SheetState, number: str, figure: int) -> None:
    """Raise a refusal unless the sheet has this line, and the figure is in its range."""
    line = {str(number): line for number, line in state.lines.items()}.get(number)
    if line is None:
        sentence = say("The sheet has no line “{line}”.", line=shown(number))
        raise Refusal("no_such_line", "SS-F1", sentence)
    lowest, highest = line.limits
    if not lowest <= figure <= highest:
        values = {"field": line.field_label, "lowest": lowest, "highest": highest}
        sentence = say("{field}: enter {lowest} to {highest}, not {text}.", text=figure, **values)
        raise Refusal("amount_out_of_range", "SS-F2", sentence)


@event("filled")
class Filled(Event[SheetState]):
    """A seat entered or changed numbers of its column."""

    seat: int
    numbers: Mapping[str, int]
    """The numbers, by the number of their line; see ``Fill``."""

    def apply(self, state: SheetState) -> SheetState:
        columns = list(state.columns)
        new = {int(number): figure for number, figure in self.numbers.items()}
        columns[self.seat] = {**columns[self.seat], **new}
        return replace(state, columns=tuple(columns))

    def line_for(self, state: SheetState, seat: int | None) -> Sentence | None:
        count = len(self.numbers)
        if count > FEW:
            line = say_many(
                "{name} enters {count} number.", "{name} enters {count} numbers.", count=count
            )
            return line.to_you("You enter {count} numbers.")
        lines = state.lines
        entered = (
            say("{label}: {figure}", label=line.label, figure=figure_words(line.figure_of(figure)))
            for line, figure in ((lines[int(n)], figure) for n, figure in self.numbers.items())
        )
        line = say("{name} enters {numbers}.", numbers=together(entered))
        return line.to_you("You enter {numbers}.")


def figure_words(figure: int | str | None) -> Sentence | int | str:
    """Return a figure as screens show it."""
    return say("nothing") if figure is None else figure
