"""Random whole games: the contract of all games, and invariants of workers, cards and dates."""

from __future__ import annotations

from random import Random

from companion.games.big_cheese import GAME
from companion.games.big_cheese.box import WORKERS, cards_of
from companion.games.big_cheese.state import BigCheeseState, free_account, work_account
from companion.testing.contract import Contract
from companion.testing.households import Step
from tests.games.big_cheese.big_cheese_player import WAYS, Household
from tests.games.players import games_of, plays_of
from tests.games.records import record_files


def assert_sound(state: BigCheeseState) -> None:
    """Assert the invariants of workers, cards and scores."""
    for seat in state.seats:
        at_work = sum(project.workers for project in state.projects_of(seat))
        assert state.ledger.balance(work_account(seat)) == at_work
        assert state.ledger.balance(free_account(seat)) == WORKERS - at_work
    assert all(project.workers > 0 for project in state.projects)
    assert all(state.left(card) >= 0 for card in cards_of(specials=True))
    if state.is_exact:
        assert all(state.score(seat) <= 30 for seat in state.seats)
    assert (state.stage == "results") == bool(state.finished)
    if state.auction is not None:
        turn = state.auction.turn
        can_bid = state.free(turn) >= state.auction.lowest_bid
        assert can_bid or state.held[turn].vetoes, "nobody is asked who can but pass"


class Calendar:
    """The award by which each project must be finished, checked as the game goes on (BC-A7)."""

    def __init__(self) -> None:
        self.due: dict[int, int] = {}

    def watch(self, before: BigCheeseState, after: BigCheeseState) -> None:
        """Check one step."""
        if after.won > before.won:
            assert after.last is not None
            self.due[after.won] = after.won + after.last.workers
        leaving = {project.number for project in before.projects} - {
            project.number for project in after.projects
        }
        assert leaving == {number for number, award in self.due.items() if award == after.won} & {
            project.number for project in before.projects
        }


class People(Household):
    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.calendar = Calendar()

    def assert_sound(self, step: Step[BigCheeseState]) -> None:
        self.calendar.watch(step.before, step.after)
        assert_sound(step.after)

    def assert_ended(self, state: BigCheeseState) -> None:
        outcome = GAME.final.outcome(state)
        assert outcome is not None and outcome.winners
        assert [place.total for place in outcome.standings if place.seat in outcome.winners] == [
            max(GAME.chart.wealth(state))
        ] * len(outcome.winners)
        assert sum(place.total for place in outcome.standings) == sum(GAME.chart.wealth(state))


class TestContract(Contract):
    plays = plays_of(People, WAYS)
    games = games_of(plays, full=2000)
    records = record_files("big_cheese")
