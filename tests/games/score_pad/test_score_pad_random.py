"""Random score pads: the contract of all games, and totals that agree with a second reckoning."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.games.score_pad import GAME
from companion.games.score_pad.state import ScorePadState
from companion.testing.contract import Contract
from companion.testing.households import Step, a_record
from tests.games.players import games_of, plays_of
from tests.games.records import record_files, steps_of
from tests.games.score_pad.score_pad_player import WAYS, Household, a_setup

PADS = 200


def assert_sound(state: ScorePadState) -> None:
    """Assert that each total is the sum of its column, and that no complete round has a gap."""
    rows = (*state.rounds, *state.lines.values())
    for seat in state.seats:
        assert state.money(seat) == sum(row.get(seat, 0) for row in rows)
    assert state.is_over or state.marked in state.playing or not state.playing
    assert state.is_over or state.missing
    assert set(state.out) <= set(state.seats) and len(set(state.out)) == len(state.out)


def assert_ranked(state: ScorePadState) -> None:
    """Assert that teams and players who are out come last, and that the totals give the order."""
    outcome = GAME.final.outcome(state)
    assert outcome is not None
    seats = [place.seat for place in outcome.standings]
    sides = [
        [other for other in state.seats if state.side(other) == state.side(seat)] for seat in seats
    ]
    sign = 1 if state.fewest_win else -1
    order = [(set(side) <= set(state.out), sign * sum(map(state.money, side))) for side in sides]
    assert order == sorted(order)
    assert GAME.final.of(json.loads(json.dumps(GAME.final.holdings(state)))) == outcome


class People(Household):
    def assert_sound(self, step: Step[ScorePadState]) -> None:
        assert_sound(step.after)

    def assert_ended(self, state: ScorePadState) -> None:
        assert state.is_over
        assert_ranked(state)


class TestContract(Contract):
    plays = plays_of(People, WAYS)
    games = games_of(plays, full=400)
    records = record_files("score_pad")


class Reckoning:
    """A second reckoning of a saved pad, from its actions alone, without the code of the game.

    Only the rows count: a round by its number, a bonus or penalty by its name.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.count = len(record["seats"])
        self.options = record["options"]
        self.cells: dict[tuple[int, int | str], int] = {}
        self.out: list[int] = []
        self.teams: dict[int, str] = {}
        self.rounds = 1
        for action in record["actions"]:
            self.reckon(**action)

    def reckon(self, kind: str, seat: int = -1, amount: int = 0, **row: Any) -> None:
        cell = seat, row.get("round") or row.get("what", "")
        if kind in ("enter", "set_points"):
            self.cells[cell] = amount
        elif kind == "bonus":
            self.cells[cell] = self.cells.get(cell, 0) + amount
        elif kind == "out":
            self.out.append(seat)
        elif kind == "join_late":
            self.count += 1
        elif kind == "back_in":
            self.out.remove(seat)
        elif kind == "set_team":
            self.teams |= dict.fromkeys(row["seats"], row.get("team", ""))
        if kind in ("enter", "set_points", "bonus", "out"):
            self.go_on()

    def go_on(self) -> None:
        """Count a complete round, and take out those who reached the target."""
        if all((seat, self.rounds) in self.cells for seat in self.playing):
            self.rounds += 1
        is_between = not any(row == self.rounds for _, row in self.cells)
        target = self.options.get("target")
        if target and is_between and self.options.get("at_target") == "out":
            self.out += [seat for seat in self.playing if self.together(seat) >= target]

    @property
    def players(self) -> range:
        return range(self.count)

    @property
    def playing(self) -> list[int]:
        return [seat for seat in self.players if seat not in self.out]

    @property
    def totals(self) -> list[int]:
        return [
            sum(points for (seat, _), points in self.cells.items() if seat == own)
            for own in self.players
        ]

    def mates(self, seat: int) -> list[int]:
        team = self.teams.get(seat)
        return [
            one for one in self.players if one == seat or (team and self.teams.get(one) == team)
        ]

    def together(self, seat: int) -> int:
        return sum(self.totals[mate] for mate in self.mates(seat))

    @property
    def winners(self) -> set[int]:
        among = self.playing or list(self.players)
        best = (min if self.options.get("standing") == "fewest_points" else max)(
            map(self.together, among)
        )
        return {mate for seat in among if self.together(seat) == best for mate in self.mates(seat)}


@pytest.mark.parametrize("first", range(0, PADS, 50))
def test_a_second_reckoning_agrees_with_random_pads(first: int) -> None:
    ways = list(WAYS.values())
    for seed in range(first, first + 50):
        way = ways[Random(seed).randrange(len(ways))]
        record = a_record(Household(Random(seed), 80), a_setup(**way), 200)
        *_, (_, state) = steps_of(GAME, json.loads(json.dumps(record)))
        outcome, reckoning = GAME.final.outcome(state), Reckoning(record)

        assert outcome is not None
        totals = {place.seat: place.total for place in outcome.standings}
        assert list(map(totals.__getitem__, reckoning.players)) == reckoning.totals, seed
        assert set(outcome.winners) == reckoning.winners, seed


def test_random_pads_play_every_kind_of_step() -> None:
    shared = {"stop", "abandon", "pause", "go_on", "set_option", "move_seat", "random_draw"}
    kinds = set[str]()
    for seed in range(20):
        kinds |= {action.kind for _, action, *_ in Household(Random(seed)).played(a_setup(3))}

    assert kinds == {kind.kind for kind in GAME.actions} - shared
