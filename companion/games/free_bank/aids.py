"""Dice, rounds, the countdown and points (rules FB-D, FB-R, FB-C and FB-P)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Self

from companion.games.free_bank.payments import OwnAmount
from companion.games.free_bank.state import (
    MOST,
    FreeBankState,
    PointsLine,
    account_full,
    require_player,
)
from companion.mechanics.actions.base import (
    Action,
    Button,
    Event,
    Setting,
    TableAction,
    action,
    event,
    setting,
)
from companion.mechanics.actions.menu import Candidate, Range
from companion.mechanics.actions.refusal import Refusal, is_legal, not_none
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.clocks.clock import Clock, Timer, as_minutes
from companion.mechanics.clocks.time_limit import ClockAction, time_up
from companion.mechanics.clocks.turn_clock import (
    MOST_SECONDS,
    clock_of,
    require_seconds,
    seconds_typed,
)
from companion.mechanics.language.amounts import WHOLE_NUMBERS, digits, grouped
from companion.mechanics.language.texts import single_spaced
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.money.corrections import Adjustment
from companion.mechanics.play.dice import Dice, require_face
from companion.mechanics.play.table import require_running
from companion.mechanics.values.codec import shown

DICE = re.compile(r"([0-9]{0,3}) *[dDwW] *([0-9]{1,5})")
"""A pattern for dice notation such as "2d20", or "2w20" in German."""
MOST_DICE = 20
MOST_SIDES = 1000
MOST_ROUND = 9999


@action("roll", turn_bound=False, keeps_turn=True)
class Roll(Action[FreeBankState]):
    """Roll any dice, or record a roll of real dice (FB-D1)."""

    reads_purse = False
    seat: int | None = None
    """The seat that rolls; None for the banker."""
    dice: int = 1
    """The number of dice."""
    sides: int = 6
    values: tuple[int, ...] = ()
    """The faces of real dice; empty to let the app roll."""
    which: str = ""
    """The dice as text, such as "2d20"; used instead of ``dice`` and ``sides`` if not empty."""
    typed: str = ""
    """The faces as text, such as "3 5"; used instead of ``values`` if not empty."""
    by_app: bool = False
    """Whether the app rolled the dice."""

    @property
    def is_chance(self) -> bool:
        """Whether the app rolls the dice."""
        return self.by_app or not (self.values or self.typed)

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if not state.is_over:
            yield Candidate(cls(seat, values=(1,)), "values")

    def with_chance(self, state: FreeBankState, dice: Dice) -> Self:
        """Return the action with its texts parsed.

        If no faces are given, the app rolls the dice.
        """
        roll = self
        if roll.which.strip():
            number, sides = read_dice(roll.which)
            roll = replace(roll, dice=number, sides=sides, which="")
        if roll.typed.strip():
            faces = read_faces(roll.typed)
            return replace(roll, dice=len(faces), values=faces, typed="")
        if roll.values or not is_legal(require_dice, roll.dice, roll.sides):
            return roll
        faces = tuple(dice(roll.sides) for _ in range(roll.dice))
        return replace(roll, values=faces, by_app=True)

    def label(self, state: FreeBankState) -> Sentence:
        which = self.which or f"{self.dice}d{self.sides}"
        usual = {"1d6": say("Roll a die"), "2d6": say("Roll two dice")}
        return usual.get(which, say("Roll {dice}", dice=which))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        require_running(state)
        if state.dice == "none":
            raise Refusal(
                "own_dice", "FB-S4", say("Dice are turned off at this table. Roll your own.")
            )
        if self.seat is not None:
            require_player(state, self.seat)
        require_dice(self.dice, self.sides)
        if len(self.values) != self.dice:
            values = {"dice": self.dice, "typed": len(self.values)}
            words = say("Numbers entered: {typed}; dice: {dice}. Enter one for each die.", **values)
            raise Refusal("wrong_number_of_faces", "FB-D1", words)
        for value in self.values:
            require_face(value, self.sides, "FB-D1")
        return (Rolled(self.seat, self.sides, self.values, self.by_app),)


def read_faces(text: str) -> tuple[int, ...]:
    """Parse die faces from a string such as "3 5" (FB-D1)."""
    faces = [digits(part, 4) for part in re.split(r"[\s,;+]+", text.strip())]
    if None in faces:
        raise Refusal(
            "faces_not_read",
            "FB-D1",
            say("Enter what each die shows, separated by spaces, not “{text}”.", text=shown(text)),
        )
    return tuple(face for face in faces if face is not None)


def read_dice(text: str) -> tuple[int, int]:
    """Parse dice notation such as "2d20" into the number of dice and the number of sides."""
    found = DICE.fullmatch(text.strip())
    if found is None:
        raise Refusal(
            "dice_not_read",
            "FB-D1",
            say("Enter dice such as 2d20, not “{text}”.", text=shown(text)),
        )
    return int(found[1] or 1), int(found[2])


def require_dice(dice: int, sides: int) -> None:
    """Raise ``no_such_dice`` unless the app can roll dice of this number and size (FB-D1)."""
    if not (1 <= dice <= MOST_DICE and 2 <= sides <= MOST_SIDES):
        raise Refusal(
            "no_such_dice",
            "FB-D1",
            say("Roll 1 to {dice} dice of 2 to {sides} sides.", dice=MOST_DICE, sides=MOST_SIDES),
        )


@event("rolled")
class Rolled(Event[FreeBankState]):
    """Dice were rolled."""

    seat: int | None
    """The seat that rolled; None for the banker."""
    sides: int
    values: tuple[int, ...]
    by_app: bool = False

    def apply(self, state: FreeBankState) -> FreeBankState:
        return replace(state, fallen=(self.seat, self.sides, self.values))

    def scenes(self, state: FreeBankState) -> tuple[Scene, ...]:
        if self.seat is None:
            return ()
        return self.throw(state, self.seat, *self.values, sides=self.sides)

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        values = {
            "dice": f"{len(self.values)}d{self.sides}",
            "faces": self.values,
            "sum": sum(self.values),
            "name": say("The banker") if self.seat is None else state.name(self.seat),
        }
        if len(self.values) == 1:
            del values["sum"]
            return say("{name} rolls {dice}: {faces}.", **values).to_you(
                "You roll {dice}: {faces}."
            )
        return say("{name} rolls {dice}: {faces}, {sum} in all.", **values).to_you(
            "You roll {dice}: {faces}, {sum} in all."
        )


@action("next_round", by="player")
class NextRound(TableAction[FreeBankState]):
    """Begin the next round (FB-R1)."""

    def label(self, state: FreeBankState) -> Sentence:
        return say("Begin round {round}", round=state.round + 1)

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        return SetRound(state.round + 1).decide(state)


@setting("set_round", "round_began")
class SetRound(Adjustment[FreeBankState], Setting[FreeBankState]):
    """Correct the number of the current round (FB-R1)."""

    button = Button(say("Fix the round"))
    line = say("Round {round} begins.")
    round: int

    def require(self, state: FreeBankState) -> None:
        require_running(state)
        if not 1 <= self.round <= MOST_ROUND:
            raise Refusal(
                "no_such_round", "FB-R1", say("Enter a round from 1 to {most}.", most=MOST_ROUND)
            )

    def apply(self, state: FreeBankState) -> FreeBankState:
        return replace(state, round=self.round)


@action("start_clock", by="player", turn_bound=False)
class StartClock(ClockAction[FreeBankState]):
    """Start a countdown, replacing any that is running (FB-C1)."""

    button = Button(say("Start"))
    seconds: int | None = None
    typed: str = ""
    """The duration in minutes, as text; used instead of ``seconds`` if not empty."""

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and not state.is_over:
            yield Candidate(cls(1, at=0), "at", seconds=Range(1, MOST_SECONDS))

    def with_chance(self, state: FreeBankState, dice: Dice) -> Self:
        """Return the action with the typed minutes converted to seconds."""
        if not self.typed:
            return self
        return replace(self, seconds=seconds_typed(self.typed, "FB-C1"), typed="")

    def label(self, state: FreeBankState) -> Sentence:
        count = self.seconds or 0
        return say_many("Countdown: {count} second", "Countdown: {count} seconds", count=count)

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        require_running(state)
        seconds = require_seconds(self.seconds, "FB-C1")
        return (ClockStarted(seconds, not_none(self.at), self.kept_by_app),)


@event("clock_started")
class ClockStarted(Event[FreeBankState]):
    """A countdown started."""

    seconds: int
    at: int
    """The start time, in seconds since the epoch."""
    kept_by_app: bool = False
    """See ``ClockAction.kept_by_app``."""

    def apply(self, state: FreeBankState) -> FreeBankState:
        return replace(state, timer=Timer(self.at + self.seconds, self.kept_by_app))

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        return say("A countdown starts: {time}.", time=as_minutes(self.seconds))


def countdown(state: FreeBankState) -> Clock | None:
    """Return the clock of the auction, the countdown or the clock of the turn, or None."""
    timer = state.auction and state.auction.timer
    return timer.clock(time_up(state, None), state.paused_at) if timer else clock_of(state)


@action("score", keeps_turn=True)
class Score(OwnAmount):
    """Give points to a seat, or take points away with a negative amount (FB-P1)."""

    button = Button(say("Give the points"))
    money_fields: ClassVar[tuple[str, ...]] = ()
    reads_purse = False
    amount_rule: ClassVar[str] = "FB-P1"
    seat: int
    reason: str = ""

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and not state.is_over:
            points = state.points(seat)
            # Zero points cannot be given.
            lowest = max(-MOST, -MOST - points) or 1
            amounts = Range(lowest, min(MOST, MOST - points))
            yield Candidate(cls(seat, amount=lowest), amount=amounts)

    def label(self, state: FreeBankState) -> Sentence:
        points = self.amount or 0
        return say_many("{points} point", "{points} points", count=points, points=with_sign(points))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        require_player(state, self.seat)
        points = WHOLE_NUMBERS.require(self.amount, -MOST, "FB-P1")
        if points == 0:
            raise Refusal(
                "no_points", "FB-P1", say("Enter points, with a minus to take some away.")
            )
        if abs(state.points(self.seat) + points) > MOST:
            raise account_full("FB-P1", state.name(self.seat))
        return (PointsGiven(self.seat, points, single_spaced(self.reason)),)


def with_sign(points: int) -> str:
    """Format points with their sign, also if they are positive."""
    return f"+{grouped(points)}" if points > 0 else grouped(points)


@event("points_given")
class PointsGiven(Event[FreeBankState]):
    """A seat gained or lost points."""

    seat: int
    points: int
    """Negative if points were taken away."""
    reason: str = ""

    def apply(self, state: FreeBankState) -> FreeBankState:
        line = PointsLine(self.seat, self.points, state.round, self.reason)
        return replace(state, lines=(*state.lines, line), steps=state.steps + 1)

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        return say_many(
            "{name}: {points} point.",
            "{name}: {points} points.",
            count=abs(self.points),
            points=with_sign(self.points),
        ).to_you("Your points: {points}.")
