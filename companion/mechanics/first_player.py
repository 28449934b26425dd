"""The first player: named by the table, or the winner of a roll-off."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.mechanics.dice import (
    Dice,
    displayed_rolls,
    not_rolled,
    require_rolls,
    roll_off,
    winner_of,
)
from companion.mechanics.event_sourcing import Action, Event
from companion.mechanics.menu import Candidate, OneOf
from companion.mechanics.table import T_contra, TableState, require_seat
from companion.mechanics.words import Sentence, say


def begins(state: TableState, seat: int) -> Sentence:
    """Return the label of the button that names a seat as the first player."""
    return say("{name} begins", name=state.name(seat))


@dataclass(frozen=True, slots=True)
class WhoBegins(Action[T_contra]):
    """Base of actions that decide the first player."""

    chance = "seat"
    stage: ClassVar[str]
    """The stage in which the table waits for this action."""
    seat: int | None = None
    """The first player; None: the app rolls for everybody."""
    rolls: tuple[tuple[int | None, ...], ...] = ()
    """See ``dice.Rolls``; empty if the table named the player without rolling in the app."""
    by_app: bool = False
    """Whether the app rolled the dice."""

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
        """Return this action with a roll-off and its winner, unless it names a seat.

        sides: of the die.
        """
        if self.seat is not None:
            return self
        rolls = roll_off(len(state.seats), dice, sides)
        return replace(self, seat=winner_of(rolls), rolls=rolls, by_app=True)

    def named(self, state: TableState, faces: range, rule: str, seat_rule: str) -> int:
        """Return the first player; recorded rolls must have the same winner.

        Raises ``not_rolled``, ``unknown_seat`` (citing ``seat_rule``) and the refusals of
        ``require_rolls``.
        """
        if self.seat is None:
            raise not_rolled(rule, faces)
        seat = require_seat(state, self.seat, seat_rule)
        if self.rolls:
            require_rolls(self.rolls, len(state.seats), seat, faces, rule)
        return seat


@dataclass(frozen=True, slots=True)
class SeatBegins(Event[T_contra]):
    """Base of events that set the first player; the fields are those of the action."""

    seat: int
    rolls: tuple[tuple[int | None, ...], ...] = ()

    def display_value(self, state: T_contra, name: str) -> object:
        return (
            displayed_rolls(self.rolls, state.name)
            if name == "rolls"
            else Event.display_value(self, state, name)
        )
