"""What the banker changes about players: who is out, and who deals or goes first (SP-O, SP-D)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.score_pad.entries import SeatOut, close_round
from companion.games.score_pad.state import ScorePadState, require_plays
from companion.mechanics.actions.base import Button, Event, Setting, action, setting
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.corrections import Adjustment
from companion.mechanics.play.random_draw import RandomDraw
from companion.mechanics.play.table import require_running


def _others(state: ScorePadState) -> tuple[int, ...]:
    """Return the seats that can go out: all that play, unless only one is left."""
    return state.playing if len(state.playing) > 1 else ()


@action("out")
class TakeOut(Adjustment[ScorePadState]):
    """Take a player out of the game, who stays on the pad (SP-O2)."""

    button = Button(say("A player is out"), shows_automatically=True)
    values = {"seat": _others}
    seat: int

    def decide(self, state: ScorePadState) -> tuple[Event, ...]:
        require_plays(state, self.seat)
        if not _others(state):
            raise Refusal("nobody_else", "SP-O2", say("Nobody else is left. End the game instead."))
        pending = PendingEvents(state, SeatOut(self.seat))
        close_round(pending)
        return pending.events


@setting("back_in", "seat_back_in")
class TakeBackIn(Adjustment[ScorePadState], Setting[ScorePadState]):
    """Take a player who is out back into the game (SP-O2)."""

    button = Button(say("A player is back in"), shows_automatically=True)
    values = {"seat": lambda state: state.out}
    line = say("{name} is back in.").to_you("You are back in.")
    seat: int

    def require(self, state: ScorePadState) -> None:
        require_running(state)
        if self.seat not in state.out:
            raise Refusal("not_out", "SP-O2", say("Choose a player who is out."))

    def apply(self, state: ScorePadState) -> ScorePadState:
        return replace(state, out=tuple(seat for seat in state.out if seat != self.seat))


def _may_be_marked(state: ScorePadState) -> tuple[int, ...]:
    return () if state.marker == "none" else state.playing


@setting("mark", "seat_marked")
class Mark(Adjustment[ScorePadState], Setting[ScorePadState]):
    """Name the dealer or the first player of the round under way (SP-D1)."""

    button = Button(say("Who deals or goes first"), shows_automatically=True)
    values = {"seat": _may_be_marked}
    seat: int

    def require(self, state: ScorePadState) -> None:
        require_plays(state, self.seat)
        if state.marker == "none":
            words = say("Nobody is marked at this table. Change the settings first.")
            raise Refusal("nobody_marked", "SP-D1", words)

    def apply(self, state: ScorePadState) -> ScorePadState:
        return replace(state, marked=self.seat)

    def line_for(self, state: ScorePadState, seat: int | None) -> Sentence | None:
        name: dict[str, Any] = {"name": state.name(self.seat)}
        if state.marker == "dealer":
            return say("{name} deals.", **name).to_you("You deal.")
        return say("{name} goes first.", **name).to_you("You go first.")


@action("random_draw", by="banker", turn_bound=False, keeps_turn=True)
class DrawMarked(RandomDraw[ScorePadState]):
    """Let chance choose a player, who then deals or goes first (SP-D2)."""

    def decide(self, state: ScorePadState) -> tuple[Event, ...]:
        drawn = RandomDraw.decide(self, state)
        if state.marker == "none":
            return drawn
        return (*drawn, *Mark(not_none(self.seat)).decide(state))
