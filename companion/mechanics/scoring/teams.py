"""Let the banker put players into teams, whose points or money count together.

Games list this module in their ``shared_chapters``, put the team of each seat into its ``Place``,
and compare totals with ``TableState.team_totals``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from companion.mechanics.actions.base import Action, Button, Event, action, event
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.texts import single_spaced
from companion.mechanics.language.words import Sentence, say, together
from companion.mechanics.play.seating import LONGEST_NAME
from companion.mechanics.play.table import T_contra, TableState, require_running, require_seat

TEAMS = say(
    "The banker can put players into teams. A team counts with the sum of its players’ totals, and "
    "they win together. If the least wins, a team comes last once one of its players has left or "
    "is out."
)
"""The rule about teams, which games put into their rule books."""


@action("set_team", by="banker", turn_bound=False, keeps_turn=True)
class SetTeam(Action[T_contra]):
    """Put players into a team, or let them play for themselves."""

    button = Button(say("Set the team"))
    is_offered: ClassVar[bool] = False
    seats: tuple[int, ...]
    team: str = ""
    """The name of the team; "" if the players play for themselves."""

    def decide(self, state: T_contra) -> tuple[Event[T_contra], ...]:
        """Return the event, in which two spellings of a team that differ in case are one."""
        require_running(state)
        for seat in self.seats:
            require_seat(state, seat, state.team_rule)
        if not self.seats:
            raise Refusal("nobody_chosen", state.team_rule, say("Choose the players of the team."))
        team = single_spaced(self.team)
        if len(team) > LONGEST_NAME:
            words = say("A name may have at most {most} characters.", most=LONGEST_NAME)
            raise Refusal("name_too_long", state.team_rule, words, field="team")
        known = (other for other in state.teams.values() if other.casefold() == team.casefold())
        return (TeamSet(tuple(sorted({*self.seats})), next(known, team)),)


@event("team_set")
class TeamSet(Event[TableState]):
    """Players are in a team from now on, or play for themselves."""

    seats: tuple[int, ...]
    team: str = ""
    """The name of the team; "" if the players play for themselves."""

    def apply(self, state: TableState) -> TableState:
        return replace(state, teams={**state.teams, **dict.fromkeys(self.seats, self.team)})

    def line_for(self, state: TableState, seat: int | None) -> Sentence | None:
        names = together(map(state.name, self.seats))
        if self.team:
            return say("Team {team}: {names}.", names=names)
        return say("Without a team: {names}.", names=names)
