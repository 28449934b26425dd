"""Who begins: named by the table, or by a roll of everybody, again for those who tie."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.mechanics.dice import (
    Dice,
    not_rolled,
    require_rolls,
    roll_off,
    told_rolls,
    winner_of,
)
from companion.mechanics.event_sourcing import Action, Event
from companion.mechanics.menu import Candidate, OneOf
from companion.mechanics.table import T_contra, TableState, require_seat
from companion.mechanics.words import Sentence, say


def begins(state: TableState, seat: int) -> Sentence:
    """Return the words of the button by which the table says that a seat begins."""
    return say("{name} begins", name=state.name(seat))


@dataclass(frozen=True, slots=True)
class WhoBegins(Action[T_contra]):
    """Say who begins; seat None: the app rolls for everybody.

    rolls: the rounds rolled, what each seat threw, None for a seat that sat the round out.
    by_app: the app threw the dice. stage: of the table that waits for it.
    """

    chance = "seat"
    stage: ClassVar[str]
    seat: int | None = None
    rolls: tuple[tuple[int | None, ...], ...] = ()
    by_app: bool = False

    @classmethod
    def candidates(cls, state: T_contra, seat: int | None) -> Iterable[Candidate]:
        if seat is None and state.stage == cls.stage:
            return (Candidate(cls(0), seat=OneOf(tuple(state.seats))),)
        return ()

    def label(self, state: T_contra) -> Sentence | str:
        if self.seat is None:
            return say("Roll for it")
        return begins(state, self.seat)

    def thrown(self, state: TableState, dice: Dice, sides: int) -> Self:
        """Return it with everybody's rolls, if nobody is named; sides: of a die."""
        if self.seat is not None:
            return self
        rolls = roll_off(len(state.seats), dice, sides)
        return replace(self, seat=winner_of(rolls), rolls=rolls, by_app=True)

    def named(self, state: TableState, faces: range, rule: str, seat_rule: str) -> int:
        """Return the seat that begins; its rolls, if told, must name it.

        Raises ``not_rolled``, ``unknown_seat`` by ``seat_rule``, what ``require_rolls`` raises.
        """
        if self.seat is None:
            raise not_rolled(rule, faces)
        seat = require_seat(state, self.seat, seat_rule)
        if self.rolls:
            require_rolls(self.rolls, len(state.seats), seat, faces, rule)
        return seat


@dataclass(frozen=True, slots=True)
class SeatBegins(Event[T_contra]):
    """A seat begins; rolls: as in the action, empty where nobody told them."""

    seat: int
    rolls: tuple[tuple[int | None, ...], ...] = ()

    def display_value(self, state: T_contra, name: str) -> object:
        return (
            told_rolls(self.rolls, state.name)
            if name == "rolls"
            else Event.display_value(self, state, name)
        )
