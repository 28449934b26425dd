"""Choosing the first player, with or without a roll-off or a random draw.

A random draw also decides ties. Games with one list this module in their ``shared_chapters``, for
the event ``Drawn``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.mechanics.actions.base import Action, Event, event
from companion.mechanics.actions.menu import Candidate, OneOf
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.words import Sentence, say, together
from companion.mechanics.play.dice import (
    Dice,
    displayed_rolls,
    not_rolled,
    require_rolls,
    roll_off,
    winner_of,
)
from companion.mechanics.play.table import T_contra, TableState, require_seat


def random_draw(seats: Sequence[int], dice: Dice) -> int:
    """Return one of the seats, chosen by chance."""
    return seats[dice(len(seats)) - 1]


@event("drawn")
class Drawn(Event[TableState]):
    """A random draw chose one of several seats."""

    seats: tuple[int, ...]
    """The seats that took part in the draw."""
    seat: int

    def line_for(self, state: TableState, seat: int | None) -> Sentence | None:
        others = together(state.name(one) for one in self.seats)
        return say("Random draw among {names}: {name}.", names=others).to_you(
            "Random draw among {names}: you."
        )

    def scenes(self, state: TableState) -> tuple[Scene, ...]:
        rows = tuple((one, ()) for one in self.seats)
        return (self.scene(state, "begins", {"seat": self.seat, "rows": rows, "is_one": True}),)


def begins(state: TableState, seat: int) -> Sentence:
    """Return the label of the button that makes a seat the first player."""
    return say("{name} begins", name=state.name(seat))


@dataclass(frozen=True, slots=True)
class WhoBegins(Action[T_contra]):
    """Base class for actions that choose the first player."""

    chance = "seat"
    stage: ClassVar[str]
    """The stage at which the table waits for this action."""
    seat: int | None = None
    """The seat of the first player. If None, the app rolls for all seats."""
    rolls: tuple[tuple[int | None, ...], ...] = ()
    """The rounds of the roll-off (see ``dice.Rolls``); empty if there was no roll-off."""
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
        """Return this action with the winner of a roll-off by the app as its seat.

        An action that already has a seat is returned unchanged.

        sides: the number of sides of the die.
        """
        if self.seat is not None:
            return self
        rolls = roll_off(len(state.seats), dice, sides)
        return replace(self, seat=winner_of(rolls), rolls=rolls, by_app=True)

    def named(self, state: TableState, faces: range, rule: str, seat_rule: str) -> int:
        """Return the seat of the first player; raise a Refusal if the action is invalid.

        If there was a roll-off, this seat must have won it.

        faces: the possible results of one roll.
        rule: the rule that all refusals except ``unknown_seat`` cite.
        seat_rule: the rule that ``unknown_seat`` cites.
        Raises ``not_rolled``, ``unknown_seat`` and the refusals of ``require_rolls``.
        """
        if self.seat is None:
            raise not_rolled(rule, faces)
        seat = require_seat(state, self.seat, seat_rule)
        if self.rolls:
            require_rolls(self.rolls, len(state.seats), seat, faces, rule)
        return seat


@dataclass(frozen=True, slots=True)
class SeatBegins(Event[T_contra]):
    """Base class for events that set the first player."""

    seat: int
    """The seat of the first player."""
    rolls: tuple[tuple[int | None, ...], ...] = ()
    """The rounds of the roll-off; empty if there was no roll-off."""
    throws: ClassVar[int] = 1
    """The number of dice whose total each seat rolls."""

    def scenes(self, state: T_contra) -> tuple[Scene, ...]:
        if not self.rolls:
            return ()
        rows = tuple(zip(state.seats, zip(*self.rolls, strict=True), strict=True))
        shows = {"seat": self.seat, "rows": rows, "is_one": self.throws == 1}
        return (self.scene(state, "begins", shows),)

    def display_value(self, state: T_contra, name: str) -> object:
        return (
            displayed_rolls(self.rolls, state.name)
            if name == "rolls"
            else Event.display_value(self, state, name)
        )
