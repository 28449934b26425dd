"""A game stopped before its end, or for a while: the banker may do both, whatever is under way."""

from __future__ import annotations

from typing import ClassVar

from companion.mechanics.event_sourcing import Action, Button, Event, action, event
from companion.mechanics.table import T_contra, TableState, require_running
from companion.mechanics.words import Sentence, say


@action("stop", by="banker", turn_bound=False)
class Stop(Action[T_contra]):
    """End the game now; it is counted as its book counts, else by what each has."""

    button = Button(say("Yes, stop here"))

    def decide(self, state: T_contra) -> tuple[Event[T_contra], ...]:
        """Return that it is stopped; raises ``game_over``."""
        require_running(state)
        return (GameStopped(),)


@event("game_stopped", reveals=True)
class GameStopped(Event[TableState]):
    """The banker stopped the game; what was under way is called off, and no money moves."""

    line: ClassVar[Sentence | None] = say("The game is stopped here.")

    def apply(self, state: TableState) -> TableState:
        return state.stopped()


@action("pause", by="banker", turn_bound=False, keeps_turn=True)
class Pause(Action[TableState]):
    """Let nobody's time for thinking run; whoever taps next goes on."""

    button = Button(say("Pause"))

    def decide(self, state: TableState) -> tuple[Event[TableState], ...]:
        """Return that the table pauses; raises ``game_over``."""
        require_running(state)
        return (Paused(),)


@event("paused")
class Paused(Event[TableState]):
    """The table pauses until the next step, whatever that is."""

    line: ClassVar[Sentence | None] = say("The game is paused; the next tap resumes it.")


@action("go_on", by="player", turn_bound=False, keeps_turn=True)
class GoOn(Action[TableState]):
    """Let the table go on after a pause, before anything else is tapped."""

    button = Button(say("Go on"))

    def decide(self, state: TableState) -> tuple[Event[TableState], ...]:
        """Return that it goes on; raises ``game_over``."""
        require_running(state)
        return (WentOn(),)


@event("went_on")
class WentOn(Event[TableState]):
    """The pause is over, and time for thinking runs again."""

    line: ClassVar[Sentence | None] = say("The table goes on.")
