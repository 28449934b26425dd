"""The state of a score sheet: its columns, what is missing, and the final scores (SS)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, ClassVar

from companion.mechanics.actions.refusal import about_field
from companion.mechanics.language.words import Sentence, say, together
from companion.mechanics.money.ledger import Ledger, purse
from companion.mechanics.play.seating import plain_setup
from companion.mechanics.play.table import PendingDecision, SeatSetup, Setup, TableState
from companion.mechanics.scoring.outcome import Outcome
from companion.mechanics.scoring.score_form import Seats, Typed, Value
from companion.mechanics.scoring.sheet import (
    LONGEST_PACKED,
    PLAYERS,
    ScoreSheet,
    field_name,
    read_sheet,
    unpacked,
)
from companion.mechanics.scoring.sheet_lines import SheetLine
from companion.mechanics.values.codec import LARGEST
from companion.mechanics.values.options import TextOption
from companion.mechanics.values.schema import FieldType, Figure, Named, Schema, Words, malformed

TITLE = say("Score sheet").template
OPTIONS = (TextOption("sheet", say("Score sheet"), LONGEST_PACKED),)
RULES: Mapping[str, Sentence] = {
    "SS-S1": say("One to ten can play. The score sheet says what counts, and who wins."),
    "SS-S2": say("Somebody may join until all columns are complete."),
    "SS-F1": say(
        "Each player fills in their own column. The banker can fill in every column. A number can "
        "be changed until all columns are complete."
    ),
    "SS-F2": say("Zero is a number like any other. A line without a number is missing."),
    "SS-E1": say("The result appears as soon as all columns are complete."),
    "SS-E2": say(
        "If the banker ends the game early, players with missing numbers come last, and no missing "
        "number counts."
    ),
}
SUBJECTS = {"S": say("Setup"), "F": say("Filling in"), "E": say("End of the game")}


@cache
def sheet_in(packed: str) -> ScoreSheet:
    """Return the sheet of a table from its setting.

    Raises ``broken_sheet_link`` or ``bad_sheet``.
    """
    return read_sheet(unpacked(packed))


@dataclass(frozen=True, slots=True)
class SheetState(TableState):
    """The state of a table with a score sheet."""

    end_rule, join_rule = "SS-E1", "SS-S2"
    most_seats = PLAYERS[-1]
    called_off: ClassVar[Mapping[str, object]] = {}
    columns: tuple[Mapping[int, int], ...]
    """The numbers of each seat, by the number of their line. Choices have numbers, too."""

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet."""
        return sheet_in(str(self.setup.options["sheet"]))

    @property
    def lines(self) -> Mapping[int, SheetLine]:
        """The lines in which players enter a number, by their number on the sheet."""
        return {number: line for number, line in enumerate(self.sheet.lines, 1) if line.is_entered}

    def missing(self, seat: int) -> list[int]:
        """Return the numbers of the lines in which a seat has entered nothing."""
        return [number for number in self.lines if number not in self.columns[seat]]

    def with_seat(self, newcomer: SeatSetup) -> SheetState:
        """Return the state with one more seat, whose column is empty."""
        later = TableState.with_seat(self, newcomer)
        return replace(later, columns=(*self.columns, {}))

    @property
    def stage(self) -> str:
        """The current stage: "fill", or "over" once every column is complete (SS-E1)."""
        is_over = self.is_stopped or not any(map(self.missing, self.seats))
        return "over" if is_over else "fill"


def prepare(setup: Setup) -> Setup:
    """Return the validated setup.

    Raises the refusals of ``plain_setup`` and ``sheet_in``.
    """
    prepared = plain_setup(TITLE, PLAYERS, OPTIONS, "SS-S1", setup)
    with about_field("sheet"):
        sheet_in(str(prepared.options["sheet"]))
    return prepared


def begin(setup: Setup) -> SheetState:
    """Return the initial state, with empty columns."""
    seats = range(len(setup.seats))
    return SheetState(setup, Ledger.opened(map(purse, seats)), tuple({} for _ in seats))


def waiting(state: SheetState) -> PendingDecision:
    """Return the pending decision: the seats whose columns are not complete."""
    if state.stage == "over":
        return PendingDecision(say("The game is over."))
    seats = tuple(seat for seat in state.seats if state.missing(seat))
    prompt = say("Waiting for the numbers of {names}.", names=together(map(state.name, seats)))
    return PendingDecision(prompt.to_you("Enter your numbers."), seats)


class _SheetType(FieldType[ScoreSheet]):
    """A score sheet as a JSON object."""

    __slots__ = ()

    def read(self, data: object, where: Words = "") -> ScoreSheet:
        if not isinstance(data, Mapping):
            raise malformed(f"{where}: {{…}}")
        return read_sheet(data)

    def record(self, value: ScoreSheet) -> object:
        return value.written()


@dataclass(frozen=True, slots=True)
class Column:
    """The column of a seat in the holdings."""

    name: str
    numbers: Annotated[Mapping[str, int], Named(Figure(-LARGEST, LARGEST))] = field(
        default_factory=dict
    )
    """The numbers that were entered, by the label of their line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """Everything that the final scores depend on."""

    sheet: Annotated[ScoreSheet, _SheetType()]
    seats: Annotated[tuple[Column, ...], Seats(Schema(Column))]


HELD = Schema(Holdings)


def holdings_of(state: SheetState) -> Holdings:
    """Return the current holdings of a table."""
    lines = state.lines
    columns = (
        Column(state.name(seat), {lines[number].label: held[number] for number in sorted(held)})
        for seat, held in enumerate(state.columns)
    )
    return Holdings(sheet=state.sheet, seats=tuple(columns))


def outcome(state: SheetState) -> Outcome | None:
    """Return the final scores, or None before the end."""
    return account(holdings_of(state)) if state.stage == "over" else None


def account(held: Holdings) -> Outcome:
    """Compute the final scores from the holdings (SS-E1, SS-E2)."""
    entered = [(n, line) for n, line in enumerate(held.sheet.lines, 1) if line.is_entered]
    values: dict[str, Value] = {
        field_name(number, seat): line.figure_of(column.numbers[line.label])
        for seat, column in enumerate(held.seats)
        for number, line in entered
        if line.label in column.numbers
    }
    unfinished = [
        seat
        for seat, column in enumerate(held.seats)
        if any(line.label not in column.numbers for _, line in entered)
    ]
    typed = Typed(tuple(column.name for column in held.seats), {}, values)
    return replace(held.sheet.account(typed, unfinished), rule="SS-E1")
