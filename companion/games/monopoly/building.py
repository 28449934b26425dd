"""Houses and hotels: building evenly, selling at half price (MO-B1, MO-B2, MO-B4).

Decided where the book is silent: "evenly" binds hotels as well, a hotel counting one more than
the houses it replaced. So one hotel is swapped for its houses, if the bank has them; sold whole
it is with all that stands on its group, down to as many houses on each street as the bank has.
Half of an odd price is rounded down.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.monopoly.actions import Build, BuildUp, Sell, SellDown
from companion.games.monopoly.course import Course
from companion.games.monopoly.guards import (
    require_free,
    require_group,
    require_money,
    require_own,
    require_running,
    require_seat,
)
from companion.games.monopoly.property_facts import BuildingsSold, Built
from companion.games.monopoly.raising import half_price
from companion.games.monopoly.shortage import (
    is_contested,
    next_building,
    open_wants,
    require_site,
    require_stock,
    several_want,
)
from companion.games.monopoly.state import MonopolyState, group_places
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def require_build(state: MonopolyState, seat: int, position: int) -> None:
    """Raise a refusal unless the seat may build the next building there now.

    Raises ``unknown_seat``, ``seat_bankrupt``, ``game_over``, ``debt_open``, ``not_now``,
    ``not_enough_money``, and those of ``require_site`` and ``require_stock``.
    """
    require_seat(state, seat)
    require_free(state, "MO-B1")
    levels: Mapping[int, int] = {}
    require_site(state, seat, position, levels)
    require_stock(state, next_building(state, position, levels))
    require_money(state, seat, state.board[position].house_price, "MO-B1")


def decide_build(state: MonopolyState, action: Build) -> tuple[Fact, ...]:
    """Return the building; where others could want the last ones, that the seat wants it."""
    seat, position = action.seat, action.position
    require_build(state, seat, position)
    building = next_building(state, position, {})
    course = Course(state)
    if is_contested(state, seat, building):
        open_wants(course, seat, building, (position,))
    else:
        course.happens(Built(seat, position, building, state.board[position].house_price))
    return course.facts


def decide_build_up(state: MonopolyState, action: BuildUp) -> tuple[Fact, ...]:
    """Return all the buildings that bring each street of a group up to a level.

    Raises also ``unknown_group``, ``level_out_of_range``, ``nothing_to_build``,
    ``several_want``.
    """
    seat = action.seat
    require_seat(state, seat)
    require_free(state, "MO-B1")
    positions = require_group(state, action.group)
    _require_level(action.level, 1, state.most_houses + 1)
    course = Course(state)
    while True:
        lowest = min(positions, key=course.state.level)
        if course.state.level(lowest) >= action.level:
            break
        require_build(course.state, seat, lowest)
        building = next_building(course.state, lowest, {})
        if is_contested(course.state, seat, building):
            raise several_want(course.state, building)
        price = state.board[lowest].house_price
        course.happens(Built(seat, lowest, building, price))
    if not course.facts:
        raise Refusal("nothing_to_build", "MO-B1", say("That much stands on every street already."))
    return course.facts


def _require_level(level: int, lowest: int, highest: int) -> None:
    if not lowest <= level <= highest:
        raise Refusal(
            "level_out_of_range",
            "MO-B2",
            say("Say a whole number from {lowest} to {highest}.", lowest=lowest, highest=highest),
        )


def require_sell(state: MonopolyState, seat: int, position: int) -> int:
    """Return the level after selling one building there; a hotel is swapped for its houses.

    Raises ``nothing_built``, ``uneven_selling``, ``no_houses_for_swap``.
    """
    require_seat(state, seat)
    require_running(state)
    deed = require_own(state, seat, position, "MO-B4")
    name, level = state.board[position].name, state.level(position)
    if not level:
        raise Refusal("nothing_built", "MO-B4", say("Nothing stands on {name}.", name=name))
    highest = max(map(state.level, group_places(position)))
    if level < highest:
        raise Refusal(
            "uneven_selling",
            "MO-B4",
            say("Sell evenly: another street of the group has more than {name}.", name=name),
        )
    if deed.hotel and state.houses_left < state.most_houses:
        raise Refusal(
            "no_houses_for_swap",
            "MO-B4",
            say(
                "Houses left in the bank: {left}; a hotel is swapped for {most}. "
                "Sell the whole group down instead.",
                left=state.houses_left,
                most=state.most_houses,
            ),
        )
    return level - 1


def decide_sell(state: MonopolyState, action: Sell) -> tuple[Fact, ...]:
    """Return one building sold at half price."""
    after = require_sell(state, action.seat, action.position)
    paid = half_price(state, action.position)
    return (BuildingsSold(action.seat, action.position, after + 1, after, paid),)


def require_sell_down(
    state: MonopolyState, seat: int, group: str, level: int
) -> tuple[BuildingsSold, ...]:
    """Return what selling a group down to a level sells, street by street.

    Raises ``unknown_group``, ``level_out_of_range``, ``not_your_property``, ``nothing_built``,
    ``no_houses_for_swap``.
    """
    require_seat(state, seat)
    require_running(state)
    positions = require_group(state, group)
    _require_level(level, 0, state.most_houses)
    for position in positions:
        require_own(state, seat, position, "MO-B4")
    sold = tuple(
        BuildingsSold(seat, place, before, level, (before - level) * half_price(state, place))
        for place in positions
        if (before := state.level(place)) > level
    )
    if not sold:
        raise Refusal("nothing_built", "MO-B4", say("There is nothing more to sell there."))
    given_back = sum(part.before for part in sold if part.before <= state.most_houses)
    if state.houses_left + given_back < level * len(sold):
        raise Refusal(
            "no_houses_for_swap",
            "MO-B4",
            say("The bank has too few houses for that; sell further down."),
        )
    return sold


def decide_sell_down(state: MonopolyState, action: SellDown) -> tuple[Fact, ...]:
    """Return all that is sold of a group, hotels whole."""
    return require_sell_down(state, action.seat, action.group, action.level)
