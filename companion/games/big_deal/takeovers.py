"""Takeovers: the attack and the bids of both sides (BD-K1 to BD-K3).

The module ``settlement`` handles what happens once a side gives up.

Decided where the book is silent:

- Cash cards alone are enough to attack.
- Won shares must be sold, opened or kept before the next takeover begins.
- While a defender has the standing bid, no correction may leave the defender with less money than
  that bid costs. With hidden money, the defender's money cannot be corrected at all, because a
  refusal would reveal how much it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.big_deal.bases import SeatEvent, SeatSetting, TurnAction
from companion.games.big_deal.box import STEP, laid_words
from companion.games.big_deal.entities import Duel, Group
from companion.games.big_deal.guards import (
    require_cash_cards,
    require_count,
    require_duel,
    require_fifties,
    require_open_company,
    require_turn,
    require_unseen,
    white_value,
)
from companion.games.big_deal.settlement import settled
from companion.games.big_deal.state import BigDealState
from companion.mechanics.actions.base import Button, Event, Setting, action, event, setting
from companion.mechanics.actions.menu import Candidate, Range
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.auctions import recorded_sale
from companion.mechanics.language.words import Sentence, say, say_many


@action("take_over")
class TakeOver(TurnAction):
    """Lay cards and bid a price per share to attack another seat's open company (BD-K1)."""

    group: int
    """The number of the attacked group."""
    shares: int
    """The number of shares laid; 0 if only Cash cards are laid."""
    price: int
    """The price per share, in millions."""
    cash_cards: int = 0
    """The number of Cash cards laid."""

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is None or not state.acts(seat):
            return
        left = state.cash_cards_left
        for group in state.groups.values():
            white = state.company(group.company).white or STEP
            shares = Range(1, state.unseen_shares(group.company))
            price = Range(white, None, STEP)
            attack, alone = cls(seat, group.number, 1, white), cls(seat, group.number, 0, white, 1)
            yield Candidate(attack, shares=shares, price=price, cash_cards=Range(0, left))
            yield Candidate(alone, price=price, cash_cards=Range(1, left))

    def label(self, state: BigDealState) -> Sentence:
        company = state.groups[self.group].title
        return say("Take over {company}: {price} a share", company=company, price=self.price)

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        seat, price = self.seat, self.price
        group = require_attack(state, seat, self.group)
        require_count(self.shares, "BD-K1", least=0)
        require_count(self.cash_cards, "BD-K1", least=0)
        if not self.shares + self.cash_cards:
            sentence = say("Lay at least one share of the company or one Cash card.")
            raise Refusal("nothing_laid", "BD-K1", sentence)
        require_unseen(state, group.company, self.shares)
        require_cash_cards(state, self.cash_cards, "BD-K1")
        white = white_value(state, group.company, "BD-K1")
        require_fifties(price, "BD-K1")
        if price < white:
            sentence = say("Bid at least the white value: {white} a share.", white=white)
            raise Refusal("price_below_white", "BD-K1", sentence)
        begun = TakeoverBegun(
            seat=seat,
            defender=group.seat,
            group=group.number,
            company=group.company,
            shares=self.shares,
            cash_cards=self.cash_cards,
            price=price,
        )
        return (begun,)


def require_attack(state: BigDealState, seat: int, number: int) -> Group:
    """Return the open company with this number if the seat may attack it (BD-K1)."""
    require_turn(state, seat, "BD-K1", "actions")
    group = require_open_company(state, number, "BD-K1")
    if group.seat == seat:
        raise Refusal("own_company", "BD-K1", say("This is your own company."))
    if state.spoils is not None:
        company = state.spoils.title
        sentence = say("First sell, open or keep the shares you won: {company}.", company=company)
        raise Refusal("won_shares_first", "BD-K7", sentence)
    return group


@event("takeover_begun")
class TakeoverBegun(SeatEvent):
    """A seat laid cards and bid a price to take over a defender's open company (BD-K1)."""

    defender: int
    group: int
    """The number of the attacked group."""
    company: str
    shares: int
    """The number of shares laid."""
    cash_cards: int
    """The number of Cash cards laid."""
    price: int
    """The price per share, in millions."""

    def apply(self, state: BigDealState) -> BigDealState:
        duel = Duel(
            attacker=self.seat,
            defender=self.defender,
            group=self.group,
            company=self.company,
            shares=self.shares,
            cash_cards=self.cash_cards,
            price=self.price,
            bidder=self.seat,
        )
        return replace(state, duel=duel, cash_cards=state.cash_cards + self.cash_cards)

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        return say(
            "{name} lays {laid} and bids {price} a share for {owner}’s {company}.",
            laid=laid_words(self.shares, self.cash_cards),
        ).to_you("You lay {laid} and bid {price} a share for {owner}’s {company}.")

    def tell_you(self, state: BigDealState, seat: int) -> Sentence | None:
        line = SeatEvent.tell_you(self, state, seat)
        if line is None or seat != self.defender:
            return line
        return line.to_you(
            "{name} lays {laid} and bids {price} a share for your {company}."
        ).for_you


@action("raise")
class Raise(TurnAction):
    """Bid a higher price per share in a takeover (BD-K2)."""

    button = Button(is_relayed=True)

    price: int

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        duel = state.duel
        if seat is not None and duel is not None and state.stage == "duel":
            highest = highest_price(state, seat)
            yield Candidate(cls(seat, duel.lowest), price=Range(duel.lowest, highest, STEP))

    def label(self, state: BigDealState) -> Sentence:
        duel = not_none(state.duel)
        amount = self.price * (
            state.groups[duel.group].shares if self.seat == duel.attacker else duel.cards
        )
        return say("Bid {price}: {amount} in all", price=self.price, amount=amount)

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        require_price(state, self.seat, self.price)
        return (PriceRaised(self.seat, self.price),)


def require_price(state: BigDealState, seat: int, price: int) -> None:
    """Raise a refusal unless the seat may bid this price now (BD-K2, BD-K3)."""
    require_within(state, seat, price, require_turn_to_bid(state, seat).lowest)


def require_within(state: BigDealState, seat: int, price: int, lowest: int) -> None:
    """Raise a refusal unless a price is at least ``lowest`` and covered by the seat's cash."""
    highest, cards = highest_price(state, seat), not_none(state.duel).cards
    if highest is not None and highest < lowest:
        sentence = say_many(
            "Your money does not cover {lowest} a share for the card laid: give up.",
            "Your money does not cover {lowest} a share for the {count} cards laid: give up.",
            count=cards,
            lowest=lowest,
        )
        raise Refusal("beyond_cash", "BD-K3", sentence)
    if price < lowest:
        sentence = say("Bid at least {lowest} a share, or give up.", lowest=lowest)
        raise Refusal("price_too_low", "BD-K2", sentence)
    require_fifties(price, "BD-K2")
    if highest is not None and price > highest:
        sentence = say_many(
            "Your money covers {highest} a share for the card laid. Bid up to that, or give up.",
            "Your money covers {highest} a share for the {count} cards laid. "
            "Bid up to that, or give up.",
            count=cards,
            highest=highest,
        )
        raise Refusal("beyond_cash", "BD-K3", sentence)


def require_turn_to_bid(state: BigDealState, seat: int) -> Duel:
    """Return the takeover in which it is the seat's turn to bid (BD-K2).

    Raises ``not_your_word`` and the refusals of ``require_duel``.
    """
    duel = require_duel(state, seat, "BD-K2", "duel")
    if seat != duel.answering:
        sentence = say("It is {name}’s turn to bid.", name=state.name(duel.answering))
        raise Refusal("not_your_word", "BD-K2", sentence)
    return duel


def highest_price(state: BigDealState, seat: int | None) -> int | None:
    """Return the highest price per share that a seat may bid, or None if it has no limit.

    Only a defender is limited, by the cash in hand (BD-K3).
    """
    duel = state.duel
    if duel is None or seat != duel.defender:
        return None
    return duel.covered(state.money(seat))


@action("tell_sale")
class RecordSale(recorded_sale.RecordSale[BigDealState]):
    """Record who won a takeover; the amount is the price per share (BD-K2, BD-K3).

    With hidden money, defenders must bid on their own phones, because a refusal here would reveal
    how much cash they have.
    """

    button = Button(say("Done"))
    question = say("Settled out loud, won by:")
    alone = say("Settled out loud: {name} won")
    highest = staticmethod(highest_price)

    def how_much(self, state: BigDealState) -> Sentence:
        return say("{name} wins; price per share:", name=state.name(not_none(self.seat)))

    @classmethod
    def lot(cls, state: BigDealState) -> str:
        return not_none(state.duel).title

    @classmethod
    def step(cls, state: BigDealState) -> int:
        return STEP

    @classmethod
    def has_auction(cls, state: BigDealState) -> bool:
        return state.duel is not None

    @classmethod
    def lowest(cls, state: BigDealState, seat: int) -> int:
        duel = require_side(state, seat)
        return duel.price if seat == duel.bidder else duel.lowest

    def require(self, state: BigDealState) -> None:
        """Raise a refusal unless the takeover can have ended with this winner and price."""
        duel = require_side(state, self.seat)
        if (self.seat, self.amount) != (duel.bidder, duel.price):
            seat = not_none(self.seat)
            require_within(state, seat, self.amount, self.lowest(state, seat))

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return ``RecordedAtTable``, the winning bid if it is new, and the loser's ``GiveUp``."""
        self.require(state)
        duel, seat, price = not_none(state.duel), not_none(self.seat), self.amount
        pending = PendingEvents(state, recorded_sale.RecordedAtTable())
        if (seat, price) != (duel.bidder, duel.price):
            pending.emit(PriceRaised(seat, price))
        loser = duel.attacker if seat == duel.defender else duel.defender
        pending.emit(*GiveUp(loser).decide(pending.state))
        return pending.events


def require_side(state: BigDealState, seat: int | None) -> Duel:
    """Return the takeover if the banker may record the seat as its winner.

    seat: None if the banker records that nobody won, which is refused.
    """
    duel = require_duel(state, state.active if seat is None else seat, "BD-K2", "duel")
    if seat not in (duel.attacker, duel.defender):
        names = {"name": state.name(duel.attacker), "owner": state.name(duel.defender)}
        sentence = say("Only {name} and {owner} bid here: choose one of them.", **names)
        raise Refusal("not_in_this_takeover", "BD-K2", sentence)
    if seat == duel.defender and state.is_shark:
        sentence = say(
            "Money is hidden: {name} has to bid or give up on their own phone.",
            name=state.name(seat),
        )
        raise Refusal("hidden_price", "BD-V1", sentence)
    return duel


@event("price_raised")
class PriceRaised(SeatEvent):
    """A seat bid a higher price per share (BD-K2)."""

    line = say("{name} bids {price} a share.").to_you("You bid {price} a share.")
    price: int

    def apply(self, state: BigDealState) -> BigDealState:
        duel = replace(not_none(state.duel), price=self.price, bidder=self.seat)
        return replace(state, duel=duel)


@setting("give_up", "gave_up")
class GiveUp(SeatSetting):
    """Give up a takeover, so that the other side wins (BD-K2)."""

    button = Button(say("Give up"), is_relayed=True)
    line = say("{name} gives up.").to_you("You give up.")

    def require(self, state: BigDealState) -> None:
        require_turn_to_bid(state, self.seat)

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return the event of giving up, and the one that follows from it (see ``settled``)."""
        pending = PendingEvents(state, *Setting.decide(self, state))
        pending.emit(settled(pending.state))
        return pending.events

    def apply(self, state: BigDealState) -> BigDealState:
        duel = not_none(state.duel)
        winner = duel.defender if self.seat == duel.attacker else duel.attacker
        cash = state.money(duel.attacker) if winner == duel.attacker else 0
        return replace(state, duel=replace(duel, winner=winner, offered_cash=cash))
