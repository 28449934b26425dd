"""Buying what one stands on, or leaving it to the auction (MO-T3)."""

from __future__ import annotations

from companion.games.monopoly.actions import Buy, Decline
from companion.games.monopoly.course import Course
from companion.games.monopoly.guards import require_money, require_stage
from companion.games.monopoly.money_facts import AuctionOpened, PropertyBought
from companion.games.monopoly.moves import finish
from companion.games.monopoly.state import MonopolyState
from companion.games.monopoly.turn_facts import PropertyLeft
from companion.mechanics.game import Fact


def require_choice(state: MonopolyState, seat: int) -> None:
    """Raise a refusal unless the seat may buy what it stands on or leave it (MO-T3)."""
    require_stage(state, seat, "buy", "MO-T3")


def require_purchase(state: MonopolyState, seat: int) -> None:
    """Raise also ``not_enough_money``."""
    require_choice(state, seat)
    require_money(state, seat, state.board[state.spaces[seat]].price, "MO-T3")


def decide_buy(state: MonopolyState, action: Buy) -> tuple[Fact, ...]:
    """Return the purchase and the end of the move."""
    require_purchase(state, action.seat)
    space = state.board[state.spaces[action.seat]]
    course = Course(state)
    course.happens(PropertyBought(action.seat, space.position, space.price))
    finish(course)
    return course.facts


def decide_decline(state: MonopolyState, action: Decline) -> tuple[Fact, ...]:
    """Return the auction, open to all; the turn goes on when it is over (MO-A1)."""
    require_choice(state, action.seat)
    position = state.spaces[action.seat]
    course = Course(state)
    course.happens(PropertyLeft(action.seat, position))
    course.happens(AuctionOpened(state.active, position=position))
    finish(course)
    return course.facts
