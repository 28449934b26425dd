"""The chapter about clocks that the app keeps: pauses stop them, and the app marks their end.

Games with such a clock include this module in their ``shared_chapters``, and ``due`` in their
rules. The end of the time is an event like any other. Each game decides what follows from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from companion.mechanics.actions.base import Button, Event, TimedAction, action, event
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.clocks.clock import Due
from companion.mechanics.language.words import S_contra, Sentence, say
from companion.mechanics.play.table import TableState, require_running


@dataclass(frozen=True, slots=True)
class ClockAction(TimedAction[S_contra]):
    """Base class for actions that start a clock."""

    kept_by_app: bool = field(default=False, kw_only=True)
    """Whether pauses stop the clock and the app marks its end; requests cannot set it.

    False in logs of versions whose clocks did neither.
    """

    def timed(self, state: S_contra, at: int) -> Self:
        return replace(self, at=at, kept_by_app=True)


@action("mark_time", by="banker", turn_bound=False, keeps_turn=True)
class MarkTime(TimedAction[TableState]):
    """Mark the end of the agreed time. The app takes this action, at exactly that moment."""

    button = Button(say("Time is up."))
    is_offered: ClassVar[bool] = False

    def decide(self, state: TableState) -> tuple[Event[TableState], ...]:
        require_running(state)
        coming = due(state)
        if coming is None or self.at != coming.at:
            raise Refusal("time_left", state.time_rule, say("The agreed time is not up yet."))
        return (TimeUp(state.timer.seat if state.timer else None),)


def time_up(state: TableState, seat: int | None) -> Sentence:
    """Return the sentence that the time of a seat, or everybody's, ran out."""
    if seat is None:
        return say("Time is up.")
    return say("{name}’s time is up.", name=state.name(seat)).to_you("Your time is up.")


@event("time_up")
class TimeUp(Event[TableState]):
    """The agreed time ran out."""

    seat: int | None = None
    """The seat whose time it was, or None if it was everybody's."""

    def apply(self, state: TableState) -> TableState:
        return replace(state, timer=state.timer and replace(state.timer, is_up=True))

    def line_for(self, state: TableState, seat: int | None) -> Sentence | None:
        return time_up(state, self.seat)

    def scenes(self, state: TableState) -> tuple[Scene, ...]:
        return (self.scene(state, "stroke", {}),)


def due(state: TableState) -> Due | None:
    """Return the end of the agreed time, or None if the app has no end to mark any more."""
    timer = state.timer
    if timer is None or timer.is_up or not timer.kept_by_app or state.stage == "over":
        return None
    return Due(timer.ends_at, MarkTime(at=timer.ends_at))
