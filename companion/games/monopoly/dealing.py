"""Fast game: two deeds are dealt to each before the start, and paid for at once (MO-F1)."""

from __future__ import annotations

from companion.games.monopoly.actions import DealDeeds
from companion.games.monopoly.box import DEEDS_DEALT
from companion.games.monopoly.charges import charge
from companion.games.monopoly.course import Course
from companion.games.monopoly.guards import not_now, require_property, require_running, require_seat
from companion.games.monopoly.state import MonopolyState
from companion.games.monopoly.turn_facts import DeedDealt
from companion.mechanics.dice import Dice
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def undealt(state: MonopolyState) -> tuple[int, ...]:
    """Return the deeds that can still be dealt."""
    return tuple(
        space.position for space in state.board.properties if space.position not in state.deeds
    )


def drawn(state: MonopolyState, dice: Dice) -> tuple[tuple[int, ...], ...]:
    """Return two deeds for each seat that has none yet, drawn by the app; () for the others."""
    pile = list(undealt(state))
    hands: list[tuple[int, ...]] = []
    for seat in state.seats:
        count = DEEDS_DEALT if seat in state.undealt_seats else 0
        hands.append(tuple(pile.pop(dice(len(pile)) - 1) for _ in range(count)))
    return tuple(hands)


def decide_deal_deeds(state: MonopolyState, action: DealDeeds) -> tuple[Fact, ...]:
    """Return the deeds a seat was dealt, or everybody, with their prices.

    Raises ``game_over``, ``not_now``, ``unknown_seat``, ``already_dealt``, ``two_deeds``,
    ``unknown_space``, ``not_a_property``, ``already_owned``, ``named_twice``.
    """
    require_running(state)
    if state.stage != "deal":
        raise not_now(state, "MO-F1")
    course = Course(state)
    if action.seat is not None:
        _deal(course, require_seat(state, action.seat), action.deeds)
        return course.facts
    for seat in state.undealt_seats:
        _deal(course, seat, action.hands[seat] if seat < len(action.hands) else ())
    return course.facts


def _deal(course: Course, seat: int, deeds: tuple[int, ...]) -> None:
    state = course.state
    if seat not in state.undealt_seats:
        raise Refusal("already_dealt", "MO-F1", say("{name} has two deeds.", name=state.name(seat)))
    if len(deeds) != DEEDS_DEALT:
        raise Refusal("two_deeds", "MO-F1", say("Two deeds are dealt to each player."))
    for position in deeds:
        space = require_property(course.state, position)
        if position in course.state.deeds:
            raise Refusal(
                "already_owned",
                "MO-F1",
                say("{name} is dealt already.", name=space.name),
            )
        course.happens(DeedDealt(seat, position))
        charge(course, seat, None, space.price, "deed", position)
