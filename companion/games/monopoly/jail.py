"""Jail: going there, getting out, and the keys (MO-J1 to MO-J3).

Decided where the book is silent: a key is used before rolling, and the roll then counts as any
other; a double that leads out of jail gives no second roll. A player who cannot pay the bail after
the third turn stays in jail until it is paid, then moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from companion.games.monopoly.board import JAIL, TURNS_IN_JAIL
from companion.games.monopoly.endings import MonopolyEnded, is_time_over
from companion.games.monopoly.obligations import can_pay, charge, pass_turn
from companion.games.monopoly.state import (
    MonopolyState,
    Pending,
    SeatEvent,
    require_money,
    require_stage,
    with_space,
)
from companion.mechanics.event_sourcing import Button, Event, SeatAction, TimedAction, action, event
from companion.mechanics.menu import Candidate
from companion.mechanics.table import refusal_about
from companion.mechanics.words import Sentence, say


@action("use_key")
class UseKey(SeatAction[MonopolyState]):
    """Leave jail with a key before rolling (MO-J2)."""

    button = Button(say("Use a key"))

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the way out by a key; raises ``no_key``. The seat then rolls as usual."""
        require_jailed(state, self.seat)
        if not state.keys[self.seat]:
            sentence = say("{name} has no key.").to_you("You have no key.")
            raise refusal_about(state, self.seat, "no_key", "MO-J2", sentence)
        return (LeftJail(self.seat, "key"),)


@event("left_jail")
class LeftJail(SeatEvent):
    """A seat is out of jail (MO-J2, MO-J3)."""

    way: Literal["double", "key", "bail", "rolls"]
    """rolls: it pays after the third roll."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        keys = state.keys[self.seat] - (self.way == "key")
        return with_keys(with_jail(state, self.seat, None), self.seat, keys)

    def tell(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        name = state.name(self.seat)
        return {
            "double": say("{name} comes out of jail by the double.", name=name),
            "key": say("{name} leaves jail with a key.", name=name),
            "bail": say("{name} leaves jail on bail and rolls next turn.", name=name),
            "rolls": say("The third turn without a double: {name} pays and leaves.", name=name),
        }[self.way]


def with_jail(state: MonopolyState, seat: int, rolls: int | None) -> MonopolyState:
    """Return the state with a seat in jail after that many rolls (None: not in jail)."""
    return replace(state, jail=(*state.jail[:seat], rolls, *state.jail[seat + 1 :]))


def with_keys(state: MonopolyState, seat: int, keys: int) -> MonopolyState:
    """Return the state with that many keys held by a seat."""
    return replace(state, keys=(*state.keys[:seat], keys, *state.keys[seat + 1 :]))


def require_jailed(state: MonopolyState, seat: int) -> None:
    """Raise ``not_in_jail`` unless the seat's turn begins in jail."""
    require_stage(state, seat, "roll", "MO-J2")
    if state.jail[seat] is None:
        sentence = say("{name} is not in jail.").to_you("You are not in jail.")
        raise refusal_about(state, seat, "not_in_jail", "MO-J2", sentence)


@action("pay_bail")
class PayBail(TimedAction[MonopolyState]):
    """Pay the bail; it ends the turn (MO-J2)."""

    seat: int

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and seat == state.asked_at("roll") and state.jail[seat] is not None:
            yield Candidate(cls(seat, at=0), "at")

    def label(self, state: MonopolyState) -> Sentence:
        return say("Pay {bail}; the turn ends", bail=state.board.bail)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the payment and the end of the turn; the seat rolls in its next one (MO-J2).

        Paying bail begins a turn, as a roll does: after the agreed time the game ends instead, and
        no seat has to raise money that it may not raise any more (MO-C1).
        """
        require_jailed(state, self.seat)
        pending = Pending(state)
        if is_time_over(state, self.at):
            pending.emit(MonopolyEnded("time"))
            return pending.events
        require_money(state, self.seat, state.board.bail, "MO-J2")
        charge(pending, self.seat, None, state.board.bail, "bail")
        pending.emit(LeftJail(self.seat, "bail"))
        pass_turn(pending)
        return pending.events


def go_to_jail(pending: Pending, seat: int, way: Literal["space", "line", "doubles"]) -> None:
    """Send a seat to jail; its turn ends, even after a double (MO-J1)."""
    pending.emit(WentToJail(seat, way))
    if pending.state.turn_seat == seat:
        pass_turn(pending)


@event("went_to_jail")
class WentToJail(SeatEvent):
    """A seat is in jail and its turn is over (MO-J1)."""

    way: Literal["space", "line", "doubles"]

    def apply(self, state: MonopolyState) -> MonopolyState:
        state = with_jail(with_space(state, self.seat, JAIL), self.seat, 0)
        return replace(state, stage="roll", again=False, line=None)

    def tell(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.way == "doubles":
            return self.fill(state, say("The third double: {name} goes to jail."))
        return self.fill(state, say("{name} goes to jail."))


@event("stayed_in_jail")
class StayedInJail(SeatEvent):
    """A seat in jail rolled no double."""

    line = say("No double: {name} stays in jail.")
    rolls: int
    """Rolls without a double so far."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return with_jail(state, self.seat, self.rolls)


def roll_in_jail(pending: Pending, seat: int, dice: tuple[int, int]) -> bool:
    """Free a seat that rolled a double, or pays after the third turn; return whether it is free.

    Rules MO-J2 and MO-J3.
    """
    rolls = (pending.state.jail[seat] or 0) + 1
    bail = pending.state.board.bail
    if dice[0] == dice[1]:
        pending.emit(LeftJail(seat, "double"))
        return True
    if rolls < TURNS_IN_JAIL:
        pending.emit(StayedInJail(seat, rolls))
        return False
    if can_pay(pending.state, seat, bail):
        pending.emit(LeftJail(seat, "rolls"))
    charge(pending, seat, None, bail, "bail")
    return pending.state.jail[seat] is None
