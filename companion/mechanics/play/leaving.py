"""Let a player leave a game before its end, while the others play on.

The bank takes the player's money. Games that can continue without a seat list this module in their
``shared_chapters``. In all other games, the banker plays for the player who left.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from companion.mechanics.actions.base import Action, Button, Event, action, event
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.mechanics.money.ledger import BANK, Transfer, purse
from companion.mechanics.play.table import T_contra, TableState, require_running, require_seat


@action("leave", by="banker", turn_bound=False)
class Leave(Action[T_contra]):
    """Take a seat out of the game because its player leaves."""

    button = Button(say("Yes, remove"))
    is_offered: ClassVar[bool] = False
    seat: int

    def decide(self, state: T_contra) -> tuple[Event[T_contra], ...]:
        require_leaving(state, self.seat)
        if getattr(state, "auction", None) is not None:
            sentence = say("Finish the auction first.")
            raise Refusal("auction_open", state.leave_rule, sentence)
        return (SeatLeft(self.seat, state.money(self.seat)),)


def require_leaving(state: TableState, seat: int) -> None:
    """Raise a refusal unless the seat may leave.

    Raises ``game_over``, ``unknown_seat``, ``seat_left`` or ``nobody_else``.
    """
    require_running(state)
    require_seat(state, seat, state.leave_rule)
    if seat in state.gone:
        sentence = say("{name} has already left.", name=state.name(seat))
        for_you = sentence.to_you("You have already left.")
        raise Refusal("seat_left", state.leave_rule, for_you, about=(seat,))
    if len(state.here) == 1:
        raise Refusal(
            "nobody_else", state.leave_rule, say("Nobody else is left. End the game instead.")
        )


@event("seat_left", reveals=True)
class SeatLeft(Event[TableState]):
    """A player left the game, and the bank took their money or paid off their debt."""

    line = say("{name} leaves. Everything they had goes back to the bank.").to_you(
        "You leave. Everything you had goes back to the bank."
    )
    seat: int
    money: int
    """The balance of the purse. If it is negative, the bank pays off the debt."""

    def transfers(self) -> tuple[Transfer, ...]:
        ends = (purse(self.seat), BANK) if self.money > 0 else (BANK, purse(self.seat))
        return (Transfer(*ends, abs(self.money), say("left")),) if self.money else ()

    def apply(self, state: TableState) -> TableState:
        return replace(state, gone=(*state.gone, self.seat))
