"""Somebody leaves before the end: what was his goes back to the bank, and the others play on.

A game has it among its chapters where the others can play on; in any other game the seat is played
from the banker's screen.
"""

from __future__ import annotations

from dataclasses import replace

from companion.mechanics.event_sourcing import Action, Button, Event, action, event
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import T_contra, TableState, require_running, require_seat
from companion.mechanics.words import say


@action("leave", by="banker", turn_bound=False)
class Leave(Action[T_contra]):
    """Take a seat out whose player leaves."""

    button = Button(say("Yes, the seat is out"))
    seat: int

    def decide(self, state: T_contra) -> tuple[Event[T_contra], ...]:
        """Return that it is out; raises what ``require_leaving`` does, ``auction_open``."""
        require_leaving(state, self.seat)
        if getattr(state, "auction", None) is not None:
            sentence = say("First bring the auction to its end.")
            raise Refusal("auction_open", state.leave_rule, sentence)
        return (SeatLeft(self.seat, state.money(self.seat)),)


def require_leaving(state: TableState, seat: int) -> None:
    """Raise ``game_over``, ``unknown_seat``, ``seat_left`` or ``nobody_else`` unless it may go."""
    require_running(state)
    require_seat(state, seat, state.leave_rule)
    if seat in state.gone:
        told = say("{name} has left already.", name=state.name(seat))
        sentence = told.to_you("You have left already.")
        raise Refusal("seat_left", state.leave_rule, sentence, about=(seat,))
    if len(state.here) == 1:
        raise Refusal("nobody_else", state.leave_rule, say("Nobody else is left: stop the game."))


@event("seat_left", reveals=True)
class SeatLeft(Event[TableState]):
    """A player left. money: what the purse held, below zero what it owed; the bank has it now."""

    line = say("{name} leaves; all that was there goes back to the bank.")
    seat: int
    money: int

    def transfers(self) -> tuple[Transfer, ...]:
        ends = (purse(self.seat), BANK) if self.money > 0 else (BANK, purse(self.seat))
        return (Transfer(*ends, abs(self.money), say("left")),) if self.money else ()

    def apply(self, state: TableState) -> TableState:
        return replace(state, gone=(*state.gone, self.seat))
