"""Goods that players collect, such as wood and ore (rules FB-G).

They have a ledger of their own, so that nothing that deals with money can take them for money.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from companion.games.free_bank.aids import with_sign
from companion.games.free_bank.payments import OwnAmount
from companion.games.free_bank.state import (
    MOST,
    FreeBankState,
    account_full,
    good_account,
    require_player,
)
from companion.mechanics.actions.base import Button, Event, action, event
from companion.mechanics.actions.menu import Candidate, Range
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.amounts import WHOLE_NUMBERS, grouped
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.ledger import Ledger, Transfer
from companion.mechanics.values.codec import shown


@action("count_good", keeps_turn=True)
class CountGood(OwnAmount):
    """Give a seat some of a good, or take some away with a negative amount (FB-G2)."""

    button = Button(say("Count"))
    money_fields: ClassVar[tuple[str, ...]] = ()
    amount_rule: ClassVar[str] = "FB-G2"
    seat: int
    good: str

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and not state.is_over:
            for good, held in state.goods_of(seat).items():
                # Zero cannot be counted.
                lowest = -held or 1
                amounts = Range(lowest, MOST - held)
                yield Candidate(cls(seat, good, amount=lowest), amount=amounts)

    def label(self, state: FreeBankState) -> str:
        return f"{with_sign(self.amount or 0)} {self.good}"

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        require_player(state, self.seat)
        held = state.goods_of(self.seat).get(self.good)
        if held is None:
            words = say(
                "“{good}” is not counted here. The banker can add it to the goods in the settings.",
                good=shown(self.good),
            )
            raise Refusal("unknown_good", "FB-G1", words)
        amount = WHOLE_NUMBERS.require(self.amount, -MOST, "FB-G2")
        if amount == 0:
            words = say("Enter a whole number, with a minus to take some away.")
            raise Refusal("no_goods", "FB-G2", words)
        if held + amount < 0:
            values = {"held": grouped(held), "good": self.good, "name": state.name(self.seat)}
            words = say("{name} can return at most {held} {good}.", **values)
            words = words.to_you("You can return at most {held} {good}.")
            raise Refusal("not_enough_goods", "FB-G2", words, about=(self.seat,))
        if held + amount > MOST:
            raise account_full("FB-G2", state.name(self.seat))
        return (GoodCounted(self.seat, self.good, amount),)


@event("good_counted")
class GoodCounted(Event[FreeBankState]):
    """A seat got some of a good from the stock, or returned some."""

    seat: int
    good: str
    amount: int
    """Negative if the seat returned some."""

    def apply(self, state: FreeBankState) -> FreeBankState:
        stock, own = good_account("stock", self.good), good_account(self.seat, self.good)
        ends = (stock, own) if self.amount > 0 else (own, stock)
        balances = {stock: 0, own: 0, **state.goods.balances}
        ledger = Ledger(balances, {**state.goods.floors, own: 0})
        moved = Transfer(*ends, abs(self.amount), say("Goods"))
        return replace(state, goods=ledger.posted((moved,)))

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        values = {"amount": grouped(abs(self.amount)), "good": self.good}
        if self.amount > 0:
            return say("{name} gets {amount} {good}.", **values).to_you("You get {amount} {good}.")
        words = say("{name} returns {amount} {good}.", **values)
        return words.to_you("You return {amount} {good}.")
