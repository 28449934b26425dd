"""The pending decision of a table, and the legal moves that each device may make."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from companion.mechanics.clocks.time_limit import time_up
from companion.mechanics.game import AnyGame, LegalMove, Outcome, PendingDecision
from companion.mechanics.history.log import APP, Amend, Entry
from companion.mechanics.language.words import Sentence
from companion.mechanics.play.stopping import Pause, Paused
from companion.tables.live.cache import Actor, OpenTable
from companion.tables.records.demo import banker_of
from companion.tables.roles import has_revealed
from companion.web.history.lines import LatestLine, last_lines


class Situation:
    """The current state of a table, with derived values that all screens of the table share."""

    def __init__(self, table: OpenTable) -> None:
        self._table = table
        self._game = table.game
        self.state: Any = table.timeline.state
        self._moves: dict[int, tuple[int, tuple[LegalMove, ...]]] = {}

    @cached_property
    def outcome(self) -> Outcome | None:
        """The final scores, or None while the game is in progress."""
        return self._game.final.outcome(self.state)

    @cached_property
    def waiting(self) -> PendingDecision:
        """The pending decision.

        While the game is paused, its prompt is the line about the pause. After the end, its prompt
        is the result of the game.
        """
        waiting = self._game.rules.waiting(self.state)
        entries = self._table.timeline.standing.entries
        if entries and entries[-1].action["kind"] == Pause.kind and Paused.line is not None:
            waiting = replace(waiting, prompt=Paused.line, highest=None)
        return replace(waiting, prompt=self.outcome.sentence) if self.outcome else waiting

    @cached_property
    def said(self) -> tuple[Sentence, ...]:
        """The prompt, and the sentence of a time that is up, which the clock shows."""
        prompt, timer = self.waiting.prompt, getattr(self.state, "timer", None)
        said = prompt, prompt.for_you
        if timer is None:
            return said
        told = time_up(self.state, timer.seat)
        return *said, told, told.for_you

    @cached_property
    def is_demo(self) -> bool:
        """Whether the app itself plays for the banker."""
        return banker_of(self._table) is not None

    @cached_property
    def hides_money(self) -> bool:
        """Whether any account is hidden from the public."""
        return bool(self.state.hidden_accounts(None))

    @cached_property
    def leaders(self) -> tuple[int, ...] | None:
        """The seats of the greatest wealth, or () if more than half of the seats or teams have it.

        None while money is hidden, and for games that do not compute wealth.
        """
        return None if self.hides_money else leaders_in(self._game, self.state)

    @cached_property
    def table_moves(self) -> tuple[LegalMove, ...]:
        """The legal moves that belong to the table as a whole, not to a seat."""
        return self._game.legal_actions(self.state, None)

    def moves_of(self, seat: int, at: int | None = None) -> tuple[LegalMove, ...]:
        """Return the legal moves of a seat.

        at: the time of the move in seconds since 1970, or None for now.
        """
        moment = int(time.time()) if at is None else at
        known = self._moves.get(seat)
        if known is None or known[0] != moment:
            legal = self._game.legal_actions(self.state, seat, moment)
            known = self._moves[seat] = moment, legal
        return known[1]

    @cached_property
    def lines(self) -> list[LatestLine]:
        """The latest history lines that everybody may see, newest first."""
        return last_lines(self._table, None)


def leaders_in(game: AnyGame, state: Any) -> tuple[int, ...] | None:
    """Return the leaders in a state (see ``Situation.leaders``), whether money is hidden or not."""
    if game.chart is None:
        return None
    if not game.chart.begun(state):
        return ()
    worth = game.chart.wealth(state)
    if state.teams:
        worth = state.team_totals(worth)
    least_wins = game.chart.least_wins and game.chart.least_wins(state)
    among = state.seats
    if state.gone or state.teams:
        among = state.contenders(least_wins=bool(least_wins))
    best = (min if least_wins else max)(map(worth.__getitem__, among))
    leaders = tuple([seat for seat in among if worth[seat] == best])
    few, all_sides = len(leaders), len(worth)
    if state.teams:
        few, all_sides = (len({*map(state.side, seats)}) for seats in (leaders, state.seats))
    return leaders if 2 * few <= all_sides else ()


@lru_cache(maxsize=256)
def situation_of(table: OpenTable) -> Situation:
    """Return the ``Situation`` of a table, cached for each snapshot of the table."""
    return Situation(table)


def moves_for(
    situation: Situation, seat: int | None, *, banker: bool, at: int | None = None
) -> tuple[LegalMove, ...]:
    """Return the legal moves that a device may make for a seat and for the table as a whole.

    seat: the seat that the device plays for, or None.
    banker: whether the device is a banker.
    at: the time of the move in seconds since 1970, or None for now.
    """
    own = () if seat is None else situation.moves_of(seat, at)
    if banker:
        return (*situation.table_moves, *own)
    found = []
    for move in situation.table_moves:
        if seat is not None and move.action.asked_by(situation.state) == "player":
            found.append(move)
    for move in own:
        if move.action.asked_by(situation.state) != "banker":
            found.append(move)
    return tuple(found)


def own_undoable(table: OpenTable, actor: Actor) -> int | None:
    """Return the number of the latest step if the actor made it and may undo it, otherwise None.

    Steps of the app count as the banker's. Undone steps do not count. Only a banker may undo a step
    that rolled the app's dice or revealed hidden information.
    """
    entries = table.timeline.standing.entries
    if not entries or actor.role == "onlooker":
        return None
    last = entries[-1]
    if actor.is_banker and last.actor == APP:
        return last.sequence
    is_his = last.actor == actor.label and (actor.is_banker or not has_revealed(table, last))
    return last.sequence if is_his else None


def last_step(table: OpenTable, actor: Actor) -> Entry | None:
    """Return the latest step if the actor may undo it, otherwise None.

    Undone steps do not count. A banker may undo any step. A player may undo only their own.
    """
    entries = table.timeline.standing.entries
    if not entries or (table.timeline.is_paused and entries[-1].action["kind"] == Pause.kind):
        # An undone pause would count as played. Continue ends it.
        return None
    return entries[-1] if actor.is_banker or own_undoable(table, actor) else None


@dataclass(frozen=True, slots=True)
class Redoable:
    """The latest change that a redo can reverse until the next move."""

    entry: int
    """The sequence number of the undo, the removal or the correction that would be reversed."""
    steps: int
    """The number of steps that were undone, or 0 if the latest change was a correction."""


def redoable(table: OpenTable, actor: Actor) -> Redoable | None:
    """Return the undone steps that an actor may redo, or None.

    A player may redo only what they have just undone.
    """
    undone, newest = table.timeline.standing.undone, table.newest
    if not undone or newest is None:
        return None
    is_own = newest.actor == actor.label and newest.sequence == undone[-1][0]
    if not (actor.is_banker or is_own):
        return None
    steps = 0 if newest.action["kind"] == Amend.kind else sum(len(taken) for _, taken in undone)
    return Redoable(undone[-1][0], steps)
