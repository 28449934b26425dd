"""Who begins, rolling, jail, and saying where the token stands (MO-S2, MO-T1, MO-T2, MO-J).

Decided where the book is silent: a key is used before rolling, and one then rolls as if one had
never been in jail; a turn in jail that comes out by a double ends where it leads, without another
roll. Where the app does not follow the tokens, the table says where one stands after each roll;
Go was passed if that lies before the space said last, unless the table says how often.
"""

from __future__ import annotations

from companion.games.monopoly.actions import Begin, Land, PayBail, Roll, UseKey
from companion.games.monopoly.box import DICE, DOUBLES_TO_JAIL, SIDES, TURNS_IN_JAIL
from companion.games.monopoly.charges import charge
from companion.games.monopoly.course import Course
from companion.games.monopoly.endings import is_time_over, start_clock
from companion.games.monopoly.guards import (
    not_now,
    require_money,
    require_running,
    require_seat,
    require_space,
    require_stage,
)
from companion.games.monopoly.money_facts import Paid, RentLost
from companion.games.monopoly.moves import finish, go_to_jail, land, pass_turn, pay_salary, step
from companion.games.monopoly.state import MonopolyState
from companion.games.monopoly.turn_facts import (
    Begun,
    DiceRolled,
    GameEnded,
    LeftJail,
    Moved,
    SpaceAwaited,
    StayedInJail,
)
from companion.mechanics.dice import not_rolled, require_face, require_rolls
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say

TOTALS = range(DICE, DICE * SIDES + 1)
"""What two dice can show together."""
MOST_SALARIES = 2


def decide_begin(state: MonopolyState, action: Begin) -> tuple[Fact, ...]:
    """Return that a seat takes the first turn; its rolls, if told, must name it (MO-S2)."""
    require_running(state)
    if state.stage == "deal":
        raise not_now(state, "MO-F1")
    if state.stage != "start":
        raise Refusal("already_begun", "MO-S2", say("Who begins is decided already."))
    if action.seat is None:
        raise not_rolled("MO-S2", TOTALS)
    seat = require_seat(state, action.seat)
    if action.rolls:
        require_rolls(action.rolls, len(state.seats), seat, TOTALS, "MO-S2")
    return (Begun(seat, action.rolls),)


def decide_roll(state: MonopolyState, action: Roll) -> tuple[Fact, ...]:
    """Return the roll and where it leads; after the agreed time the end instead (MO-C1)."""
    seat = action.seat
    require_stage(state, seat, "roll", "MO-T1")
    if action.dice is None:
        raise not_rolled("MO-T1", range(1, SIDES + 1))
    for face in action.dice:
        require_face(face, SIDES, "MO-T1")
    course = Course(state)
    start_clock(course, action.at)
    if state.is_between_turns and is_time_over(course.state, action.at):
        course.happens(GameEnded("time"))
        return course.facts
    jailed = state.jail[seat] is not None
    course.happens(DiceRolled(seat, action.dice, state.turn, jailed, action.by_app))
    for claim in state.claims:
        # Only the next player's roll ends a claim: after a double its debtor rolls again.
        if claim.debtor != seat:
            lost = RentLost(claim.owner, claim.debtor, claim.position, claim.amount)
            course.happens(lost)
    if jailed:
        _roll_in_jail(course, seat, action.dice)
    elif course.state.doubles == DOUBLES_TO_JAIL:
        go_to_jail(course, seat, "doubles")
    else:
        _move(course, seat)
    finish(course)
    return course.facts


def _roll_in_jail(course: Course, seat: int, dice: tuple[int, int]) -> None:
    """Come out by a double, or after the third turn for the bail, and move (MO-J2, MO-J3)."""
    rolls = (course.state.jail[seat] or 0) + 1
    if dice[0] == dice[1]:
        course.happens(LeftJail(seat, "double"))
    elif rolls < TURNS_IN_JAIL:
        course.happens(StayedInJail(seat, rolls))
        return
    else:
        course.happens(LeftJail(seat, "rolls"))
        charge(course, seat, None, course.state.board.bail, "bail")
    _move(course, seat)


def _move(course: Course, seat: int) -> None:
    if course.state.following:
        step(course, seat, sum(course.state.dice))
    else:
        course.happens(SpaceAwaited(seat))


def decide_land(state: MonopolyState, action: Land) -> tuple[Fact, ...]:
    """Return where the token stands now, the salaries for Go, and what the space asks for."""
    require_stage(state, action.seat, "space", "MO-T1")
    require_space(action.space)
    source = state.spaces[action.seat]
    salaries = int(action.space < source) if action.salaries is None else action.salaries
    if not 0 <= salaries <= MOST_SALARIES:
        raise Refusal(
            "salaries_out_of_range",
            "MO-T1",
            say("In one move Go is passed 0 to {most} times.", most=MOST_SALARIES),
        )
    course = Course(state)
    course.happens(Moved(action.seat, source, action.space))
    for _ in range(salaries):
        pay_salary(course, action.seat)
    land(course, action.seat)
    finish(course)
    return course.facts


def require_jailed(state: MonopolyState, seat: int) -> None:
    """Raise ``not_in_jail`` unless the seat's turn begins in jail."""
    require_stage(state, seat, "roll", "MO-J2")
    if state.jail[seat] is None:
        raise Refusal("not_in_jail", "MO-J2", say("{name} is not in jail.", name=state.name(seat)))


def require_key(state: MonopolyState, seat: int) -> None:
    """Raise also ``no_key`` unless the seat can leave with a key."""
    require_jailed(state, seat)
    if not state.keys[seat]:
        raise Refusal("no_key", "MO-J2", say("{name} has no key.", name=state.name(seat)))


def decide_use_key(state: MonopolyState, action: UseKey) -> tuple[Fact, ...]:
    """Return that a key was given back; the seat rolls as usual."""
    require_key(state, action.seat)
    return (LeftJail(action.seat, "key"),)


def require_bail(state: MonopolyState, seat: int) -> None:
    """Raise also ``not_enough_money`` unless the seat can pay its bail."""
    require_jailed(state, seat)
    require_money(state, seat, state.board.bail, "MO-J2")


def decide_pay_bail(state: MonopolyState, action: PayBail) -> tuple[Fact, ...]:
    """Return the bail, which ends the turn: one rolls in the next (MO-J2)."""
    require_bail(state, action.seat)
    course = Course(state)
    if is_time_over(state, action.at):
        course.happens(GameEnded("time"))
        return course.facts
    course.happens(Paid(action.seat, None, state.board.bail, "bail"))
    course.happens(LeftJail(action.seat, "bail"))
    pass_turn(course)
    return course.facts
