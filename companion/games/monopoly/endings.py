"""How a game ends: by bankruptcies or at the agreed time (MO-X3, MO-F3, MO-C1).

A game ends when only one player is left. The fast game ends as soon as the second player is
bankrupt. Open debts are then no longer paid, but they count in the final scores. Deeds that went
back to the bank are not auctioned.

Decided where the book is silent: after the agreed time, the running turn and its rents are
finished. From then on, only debtors may raise money.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.monopoly.state import COUNT, End, MonopolyState, Pending, to_count
from companion.mechanics.actions.base import Button, Event, TimedAction, action, event
from companion.mechanics.actions.menu import Candidate, Range
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.clocks.clock import Clock, Timer
from companion.mechanics.clocks.time_limit import ClockAction
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.corrections import Adjustment
from companion.mechanics.play.table import require_running

SECONDS = 60
"""The number of seconds in a minute."""
LONGEST_GAME = 24 * 60
"""The maximum length of a timed game, in minutes."""
LAST_BANKRUPTCY = 2
"""The number of bankruptcies that end the fast game (MO-F3)."""


@action("call_time", by="player")
class CallTime(TimedAction[MonopolyState]):
    """End the game because the agreed time and the running turn are over (MO-C1).

    Any player may do this, as the rules do not say who. Screens offer it to the banker, and to
    players only while no banker's device is connected.
    """

    button = Button(COUNT)

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and state.timer is not None and state.is_between_turns:
            if state.timer.kept_by_app:
                yield Candidate(cls(at=0), "at")
            else:
                yield Candidate(cls(), at=Range(state.timer.ends_at))

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        require_running(state)
        if state.timer is None:
            raise Refusal("no_clock", "MO-C1", say("This game has no time limit."))
        if not is_time_over(state, self.at):
            raise Refusal("time_left", "MO-C1", say("The agreed time is not up yet."))
        if not state.is_between_turns:
            raise Refusal("turn_running", "MO-C1", say("Finish this turn first."))
        return (MonopolyEnded("time"),)


def is_time_over(state: MonopolyState, at: int | None) -> bool:
    """Return whether the agreed time has run out.

    If the app keeps the clock, time is over once the app has recorded its end. In older logs the
    app does not keep the clock, so the time of the action is compared with the end.

    at: the time of the action in seconds since the epoch.
    Raises ``moment_unknown`` if a clock is running and the action has no time.
    """
    timer = state.timer
    if timer is None:
        return False
    return timer.is_up if timer.kept_by_app else require_moment(at) >= timer.ends_at


def require_moment(at: int | None) -> int:
    """Return the time of an action, or raise ``moment_unknown`` if it has none."""
    if at is None:
        sentence = say("In a timed game, give the time of this action in “at”.")
        raise Refusal("moment_unknown", "MO-C1", sentence)
    return at


@event("game_ended")
class MonopolyEnded(Event[MonopolyState]):
    """The game ended, because of bankruptcies or because time was up."""

    ends_with_reason = False
    reason: End

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, **{**state.called_off, "end": self.reason})

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        return {
            "last_one_standing": say("Only one player is left: the game is over."),
            "second_bankruptcy": say("The second bankruptcy ends the fast game."),
            "time": say("Time is up: the game is over."),
        }[self.reason]


def ending(state: MonopolyState) -> End | None:
    """Return the reason that ends the game after bankruptcies, or None (MO-X3, MO-F3)."""
    if len(state.active) == 1:
        return "last_one_standing"
    fast = state.variant == "fast" and len(state.bankrupt) >= LAST_BANKRUPTCY
    return "second_bankruptcy" if fast else None


def end_if_decided(pending: Pending) -> bool:
    """End the game if bankruptcies have decided it, and return whether the game is over.

    Open debts do not delay the end.
    """
    reason = ending(pending.state)
    if reason is not None and pending.state.stage != "over":
        pending.emit(MonopolyEnded(reason))
    return pending.state.stage == "over"


def start_clock(pending: Pending, at: int | None, *, kept_by_app: bool) -> None:
    """Start the clock of a timed game, unless it is running already.

    kept_by_app: see ``ClockAction.kept_by_app``.
    Raises ``moment_unknown`` if the clock has to start and ``at`` is None.
    """
    state = pending.state
    if is_clock_due(state):
        assert state.minutes is not None
        pending.emit(ClockStarted(require_moment(at) + SECONDS * state.minutes, kept_by_app))


@action("set_clock")
class SetClock(Adjustment[MonopolyState], ClockAction[MonopolyState]):
    """Set how many minutes are left, even after the time ran out or was stopped (MO-C1)."""

    button = Button(say("Set the clock"), shows_automatically=True)
    words = {"minutes": say("Minutes left")}
    minutes: int

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        require_running(state)
        require_minutes(self.minutes)
        return (ClockSet(require_moment(self.at) + SECONDS * self.minutes, self.kept_by_app),)


def require_minutes(minutes: int) -> None:
    """Raise ``minutes_out_of_range`` unless a game can last that many minutes (MO-C1)."""
    if not 1 <= minutes <= LONGEST_GAME:
        sentence = say("Enter 1 to {most} minutes, or leave it empty.", most=LONGEST_GAME)
        raise Refusal("minutes_out_of_range", "MO-C1", sentence)


def is_clock_due(state: MonopolyState) -> bool:
    """Return whether the next roll starts the clock of a timed game."""
    return state.minutes is not None and state.timer is None


@event("clock_started")
class ClockStarted(Event[MonopolyState]):
    """The agreed time has begun to run (MO-C1)."""

    ends_at: int
    """The end of the agreed time in seconds since the epoch."""
    kept_by_app: bool = False
    """See ``ClockAction.kept_by_app``."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, timer=Timer(self.ends_at, self.kept_by_app))

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        return say("Timed game: {minutes} min.", minutes=state.minutes)


@event("clock_set")
class ClockSet(ClockStarted):
    """The banker set how long the agreed time still lasts."""

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        return say("The banker set the clock.")


def clock(state: MonopolyState) -> Clock | None:
    """Return the clock, or None if the game has no time limit or is over.

    The clock starts with the first roll. Until then, it shows the full time. Once the last turn is
    over, there is no clock, because the prompt says that the time is up.
    """
    if state.stage == "over" or state.awaits_count:
        return None
    if state.timer is not None:
        return state.timer.clock(_time_up(state), state.paused_at)
    return None if state.minutes is None else Clock(_time_up(state), left=SECONDS * state.minutes)


def _time_up(state: MonopolyState) -> Sentence:
    """Return the sentence that screens show after the time has run out."""
    if not state.is_between_turns:
        return say("Time is up: this is the last turn.")
    return to_count(state)


def require_time_left(state: MonopolyState, at: int | None, *seats: int) -> None:
    """Raise ``time_over`` if time is up and the last turn is finished (MO-C1).

    Nothing is raised during an auction, while seats choose where to build the last buildings, or
    while one of ``seats`` owes money.
    at: the time of the action in seconds since the epoch. Actions in older saved games have no
    time. For them ``at`` is None, and nothing is raised.
    """
    is_finished = state.stage == "roll" and not (state.doubles or state.moving)
    if at is None or state.sale is not None or state.wants is not None or not is_finished:
        return
    if is_time_over(state, at) and not any(state.debts_of(seat) for seat in seats):
        raise Refusal("time_over", "MO-C1", say("Time is up: nothing more can change hands."))
