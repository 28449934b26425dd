"""Too few houses or hotels in the bank: who wants them, and their auction (MO-B3).

Decided where the book is silent: the last buildings are asked about as soon as somebody builds
while others could build too and one more on each of their streets would be more than the bank
has. Everybody asked says on which streets he wants one, in order. If there are enough for all, or
one alone wants any, they are built at the printed price; otherwise they are auctioned one by one
among those who want them, and the winner builds on the first street he named that takes it. What
nobody bids for stays with the bank. Who can no longer build where he said wants it no more.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.monopoly.actions import Want
from companion.games.monopoly.course import Course
from companion.games.monopoly.guards import (
    not_now,
    require_no_debt,
    require_own,
    require_property,
    require_running,
    require_seat,
)
from companion.games.monopoly.money_facts import AuctionOpened
from companion.games.monopoly.property_facts import Built, Wanted, WantsClosed, WantsOpened
from companion.games.monopoly.state import Building, MonopolyState, Wants, group_places, groups
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal, allows
from companion.mechanics.words import say

Levels = Mapping[int, int]
"""How much is built by position, where that differs from what stands there."""


def next_building(state: MonopolyState, position: int, levels: Levels) -> Building:
    """Return what would be built next on a street."""
    level = levels.get(position, state.level(position))
    return "hotel" if level == state.most_houses else "house"


def require_site(state: MonopolyState, seat: int, position: int, levels: Levels) -> None:
    """Raise a refusal unless the seat could build there, had the bank any (MO-B1, MO-B2).

    Raises ``unknown_space``, ``not_a_property``, ``not_a_street``, ``not_your_property``,
    ``group_not_whole``, ``group_mortgaged``, ``hotel_stands``, ``uneven_building``.
    """
    space = require_property(state, position)
    if not space.is_street:
        raise Refusal("not_a_street", "MO-B1", say("Nothing is built on {name}.", name=space.name))
    require_own(state, seat, position, "MO-B1")
    group = group_places(position)
    if not state.owns_group(seat, position):
        raise Refusal("group_not_whole", "MO-B1", say("First own the whole group."))
    for place in group:
        if state.deeds[place].mortgaged:
            name = state.board[place].name
            raise Refusal(
                "group_mortgaged", "MO-B1", say("First lift the mortgage of {name}.", name=name)
            )
    built = {place: levels.get(place, state.level(place)) for place in group}
    if built[position] > state.most_houses:
        raise Refusal(
            "hotel_stands",
            "MO-B2",
            say("One hotel a street: {name} has it already.", name=space.name),
        )
    if built[position] > min(built.values()):
        raise Refusal(
            "uneven_building",
            "MO-B1",
            say(
                "Build evenly: first on {names}.",
                names=state.names(place for place in group if built[place] < built[position]),
            ),
        )


def require_stock(state: MonopolyState, building: Building) -> None:
    """Raise ``no_houses_left`` or ``no_hotels_left`` where the bank has none (MO-B3)."""
    if state.left(building):
        return
    if building == "house":
        raise Refusal(
            "no_houses_left",
            "MO-B3",
            say("The bank has no house left; wait until somebody sells one."),
        )
    raise Refusal(
        "no_hotels_left",
        "MO-B3",
        say("The bank has no hotel left; wait until somebody sells one."),
    )


def sites(state: MonopolyState, seat: int, building: Building) -> tuple[int, ...]:
    """Return the streets on which a seat could build one now: one each, evenly."""
    return tuple(
        place
        for group in groups().values()
        if state.owner(group[0]) == seat
        for place in group
        if allows(require_site, state, seat, place, {})
        and next_building(state, place, {}) == building
    )


def demand(state: MonopolyState, seat: int, building: Building) -> int:
    """Return how many buildings a seat could want for one more on each street, by its cash."""
    cash, count = state.cash(seat), 0
    for price in sorted(state.board[place].house_price for place in sites(state, seat, building)):
        if price > cash:
            break
        cash, count = cash - price, count + 1
    return count


def rivals(state: MonopolyState, seat: int, building: Building) -> tuple[int, ...]:
    """Return the other seats that could build that too."""
    return tuple(
        other for other in state.active if other != seat and demand(state, other, building)
    )


def is_contested(state: MonopolyState, seat: int, building: Building) -> bool:
    """Tell whether others could want the last buildings as well."""
    others = sum(demand(state, other, building) for other in rivals(state, seat, building))
    return bool(others) and 1 + others > state.left(building)


def several_want(state: MonopolyState, building: Building) -> Refusal:
    """Return the refusal for building much at once where others could want the last ones."""
    return Refusal(
        "several_want",
        "MO-B3",
        say(
            "The bank has {left} left and others could want them; build one by one.",
            left=state.left(building),
        ),
    )


def open_wants(course: Course, seat: int, building: Building, places: tuple[int, ...]) -> None:
    """Ask who wants the last buildings; the seat that was about to build has said it."""
    course.happens(WantsOpened(building, (seat, *rivals(course.state, seat, building))))
    course.happens(Wanted(seat, places))


def require_want(state: MonopolyState, seat: int, positions: tuple[int, ...]) -> Wants:
    """Return the open question; raises a refusal unless the seat may want that (MO-B3).

    Raises ``not_now``, ``not_asked``, ``other_building``, and those of ``require_site``.
    """
    require_seat(state, seat)
    require_running(state)
    require_no_debt(state)
    wants = state.wants
    if wants is None or state.sale is not None:
        raise not_now(state, "MO-B3")
    if seat not in wants.asked and seat not in wants.said:
        raise Refusal(
            "not_asked", "MO-B3", say("{name} cannot build one now.", name=state.name(seat))
        )
    require_row(state, seat, wants.building, positions)
    return wants


def require_row(
    state: MonopolyState, seat: int, building: Building, positions: tuple[int, ...]
) -> None:
    """Raise a refusal unless the seat could build these one after the other."""
    levels: dict[int, int] = {}
    for position in positions:
        require_site(state, seat, position, levels)
        if next_building(state, position, levels) != building:
            raise Refusal(
                "other_building",
                "MO-B3",
                say("On {name} it would be the other kind.", name=state.board[position].name),
            )
        levels[position] = levels.get(position, state.level(position)) + 1


def decide_want(state: MonopolyState, action: Want) -> tuple[Fact, ...]:
    """Return what the seat wants; once everybody has said it, what comes of it."""
    require_want(state, action.seat, action.positions)
    course = Course(state)
    course.happens(Wanted(action.seat, action.positions))
    assert course.state.wants is not None
    if not course.state.wants.asked:
        go_on_with_wants(course)
    return course.facts


def go_on_with_wants(course: Course) -> None:
    """Build what is wanted, or open the next auction; close the question where neither is left."""
    _drop_impossible(course)
    state = course.state
    assert state.wants is not None
    wanting = tuple(seat for seat, places in state.wants.said.items() if places)
    count = sum(len(state.wants.said[seat]) for seat in wanting)
    left = state.left(state.wants.building)
    if len(wanting) > 1 and count > left > 0:
        streets = {place for seat in wanting for place in state.wants.said[seat]}
        floor = min(state.board[place].house_price for place in streets)
        opened = AuctionOpened(tuple(sorted(wanting)), floor, None, state.wants.building)
        course.happens(opened)
        return
    for seat in wanting:
        for place in state.wants.said[seat][:left]:
            _build(course, seat, place, state.board[place].house_price)
    course.happens(WantsClosed())


def _drop_impossible(course: Course) -> None:
    """Let those want nothing who can no longer build what they said."""
    wants = course.state.wants
    assert wants is not None
    for seat, places in wants.said.items():
        if places and not allows(require_row, course.state, seat, wants.building, places):
            course.happens(Wanted(seat))


def _build(course: Course, seat: int, place: int, price: int) -> None:
    """Build one at a price, if the seat can still pay it."""
    wants = course.state.wants
    assert wants is not None
    if course.state.cash(seat) >= price:
        course.happens(Built(seat, place, wants.building, price))


def hand_over(course: Course, seat: int, amount: int) -> None:
    """Build what a seat won on its first street; if it cannot, it wants nothing any more."""
    wants = course.state.wants
    assert wants is not None
    place = wants.said[seat][0]
    row = (course.state, seat, wants.building, (place,))
    if course.state.cash(seat) < amount or not allows(require_row, *row):
        course.happens(Wanted(seat))
    else:
        course.happens(Built(seat, place, wants.building, amount))
