"""Mortgages: taking one and lifting it (MO-M1, MO-M2)."""

from __future__ import annotations

from companion.games.monopoly.actions import Lift, Mortgage
from companion.games.monopoly.box import interest
from companion.games.monopoly.guards import (
    require_money,
    require_no_debt,
    require_own,
    require_running,
    require_seat,
)
from companion.games.monopoly.property_facts import Lifted, Mortgaged
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def lift_price(state: MonopolyState, position: int) -> int:
    """Return what lifting costs: the mortgage and a tenth, rounded up (MO-M2)."""
    mortgage = state.board[position].mortgage
    return mortgage + interest(mortgage)


def require_mortgage(state: MonopolyState, seat: int, position: int) -> None:
    """Raise a refusal unless the seat may mortgage it; buildings on it are sold first (MO-M1).

    Raises ``unknown_seat``, ``seat_bankrupt``, ``game_over``, ``not_your_property``,
    ``already_mortgaged``, ``buildings_on_it``.
    """
    require_seat(state, seat)
    require_running(state)
    deed = require_own(state, seat, position, "MO-M1")
    name = state.board[position].name
    if deed.mortgaged:
        raise Refusal("already_mortgaged", "MO-M1", say("{name} is mortgaged already.", name=name))
    if state.level(position):
        raise Refusal(
            "buildings_on_it", "MO-M1", say("First sell the buildings on {name}.", name=name)
        )


def decide_mortgage(state: MonopolyState, action: Mortgage) -> tuple[Fact, ...]:
    """Return the mortgage and what the bank pays for it."""
    require_mortgage(state, action.seat, action.position)
    amount = state.board[action.position].mortgage
    return (Mortgaged(action.seat, action.position, amount),)


def require_lift(state: MonopolyState, seat: int, position: int) -> None:
    """Raise a refusal unless the seat may lift a mortgage there and can pay it.

    Raises also ``debt_open``, ``not_mortgaged``, ``not_enough_money``.
    """
    require_seat(state, seat)
    require_running(state)
    require_no_debt(state)
    deed = require_own(state, seat, position, "MO-M2")
    if not deed.mortgaged:
        raise Refusal(
            "not_mortgaged",
            "MO-M2",
            say("{name} is not mortgaged.", name=state.board[position].name),
        )
    require_money(state, seat, lift_price(state, position), "MO-M2")


def decide_lift(state: MonopolyState, action: Lift) -> tuple[Fact, ...]:
    """Return that a mortgage was paid back with its tenth."""
    require_lift(state, action.seat, action.position)
    return (Lifted(action.seat, action.position, lift_price(state, action.position)),)
