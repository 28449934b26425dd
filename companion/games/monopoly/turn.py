"""The turn: rolling two dice, doubles, moving the token, landing on a space (MO-T1 to MO-T6).

If the app does not follow the tokens, players enter the new space after each roll. If the new
position is lower than the old one, the app assumes that the token passed Go once. Players can enter
how often the token really passed Go.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from companion.games.monopoly.agenda import proceed
from companion.games.monopoly.board import DICE, DOUBLES_TO_JAIL, GO, JAIL, SIDES, SPACES, ListName
from companion.games.monopoly.effects import Effect
from companion.games.monopoly.endings import (
    MonopolyEnded,
    ending,
    is_clock_due,
    is_time_over,
    require_moment,
    start_clock,
)
from companion.games.monopoly.jail import LeftJail, go_to_jail, roll_in_jail
from companion.games.monopoly.obligations import charge
from companion.games.monopoly.pot import take_pot
from companion.games.monopoly.rents import RentLost, fall_due
from companion.games.monopoly.state import (
    MonopolyState,
    Pending,
    PropertyEvent,
    SeatEvent,
    require_space,
    require_stage,
    with_space,
)
from companion.mechanics.actions.base import Event, SeatAction, action, event
from companion.mechanics.actions.menu import Candidate, Range
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.clocks.time_limit import ClockAction
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.dice import Dice, not_rolled, require_face

MOST_SALARIES = 2
"""The maximum number of times that a token can pass or reach Go in one move."""


@action("roll")
class Roll(ClockAction[MonopolyState]):
    """Roll two dice and move (MO-T1), or try to roll a double in jail (MO-J2)."""

    chance = "dice"
    seat: int
    dice: tuple[int, ...] | None = None
    """The two faces rolled at the table, or None to let the app roll."""
    by_app: bool = False
    """Whether the app rolled the dice."""

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and seat == state.asked_at("roll"):
            yield Candidate(cls(seat, (1, 1), at=0), "dice", "at")

    def timed(self, state: MonopolyState, at: int) -> Self:
        # Only the first roll starts the clock.
        return replace(self, at=at, kept_by_app=is_clock_due(state))

    def with_chance(self, state: MonopolyState, dice: Dice) -> Self:
        """Return the action with two dice rolled by the app, unless the dice were entered."""
        if self.dice is not None:
            return self
        return replace(self, dice=(dice(SIDES), dice(SIDES)), by_app=True)

    def label(self, state: MonopolyState) -> Sentence:
        is_free = state.jail[self.seat] is None
        return say("Roll in the app") if is_free else say("Roll for a double")

    def require_legal(self, state: MonopolyState) -> None:
        self._checked_dice(state)

    def _checked_dice(self, state: MonopolyState) -> tuple[int, int]:
        """Return the two faces, or raise a refusal unless the seat may roll them now."""
        require_stage(state, self.seat, "roll", "MO-T1")
        if self.dice is None:
            raise not_rolled("MO-T1", range(1, SIDES + 1))
        dice = _two_faces(self.dice)
        if state.minutes is not None:
            require_moment(self.at)
        return dice

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the events of the roll and of its consequences (MO-T1).

        With a clock of an older log, a roll after the agreed time is the end of the game (MO-C1).
        """
        seat, dice = self.seat, self._checked_dice(state)
        pending = Pending(state)
        start_clock(pending, self.at, kept_by_app=self.kept_by_app)
        if state.is_between_turns and is_time_over(pending.state, self.at):
            pending.emit(MonopolyEnded("time"))
            return pending.events
        jailed = state.jail[seat] is not None
        pending.emit(DiceRolled(seat, dice, state.turn, jailed, self.by_app))
        # After a double the debtor rolls again, but only the next player's roll ends a claim.
        pending.emit(*(RentLost.of(claim) for claim in state.claims if claim.debtor != seat))
        if not jailed and pending.state.doubles == DOUBLES_TO_JAIL:
            go_to_jail(pending, seat, "doubles")
        elif not jailed or roll_in_jail(pending, seat, dice):
            move(pending, seat)
        proceed(pending)
        return pending.events


def move(pending: Pending, seat: int) -> None:
    """Move the token by the dice, or wait for players to enter the new space."""
    state = pending.state
    if state.following:
        jump(pending, seat, (state.spaces[seat] + sum(state.dice)) % SPACES, salary=True)
    else:
        pending.emit(SpaceAwaited(seat))


def jump(
    pending: Pending, seat: int, target: int, *, salary: bool, line: Effect | None = None
) -> None:
    """Send a token to a space and apply the effect of landing there.

    salary: whether the token moves clockwise and the seat is paid for passing Go.
    line: the line of a printed list that sent the token, if that line sets the rent.
    """
    passes_go = target < pending.state.spaces[seat]
    arrive(pending, seat, target, int(salary and passes_go), straight=not salary, line=line)


def arrive(
    pending: Pending,
    seat: int,
    target: int,
    salaries: int,
    *,
    straight: bool = False,
    line: Effect | None = None,
) -> None:
    """Put a token on a space, pay the salaries, and apply the effect of landing there.

    salaries: the number of times that the token passed or reached Go.
    straight: whether the token moves directly instead of along the board.
    line: as in ``jump``.
    """
    state = pending.state
    pending.emit(Moved(seat, source=state.spaces[seat], target=target, straight=straight))
    pending.emit(*[SalaryPaid(seat, state.board.salary)] * salaries)
    land(pending, seat, line)


@event("salary_paid")
class SalaryPaid(SeatEvent):
    """The bank paid a seat the salary for passing or reaching Go (MO-T1)."""

    line = say("{name} gets {amount} for Go.").to_you("You get {amount} for Go.")
    earns = "amount", say("Go")
    amount: int


def land(pending: Pending, seat: int, line: Effect | None = None) -> None:
    """Apply the effect of the space on which a token stands.

    line: as in ``jump``.
    """
    state = pending.state
    space = state.board[state.spaces[seat]]
    if space.kind == "chance" or space.kind == "community_chest":
        pending.emit(ListReached(seat, space.kind))
    elif space.kind == "tax":
        charge(pending, seat, None, space.tax, "tax", space.position)
    elif space.kind == "go_to_jail":
        go_to_jail(pending, seat, "space")
    elif space.kind == "free_parking":
        pending.emit(*take_pot(state, seat))
    elif space.is_property and state.owner(space.position) is not None:
        fall_due(pending, seat, space.position, line)
    elif space.is_property and space.position not in state.estate:
        pending.emit(PropertyOffered(seat, space.position))


@event("property_offered")
class PropertyOffered(PropertyEvent):
    """A seat landed on an unowned property, which it may buy or have auctioned."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, stage="buy")


@event("list_reached")
class ListReached(SeatEvent):
    """A seat landed on a Chance or Community Chest space and must roll three dice."""

    list_name: ListName

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, stage="list", line=(self.list_name, 0))


@event("moved")
class Moved(SeatEvent):
    """A token moved from one space to another."""

    source: int
    target: int
    straight: bool = False
    """Whether the token moved directly instead of along the board."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(with_space(state, self.seat, self.target), stage="roll")

    def display_value(self, state: MonopolyState, name: str) -> object:
        return state.board[self.target].words

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.target == JAIL:
            return say("{name} is just visiting jail.").to_you("You are just visiting jail.")
        return say("{name} lands on {space}.").to_you("You land on {space}.")


@event("space_awaited")
class SpaceAwaited(SeatEvent):
    """A token has moved, and players must enter the space where it now stands."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, stage="space")


@event("dice_rolled")
class DiceRolled(SeatEvent):
    """A seat rolled two dice."""

    dice: tuple[int, int]
    turn: int
    """The number of the turn."""
    jailed: bool = False
    """Whether the seat rolled in jail, where a double would free it."""
    by_app: bool = False
    """Whether the app rolled the dice."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        """Return the state after the roll.

        The roll ends all rent claims except those against the seat that rolls.
        """
        is_double = self.dice[0] == self.dice[1] and not self.jailed
        return replace(
            state,
            dice=self.dice,
            mover=self.seat,
            moving=True,
            doubles=state.doubles + is_double,
            again=is_double,
            claims=tuple(claim for claim in state.claims if claim.debtor == self.seat),
        )

    def scenes(self, state: MonopolyState) -> tuple[Scene, ...]:
        return self.throw(state, self.seat, *self.dice)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        first, second = self.dice
        values = {"first": first, "second": second}
        if self.jailed:
            return say("{name} rolls {first} and {second} in jail.", **values).to_you(
                "You roll {first} and {second} in jail."
            )
        if first == second:
            return say("{name} rolls a double, {first} and {second}.", **values).to_you(
                "You roll a double, {first} and {second}."
            )
        return say("{name} rolls {first} and {second}.", **values).to_you(
            "You roll {first} and {second}."
        )


def _two_faces(dice: tuple[int, ...]) -> tuple[int, int]:
    """Return the two faces, or raise ``two_dice`` or ``not_on_the_die``."""
    if len(dice) != DICE:
        raise Refusal("two_dice", "MO-T1", say("A move needs two dice. Enter both."))
    for face in dice:
        require_face(face, SIDES, "MO-T1")
    first, second = dice
    return first, second


@action("land", by="player")
class Land(SeatAction[MonopolyState]):
    """Enter the token's new space after a roll, if the app does not follow the tokens."""

    space: int
    """The position of the space, 0 to 39."""
    salaries: int | None = None
    """The number of times that the token passed or reached Go.

    None means once if the new position is lower than the old one, otherwise 0.
    """

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and seat == state.asked_at("space"):
            yield Candidate(cls(seat, GO), space=Range(GO, SPACES - 1))

    def label(self, state: MonopolyState) -> Sentence | str:
        return state.board.names[self.space]

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        require_stage(state, self.seat, "space", "MO-T1")
        require_space(self.space)
        passes_go = self.space < state.spaces[self.seat]
        salaries = int(passes_go) if self.salaries is None else self.salaries
        if not 0 <= salaries <= MOST_SALARIES:
            sentence = say(
                "Enter 0 to {most} for how often this move passes Go.", most=MOST_SALARIES
            )
            raise Refusal("salaries_out_of_range", "MO-T1", sentence)
        pending = Pending(state)
        arrive(pending, self.seat, self.space, salaries)
        proceed(pending)
        return pending.events


def leave_jail_and_move(pending: Pending, seat: int) -> None:
    """Free a seat that has paid its bail, and move its token by the latest roll (MO-J3).

    Do nothing if the seat is no longer in jail, or if bankruptcies have ended the game.
    """
    if pending.state.jail[seat] is None or ending(pending.state):
        return
    pending.emit(LeftJail(seat, "rolls"))
    move(pending, seat)
