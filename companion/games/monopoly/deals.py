"""Deals between players: offering, accepting, declining and withdrawing (MO-D1, MO-D2, MO-M3).

Decided where the book is silent: the player who receives a mortgaged property chooses whether to
lift the mortgage at once, either in the offer or when accepting it. Both players must be able to
pay for this with the cash that they hold after the deal. A seat has one open offer at a time. After
the agreed time, only two kinds of deal are allowed: a debtor gets money, or a debtor gives property
for a debt (see ``debts``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from companion.games.monopoly.board import interest
from companion.games.monopoly.buildings import require_bid_kept
from companion.games.monopoly.debts import first_debt, require_payable_in_kind, settle
from companion.games.monopoly.endings import require_time_left
from companion.games.monopoly.jail import with_keys
from companion.games.monopoly.mortgages import Lifted, lift_price
from companion.games.monopoly.obligations import Paid
from companion.games.monopoly.state import (
    Deal,
    MonopolyEvent,
    MonopolyState,
    Pending,
    Terms,
    require_own,
    require_property,
    require_seat,
)
from companion.games.monopoly.whole_groups import whole_groups
from companion.mechanics.actions.base import (
    Action,
    Button,
    Event,
    SeatAction,
    TimedAction,
    action,
    event,
)
from companion.mechanics.actions.menu import Candidate, OneOf
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.money.ledger import Transfer, purse
from companion.mechanics.play.table import refusal_about, require_running


@action("propose_deal", turn_bound=False, keeps_turn=True)
class ProposeDeal(Terms, Action[MonopolyState]):
    """Offer another player a deal (MO-D1).

    The new offer replaces any open offer of the seat.
    """

    lifts: tuple[int, ...] = ()
    """The mortgaged properties whose mortgages the seat lifts at once (MO-M3)."""
    answers: int | None = None
    """The number of the offer that this counter-offer declines; None if it is no counter-offer."""

    def label(self, state: MonopolyState) -> Sentence:
        if self.covers is None:
            return say("Offer to {name}", name=state.name(self.other))
        if self.covers == first_debt(state, self.seat).amount:
            return say("Offer as full payment: {amount}", amount=self.covers)
        return say("Offer as part payment")

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the event of the offer, after that of declining an offer that it answers."""
        number = state.deals_opened + 1
        offer = DealProposed(number=number, lifts=self.lifts, **self.terms)
        require_deal(state, offer, ())
        # An offer that was withdrawn meanwhile needs no answer.
        if self.answers is None or self.answers not in state.deals:
            return (offer,)
        countered = require_answer(state, self.seat, self.answers)
        answer = DealDeclined(
            number=countered.number, seat=countered.seat, other=countered.other, has_counter=True
        )
        return (answer, offer)


def require_deal(state: MonopolyState, deal: Deal, lifts: tuple[int, ...]) -> None:
    """Raise a refusal unless the deal could be made now.

    lifts: the mortgaged properties whose mortgages ``deal.other`` lifts at once.
    """
    require_seat(state, deal.seat)
    require_seat(state, deal.other)
    require_running(state)
    if deal.seat == deal.other:
        raise Refusal("same_seat", "MO-D1", say("Choose another player for the deal."))
    require_payable_in_kind(state, deal)
    _require_things(state, deal)
    for position in deal.lifts:
        _require_mortgaged(state, position, deal.takes)
    for position in lifts:
        _require_mortgaged(state, position, deal.gives)
    gained = deal.asks - deal.pays
    _require_cash(state, deal.seat, gained, mortgage_dues(state, deal.seat, deal.takes, deal.lifts))
    _require_cash(state, deal.other, -gained, mortgage_dues(state, deal.other, deal.gives, lifts))


def _require_things(state: MonopolyState, deal: Deal) -> None:
    """Raise a refusal unless both seats may give their parts of the deal (MO-D1).

    A deal of money alone is refused too.
    """
    for seat, places in ((deal.seat, deal.gives), (deal.other, deal.takes)):
        for position in places:
            require_tradable(state, seat, position)
        if len(set(places)) < len(places):
            raise Refusal("named_twice", "MO-D1", say("List each property only once in a deal."))
    for amount in (deal.pays, deal.asks, deal.keys_given, deal.keys_taken):
        if amount < 0:
            sentence = say("Enter 0 or more, not {amount}.", amount=amount)
            raise Refusal("negative_amount", "MO-D1", sentence)
    for seat, keys in ((deal.seat, deal.keys_given), (deal.other, deal.keys_taken)):
        if keys > state.keys[seat]:
            sentence = say("{name} does not have that many keys.")
            sentence = sentence.to_you("You do not have that many keys.")
            raise refusal_about(state, seat, "no_key", "MO-D1", sentence)
    if not (deal.gives or deal.takes or deal.keys_given or deal.keys_taken):
        sentence = say("A deal needs a property or a key: money alone cannot change hands.")
        raise Refusal("deal_of_money_alone", "MO-D1", sentence)


def require_tradable(state: MonopolyState, seat: int, position: int) -> None:
    """Raise a refusal unless the seat may give a property in a deal (MO-D1)."""
    require_own(state, seat, position, "MO-D1")
    if state.has_buildings(position):
        sentence = say(
            "Sell all buildings in {name}’s group first.", name=state.board[position].words
        )
        raise Refusal("group_has_buildings", "MO-D1", sentence)


def _require_mortgaged(state: MonopolyState, position: int, received: tuple[int, ...]) -> None:
    require_property(state, position)
    if position not in received or not state.deeds[position].mortgaged:
        sentence = say(
            "This deal does not give you {name} with a mortgage.", name=state.board[position].words
        )
        raise Refusal("not_mortgaged", "MO-M3", sentence)


def _require_cash(
    state: MonopolyState, seat: int, gained: int, owed: tuple[Lifted | Paid, ...]
) -> None:
    needed, cash = sum(due.amount for due in owed) - gained, state.money(seat)
    if needed > cash:
        sentence = say("{name} would need {amount} and has {cash}.", amount=needed, cash=cash)
        sentence = sentence.to_you("You would need {amount} and have {cash}.")
        raise refusal_about(state, seat, "deal_above_cash", "MO-D1", sentence)


def mortgage_dues(
    state: MonopolyState, seat: int, received: tuple[int, ...], lifts: tuple[int, ...]
) -> tuple[Lifted | Paid, ...]:
    """Return a seat's payments to the bank for the mortgaged properties that it receives (MO-M3).

    The payments are made at once, even if the seat has open debts.
    received: the positions of all properties that the seat receives.
    lifts: the positions of the properties whose mortgages the seat lifts now.
    """
    return tuple(
        Lifted(seat, place, lift_price(state, place))
        if place in lifts
        else Paid(
            seat=seat,
            creditor=None,
            amount=interest(state.board[place].mortgage),
            reason="interest",
            position=place,
        )
        for place in received
        if state.deeds[place].mortgaged
    )


@event("deal_proposed")
class DealProposed(Deal, Event[MonopolyState]):
    """A seat offered another seat a deal.

    The state keeps this event as the open offer.
    """

    def apply(self, state: MonopolyState) -> MonopolyState:
        others = {number: old for number, old in state.deals.items() if old.seat != self.seat}
        return replace(
            state,
            deals={**others, self.number: self},
            deals_opened=self.number,
            last_deals={**state.last_deals, self.seat: self.number},
        )

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        return offered(state, self)

    def tell_you(self, state: MonopolyState, seat: int) -> Sentence | None:
        if seat != self.other:
            return Event.tell_you(self, state, seat)
        line = say("{name} offers you: {given} for {taken}.", **_deal_words(state, self))
        return self.fill(state, line)


def offered(state: MonopolyState, deal: Deal) -> Sentence:
    """Return the sentence that describes an offer, with what each player gives."""
    line = say("{name} offers {other}: {given} for {taken}.", **_deal_words(state, deal)).to_you(
        "You offer {other}: {given} for {taken}."
    )
    return deal.fill(state, line)


def _deal_words(state: MonopolyState, terms: Terms) -> dict[str, object]:
    """Return the values for the placeholders "given" and "taken" in a sentence about a deal."""
    return {
        "given": deal_part(state, terms.gives, terms.pays, terms.keys_given),
        "taken": deal_part(state, terms.takes, terms.asks, terms.keys_taken, terms.covers),
    }


def _without(state: MonopolyState, number: int) -> MonopolyState:
    """Return the state after an offer was closed."""
    return replace(state, deals={key: deal for key, deal in state.deals.items() if key != number})


@event("deal_made")
class DealMade(Terms, MonopolyEvent):
    """A deal was made: properties, keys and money changed hands (MO-D2)."""

    number: int = field(kw_only=True)
    """The number of the offer."""

    @property
    def places(self) -> tuple[int, ...]:
        return self.gives + self.takes

    def transfers(self) -> tuple[Transfer, ...]:
        ends = purse(self.seat), purse(self.other)
        paid = self.pays - self.asks
        if not paid:
            return ()
        source, target = ends if paid > 0 else ends[::-1]
        return (Transfer(source, target, abs(paid), say("deal")),)

    def apply(self, state: MonopolyState) -> MonopolyState:
        state = _without(state, self.number)
        given = {place: replace(state.deeds[place], owner=self.other) for place in self.gives}
        taken = {place: replace(state.deeds[place], owner=self.seat) for place in self.takes}
        keys = self.keys_taken - self.keys_given
        state = with_keys(state, self.seat, state.keys[self.seat] + keys)
        state = with_keys(state, self.other, state.keys[self.other] - keys)
        return replace(state, deeds={**state.deeds, **given, **taken})

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        return say(
            "{name} gives {other} {given} and gets {taken}.", **_deal_words(state, self)
        ).to_you("You give {other} {given} and get {taken}.")

    def tell_you(self, state: MonopolyState, seat: int) -> Sentence | None:
        if seat != self.other:
            return MonopolyEvent.tell_you(self, state, seat)
        line = say("{name} gives you {given} and gets {taken}.", **_deal_words(state, self))
        return self.fill(state, line)

    def scenes(self, state: MonopolyState) -> tuple[Scene, ...]:
        board = state.board
        hands = tuple(
            (seat, tuple((board[at].words, board[at].group) for at in places), cash, keys)
            for seat, places, cash, keys in (
                (self.seat, self.gives, self.pays, self.keys_given),
                (self.other, self.takes, self.asks, self.keys_taken),
            )
        )
        closed = self.scene(state, "deal", {"hands": hands})
        taken = whole_groups(state, self.seat, self.takes)
        return (closed, *taken, *whole_groups(state, self.other, self.gives))


@dataclass(frozen=True, slots=True)
class DealRefused(MonopolyEvent):
    """Base class for events that close an open offer without a deal."""

    number: int
    seat: int
    other: int

    def apply(self, state: MonopolyState) -> MonopolyState:
        return _without(state, self.number)


@event("deal_declined")
class DealDeclined(DealRefused):
    """The other player declined an offer."""

    addresses = "other"
    has_counter: bool = False
    """Whether the other player makes a counter-offer."""

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.has_counter:
            return say("{other} answers {name} with a counter-offer.").to_you(
                "You answer {name} with a counter-offer."
            )
        return say("{other} declines {name}’s offer.").to_you("You decline {name}’s offer.")

    def tell_you(self, state: MonopolyState, seat: int) -> Sentence | None:
        if seat != self.seat:
            return DealRefused.tell_you(self, state, seat)
        if self.has_counter:
            return self.fill(state, say("{other} answers you with a counter-offer."))
        return self.fill(state, say("{other} declines your offer."))


@event("deal_withdrawn")
class DealWithdrawn(DealRefused):
    """The player who made an offer withdrew it."""

    line = say("{name} withdraws the offer to {other}.").to_you(
        "You withdraw the offer to {other}."
    )

    def tell_you(self, state: MonopolyState, seat: int) -> Sentence | None:
        if seat != self.other:
            return DealRefused.tell_you(self, state, seat)
        return self.fill(state, say("{name} withdraws the offer to you."))


def deal_part(
    state: MonopolyState, places: tuple[int, ...], money: int, keys: int, covers: int | None = None
) -> tuple[Sentence | str, ...] | Sentence:
    """Return the names of everything that one player gives in a deal, or "nothing".

    places: the positions of the properties.
    covers: the amount by which a debt is reduced.
    """
    things: list[Sentence | str] = list(state.names(places))
    if keys:
        things.append(say_many("{count} key", "{count} keys", count=keys))
    if money:
        things.append(say("{amount} M", amount=money))
    if covers:
        things.append(say("{amount} off the debt", amount=covers))
    return tuple(things) or say("nothing")


@action("accept_deal", turn_bound=False, keeps_turn=True)
class AcceptDeal(TimedAction[MonopolyState]):
    """Accept an offer (MO-D2)."""

    button = Button(is_relayed=True)

    seat: int
    deal: int
    lifts: tuple[int, ...] = ()
    """The mortgaged properties whose mortgages the seat lifts at once (MO-M3)."""

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.deals:
            yield Candidate(cls(seat, 0, at=0), "at", deal=OneOf(tuple(state.deals)))

    def label(self, state: MonopolyState) -> Sentence:
        deal = state.deals[self.deal]
        line = say("Accept {name}’s offer: {given} for {taken}", **_deal_words(state, deal))
        return deal.fill(state, line)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the events of the deal, of payments for mortgages, and of settling a debt."""
        deal = require_answer(state, self.seat, self.deal)
        require_deal(state, deal, self.lifts)
        require_time_left(state, self.at, *_seats_raising_money(deal))
        pending = Pending(
            state,
            DealMade(number=deal.number, **deal.terms),
            *mortgage_dues(state, deal.seat, deal.takes, deal.lifts),
            *mortgage_dues(state, deal.other, deal.gives, self.lifts),
        )
        settle(pending, deal)
        require_bid_kept(state, pending.events)
        return pending.events


def _seats_raising_money(deal: Deal) -> tuple[int, ...]:
    """Return the seats that get nothing but money in a deal, or that pay a debt with property.

    After the agreed time, a deal is allowed only if one of these seats owes money (MO-C1, MO-D3).
    """
    gained = deal.asks - deal.pays
    is_paid = gained > 0 and not (deal.takes or deal.keys_taken)
    pays_back = gained < 0 and not (deal.gives or deal.keys_given)
    return (deal.seat,) * (is_paid or deal.covers is not None) + (deal.other,) * pays_back


def require_offer(state: MonopolyState, number: int) -> Deal:
    """Return an open offer by its number, or raise ``game_over`` or ``no_such_deal``."""
    require_running(state)
    deal = state.deals.get(number)
    if deal is None:
        raise Refusal("no_such_deal", "MO-D2", say("This offer is no longer open."))
    return deal


def require_answer(state: MonopolyState, seat: int, number: int) -> Deal:
    """Return an open offer by its number, if the seat may answer it."""
    deal = require_offer(state, number)
    if seat != deal.other:
        sentence = say("{name} answers this offer.").to_you("You answer this offer.")
        raise refusal_about(state, deal.other, "not_your_deal", "MO-D2", sentence)
    return deal


@dataclass(frozen=True, slots=True)
class DealAction(SeatAction[MonopolyState]):
    """Base class for actions on an open offer."""

    needs = "deals"
    values = {"deal": lambda state: state.deals}
    deal: int
    """The number of the offer."""


@action("decline_deal", turn_bound=False, keeps_turn=True)
class DeclineDeal(DealAction):
    """Decline an offer."""

    button = Button(is_relayed=True)

    def label(self, state: MonopolyState) -> Sentence:
        return say("Decline {name}’s offer", name=state.name(state.deals[self.deal].seat))

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        deal = require_answer(state, self.seat, self.deal)
        return (DealDeclined(number=deal.number, seat=deal.seat, other=deal.other),)


@action("withdraw_deal", turn_bound=False, keeps_turn=True)
class WithdrawDeal(DealAction):
    """Withdraw the seat's own offer."""

    button = Button(say("Withdraw the offer"))

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        deal = require_offer(state, self.deal)
        if self.seat != deal.seat:
            sentence = say("Only {name} can withdraw this offer.").to_you(
                "Only you can withdraw this offer."
            )
            raise refusal_about(state, deal.seat, "not_your_deal", "MO-D2", sentence)
        return (DealWithdrawn(number=deal.number, seat=deal.seat, other=deal.other),)
