"""How a game ends: one left, the second bankruptcy, or the agreed time (MO-X3, MO-F3, MO-C1).

Decided where the book is silent: in the fast game debts that are open at the second bankruptcy
are still settled; what the bank got back is not auctioned any more.
"""

from __future__ import annotations

from companion.games.monopoly.actions import CallTime
from companion.games.monopoly.course import Course
from companion.games.monopoly.guards import require_running
from companion.games.monopoly.state import MonopolyState
from companion.games.monopoly.turn_facts import ClockStarted, GameEnded
from companion.mechanics.game import Clock, Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say

SECONDS = 60
LAST_BANKRUPTCY = 2
"""In the fast game (MO-F3)."""


def is_ending(state: MonopolyState) -> bool:
    """Tell whether bankruptcies have decided the game."""
    fast = state.variant == "fast" and len(state.bankrupt) >= LAST_BANKRUPTCY
    return fast or len(state.active) == 1


def end_if_decided(course: Course) -> bool:
    """End the game if bankruptcies decided it and, in the fast game, nobody owes any more."""
    state = course.state
    if state.stage == "over":
        return True
    if len(state.active) == 1:
        course.happens(GameEnded("last_one_standing"))
        return True
    if is_ending(state) and not state.debts:
        course.happens(GameEnded("second_bankruptcy"))
        return True
    return False


def start_clock(course: Course, at: int | None) -> None:
    """Let the agreed time run from the first turn on."""
    state = course.state
    if state.minutes is not None and state.ends_at is None:
        course.happens(ClockStarted(_moment(at) + SECONDS * state.minutes))


def is_time_over(state: MonopolyState, at: int | None) -> bool:
    """Tell whether the agreed time has run out at that moment."""
    return state.ends_at is not None and _moment(at) >= state.ends_at


def _moment(at: int | None) -> int:
    """Return the moment; raises ``moment_unknown`` where an action alone does not say it."""
    if at is None:
        raise Refusal(
            "moment_unknown", "MO-C1", say("With a clock running, “at” says when this happens.")
        )
    return at


def clock(state: MonopolyState) -> Clock | None:
    """Return the agreed time as it runs, standing still before the first turn."""
    if state.minutes is None:
        return None
    over = say("Time is over: this turn is the last.")
    if state.stage == "over":
        return None
    if state.ends_at is None:
        return Clock(over, left=SECONDS * state.minutes)
    return Clock(over, ends_at=state.ends_at)


def require_time_over(state: MonopolyState, at: int | None) -> None:
    """Raise a refusal unless the agreed time is over and no turn is running (MO-C1).

    Raises ``game_over``, ``no_clock``, ``time_left``, ``turn_running``.
    """
    require_running(state)
    if state.ends_at is None:
        raise Refusal("no_clock", "MO-C1", say("No agreed time is running."))
    if not is_time_over(state, at):
        raise Refusal("time_left", "MO-C1", say("The agreed time is not over yet."))
    if not state.is_between_turns:
        raise Refusal("turn_running", "MO-C1", say("The running turn is finished first."))


def decide_call_time(state: MonopolyState, action: CallTime) -> tuple[Fact, ...]:
    """Return the end of the game at the agreed time."""
    require_time_over(state, action.at)
    return (GameEnded("time"),)
