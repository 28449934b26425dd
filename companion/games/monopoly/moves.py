"""Where a token goes and what the space asks for (MO-T1 to MO-T6, MO-J1)."""

from __future__ import annotations

from typing import Literal

from companion.games.monopoly.board import SPACES
from companion.games.monopoly.charges import charge
from companion.games.monopoly.course import Course
from companion.games.monopoly.rents import fall_due
from companion.games.monopoly.turn_facts import (
    ListReached,
    Moved,
    PropertyOffered,
    RollsAgain,
    SalaryPaid,
    TurnPassed,
    WentToJail,
)


def step(course: Course, seat: int, spaces: int) -> None:
    """Move a token so many spaces clockwise, with the salary for Go, and land."""
    source = course.state.spaces[seat]
    course.happens(Moved(seat, source, (source + spaces) % SPACES))
    if source + spaces >= SPACES:
        pay_salary(course, seat)
    land(course, seat)


def jump(course: Course, seat: int, target: int, *, salary: bool) -> None:
    """Send a token to a space; clockwise with the salary if that passes or reaches Go."""
    source = course.state.spaces[seat]
    course.happens(Moved(seat, source, target, straight=not salary))
    if salary and target < source:
        pay_salary(course, seat)
    land(course, seat)


def pay_salary(course: Course, seat: int) -> None:
    """Pay for passing or reaching Go."""
    course.happens(SalaryPaid(seat, course.state.board.salary))


def land(course: Course, seat: int) -> None:
    """Let happen what the space under a token asks for."""
    state = course.state
    space = state.board[state.spaces[seat]]
    if space.kind == "chance" or space.kind == "community_chest":
        course.happens(ListReached(seat, space.kind))
    elif space.kind == "tax":
        charge(course, seat, None, space.tax, "tax", space.position)
    elif space.kind == "go_to_jail":
        go_to_jail(course, seat, "space")
    elif space.is_property and state.owner(space.position) is not None:
        fall_due(course, seat, space.position)
    elif space.is_property and space.position not in state.estate:
        course.happens(PropertyOffered(seat, space.position))


def go_to_jail(course: Course, seat: int, way: Literal["space", "line", "doubles"]) -> None:
    """Send a seat to jail; its turn is over, double or not (MO-J1)."""
    course.happens(WentToJail(seat, way))
    if course.state.turn_seat == seat:
        pass_turn(course)


def finish(course: Course) -> None:
    """End the mover's move once its landing is settled: he rolls again or the turn passes."""
    state = course.state
    if state.stage != "roll" or not state.moving:
        return
    assert state.mover is not None
    if state.again:
        course.happens(RollsAgain(state.mover))
    else:
        pass_turn(course)


def pass_turn(course: Course) -> None:
    """Let the next seat that is not bankrupt have its turn."""
    state = course.state
    assert state.turn_seat is not None
    course.happens(TurnPassed(state.after(state.turn_seat), state.turn + 1))
