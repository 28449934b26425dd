"""How a game ends: one left, the second bankruptcy, or the agreed time (MO-X3, MO-F3, MO-C1).

The fast game ends the moment the second player is bankrupt: debts that others have then are not
paid any more, though they count, and what the bank got back is not auctioned. Decided where the
book is silent: after the agreed time the running turn is finished, with the rents of it; from then
on money is raised by a debtor alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from companion.games.monopoly.state import MonopolyState, Pending
from companion.mechanics.event_sourcing import Button, Event, TimedAction, action, event, its
from companion.mechanics.game import Clock
from companion.mechanics.menu import Candidate, Range
from companion.mechanics.refusal import Refusal, not_none
from companion.mechanics.table import require_running
from companion.mechanics.words import Sentence, say

SECONDS = 60
LAST_BANKRUPTCY = 2
"""In the fast game (MO-F3)."""

End = Literal["last_one_standing", "second_bankruptcy", "time"]


@action("call_time", by="player")
class CallTime(TimedAction):
    """End the game: the agreed time is over and so is the running turn (MO-C1)."""

    button = Button(say("Time is up: add up the scores"))

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and state.ends_at is not None and state.is_between_turns:
            yield Candidate(cls(), at=Range(state.ends_at))

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the end.

        Raises ``game_over``, ``no_clock``, ``time_left``, ``turn_running``.
        """
        require_running(state)
        if state.ends_at is None:
            raise Refusal("no_clock", "MO-C1", say("This game has no time limit."))
        if not is_time_over(state, self.at):
            raise Refusal("time_left", "MO-C1", say("The agreed time is not over yet."))
        if not state.is_between_turns:
            raise Refusal("turn_running", "MO-C1", say("Finish this turn first."))
        return (MonopolyEnded("time"),)


def is_time_over(state: MonopolyState, at: int | None) -> bool:
    """Tell whether the agreed time has run out at that moment."""
    return state.ends_at is not None and _moment(at) >= state.ends_at


def _moment(at: int | None) -> int:
    """Return the moment; raises ``moment_unknown`` where an action alone does not say it."""
    if at is None:
        sentence = say("With a clock running, “at” says when this happens.")
        raise Refusal("moment_unknown", "MO-C1", sentence)
    return at


@event("game_ended")
class MonopolyEnded(Event):
    """The game is over; wealth stands as it is."""

    sets = {**MonopolyState.called_off, "end": its("reason")}
    reason: End

    def tell(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        return {
            "last_one_standing": say("Only one is left; the game is over."),
            "second_bankruptcy": say("The second bankruptcy ends the fast game."),
            "time": say("Time is up: the game is over."),
        }[self.reason]


def ending(state: MonopolyState) -> End | None:
    """Return by which bankruptcy the game is decided, None while it is not."""
    if len(state.active) == 1:
        return "last_one_standing"
    fast = state.variant == "fast" and len(state.bankrupt) >= LAST_BANKRUPTCY
    return "second_bankruptcy" if fast else None


def end_if_decided(pending: Pending) -> bool:
    """End the game if bankruptcies decided it, whatever anybody still owes; tell if it is over."""
    reason = ending(pending.state)
    if reason is not None and pending.state.stage != "over":
        pending.emit(MonopolyEnded(reason))
    return pending.state.stage == "over"


def start_clock(pending: Pending, at: int | None) -> None:
    """Let the agreed time run from the first turn on."""
    state = pending.state
    if state.minutes is not None and state.ends_at is None:
        pending.emit(ClockStarted(_moment(at) + SECONDS * state.minutes))


@event("clock_started")
class ClockStarted(Event):
    """The agreed time runs; it ends at that second of the epoch (MO-C1)."""

    sets = {"ends_at": its("ends_at")}
    ends_at: int

    def tell(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        return say("Timed game: {minutes} min.", minutes=state.minutes)


def clock(state: MonopolyState) -> Clock | None:
    """Return the agreed time as it runs, standing still before the first turn."""
    if state.minutes is None or state.stage == "over":
        return None
    over = _over(state)
    if state.ends_at is None:
        return Clock(over, left=SECONDS * state.minutes)
    return Clock(over, ends_at=state.ends_at)


def _over(state: MonopolyState) -> Sentence:
    """Return what every screen shows once the time has run out."""
    if not state.is_between_turns:
        return say("Time is over: this turn is the last.")
    if state.claims:
        return say("Time is up. An open rent still counts: collect it, then add up the scores.")
    return not_none(CallTime.button.label)


def require_time_left(state: MonopolyState, at: int | None, *seats: int) -> None:
    """Raise ``time_over`` once the last turn is finished, unless one of the seats owes (MO-C1).

    at: None in older records, which do not say when a seat built or mortgaged.
    """
    is_finished = state.stage == "roll" and not (state.doubles or state.moving)
    if at is None or state.sale is not None or state.wants is not None or not is_finished:
        return
    if is_time_over(state, at) and not any(state.debts_of(seat) for seat in seats):
        raise Refusal("time_over", "MO-C1", say("Time is up: nothing changes hands any more."))
