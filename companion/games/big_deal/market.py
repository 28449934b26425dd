"""Buying resources and shares from the bank, and selling them to it (BD-R1, BD-H1).

Prices are per share or token, in millions.

Decided where the book is silent: tokens that an open company needs cannot be sold until the company
is closed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.big_deal.bases import SeatEvent, ShareTrade, TurnAction
from companion.games.big_deal.box import RESOURCES, SLOTS, STEP, TRADES, resource_words, title
from companion.games.big_deal.copy import (
    AMOUNT,
    printable,
    require_resource,
    require_rising,
)
from companion.games.big_deal.entities import Duel
from companion.games.big_deal.guards import (
    require_acting,
    require_cash,
    require_company,
    require_count,
    require_group_of,
    require_in_group,
    require_unseen,
    white_value,
)
from companion.games.big_deal.learning import PriceLearnt
from companion.games.big_deal.state import BigDealState
from companion.mechanics.actions.base import Event, action, event
from companion.mechanics.actions.menu import Candidate, OneOf, Range
from companion.mechanics.actions.refusal import Missing, Refusal
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.play.table import refusal_about


@dataclass(frozen=True, slots=True)
class TradeResource(TurnAction):
    """Base class for buying a token from the bank and selling one to it (BD-R1)."""

    resource: str
    price: int | None = None
    """The price printed on the slot, needed only if nobody has entered it yet."""

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        """Yield a candidate for each resource with an unknown price, then one for all others.

        An unknown price is offered as a range of possible prices.
        """
        if seat is None or not state.acts(seat):
            return
        known = []
        for resource in RESOURCES:
            trade = cls(seat, resource)
            slot = trade.slot(state)
            if slot is not None and state.copy.ladders[resource][slot] is not None:
                known.append(resource)
            elif slot is not None:
                prices = Range(*printable(state.copy.ladders[resource], slot), STEP)
                yield Candidate(trade, price=prices)
        yield Candidate(cls(seat, ""), resource=OneOf(tuple(known)))

    def slot(self, state: BigDealState) -> int | None:
        """Return the slot that the trade empties or fills, or None if no trade is possible."""
        raise NotImplementedError(self.kind)

    def priced(self, state: BigDealState, slot: int) -> tuple[int, tuple[Event, ...]]:
        """Return a slot's price, and a ``PriceLearnt`` event if this trade supplies the price.

        Raises ``price_needed``, ``price_differs``, ``figure_out_of_range`` or ``prices_must_rise``.
        """
        typed, printed = self.price, state.copy.ladders[self.resource][slot]
        if printed is not None:
            if typed in (None, printed):
                return printed, ()
            sentence = say(
                "This slot costs {price}. If the board shows another price, fix it under "
                "“Printed numbers”.",
                price=printed,
            )
            raise Refusal("price_differs", "BD-R1", sentence)
        if typed is None:
            sentence = say("Enter the price printed on the slot.")
            raise Missing("price_needed", "BD-R1", sentence)
        AMOUNT.read(typed)
        require_rising(state.copy.with_price(self.resource, slot, typed).ladders[self.resource])
        return typed, (PriceLearnt(self.resource, slot, typed),)


@action("buy_resource")
class BuyResource(TradeResource):
    """Buy one token from a wheel (BD-R1)."""

    def slot(self, state: BigDealState) -> int | None:
        return state.buying_slot(self.resource)

    def label(self, state: BigDealState) -> Sentence:
        return say("Buy {resource}", resource=resource_words(self.resource))

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return ``ResourceBought``, preceded by ``PriceLearnt`` if the price was unknown."""
        require_acting(state, self.seat, "BD-R1")
        require_resource(self.resource)
        if state.buys_left <= 0:
            sentence = say(
                "Buy at most {count} resources per turn, all colours together.",
                count=TRADES,
            )
            raise Refusal("three_bought", "BD-R1", sentence)
        slot = self.slot(state)
        if slot is None:
            words = resource_words(self.resource)
            sentence = say("All {count} tokens are taken: {resource}.", count=SLOTS, resource=words)
            raise Refusal("wheel_empty", "BD-R1", sentence)
        price, learnt = self.priced(state, slot)
        require_cash(state, self.seat, price, "BD-R1")
        return (*learnt, ResourceBought(self.seat, self.resource, price))


@event("resource_bought")
class ResourceBought(SeatEvent):
    """A seat bought a token from a wheel."""

    line = say("{name} buys {resource} for {price}.").to_you("You buy {resource} for {price}.")
    costs = "price", say("{resource}")
    resource: str
    price: int

    def apply(self, state: BigDealState) -> BigDealState:
        state = state.with_tokens(self.seat, self.resource, 1)
        return replace(state, bought=state.bought + 1, duel=_duel_after_trade(state, self.price))


@action("sell_resource")
class SellResource(TradeResource):
    """Sell a token that no open company needs back into its wheel (BD-R1)."""

    def slot(self, state: BigDealState) -> int | None:
        held = state.tokens[self.seat].get(self.resource)
        return state.selling_slot(self.resource) if held else None

    def label(self, state: BigDealState) -> Sentence:
        return say("Sell {resource}", resource=resource_words(self.resource))

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return ``ResourceSold``, preceded by ``PriceLearnt`` if the price was unknown."""
        seat, resource = self.seat, self.resource
        require_acting(state, seat, "BD-R1")
        require_resource(resource)
        if state.sales_left <= 0:
            sentence = say(
                "Sell at most {count} resources per turn, all colours together.", count=TRADES
            )
            raise Refusal("three_sold", "BD-R1", sentence)
        slot, words = self.slot(state), resource_words(resource)
        if slot is None:
            sentence = say("{name} has no {resource}.", resource=words).to_you(
                "You have no {resource}."
            )
            raise refusal_about(state, seat, "no_token", "BD-R1", sentence)
        if not state.free_tokens(seat)[resource]:
            sentence = say(
                "An open company needs this: {resource}. Close that company first.", resource=words
            )
            raise Refusal("token_in_use", "BD-C1", sentence)
        price, learnt = self.priced(state, slot)
        return (*learnt, ResourceSold(seat, resource, price))


@event("resource_sold")
class ResourceSold(SeatEvent):
    """A seat sold a token, which went back into its wheel."""

    line = say("{name} sells {resource} for {price}.").to_you("You sell {resource} for {price}.")
    earns = "price", say("{resource}")
    resource: str
    price: int

    def apply(self, state: BigDealState) -> BigDealState:
        state = state.with_tokens(self.seat, self.resource, -1)
        return replace(state, sold=state.sold + 1, duel=_duel_after_trade(state, -self.price))


def _duel_after_trade(state: BigDealState, paid: int) -> Duel | None:
    """Return the takeover in progress after the purchase or sale of a token, or None (BD-K6).

    Once a side has won, the trade counts towards ``Duel.into_tokens``.

    paid: the price of a bought token, or the negative price of a sold one.
    """
    duel = state.duel
    if duel is None or duel.winner is None:
        return duel
    return replace(duel, into_tokens=duel.into_tokens + paid)


@action("buy_shares")
class BuyShares(TurnAction):
    """Buy shares from the pool at the white value, and take them into the hand (BD-H1)."""

    company: str
    shares: int = 1

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.acts(seat):
            for company in state.packing.companies:
                counts = tuple(range(1, state.pool.get(company, 0) + 1))
                yield Candidate(cls(seat, company), shares=OneOf(counts))

    def label(self, state: BigDealState) -> Sentence:
        return say("Buy {count} of {company}", count=self.shares, company=title(self.company))

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        seat, company, shares = self.seat, self.company, self.shares
        _require_trade(state, self)
        held = state.pool.get(company, 0)
        if shares > held:
            sentence = say_many(
                "The bank has {count} share of {company}.",
                "The bank has {count} shares of {company}.",
                count=held,
                company=title(company),
            )
            raise Refusal("not_in_pool", "BD-H1", sentence)
        white = white_value(state, company, "BD-H1")
        require_cash(state, seat, shares * white, "BD-H1")
        return (SharesBought(seat, company, shares, white),)


@event("shares_bought")
class SharesBought(ShareTrade):
    """A seat bought shares from the pool into the hand."""

    line = say("{name} buys {shares} × {company} for {amount}.").to_you(
        "You buy {shares} × {company} for {amount}."
    )
    costs = "amount", say("shares: {company}")

    def apply(self, state: BigDealState) -> BigDealState:
        return state.with_pool(self.company, -self.shares)


@action("sell_shares")
class SellShares(TurnAction):
    """Sell shares from the hand or an open company into the pool, at the white value (BD-H1)."""

    company: str
    shares: int = 1
    group: int | None = None
    """The number of the open company, or None to sell from the hand."""

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.acts(seat):
            for group in state.groups_of(seat):
                lying = cls(seat, group.company, 1, group.number)
                yield Candidate(lying, shares=Range(1, group.shares))
            for company in state.packing.companies:
                unseen = Range(1, state.unseen_shares(company))
                yield Candidate(cls(seat, company), shares=unseen)

    def label(self, state: BigDealState) -> Sentence:
        return say("Sell {count} of {company}", count=self.shares, company=title(self.company))

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        seat, company, shares = self.seat, self.company, self.shares
        _require_trade(state, self)
        if self.group is None:
            require_unseen(state, company, shares)
        else:
            group = require_group_of(state, seat, self.group, company, "BD-H1")
            require_in_group(group, shares, "BD-H1")
        white = white_value(state, company, "BD-H1")
        return (SharesSold(seat, company, shares, white, self.group),)


def _require_trade(state: BigDealState, trade: BuyShares | SellShares) -> None:
    """Raise a refusal unless the seat may trade at least one share of the company now."""
    require_acting(state, trade.seat, "BD-H1")
    require_company(state, trade.company)
    require_count(trade.shares, "BD-H1")


@event("shares_sold")
class SharesSold(ShareTrade):
    """A seat sold shares into the pool."""

    earns = "amount", say("shares: {company}")
    group: int | None = None
    """The number of the open company, or None if the shares came from the hand."""

    def apply(self, state: BigDealState) -> BigDealState:
        state = state.with_pool(self.company, self.shares)
        return state if self.group is None else state.resized(self.group, -self.shares)

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        if self.group is None:
            return say("{name} sells {shares} × {company} from hand for {amount}.").to_you(
                "You sell {shares} × {company} from hand for {amount}."
            )
        return say("{name} sells {shares} × {company} from the table for {amount}.").to_you(
            "You sell {shares} × {company} from the table for {amount}."
        )
