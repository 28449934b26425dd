"""Deals between players: offered, agreed to by the other side, or not (MO-D1, MO-D2, MO-M3).

Decided where the book is silent: whoever receives a mortgaged property says with his own word,
the offer or the agreement, whether he lifts it at once; both sides must be able to pay what they
then owe with what they then hold. A seat has one offer open at a time. While somebody owes money
only deals with a debtor are made, and after the agreed time none.
"""

from __future__ import annotations

from companion.games.monopoly.actions import AcceptDeal, DeclineDeal, ProposeDeal, WithdrawDeal
from companion.games.monopoly.box import interest
from companion.games.monopoly.course import Course
from companion.games.monopoly.endings import is_time_over
from companion.games.monopoly.guards import (
    require_no_debt,
    require_own,
    require_property,
    require_running,
    require_seat,
)
from companion.games.monopoly.money_facts import Paid
from companion.games.monopoly.mortgages import lift_price
from companion.games.monopoly.property_facts import (
    DealDeclined,
    DealMade,
    DealProposed,
    DealWithdrawn,
    Lifted,
)
from companion.games.monopoly.state import Deal, MonopolyState
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def require_tradable(state: MonopolyState, seat: int, position: int) -> None:
    """Raise ``not_your_property`` or ``group_has_buildings`` unless a seat may deal it (MO-D1)."""
    require_own(state, seat, position, "MO-D1")
    if state.has_buildings(position):
        raise Refusal(
            "group_has_buildings",
            "MO-D1",
            say(
                "First sell all buildings of the group of {name}.",
                name=state.board[position].name,
            ),
        )


def require_deal(state: MonopolyState, deal: Deal, lifts: tuple[int, ...]) -> None:
    """Raise a refusal unless this deal can be made as things stand.

    lifts: mortgaged properties that the other side lifts at once.
    Raises ``unknown_seat``, ``seat_bankrupt``, ``game_over``, ``same_seat``, ``debt_open``,
    ``not_your_property``, ``group_has_buildings``, ``named_twice``, ``negative_amount``,
    ``no_key``, ``deal_of_money_alone``, ``not_mortgaged``, ``deal_above_cash``.
    """
    require_seat(state, deal.seat)
    require_seat(state, deal.other)
    require_running(state)
    if deal.seat == deal.other:
        raise Refusal("same_seat", "MO-D1", say("A deal is between two players."))
    if not state.debts_of(deal.seat) and not state.debts_of(deal.other):
        require_no_debt(state)
    _require_things(state, deal)
    for position in deal.lifts:
        _require_mortgaged(state, position, deal.takes)
    for position in lifts:
        _require_mortgaged(state, position, deal.gives)
    fees_of_proposer = fees(state, deal.takes, deal.lifts)
    fees_of_other = fees(state, deal.gives, lifts)
    _require_cash(state, deal.seat, deal.asks - deal.pays - fees_of_proposer)
    _require_cash(state, deal.other, deal.pays - deal.asks - fees_of_other)


def _require_things(state: MonopolyState, deal: Deal) -> None:
    """Raise a refusal unless both sides have what they give, and one gives more than money."""
    for seat, places in ((deal.seat, deal.gives), (deal.other, deal.takes)):
        for position in places:
            require_tradable(state, seat, position)
        if len(set(places)) < len(places):
            raise Refusal("named_twice", "MO-D1", say("A property stands in a deal only once."))
    for amount in (deal.pays, deal.asks, deal.keys_given, deal.keys_taken):
        if amount < 0:
            raise Refusal(
                "negative_amount",
                "MO-D1",
                say("An amount is 0 or more, not {amount}.", amount=amount),
            )
    for seat, keys in ((deal.seat, deal.keys_given), (deal.other, deal.keys_taken)):
        if keys > state.keys[seat]:
            raise Refusal(
                "no_key",
                "MO-D1",
                say("{name} has not that many keys.", name=state.name(seat)),
            )
    if not (deal.gives or deal.takes or deal.keys_given or deal.keys_taken):
        raise Refusal(
            "deal_of_money_alone",
            "MO-D1",
            say("Money alone never changes hands: a deal holds a property or a key."),
        )


def _require_mortgaged(state: MonopolyState, position: int, received: tuple[int, ...]) -> None:
    require_property(state, position)
    if position not in received or not state.deeds[position].mortgaged:
        raise Refusal(
            "not_mortgaged",
            "MO-M3",
            say(
                "{name} is no mortgaged property one receives here.",
                name=state.board[position].name,
            ),
        )


def _require_cash(state: MonopolyState, seat: int, gained: int) -> None:
    if state.cash(seat) + gained < 0:
        raise Refusal(
            "deal_above_cash",
            "MO-D1",
            say(
                "{name} would need {amount} and holds {cash}.",
                name=state.name(seat),
                amount=-gained,
                cash=state.cash(seat),
            ),
        )


def fees(state: MonopolyState, received: tuple[int, ...], lifts: tuple[int, ...]) -> int:
    """Return what a seat owes the bank for the mortgaged properties it receives (MO-M3)."""
    return sum(
        lift_price(state, place) if place in lifts else interest(state.board[place].mortgage)
        for place in received
        if state.deeds[place].mortgaged
    )


def decide_propose(state: MonopolyState, action: ProposeDeal) -> tuple[Fact, ...]:
    """Return the offer; what it asks for must be there on both sides."""
    deal = Deal(
        state.deals_opened + 1,
        action.seat,
        action.other,
        action.gives,
        action.takes,
        action.pays,
        action.asks,
        action.keys_given,
        action.keys_taken,
        action.lifts,
    )
    require_deal(state, deal, ())
    return (
        DealProposed(
            deal.number,
            deal.seat,
            deal.other,
            deal.gives,
            deal.takes,
            deal.pays,
            deal.asks,
            deal.keys_given,
            deal.keys_taken,
            deal.lifts,
        ),
    )


def require_offer(state: MonopolyState, number: int) -> Deal:
    """Return the open offer of that number; raises ``no_such_deal``."""
    deal = state.deals.get(number)
    if deal is None:
        raise Refusal("no_such_deal", "MO-D2", say("This offer does not stand any more."))
    return deal


def require_answer(state: MonopolyState, seat: int, number: int) -> Deal:
    """Return the offer that a seat may answer; raises also ``not_your_deal``."""
    require_running(state)
    deal = require_offer(state, number)
    if seat != deal.other:
        raise Refusal(
            "not_your_deal",
            "MO-D2",
            say("{name} answers this offer.", name=state.name(deal.other)),
        )
    return deal


def decide_accept(state: MonopolyState, action: AcceptDeal) -> tuple[Fact, ...]:
    """Return the deal and what both sides owe the bank for mortgages; raises ``time_over``."""
    deal = require_answer(state, action.seat, action.deal)
    require_deal(state, deal, action.lifts)
    if state.is_between_turns and is_time_over(state, action.at):
        raise Refusal("time_over", "MO-C1", say("The agreed time is over: wealth stands as it is."))
    mortgaged = {place for place, deed in state.deeds.items() if deed.mortgaged}
    course = Course(state)
    course.happens(
        DealMade(
            deal.number,
            deal.seat,
            deal.other,
            deal.gives,
            deal.takes,
            deal.pays,
            deal.asks,
            deal.keys_given,
            deal.keys_taken,
        )
    )
    for seat, received, lifts in (
        (deal.seat, deal.takes, deal.lifts),
        (deal.other, deal.gives, action.lifts),
    ):
        for place in received:
            if place in mortgaged:
                _pay_fee(course, seat, place, is_lifted=place in lifts)
    return course.facts


def _pay_fee(course: Course, seat: int, place: int, *, is_lifted: bool) -> None:
    """Pay for a mortgaged property received; it is paid at once, whatever else is owed (MO-M3)."""
    if is_lifted:
        course.happens(Lifted(seat, place, lift_price(course.state, place)))
    else:
        tenth = interest(course.state.board[place].mortgage)
        course.happens(Paid(seat, None, tenth, "interest", place))


def decide_decline(state: MonopolyState, action: DeclineDeal) -> tuple[Fact, ...]:
    """Return that the other side does not want the deal."""
    deal = require_answer(state, action.seat, action.deal)
    return (DealDeclined(deal.number, deal.seat, deal.other),)


def decide_withdraw(state: MonopolyState, action: WithdrawDeal) -> tuple[Fact, ...]:
    """Return that the proposer takes the offer back; raises ``not_your_deal``."""
    require_running(state)
    deal = require_offer(state, action.deal)
    if action.seat != deal.seat:
        raise Refusal(
            "not_your_deal",
            "MO-D2",
            say("{name} made this offer.", name=state.name(deal.seat)),
        )
    return (DealWithdrawn(deal.number, deal.seat, deal.other),)
