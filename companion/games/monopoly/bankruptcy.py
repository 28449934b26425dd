"""Bankruptcy: who is out, and where all goes that he had (MO-X1, MO-X2).

Decided where the book is silent: whoever is bankrupt first sells all buildings to the bank at
half price, whoever the creditor is; deeds that go back to the bank are free of mortgages when
they are auctioned, and so is a deed he had bid for and could not pay; in an auction under way his
highest bid falls and it begins anew without him. Whoever receives mortgaged deeds owes the bank
their tenth, unless the game is over with it.
"""

from __future__ import annotations

from companion.games.monopoly.actions import GoBankrupt
from companion.games.monopoly.auctions import close_if_decided
from companion.games.monopoly.box import interest
from companion.games.monopoly.charges import charge
from companion.games.monopoly.course import Course
from companion.games.monopoly.endings import end_if_decided
from companion.games.monopoly.going_on import go_on
from companion.games.monopoly.guards import require_running, require_seat
from companion.games.monopoly.money_facts import AuctionOpened, Passed, WentBankrupt
from companion.games.monopoly.moves import pass_turn
from companion.games.monopoly.payments import first_debt
from companion.games.monopoly.property_facts import BuildingsSold
from companion.games.monopoly.raising import could_raise, half_price
from companion.games.monopoly.state import Debt, MonopolyState
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def require_bankruptcy(state: MonopolyState, seat: int) -> Debt:
    """Return the debt that a seat can no longer cover; raises ``no_debt`` or ``money_enough``."""
    require_seat(state, seat)
    require_running(state)
    debt = first_debt(state, seat)
    raised = could_raise(state, seat)
    if raised >= debt.amount:
        raise Refusal(
            "money_enough",
            "MO-X1",
            say(
                "{name} can still raise {raised}, and {amount} are owed.",
                name=state.name(seat),
                raised=raised,
                amount=debt.amount,
            ),
        )
    return debt


def decide_bankruptcy(state: MonopolyState, action: GoBankrupt) -> tuple[Fact, ...]:
    """Return the bankruptcy: buildings sold, all handed over, and what follows from it."""
    seat = action.seat
    heir = require_bankruptcy(state, seat).creditor
    course = Course(state)
    for space in state.owned(seat):
        level = state.level(space.position)
        if level:
            paid = level * half_price(state, space.position)
            course.happens(BuildingsSold(seat, space.position, level, 0, paid))
    mortgaged = [space for space in state.owned(seat) if state.deeds[space.position].mortgaged]
    deeds = tuple(space.position for space in state.owned(seat))
    cash = course.state.cash(seat)
    course.happens(WentBankrupt(seat, heir, cash, deeds, state.keys[seat]))
    if end_if_decided(course):
        return course.facts
    if heir is not None:
        for space in mortgaged:
            charge(course, heir, None, interest(space.mortgage), "interest", space.position)
    if course.state.turn_seat == seat:
        pass_turn(course)
    _leave_auction(course, seat)
    go_on(course)
    return course.facts


def _leave_auction(course: Course, seat: int) -> None:
    """Take a bankrupt out of the auction under way."""
    sale = course.state.sale
    if sale is None or seat not in sale.auction.active:
        return
    standing = sale.auction.standing
    if standing is None or standing.seat != seat:
        course.happens(Passed(seat))
        close_if_decided(course)
        return
    others = tuple(other for other in sale.auction.seats if other in course.state.active)
    opened = AuctionOpened(others, sale.auction.floor, sale.position, sale.building)
    course.happens(opened)
