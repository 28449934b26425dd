"""The two printed lists: three dice, and what the line of their total says (MO-T6).

Decided where nothing is printed: the first time a number comes up the table says what its line
does, and the copy knows it from then on; if the table says otherwise later, that holds for this
once, and the copy's form mends it for good. If no key is left beside the board, nobody gets one.
"Each player" is everybody who is not bankrupt, clockwise from the one who rolled.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.monopoly.actions import FollowLine, RollList
from companion.games.monopoly.board import SPACES, ListName
from companion.games.monopoly.box import SIDES
from companion.games.monopoly.charges import charge
from companion.games.monopoly.course import Course
from companion.games.monopoly.effects import Effect, require_effect
from companion.games.monopoly.guards import require_stage
from companion.games.monopoly.moves import finish, go_to_jail, jump
from companion.games.monopoly.state import MonopolyState
from companion.games.monopoly.turn_facts import Collected, KeyTaken, LineFollowed, ListRolled
from companion.mechanics.dice import not_rolled, require_face
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def decide_roll_list(state: MonopolyState, action: RollList) -> tuple[Fact, ...]:
    """Return the three dice; the table reads the line, or the app knows it."""
    require_stage(state, action.seat, "list", "MO-T6")
    if action.dice is None:
        raise not_rolled("MO-T6", range(1, SIDES + 1))
    for face in action.dice:
        require_face(face, SIDES, "MO-T6")
    list_name, _ = _line(state)
    return (ListRolled(action.seat, list_name, action.dice, action.by_app),)


def _line(state: MonopolyState) -> tuple[ListName, int]:
    assert state.line is not None
    return state.line


def decide_follow_line(state: MonopolyState, action: FollowLine) -> tuple[Fact, ...]:
    """Return what a line says and all that follows from it.

    Raises ``line_unknown`` where nobody said what the line does, ``effect_out_of_range``.
    """
    seat = action.seat
    require_stage(state, seat, "line", "MO-T6")
    list_name, total = _line(state)
    effect = _said(state, action)
    course = Course(state)
    course.happens(LineFollowed(seat, list_name, total, effect.kind, effect.amount, effect.hotel))
    _EFFECTS[effect.kind](course, seat, effect)
    finish(course)
    return course.facts


def _said(state: MonopolyState, action: FollowLine) -> Effect:
    if action.effect is not None:
        return require_effect(Effect(action.effect, action.amount, action.hotel))
    list_name, total = _line(state)
    known = state.board.outcome(list_name, total)
    if known is None:
        raise Refusal(
            "line_unknown",
            "MO-T6",
            say("Say what the list tells at {total}; it is kept from then on.", total=total),
        )
    return known


def _collect(course: Course, seat: int, effect: Effect) -> None:
    course.happens(Collected(seat, effect.amount))


def _pay(course: Course, seat: int, effect: Effect) -> None:
    charge(course, seat, None, effect.amount, "line")


def _others(course: Course, seat: int) -> tuple[int, ...]:
    """Return everybody else, clockwise from a seat."""
    count = len(course.state.seats)
    order = ((seat + place) % count for place in range(1, count))
    return tuple(other for other in order if other in course.state.active)


def _collect_each(course: Course, seat: int, effect: Effect) -> None:
    for other in _others(course, seat):
        charge(course, other, seat, effect.amount, "line")


def _pay_each(course: Course, seat: int, effect: Effect) -> None:
    for other in _others(course, seat):
        charge(course, seat, other, effect.amount, "line")


def _repairs(course: Course, seat: int, effect: Effect) -> None:
    deeds = [deed for deed in course.state.deeds.values() if deed.owner == seat]
    houses, hotels = sum(deed.houses for deed in deeds), sum(deed.hotel for deed in deeds)
    charge(course, seat, None, effect.amount * houses + effect.hotel * hotels, "line")


def _advance(course: Course, seat: int, effect: Effect) -> None:
    jump(course, seat, effect.amount, salary=True)


def _move(course: Course, seat: int, effect: Effect) -> None:
    jump(course, seat, effect.amount, salary=False)


def _back(course: Course, seat: int, effect: Effect) -> None:
    target = (course.state.spaces[seat] - effect.amount) % SPACES
    jump(course, seat, target, salary=False)


def _jail(course: Course, seat: int, effect: Effect) -> None:
    go_to_jail(course, seat, "line")


def _key(course: Course, seat: int, effect: Effect) -> None:
    course.happens(KeyTaken(seat, course.state.keys_left > 0))


def _nothing(course: Course, seat: int, effect: Effect) -> None:
    """Let nothing happen."""


_EFFECTS: dict[str, Callable[[Course, int, Effect], None]] = {
    "collect": _collect,
    "pay": _pay,
    "collect_each": _collect_each,
    "pay_each": _pay_each,
    "repairs": _repairs,
    "advance": _advance,
    "move": _move,
    "back": _back,
    "jail": _jail,
    "key": _key,
    "nothing": _nothing,
}
