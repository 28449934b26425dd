"""Jail: how one comes there and out again, and the keys (MO-J1 to MO-J3).

Decided where the book is silent: a key is used before rolling, and one then rolls as if one had
never been in jail; a turn in jail that comes out by a double ends where it leads, without another
roll. Whoever cannot pay the bail after his third turn stays in jail until he has raised it; then
he moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from companion.games.monopoly.board import JAIL, TURNS_IN_JAIL
from companion.games.monopoly.endings import MonopolyEnded, is_time_over
from companion.games.monopoly.obligations import Paid, can_pay, charge, pass_turn
from companion.games.monopoly.pot import filling
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
class UseKey(SeatAction):
    """Leave jail with a key before rolling (MO-J2)."""

    button = Button(say("Use a key"))

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return that a key was given back; the seat rolls as usual."""
        require_jailed(state, self.seat)
        if not state.keys[self.seat]:
            told = say("{name} has no key.").to_you("You have no key.")
            raise refusal_about(state, self.seat, "no_key", "MO-J2", told)
        return (LeftJail(self.seat, "key"),)


@event("left_jail")
class LeftJail(SeatEvent):
    """A seat is out of jail (MO-J2, MO-J3). rolls: it pays after the third."""

    way: Literal["double", "key", "bail", "rolls"]

    def apply(self, state: MonopolyState) -> MonopolyState:
        state = with_jail(state, self.seat, None)
        return (
            with_keys(state, self.seat, state.keys[self.seat] - 1) if self.way == "key" else state
        )

    def tell(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        name = state.name(self.seat)
        return {
            "double": say("{name} comes out of jail by the double.", name=name),
            "key": say("{name} leaves jail with a key.", name=name),
            "bail": say("{name} leaves jail on bail and rolls next turn.", name=name),
            "rolls": say("The third turn without a double: {name} pays and leaves.", name=name),
        }[self.way]


def with_jail(state: MonopolyState, seat: int, rolls: int | None) -> MonopolyState:
    """Return the state with a seat in jail after so many rolls, None: free."""
    return replace(state, jail=(*state.jail[:seat], rolls, *state.jail[seat + 1 :]))


def with_keys(state: MonopolyState, seat: int, keys: int) -> MonopolyState:
    """Return the state with so many keys before a seat."""
    return replace(state, keys=(*state.keys[:seat], keys, *state.keys[seat + 1 :]))


def require_jailed(state: MonopolyState, seat: int) -> None:
    """Raise ``not_in_jail`` unless the seat's turn begins in jail."""
    require_stage(state, seat, "roll", "MO-J2")
    if state.jail[seat] is None:
        told = say("{name} is not in jail.").to_you("You are not in jail.")
        raise refusal_about(state, seat, "not_in_jail", "MO-J2", told)


@action("pay_bail")
class PayBail(TimedAction):
    """Pay the bail; it ends the turn (MO-J2)."""

    seat: int

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and seat == state.asked_at("roll") and state.jail[seat] is not None:
            yield Candidate(cls(seat, at=0), "at")

    def label(self, state: MonopolyState) -> Sentence:
        return say("Pay {bail}; the turn ends", bail=state.board.bail)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the bail, which ends the turn: one rolls in the next (MO-J2).

        After the agreed time no turn begins, with a bail no more than with a roll (MO-C1): the game
        ends, and nobody is told to raise money that he may not raise any more.
        """
        require_jailed(state, self.seat)
        pending = Pending(state)
        if is_time_over(state, self.at):
            pending.emit(MonopolyEnded("time"))
            return pending.events
        require_money(state, self.seat, state.board.bail, "MO-J2")
        paid = Paid(self.seat, None, state.board.bail, "bail")
        filled = filling(state, None, paid.reason, paid.amount)
        pending.emit(paid, *filled, LeftJail(self.seat, "bail"))
        pass_turn(pending)
        return pending.events


def go_to_jail(pending: Pending, seat: int, way: Literal["space", "line", "doubles"]) -> None:
    """Send a seat to jail; its turn is over, double or not (MO-J1)."""
    pending.emit(WentToJail(seat, way))
    if pending.state.turn_seat == seat:
        pass_turn(pending)


@event("went_to_jail")
class WentToJail(SeatEvent):
    """A seat is in jail and its turn is over (MO-J1). way: how it came there."""

    line = say("{name} goes to jail.")
    unless = "way", "doubles", say("The third double: {name} goes to jail.")
    way: Literal["space", "line", "doubles"]

    def apply(self, state: MonopolyState) -> MonopolyState:
        state = with_jail(with_space(state, self.seat, JAIL), self.seat, 0)
        return replace(state, stage="roll", again=False, line=None)


@event("stayed_in_jail")
class StayedInJail(SeatEvent):
    """A seat in jail rolled no double; rolls: so far."""

    line = say("No double: {name} stays in jail.")
    rolls: int

    def apply(self, state: MonopolyState) -> MonopolyState:
        return with_jail(state, self.seat, self.rolls)


def roll_in_jail(pending: Pending, seat: int, dice: tuple[int, int]) -> bool:
    """Come out by a double, or after the third turn for the bail (MO-J2, MO-J3); tell whether."""
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
