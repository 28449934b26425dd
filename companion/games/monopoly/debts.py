"""Debts: paying in money or property, and bankruptcy (MO-X1, MO-X2, MO-D3).

Decided where the book is silent: a seat pays its debts in the order in which they fell due. Debts
to a bankrupt seat pass to its heir, the player who gets everything that the seat had. Until a debt
is paid, the debtor can only raise money. The others build, lift mortgages and make deals as usual.

Payment in property is a deal that settles the whole debt, or a part of the debt on which both
players agree. As with money, only the debt that fell due first can be paid. The bank takes only
money. The rest of a partly paid debt can be paid in money or in property.

A bankrupt seat first sells all its buildings to the bank at half price, even if the creditor is a
player. Deeds that go back to the bank are auctioned without mortgages. The same applies to a deed
that the seat won in an auction and could not pay for. If the seat holds the highest bid in an
auction, the auction restarts without the seat. For each mortgaged deed, the heir owes the bank a
tenth of the mortgage, unless the bankruptcy ends the game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from companion.games.monopoly.agenda import proceed
from companion.games.monopoly.auctions import SALES, DeedTaken, Passed
from companion.games.monopoly.board import interest
from companion.games.monopoly.buildings import building_sold
from companion.games.monopoly.endings import end_if_decided
from companion.games.monopoly.jail import with_jail, with_keys
from companion.games.monopoly.liquidity import could_raise, inherited
from companion.games.monopoly.obligations import (
    AuctionOpened,
    DebtEvent,
    Payment,
    account_of,
    charge,
    pass_turn,
)
from companion.games.monopoly.pot import fill_pot
from companion.games.monopoly.state import (
    PENDING,
    Deal,
    Debt,
    MonopolyEvent,
    MonopolyState,
    Pending,
    SeatEvent,
    not_now,
    require_player,
)
from companion.games.monopoly.turn import leave_jail_and_move
from companion.games.monopoly.whole_groups import whole_groups
from companion.mechanics.actions.base import Button, Event, SeatAction, action, event
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.money.ledger import Transfer, purse
from companion.mechanics.play import leaving
from companion.mechanics.play.table import refusal_about


@action("pay_debt", turn_bound=False)
class PayDebt(SeatAction[MonopolyState]):
    """Pay the seat's oldest debt (MO-X1)."""

    button = Button(is_relayed=True)
    needs = "debts"

    def label(self, state: MonopolyState) -> Sentence:
        return say("Pay {amount}", amount=first_debt(state, self.seat).amount)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the events of the payment and its consequences, such as a move out of jail."""
        require_player(state, self.seat)
        debt = first_debt(state, self.seat)
        missing = debt.amount - state.money(self.seat)
        if missing > 0:
            sentence = say(
                "{missing} short: sell buildings, mortgage, or make a deal.", missing=missing
            )
            raise Refusal("debt_above_cash", "MO-X1", sentence)
        filled = fill_pot(state, debt.creditor, debt.reason, debt.amount)
        pending = Pending(state, DebtPaid.of(debt), *filled)
        if debt.reason == "auction":
            pending.emit(DeedTaken(debt.debtor, not_none(debt.position)))
        if debt.reason == "bail":
            leave_jail_and_move(pending, debt.debtor)
        proceed(pending)
        return pending.events


@event("debt_paid")
class DebtPaid(Payment, DebtEvent):
    """A seat paid a debt in full, in money."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        deals = {
            number: deal
            for number, deal in state.deals.items()
            if not (deal.covers and deal.seat == self.seat)
        }
        return replace(_with_debt_left(state, self.number, 0), deals=deals)


def _with_debt_left(state: MonopolyState, number: int, left: int) -> MonopolyState:
    """Return the state with a new amount for a debt.

    left: the amount still owed; 0 removes the debt.
    """
    debts = (replace(debt, amount=left) if debt.number == number else debt for debt in state.debts)
    return replace(state, debts=tuple(debt for debt in debts if debt.amount))


def first_debt(state: MonopolyState, seat: int) -> Debt:
    """Return the debt that a seat must pay first, or raise ``no_debt``."""
    owed = state.debts_of(seat)
    if not owed:
        sentence = say("{name} owes nothing.").to_you("You owe nothing.")
        raise refusal_about(state, seat, "no_debt", "MO-X1", sentence)
    return owed[0]


@action("go_bankrupt")
class GoBankrupt(SeatAction[MonopolyState]):
    """Go bankrupt because of a debt larger than all the money the seat can raise (MO-X1, MO-X2)."""

    button = Button(say("Go bankrupt"))
    needs = "debts"

    def loss(self, state: MonopolyState) -> Sentence:
        """Return the confirmation question, with the heir, the cash and the property count."""
        out = next(event for event in self.decide(state) if isinstance(event, WentBankrupt))
        if out.creditor is None:
            return say_many(
                "Sure? You are out, and the bank gets all you have: {cash} and {count} property.",
                "Sure? You are out, and the bank gets all you have: {cash} and {count} properties.",
                count=len(out.deeds),
                cash=out.cash,
            )
        return say_many(
            "Sure? You are out, and {name} gets all you have: {cash} and {count} property.",
            "Sure? You are out, and {name} gets all you have: {cash} and {count} properties.",
            count=len(out.deeds),
            cash=out.cash,
            name=state.name(out.creditor),
        )

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        seat = self.seat
        heir = require_bankruptcy(state, seat).creditor
        pending = Pending(state)
        deeds = state.deeds_of(seat)
        pending.emit(
            *(building_sold(state, seat, place, 0) for place in deeds if state.level(place))
        )
        cash, keys = pending.state.money(seat), state.keys[seat]
        pending.emit(WentBankrupt(seat, creditor=heir, cash=cash, deeds=tuple(deeds), keys=keys))
        if end_if_decided(pending):
            return pending.events
        if heir is not None:
            for place in (place for place, deed in deeds.items() if deed.mortgaged):
                tenth = interest(state.board[place].mortgage)
                charge(pending, heir, None, tenth, "interest", place)
        _continue_without(pending, seat)
        return pending.events


@action("leave")
class Leave(leaving.Leave):
    """Remove the seat of a player who leaves the table (MO-X4)."""

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the events of removing the seat and of its consequences."""
        require_player(state, self.seat)
        if state.turn_seat is None:
            raise not_now(state, "MO-X4")
        cash = state.money(self.seat)
        pending = Pending(state, SeatLeft(self.seat, creditor=None, cash=cash, deeds=(), keys=0))
        if not end_if_decided(pending):
            _continue_without(pending, self.seat)
        return pending.events


def _continue_without(pending: Pending, seat: int) -> None:
    if pending.state.turn_seat == seat:
        pass_turn(pending)
    _leave_auction(pending, seat)
    proceed(pending)


def require_bankruptcy(state: MonopolyState, seat: int) -> Debt:
    """Return the debt that makes a seat bankrupt."""
    require_player(state, seat)
    debt = first_debt(state, seat)
    raised = could_raise(state, seat)
    if raised >= debt.amount:
        left = say("{name} can still raise {raised} and owes {amount}.", raised=raised)
        sentence = debt.fill(state, left.to_you("You can still raise {raised} and owe {amount}."))
        raise Refusal("money_enough", "MO-X1", sentence, about=(seat,))
    return debt


def _leave_auction(pending: Pending, seat: int) -> None:
    """Take a bankrupt seat out of the running auction.

    If the seat holds the highest bid, the auction restarts without the seat.
    """
    sale = pending.state.sale
    if sale is None or seat not in sale.auction.active:
        return
    standing = sale.auction.standing
    if standing is None or standing.seat != seat:
        pending.emit(Passed(seat))
        SALES.settle(pending)
        return
    others = tuple(other for other in sale.auction.seats if other in pending.state.active)
    pending.emit(AuctionOpened(others, sale.auction.floor, sale.position, sale.building))


@event("went_bankrupt")
class WentBankrupt(SeatEvent):
    """A seat went bankrupt, and everything that it had goes to its creditor (MO-X2)."""

    why: ClassVar[Sentence] = say("bankruptcy")
    """The reason shown for the transfer of the seat's cash."""
    creditor: int | None
    """The seat that gets everything, or None for the bank."""
    cash: int
    deeds: tuple[int, ...]
    """The positions of the seat's deeds; () if the bank gets them without an auction."""
    keys: int

    def transfers(self) -> tuple[Transfer, ...]:
        if not self.cash:
            return ()
        return (Transfer(purse(self.seat), account_of(self.creditor), self.cash, self.why),)

    def apply(self, state: MonopolyState) -> MonopolyState:
        seat, heir = self.seat, self.creditor
        deeds = {place: deed for place, deed in state.deeds.items() if deed.owner != seat}
        unpaid = (debt.position for debt in state.debts_of(seat) if debt.reason == "auction")
        unsold = tuple(place for place in unpaid if place is not None)
        state = replace(state, estate=(*state.estate, *unsold))
        if heir is None:
            state = replace(state, estate=(*state.estate, *self.deeds))
        else:
            deeds |= {place: replace(state.deeds[place], owner=heir) for place in self.deeds}
            state = with_keys(state, heir, state.keys[heir] + self.keys)
        state = with_keys(with_jail(state, seat, None), seat, 0)
        state = replace(
            state,
            bankrupt=(*state.bankrupt, seat),
            deeds=deeds,
            debts=inherited(state.debts, seat, heir),
            claims=tuple(
                claim for claim in state.claims if seat not in (claim.owner, claim.debtor)
            ),
            deals={
                number: deal
                for number, deal in state.deals.items()
                if seat not in (deal.seat, deal.other)
            },
        )
        return _without_decisions(state, seat)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.creditor is None:
            return say("{name} is bankrupt. The bank gets everything.").to_you(
                "You are bankrupt. The bank gets everything."
            )
        deeds = state.names(self.deeds) or say("no property")
        return say(
            "{name} is bankrupt. {creditor} gets everything: {cash} and {deeds}.", deeds=deeds
        ).to_you("You are bankrupt. {creditor} gets everything: {cash} and {deeds}.")

    def tell_you(self, state: MonopolyState, seat: int) -> Sentence | None:
        if seat != self.creditor:
            return SeatEvent.tell_you(self, state, seat)
        deeds = state.names(self.deeds) or say("no property")
        line = say("{name} is bankrupt. You get everything: {cash} and {deeds}.", deeds=deeds)
        return self.fill(state, line)

    def scenes(self, state: MonopolyState) -> tuple[Scene, ...]:
        heir = self.creditor
        groups = tuple(state.board[place].group for place in self.deeds)
        shows = {"seat": self.seat, "to": heir, "cash": self.cash, "deeds": groups}
        out = self.scene(state, "bankruptcy", shows)
        return (out, *(() if heir is None else whole_groups(state, heir, self.deeds)))


@event("seat_left", reveals=True)
class SeatLeft(WentBankrupt):
    """A player left the table (MO-X4).

    The bank gets everything that the seat had, and auctions nothing.
    """

    why = say("left")

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(WentBankrupt.apply(self, state), gone=(*state.gone, self.seat))

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        return say("{name} leaves. Everything they had goes back to the bank.").to_you(
            "You leave. Everything you had goes back to the bank."
        )

    def scenes(self, state: MonopolyState) -> tuple[Scene, ...]:
        return ()


def _without_decisions(state: MonopolyState, seat: int) -> MonopolyState:
    """Return the state without the decisions that a bankrupt seat still had to make.

    These are the decisions about its latest landing, and its answer about the last buildings.
    """
    if state.mover == seat:
        stage = "roll" if state.stage in PENDING else state.stage
        state = replace(state, stage=stage, again=False, line=None)
    wants = state.wants
    if wants is None:
        return state
    said = {other: places for other, places in wants.said.items() if other != seat}
    asked = tuple(other for other in wants.asked if other != seat)
    return replace(state, wants=replace(wants, said=said, asked=asked))


def require_payable_in_kind(state: MonopolyState, deal: Deal) -> None:
    """Raise a refusal if a deal offers property for a debt but cannot pay that debt.

    Raises ``no_debt``, ``bank_takes_money``, ``other_debt_first``, ``payment_out_of_range`` or
    ``payment_without_property``.
    """
    if deal.covers is None:
        return
    debt = first_debt(state, deal.seat)
    if debt.creditor is None:
        line = say("{name} must pay the bank {amount} first, and the bank takes only money.")
        line = line.to_you("Pay the bank {amount} first. The bank takes only money.")
        raise Refusal("bank_takes_money", "MO-D3", debt.fill(state, line), (deal.seat,))
    if debt.creditor != deal.other:
        line = say("{name} must pay {creditor} {amount} first. Offer the property there.")
        line = line.to_you("Pay {creditor} {amount} first. Offer the property there.")
        raise Refusal("other_debt_first", "MO-D3", debt.fill(state, line), (deal.seat,))
    if not 1 <= deal.covers <= debt.amount:
        line = say("{name} owes {creditor} {amount}. Offer the property for that or less.")
        line = line.to_you("You owe {creditor} {amount}. Offer the property for that or less.")
        raise Refusal("payment_out_of_range", "MO-D3", debt.fill(state, line), (deal.seat,))
    if not deal.gives:
        sentence = say("Offer at least one property. To use only money, pay the debt.")
        raise Refusal("payment_without_property", "MO-D3", sentence)


def settle(pending: Pending, deal: Deal) -> None:
    """Reduce a debt by the amount that a deal covers, and continue the game.

    Do nothing if the deal is not a payment in property.
    """
    if deal.covers is None:
        return
    debt = first_debt(pending.state, deal.seat)
    left = debt.amount - deal.covers
    pending.emit(
        DebtSettled(
            number=debt.number, seat=deal.seat, creditor=deal.other, amount=deal.covers, left=left
        )
    )
    proceed(pending)


@event("debt_settled")
class DebtSettled(MonopolyEvent):
    """A creditor accepted property as full or partial payment of a debt (MO-D3)."""

    number: int
    """The number of the debt."""
    seat: int
    """The debtor."""
    creditor: int
    amount: int
    """The amount of the debt that the property pays."""
    left: int = 0
    """The amount still owed."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return _with_debt_left(state, self.number, self.left)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.left:
            return say("{name} still owes {creditor} {left}.").to_you(
                "You still owe {creditor} {left}."
            )
        return say("{name} has paid {creditor} with property.").to_you(
            "You have paid {creditor} with property."
        )

    def tell_you(self, state: MonopolyState, seat: int) -> Sentence | None:
        if seat != self.creditor:
            return MonopolyEvent.tell_you(self, state, seat)
        if self.left:
            return self.fill(state, say("{name} still owes you {left}."))
        return self.fill(state, say("{name} has paid you with property."))
