"""Folding the facts of a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.monopoly import turn_facts as facts
from companion.games.monopoly.board import JAIL
from companion.games.monopoly.copy import board_from_record, with_lesson
from companion.games.monopoly.effects import Effect
from companion.games.monopoly.state import Deed, MonopolyState
from companion.mechanics.game import Fact


def with_space(state: MonopolyState, seat: int, space: int) -> MonopolyState:
    """Return the state with a token on another space."""
    return replace(state, spaces=(*state.spaces[:seat], space, *state.spaces[seat + 1 :]))


def with_jail(state: MonopolyState, seat: int, rolls: int | None) -> MonopolyState:
    """Return the state with a seat in jail after so many rolls, None: free."""
    return replace(state, jail=(*state.jail[:seat], rolls, *state.jail[seat + 1 :]))


def with_keys(state: MonopolyState, seat: int, keys: int) -> MonopolyState:
    """Return the state with so many keys before a seat."""
    return replace(state, keys=(*state.keys[:seat], keys, *state.keys[seat + 1 :]))


def _dealt(state: MonopolyState, fact: facts.DeedDealt) -> MonopolyState:
    state = replace(state, deeds={**state.deeds, fact.position: Deed(fact.seat)})
    return replace(state, stage="start") if not state.undealt_seats else state


def _begun(state: MonopolyState, fact: facts.Begun) -> MonopolyState:
    return replace(state, stage="roll", turn=1, turn_seat=fact.seat)


def _clock_started(state: MonopolyState, fact: facts.ClockStarted) -> MonopolyState:
    return replace(state, ends_at=fact.ends_at)


def _rolled(state: MonopolyState, fact: facts.DiceRolled) -> MonopolyState:
    is_double = fact.dice[0] == fact.dice[1] and not fact.jailed
    return replace(
        state,
        dice=fact.dice,
        mover=fact.seat,
        moving=True,
        doubles=state.doubles + is_double,
        again=is_double,
        late=(),
    )


def _space_awaited(state: MonopolyState, fact: facts.SpaceAwaited) -> MonopolyState:
    return replace(state, stage="space")


def _moved(state: MonopolyState, fact: facts.Moved) -> MonopolyState:
    return replace(with_space(state, fact.seat, fact.target), stage="roll")


def _paid_out(state: MonopolyState, fact: Fact) -> MonopolyState:
    """Return the state as it is: the transfers were all there is."""
    return state


def _went_to_jail(state: MonopolyState, fact: facts.WentToJail) -> MonopolyState:
    state = with_jail(with_space(state, fact.seat, JAIL), fact.seat, 0)
    return replace(state, stage="roll", again=False, line=None)


def _stayed(state: MonopolyState, fact: facts.StayedInJail) -> MonopolyState:
    return with_jail(state, fact.seat, fact.rolls)


def _left_jail(state: MonopolyState, fact: facts.LeftJail) -> MonopolyState:
    state = with_jail(state, fact.seat, None)
    return with_keys(state, fact.seat, state.keys[fact.seat] - 1) if fact.way == "key" else state


def _offered(state: MonopolyState, fact: facts.PropertyOffered) -> MonopolyState:
    return replace(state, stage="buy")


def _left(state: MonopolyState, fact: facts.PropertyLeft) -> MonopolyState:
    return replace(state, stage="roll")


def _list_reached(state: MonopolyState, fact: facts.ListReached) -> MonopolyState:
    return replace(state, stage="list", line=(fact.list_name, 0))


def _list_rolled(state: MonopolyState, fact: facts.ListRolled) -> MonopolyState:
    return replace(state, stage="line", line=(fact.list_name, sum(fact.dice)))


def _followed(state: MonopolyState, fact: facts.LineFollowed) -> MonopolyState:
    state = replace(state, stage="roll", line=None)
    if state.board.outcome(fact.list_name, fact.total) is not None:
        return state
    told = Effect(fact.effect, fact.amount, fact.hotel)
    learnt = with_lesson(state.learnt or state.setup.copy, fact.list_name, fact.total, told)
    return replace(state, learnt=learnt, board=board_from_record(learnt))


def _key_taken(state: MonopolyState, fact: facts.KeyTaken) -> MonopolyState:
    return with_keys(state, fact.seat, state.keys[fact.seat] + fact.found)


def _rolls_again(state: MonopolyState, fact: facts.RollsAgain) -> MonopolyState:
    return replace(state, stage="roll", again=False, moving=False)


def _turn_passed(state: MonopolyState, fact: facts.TurnPassed) -> MonopolyState:
    return replace(
        state,
        stage="roll",
        turn=fact.turn,
        turn_seat=fact.seat,
        doubles=0,
        again=False,
        moving=False,
        line=None,
    )


def _ended(state: MonopolyState, fact: facts.GameEnded) -> MonopolyState:
    return replace(
        state,
        stage="over",
        end=fact.reason,
        line=None,
        claims=(),
        debts=(),
        sale=None,
        estate=(),
        wants=None,
        deals={},
    )


EFFECTS: dict[type[Fact], Callable[[MonopolyState, Any], MonopolyState]] = {
    facts.DeedDealt: _dealt,
    facts.Begun: _begun,
    facts.ClockStarted: _clock_started,
    facts.DiceRolled: _rolled,
    facts.SpaceAwaited: _space_awaited,
    facts.Moved: _moved,
    facts.SalaryPaid: _paid_out,
    facts.WentToJail: _went_to_jail,
    facts.StayedInJail: _stayed,
    facts.LeftJail: _left_jail,
    facts.PropertyOffered: _offered,
    facts.PropertyLeft: _left,
    facts.ListReached: _list_reached,
    facts.ListRolled: _list_rolled,
    facts.LineFollowed: _followed,
    facts.Collected: _paid_out,
    facts.KeyTaken: _key_taken,
    facts.RollsAgain: _rolls_again,
    facts.TurnPassed: _turn_passed,
    facts.GameEnded: _ended,
}
