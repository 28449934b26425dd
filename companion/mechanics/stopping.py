"""Stopping a game before its end, and pausing it. The banker may do both at any time."""

from __future__ import annotations

from typing import ClassVar

from companion.mechanics.event_sourcing import Action, Button, Event, action, event
from companion.mechanics.table import T_contra, TableState, require_running
from companion.mechanics.words import Sentence, say


@action("stop", by="banker", turn_bound=False)
class Stop(Action[T_contra]):
    """End the game now; the scores are those of the rule book, or each player's wealth."""

    button = Button(say("Yes, stop here"))

    def decide(self, state: T_contra) -> tuple[Event[T_contra], ...]:
        """Return a ``GameStopped``; raises ``game_over``."""
        require_running(state)
        return (GameStopped(),)


@event("game_stopped", reveals=True)
class GameStopped(Event[TableState]):
    """The banker stopped the game; unfinished auctions and deals are cancelled without payment."""

    line: ClassVar[Sentence | None] = say("The game is stopped here.")

    def apply(self, state: TableState) -> TableState:
        return state.stopped()


@action("pause", by="banker", turn_bound=False, keeps_turn=True)
class Pause(Action[TableState]):
    """Stop counting everybody's thinking time until the next action."""

    button = Button(say("Pause"))

    def decide(self, state: TableState) -> tuple[Event[TableState], ...]:
        """Return a ``Paused``; raises ``game_over``."""
        require_running(state)
        return (Paused(),)


@event("paused")
class Paused(Event[TableState]):
    """The table is paused until the next action of any kind."""

    line: ClassVar[Sentence | None] = say("The game is paused; the next tap resumes it.")


@action("go_on", by="player", turn_bound=False, keeps_turn=True)
class GoOn(Action[TableState]):
    """End a pause without taking another action."""

    button = Button(say("Go on"))

    def decide(self, state: TableState) -> tuple[Event[TableState], ...]:
        """Return a ``WentOn``; raises ``game_over``."""
        require_running(state)
        return (WentOn(),)


@event("went_on")
class WentOn(Event[TableState]):
    """The pause is over, and thinking time is counted again."""

    line: ClassVar[Sentence | None] = say("The table goes on.")
