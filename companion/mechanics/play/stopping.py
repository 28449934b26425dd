"""The actions that stop, pause and resume a game.

The banker can stop or pause a game at any time before its end.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import ClassVar

from companion.mechanics.actions.base import Action, Button, Event, action, event
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.table import T_contra, TableState, require_running


@action("stop", by="banker", turn_bound=False)
class Stop(Action[T_contra]):
    """End the game now, and score it by the rule book or by each player's wealth."""

    button = Button(say("Yes, end the game"))
    is_offered: ClassVar[bool] = False

    def decide(self, state: T_contra) -> tuple[Event[T_contra], ...]:
        require_running(state)
        return (GameStopped(),)


@event("game_stopped", reveals=True)
class GameStopped(Event[TableState]):
    """The banker stopped the game.

    Unfinished auctions and deals are cancelled, and nobody pays for them.
    """

    line: ClassVar[Sentence | None] = say("The banker ended the game early.")

    def shown_to(self) -> Collection[int]:
        return ()

    def apply(self, state: TableState) -> TableState:
        return state.stopped()


@action("abandon", by="banker", turn_bound=False)
class Abandon(Action[TableState]):
    """End the game now without a result. It counts for nobody."""

    button = Button(say("Yes, end it without a result"))
    is_offered: ClassVar[bool] = False

    def decide(self, state: TableState) -> tuple[Event[TableState], ...]:
        require_running(state)
        return (GameAbandoned(),)


@event("game_abandoned", reveals=True)
class GameAbandoned(Event[TableState]):
    """The banker ended the game without a result."""

    line: ClassVar[Sentence | None] = say("The banker ended the game without a result.")

    def shown_to(self) -> Collection[int]:
        return ()

    def apply(self, state: TableState) -> TableState:
        return replace(state, is_abandoned=True).stopped()


@action("pause", by="banker", turn_bound=False, keeps_turn=True)
class Pause(Action[TableState]):
    """Pause the table. Thinking time and clocks stop until the next action."""

    button = Button(say("Pause"))
    is_offered: ClassVar[bool] = False
    at: int | None = None
    """The time in whole seconds since the epoch, which only the app fills in.

    None in older logs, whose pauses did not stop a clock.
    """

    def decide(self, state: TableState) -> tuple[Event[TableState], ...]:
        require_running(state)
        return (Paused(self.at),)


@event("paused")
class Paused(Event[TableState]):
    """The banker paused the table. The next action of any kind ends the pause."""

    line: ClassVar[Sentence | None] = say("The game is paused; the next tap resumes it.")
    at: int | None = None
    """The time in whole seconds since the epoch; None in older logs."""

    def apply(self, state: TableState) -> TableState:
        return replace(state, paused_at=self.at)


@event("resumed")
class Resumed(Event[TableState]):
    """The first event of the action that ended a pause. Clocks continue where they stopped."""

    at: int
    """The time in whole seconds since the epoch."""

    def apply(self, state: TableState) -> TableState:
        return state.resumed(self.at)


def resuming(state: TableState, at: float) -> Resumed | None:
    """Return the event that ends a pause before any other action, or None if not paused.

    at: the time of the action in seconds since the epoch.
    """
    return None if state.paused_at is None else Resumed(int(at))


@action("go_on", by="player", turn_bound=False, keeps_turn=True)
class GoOn(Action[TableState]):
    """End a pause without taking another action."""

    button = Button(say("Continue"))
    is_offered: ClassVar[bool] = False

    def decide(self, state: TableState) -> tuple[Event[TableState], ...]:
        require_running(state)
        return (WentOn(),)


@event("went_on")
class WentOn(Event[TableState]):
    """The pause ended, and thinking time is counted again."""

    line: ClassVar[Sentence | None] = say("The game continues.")
