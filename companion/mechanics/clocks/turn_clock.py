"""The clock for turns: a time for each turn, or one for each player as in chess.

Games list this module in their ``shared_chapters``, after ``time_limit``, and ``clock_of`` and
``due`` in their rules. The player whose turn it is ends it with a tap, and the next player's time
begins to run. The clock is the table's ``Timer``: pauses stop it, and the app marks the end of a
time (see ``time_limit``). A player whose time is up still ends the turn.

An undone end of a turn never happened: since then, the time of the earlier turn has gone on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Literal, Self

from companion.mechanics.actions.base import (
    Button,
    Event,
    Setting,
    TableAction,
    TimedAction,
    action,
    event,
    setting,
)
from companion.mechanics.actions.menu import Candidate, OneOf, Range
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.clocks.clock import Clock, Timer, as_minutes
from companion.mechanics.clocks.time_limit import time_up
from companion.mechanics.language.amounts import read_amount
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.dice import Dice
from companion.mechanics.play.table import TableState, require_running, require_seat

TURN_CLOCK = say(
    "A clock for turns gives each turn its time, or each player one time for all turns, as in "
    "chess. The player ends the turn with a tap. A pause stops the clock. When a time is up, "
    "the table decides what follows."
)
"""The rule about the clock for turns, which games put into their rule books."""
MOST_SECONDS = 24 * 60 * 60
Each = Literal["turn", "player"]


def require_seconds(seconds: int | None, rule: str) -> int:
    """Return the length of a time in seconds; raise ``amount_missing`` or ``no_such_time``.

    rule: the id of the rule that the refusals cite.
    """
    if seconds is None:
        raise Refusal("amount_missing", rule, say("Enter the minutes first."))
    if not 1 <= seconds <= MOST_SECONDS:
        hours = MOST_SECONDS // 3600
        words = say("A countdown can last from one second to {hours} hours.", hours=hours)
        raise Refusal("no_such_time", rule, words)
    return seconds


def seconds_typed(minutes: str, rule: str) -> int:
    """Return the seconds of a time that was typed in minutes; raise a Refusal if it is no number.

    rule: the id of the rule that the refusal cites.
    """
    return 60 * min(read_amount(minutes, rule), MOST_SECONDS)


@action("start_turn_clock", by="player", turn_bound=False)
class StartTurnClock(TimedAction[TableState]):
    """Start a clock for turns, replacing any clock that is running."""

    button = Button(say("Start the clock"))
    seat: int
    """The seat whose turn it is."""
    each: Each = "turn"
    """Whether each turn has its time, or each player has one time for all turns."""
    seconds: int | None = None
    typed: str = field(default="", kw_only=True)
    """The time in minutes, as text; used instead of ``seconds`` if not empty."""

    @classmethod
    def candidates(cls, state: TableState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and state.stage != "over":
            playing, times = state.playing, Range(1, MOST_SECONDS)
            first = cls(playing[0], seconds=1, at=0)
            yield Candidate(first, "at", seat=OneOf(playing), seconds=times)

    def with_chance(self, state: TableState, dice: Dice) -> Self:
        """Return the action with the typed minutes converted to seconds."""
        if not self.typed:
            return self
        return replace(self, seconds=seconds_typed(self.typed, state.time_rule), typed="")

    def label(self, state: TableState) -> Sentence:
        return say("{name} begins", name=state.name(self.seat))

    def decide(self, state: TableState) -> tuple[Event[TableState], ...]:
        require_running(state)
        seat = require_seat(state, self.seat, state.time_rule)
        state.require_playing(seat)
        seconds = require_seconds(self.seconds, state.time_rule)
        return (TurnClockStarted(seat, self.each, seconds, not_none(self.at)),)


@event("turn_clock_started")
class TurnClockStarted(Event[TableState]):
    """A clock for turns started with a seat's turn."""

    seat: int
    each: Each
    seconds: int
    at: int
    """The start time, in seconds since the epoch."""

    def apply(self, state: TableState) -> TableState:
        left: Mapping[int, int] | None = {} if self.each == "player" else None
        timer = Timer(self.at, kept_by_app=True, each=self.seconds, left=left)
        return replace(state, timer=timer.for_turn(self.seat, self.at))

    def line_for(self, state: TableState, seat: int | None) -> Sentence | None:
        values = {"time": as_minutes(self.seconds), "name": state.name(self.seat)}
        if self.each == "player":
            return say("The clock starts: {time} for each player. {name} begins.", **values)
        return say("The clock starts: {time} for each turn. {name} begins.", **values)


@action("next_turn", turn_bound=False, keeps_turn=True)
class NextTurn(TimedAction[TableState]):
    """End a seat's turn, so that the time of the next seat runs.

    The banker ends the turn of a player who plays no more.
    """

    button = Button(say("End the turn"), is_relayed=True)
    reads_purse = False
    seat: int
    """The seat whose turn ends."""

    @classmethod
    def candidates(cls, state: TableState, seat: int | None) -> Iterator[Candidate]:
        turn = turn_of(state)
        if turn is not None and seat == (turn if turn in state.playing else None):
            yield Candidate(cls(turn, at=0), "at")

    def decide(self, state: TableState) -> tuple[Event[TableState], ...]:
        require_running(state)
        turn = turn_of(state)
        if turn is None:
            raise Refusal("no_clock", state.time_rule, say("No clock for turns is running."))
        if self.seat != turn:
            words = whose_turn(state, turn)
            raise Refusal("not_your_turn", state.time_rule, words, about=(turn,))
        return (TurnBegan(next_seat(state, turn), not_none(self.at)),)


@event("turn_began")
class TurnBegan(Event[TableState]):
    """The turn of a seat began, whose time runs."""

    seat: int
    at: int
    """The start of the turn, in seconds since the epoch."""

    def line_for(self, state: TableState, seat: int | None) -> Sentence | None:
        return whose_turn(state, self.seat)

    def apply(self, state: TableState) -> TableState:
        return replace(state, timer=state.timer and state.timer.for_turn(self.seat, self.at))


@setting("stop_clock", "clock_stopped", by="player", turn_bound=False)
class StopClock(TableAction[TableState], Setting[TableState]):
    """Stop the clock for turns, or any other clock of the table."""

    button = Button(say("Stop the clock"))
    line = say("The clock is stopped.")

    def require(self, state: TableState) -> None:
        require_running(state)
        if state.timer is None:
            raise Refusal("no_clock", state.time_rule, say("No clock is running."))

    def apply(self, state: TableState) -> TableState:
        return replace(state, timer=None)


def turn_of(state: TableState) -> int | None:
    """Return the seat whose turn has a clock, or None if no clock for turns is running."""
    return None if state.timer is None or state.stage == "over" else state.timer.seat


def whose_turn(state: TableState, seat: int) -> Sentence:
    """Return the sentence that it is a seat's turn, for the history line and the prompt."""
    return say("It is {name}’s turn.", name=state.name(seat)).to_you("It is your turn.")


def next_seat(state: TableState, seat: int) -> int:
    """Return the next seat clockwise that plays."""
    _, *others = state.clockwise_from(seat)
    return next(other for other in (*others, seat) if other in state.playing)


def standing_time(state: TableState, seat: int) -> int | None:
    """Return a seat's seconds left if its time stands still as in chess, otherwise None."""
    timer = state.timer
    if timer is None or timer.left is None or seat == timer.seat or seat not in state.playing:
        return None
    return timer.left.get(seat, timer.each)


def clock_of(state: TableState) -> Clock | None:
    """Return the countdown or the clock of the turn, or None if no clock is running."""
    timer = state.timer
    return None if timer is None else timer.clock(time_up(state, timer.seat), state.paused_at)
