"""Random sheets: the contract of all games, and an outcome that the sheet alone gives as well."""

from __future__ import annotations

from companion.games.score_sheet import GAME
from companion.games.score_sheet.state import SheetState
from companion.mechanics.scoring.score_form import Typed
from companion.mechanics.scoring.sheet import field_name
from companion.testing.contract import Contract
from companion.testing.households import Step
from tests.games.players import games_of, plays_of
from tests.games.records import record_files
from tests.games.score_sheet.score_sheet_player import WAYS, Household


class People(Household):
    def assert_sound(self, step: Step[SheetState]) -> None:
        assert (step.after.stage == "over") == (not any(map(step.after.missing, step.after.seats)))

    def assert_ended(self, state: SheetState) -> None:
        values = {
            field_name(number, seat): line.figure_of(state.columns[seat][number])
            for number, line in state.lines.items()
            for seat in state.seats
        }
        outcome = GAME.final.outcome(state)
        alone = state.sheet.account(Typed(tuple(map(state.name, state.seats)), {}, values))
        assert outcome is not None
        assert (outcome.standings, outcome.winners) == (alone.standings, alone.winners)


class TestContract(Contract):
    plays = plays_of(People, WAYS)
    games = games_of(plays, full=200)
    records = record_files("score_sheet")
