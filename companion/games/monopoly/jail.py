"""Jail: going to jail, getting out, and the get-out-of-jail keys (MO-J1 to MO-J3).

Decided where the book is silent: a key is used before rolling, and the roll then counts like any
other. A double that leads out of jail gives no second roll. A player who cannot pay the bail after
the third turn stays in jail until the bail is paid, and then moves.
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
    TurnAction,
    require_money,
    require_stage,
    with_space,
)
from companion.mechanics.actions.base import Button, Event, TimedAction, action, event
from companion.mechanics.actions.menu import Candidate
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.table import refusal_about


@action("use_key")
class UseKey(TurnAction):
    """Leave jail with a key before rolling (MO-J2)."""

    button = Button(say("Use a key"))
    stage = "roll"

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the event that frees the seat.

        The seat then rolls as usual.
        """
        require_jailed(state, self.seat)
        if not state.keys[self.seat]:
            sentence = say("{name} has no key.").to_you("You have no key.")
            raise refusal_about(state, self.seat, "no_key", "MO-J2", sentence)
        return (LeftJail(self.seat, "key"),)


@event("left_jail")
class LeftJail(SeatEvent):
    """A seat got out of jail (MO-J2, MO-J3)."""

    way: Literal["double", "key", "bail", "rolls"]
    """How the seat got out of jail.

    "rolls" means that it paid the bail after three rolls without a double.
    """

    def apply(self, state: MonopolyState) -> MonopolyState:
        keys = state.keys[self.seat] - (self.way == "key")
        return with_keys(with_jail(state, self.seat, None), self.seat, keys)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        return {
            "double": say("{name} leaves jail with a double.").to_you(
                "You leave jail with a double."
            ),
            "key": say("{name} leaves jail with a key.").to_you("You leave jail with a key."),
            "bail": say("{name} leaves jail on bail and rolls next turn.").to_you(
                "You leave jail on bail and roll next turn."
            ),
            "rolls": say("The third turn without a double: {name} pays and leaves jail.").to_you(
                "The third turn without a double: you pay and leave jail."
            ),
        }[self.way]


def with_jail(state: MonopolyState, seat: int, rolls: int | None) -> MonopolyState:
    """Return the state with a seat in jail or free.

    rolls: the number of rolls in jail without a double so far; None if the seat is not in jail.
    """
    return replace(state, jail=(*state.jail[:seat], rolls, *state.jail[seat + 1 :]))


def with_keys(state: MonopolyState, seat: int, keys: int) -> MonopolyState:
    return replace(state, keys=(*state.keys[:seat], keys, *state.keys[seat + 1 :]))


def require_jailed(state: MonopolyState, seat: int) -> None:
    """Raise a refusal unless it is the seat's turn to roll and it is in jail."""
    require_stage(state, seat, "roll", "MO-J2")
    if state.jail[seat] is None:
        sentence = say("{name} is not in jail.").to_you("You are not in jail.")
        raise refusal_about(state, seat, "not_in_jail", "MO-J2", sentence)


@action("pay_bail")
class PayBail(TimedAction[MonopolyState]):
    """Pay the bail, which ends the turn (MO-J2)."""

    seat: int

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and seat == state.asked_at("roll") and state.jail[seat] is not None:
            yield Candidate(cls(seat, at=0), "at")

    def label(self, state: MonopolyState) -> Sentence:
        return say("Pay {bail} and end the turn", bail=state.board.bail)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the events of the payment and of the end of the turn (MO-J2).

        The seat rolls in its next turn. Like a roll, paying bail begins a turn, so after the agreed
        time the game ends instead (MO-C1). The time is checked before the cash, because the seat
        could no longer raise money.
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
    """Send a seat to jail and end its turn, even after a double (MO-J1)."""
    pending.emit(WentToJail(seat, way))
    if pending.state.turn_seat == seat:
        pass_turn(pending)


@event("went_to_jail")
class WentToJail(SeatEvent):
    """A seat went to jail, and its turn is over (MO-J1)."""

    way: Literal["space", "line", "doubles"]
    """What sent the seat to jail: a space, a line of a printed list, or the third double."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        state = with_jail(with_space(state, self.seat, JAIL), self.seat, 0)
        return replace(state, stage="roll", again=False, line=None)

    def scenes(self, state: MonopolyState) -> tuple[Scene, ...]:
        faces = state.dice if self.way == "doubles" else ()
        return (self.scene(state, "jail", {"seat": self.seat, "faces": faces}),)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.way == "doubles":
            return say("The third double: {name} goes to jail.").to_you(
                "The third double: you go to jail."
            )
        return say("{name} goes to jail.").to_you("You go to jail.")


@event("stayed_in_jail")
class StayedInJail(SeatEvent):
    """A seat in jail did not roll a double and stays there."""

    line = say("No double: {name} stays in jail.").to_you("No double: you stay in jail.")
    rolls: int
    """The number of rolls without a double so far."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return with_jail(state, self.seat, self.rolls)


def roll_in_jail(pending: Pending, seat: int, dice: tuple[int, int]) -> bool:
    """Apply a roll in jail, and return whether the seat leaves jail and moves (MO-J2, MO-J3).

    A double frees the seat. After the third roll without a double, the bail falls due. The seat is
    free if it can pay at once.
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
