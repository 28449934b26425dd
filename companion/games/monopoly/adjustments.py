"""The banker's last word: spaces, deeds, buildings, keys, jail, turns and money put right.

A token's space may be put right by any player. The seat that moved last is taken to have landed
there: what the space asks for comes up at once; what the wrong space cost is taken back by undo.
"""

from __future__ import annotations

from companion.games.monopoly.actions import (
    SetBuildings,
    SetDeed,
    SetFollowing,
    SetJail,
    SetKeys,
    SetSpace,
    SetTurn,
)
from companion.games.monopoly.board import JAIL
from companion.games.monopoly.box import KEYS, TURNS_IN_JAIL
from companion.games.monopoly.course import Course
from companion.games.monopoly.guards import (
    not_now,
    require_free,
    require_group,
    require_property,
    require_running,
    require_seat,
    require_space,
)
from companion.games.monopoly.moves import finish, land
from companion.games.monopoly.property_facts import (
    BuildingsSet,
    DeedSet,
    FollowingSet,
    JailSet,
    KeysSet,
    SpaceSet,
    TurnSet,
)
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.corrections import Correct, CountCash, decide_correction
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def decide_set_space(state: MonopolyState, action: SetSpace) -> tuple[Fact, ...]:
    """Return where a token really stands; raises ``in_jail`` for one that cannot be elsewhere."""
    seat = require_seat(state, action.seat)
    require_running(state)
    require_space(action.space)
    if state.jail[seat] is not None:
        raise Refusal(
            "in_jail", "MO-J1", say("{name} is in jail; say so if not.", name=state.name(seat))
        )
    lands = seat == state.mover
    if lands:
        require_free(state, "MO-T1")
    course = Course(state)
    course.happens(SpaceSet(seat, action.space))
    if lands:
        land(course, seat)
        finish(course)
    return course.facts


def decide_set_following(state: MonopolyState, action: SetFollowing) -> tuple[Fact, ...]:
    """Return whether the app follows the tokens from here on."""
    require_running(state)
    if state.stage == "space":
        raise not_now(state, "MO-T1")
    return (FollowingSet(action.following, action.reason),)


def decide_set_deed(state: MonopolyState, action: SetDeed) -> tuple[Fact, ...]:
    """Return who has a deed; a street of a group with buildings keeps its owner (MO-D1).

    Raises ``not_a_property``, ``group_has_buildings``, ``under_the_hammer``.
    """
    space = require_property(state, action.position)
    if action.owner is not None:
        require_seat(state, action.owner)
    moves = state.owner(space.position) != action.owner
    if state.has_buildings(space.position) and (moves or state.level(space.position)):
        raise Refusal(
            "group_has_buildings",
            "MO-D1",
            say("First set the buildings of the group of {name} to none.", name=space.name),
        )
    if state.sale is not None and state.sale.position == space.position:
        raise Refusal(
            "under_the_hammer",
            "MO-A1",
            say("{name} is being auctioned; close the auction first.", name=space.name),
        )
    mortgaged = action.mortgaged and action.owner is not None
    course = Course(state)
    course.happens(DeedSet(space.position, action.owner, mortgaged, action.reason))
    finish(course)
    return course.facts


def decide_set_buildings(state: MonopolyState, action: SetBuildings) -> tuple[Fact, ...]:
    """Return what stands on a group, evenly and within what the box holds.

    Raises ``unknown_group``, ``group_not_whole``, ``level_out_of_range``, ``uneven_building``,
    ``buildings_on_it``, ``no_houses_left``, ``no_hotels_left``.
    """
    places = require_group(state, action.group)
    owners = {state.owner(place) for place in places}
    if len(owners) > 1 or None in owners:
        raise Refusal("group_not_whole", "MO-B1", say("First own the whole group."))
    levels = {place: action.levels.get(str(place), state.level(place)) for place in places}
    highest = state.most_houses + 1
    if set(action.levels) - set(map(str, places)) or not all(
        0 <= level <= highest for level in levels.values()
    ):
        raise Refusal(
            "level_out_of_range",
            "MO-B2",
            say("Say a whole number from {lowest} to {highest}.", lowest=0, highest=highest),
        )
    _require_standing(state, levels)
    return (
        BuildingsSet(
            action.group, {str(place): level for place, level in levels.items()}, action.reason
        ),
    )


def _require_standing(state: MonopolyState, levels: dict[int, int]) -> None:
    """Raise a refusal unless such buildings can stand on a group."""
    if max(levels.values()) - min(levels.values()) > 1:
        raise Refusal("uneven_building", "MO-B1", say("Buildings stand evenly on a group."))
    for place, level in levels.items():
        if level and state.deeds[place].mortgaged:
            raise Refusal(
                "buildings_on_it",
                "MO-M1",
                say("{name} is mortgaged: nothing stands on it.", name=state.board[place].name),
            )
    most = state.most_houses
    now = [state.deeds[place] for place in levels]
    houses = state.houses_left + sum(deed.houses for deed in now)
    hotels = state.hotels_left + sum(deed.hotel for deed in now)
    if sum(level for level in levels.values() if level <= most) > houses:
        raise Refusal(
            "no_houses_left", "MO-B3", say("Houses left in the bank: {left}.", left=houses)
        )
    if sum(level > most for level in levels.values()) > hotels:
        raise Refusal(
            "no_hotels_left", "MO-B3", say("Hotels left in the bank: {left}.", left=hotels)
        )


def decide_set_keys(state: MonopolyState, action: SetKeys) -> tuple[Fact, ...]:
    """Return how many keys a seat has; raises ``keys_out_of_range``."""
    seat = require_seat(state, action.seat)
    most = state.keys_left + state.keys[seat]
    if not 0 <= action.keys <= most:
        raise Refusal(
            "keys_out_of_range",
            "MO-J2",
            say("There are {all} keys; 0 to {most} can lie here.", all=KEYS, most=most),
        )
    return (KeysSet(seat, action.keys, action.reason),)


def decide_set_jail(state: MonopolyState, action: SetJail) -> tuple[Fact, ...]:
    """Return whether a seat is in jail; raises ``rolls_out_of_range``."""
    seat = require_seat(state, action.seat)
    require_running(state)
    if not 0 <= action.rolls < TURNS_IN_JAIL:
        raise Refusal(
            "rolls_out_of_range",
            "MO-J3",
            say("In jail one has rolled 0 to {most} times.", most=TURNS_IN_JAIL - 1),
        )
    course = Course(state)
    if action.jailed and state.spaces[seat] != JAIL:
        course.happens(SpaceSet(seat, JAIL))
    course.happens(JailSet(seat, action.rolls if action.jailed else None, action.reason))
    if state.mover == seat:
        finish(course)
    return course.facts


def decide_set_turn(state: MonopolyState, action: SetTurn) -> tuple[Fact, ...]:
    """Return whose turn it is, before he rolls."""
    seat = require_seat(state, action.seat)
    require_free(state, "MO-S2")
    if state.stage in ("deal", "start"):
        raise not_now(state, "MO-S2")
    return (TurnSet(seat, action.reason),)


def decide_money(state: MonopolyState, action: Correct | CountCash) -> tuple[Fact, ...]:
    """Return a correction of money."""
    return decide_correction(state.ledger, action, {})
