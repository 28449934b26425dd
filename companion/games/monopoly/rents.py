"""Rent: how much a property earns, and asking for it in time (MO-T4, MO-R1 to MO-R4).

Decided where the book is silent: the rent is what the deed said when the debtor landed. It can no
longer be asked for once the property was mortgaged or has changed hands, for then it earns its
owner nothing. After a double the same player rolls again, and rents of his whole turn may still
be asked for: it is the next player's roll that ends them.
"""

from __future__ import annotations

from companion.games.monopoly.actions import AskRent
from companion.games.monopoly.charges import charge
from companion.games.monopoly.course import Course
from companion.games.monopoly.guards import require_property, require_running, require_seat
from companion.games.monopoly.money_facts import RentAsked, RentClaimable
from companion.games.monopoly.state import Claim, MonopolyState, group_places
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def factor(state: MonopolyState, position: int) -> int:
    """Return by what the dice are multiplied on an owned utility (MO-R2)."""
    return state.board.utility_factors[_count_owned(state, position) - 1]


def rent(state: MonopolyState, position: int, dice: int) -> int:
    """Return the rent of a property, 0 where the bank owns it or it is mortgaged.

    dice: the total that brought the debtor here, for utilities.
    """
    deed, space = state.deeds.get(position), state.board[position]
    if deed is None or deed.mortgaged:
        return 0
    if space.kind == "utility":
        return factor(state, position) * dice
    if space.kind == "station":
        return state.board.station_rents[_count_owned(state, position) - 1]
    if deed.hotel:
        return space.rents[-1]
    if deed.houses:
        return space.rents[deed.houses]
    return space.rents[0] * (2 if state.owns_group(deed.owner, position) else 1)


def _count_owned(state: MonopolyState, position: int) -> int:
    """Return how many of the group its owner has; mortgaged ones count (MO-R2)."""
    owner = state.owner(position)
    return sum(state.owner(place) == owner for place in group_places(position))


def fall_due(course: Course, seat: int, position: int) -> None:
    """Let the rent of the property a seat landed on be claimed, or paid where that is automatic."""
    state = course.state
    owner = state.owner(position)
    amount = rent(state, position, sum(state.dice))
    if owner is None or owner == seat or not amount:
        return
    if state.is_rent_automatic:
        charge(course, seat, owner, amount, "rent", position)
    else:
        course.happens(RentClaimable(owner, seat, position, amount))


def require_claim(state: MonopolyState, seat: int, position: int) -> Claim:
    """Return the rent a seat may ask for there; raises ``rent_too_late`` or ``no_rent_due``."""
    require_seat(state, seat)
    require_running(state)
    space = require_property(state, position)
    for claim in state.claims:
        if (claim.owner, claim.position) == (seat, position):
            return claim
    if any((claim.owner, claim.position) == (seat, position) for claim in state.late):
        raise Refusal(
            "rent_too_late",
            "MO-T4",
            say(
                "Too late: the rent of {name} had to be asked for before the next roll.",
                name=space.name,
            ),
        )
    raise Refusal(
        "no_rent_due", "MO-T4", say("Nobody owes you rent for {name} now.", name=space.name)
    )


def decide_ask_rent(state: MonopolyState, action: AskRent) -> tuple[Fact, ...]:
    """Return that the rent was asked for, and paid or owed."""
    claim = require_claim(state, action.seat, action.position)
    course = Course(state)
    course.happens(RentAsked(claim.owner, claim.debtor, claim.position, claim.amount))
    charge(course, claim.debtor, claim.owner, claim.amount, "rent", claim.position)
    return course.facts
