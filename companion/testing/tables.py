"""Helpers for tests of any game that start in the middle of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from companion.games import all_games
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Action, AnyGame, apply_events
from companion.mechanics.money.ledger import BANK, Ledger, purse
from companion.mechanics.play.table import TableState

ANNA, BRUNO, CARLA, DARIO = range(4)
S = TypeVar("S", bound=TableState)
T = TypeVar("T")
Moment = Callable[[], Any]
Case = tuple[str, str, Moment, Action]
"""A test case for a refusal.

It consists of the refusal's name, its rule, a function that returns the state, and the action.
"""


def after(state: S, *actions: Action) -> S:
    """Return the state after the given actions, all of which must be legal, in order."""
    package = type(state).__module__.rpartition(".")[0]
    of_state = (
        one for one in all_games().values() if package == type(one).__module__.rpartition(".")[0]
    )
    game: AnyGame = next(of_state)
    for action in actions:
        state = apply_events(game, state, action.decide(state))
    return state


def holding(state: S, money: Mapping[int, int] | Mapping[str, int]) -> S:
    """Return the state with new balances. The bank's balance changes so that the sum is the same.

    money: the new balances by seat or by account.
    """
    changed = {purse(of) if isinstance(of, int) else of: held for of, held in money.items()}
    balances = {**state.ledger.balances, **changed}
    balances[BANK] -= sum(balances.values()) - state.ledger.opening
    return replace(state, ledger=Ledger(balances, state.ledger.floors, state.ledger.opening))


def with_one(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return a copy of a tuple that has one value per seat, with one seat's value replaced."""
    return (*row[:seat], value, *row[seat + 1 :])


def assert_refused(name: str, rule: str, moment: Moment, action: Action) -> None:
    """Assert that an action is refused with the given name and rule, and with a full sentence.

    moment: a function that returns the state in which the action is tried.
    """
    state = moment()
    with pytest.raises(Refusal) as refused:
        action.decide(state)
    assert (refused.value.name, refused.value.rule) == (name, rule)
    assert str(refused.value.sentence).endswith((".", "?"))


def case_name(part: object) -> str:
    """Return the pytest id for a part of a ``Case``."""
    return part if isinstance(part, str) else getattr(part, "kind", "")
