"""Random whole games: the contract of all games, and invariants of money, cubes and turns."""

from __future__ import annotations

from companion.games.big_shot import GAME
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.turns import Roll
from companion.mechanics.money.ledger import BANK
from companion.testing.contract import Contract
from companion.testing.households import Step
from tests.games.big_shot.big_shot_player import WAYS, Household
from tests.games.players import games_of, plays_of
from tests.games.records import record_files


def assert_sound(state: BigShotState) -> None:
    """Assert the invariants of money and cubes."""
    balances = state.ledger.balances
    assert sum(balances.values()) == 0
    assert all(amount >= 0 for account, amount in balances.items() if account != BANK)
    assert sum(state.loans.values()) <= 30 and max(state.loans.values()) <= 9
    used, left = state.cubes_used(), state.cubes_left()
    assert all(used[colour] + left[colour] == 18 and left[colour] >= 0 for colour in used)
    if state.tracking == "full":
        assert sum(used.values()) == 4 * state.turns_finished
    assert all(sum(pile.values()) < 7 for pile in state.counts.values())


class People(Household):
    rolls = 0

    def assert_sound(self, step: Step[BigShotState]) -> None:
        self.rolls += isinstance(step.action, Roll)
        assert_sound(step.after)
        assert step.after.turn - step.before.turn in (0, 1)

    def assert_ended(self, state: BigShotState) -> None:
        outcome = GAME.final.outcome(state)
        assert self.rolls == 18 and outcome is not None
        assert sum(state.cubes_used().values()) == 72
        assert {place.seat for place in outcome.standings} == set(state.seats)
        assert sum(place.total for place in outcome.standings) == sum(GAME.chart.wealth(state))


class TestContract(Contract):
    plays = plays_of(People, WAYS)
    games = games_of(plays, full=2400)
    records = record_files("big_shot")
