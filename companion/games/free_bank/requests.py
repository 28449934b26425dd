"""Asking another player for a payment, which moves money only if they accept (FB-M8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from companion.games.free_bank.payments import MoneyMoved, OwnAmount, require_payment
from companion.games.free_bank.state import FreeBankState, PaymentRequest, require_player
from companion.mechanics.actions.base import Button, Event, SeatAction, Values, action, event
from companion.mechanics.actions.menu import Candidate, OneOf, Range
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.texts import single_spaced
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.ledger import purse

MOST_REQUESTS = 40


@action("ask_payment", keeps_turn=True)
class AskPayment(OwnAmount):
    """Ask another player for a payment."""

    reads_purse = False
    seat: int
    payer: int
    reason: str = ""

    @classmethod
    def candidates(cls, state: FreeBankState, seat: int | None) -> Iterator[Candidate]:
        payers = tuple(other for other in state.here if other != seat)
        if seat is not None and not state.is_over and payers:
            yield Candidate(cls(seat, payers[0], amount=1), payer=OneOf(payers), amount=Range(1))

    def label(self, state: FreeBankState) -> Sentence:
        return say("Ask {name}", name=state.name(self.payer))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        require_player(state, self.seat)
        require_player(state, self.payer)
        if self.seat == self.payer:
            raise Refusal("same_account", "FB-M2", say("Choose two different accounts."))
        if len(state.requests) >= MOST_REQUESTS:
            words = say("Too many requests are open. Answer or withdraw some first.")
            raise Refusal("too_many_requests", "FB-M8", words)
        amount = state.denomination.require(self.amount, 1, "FB-M1")
        number, reason = state.requested + 1, single_spaced(self.reason)
        return (PaymentAsked(self.seat, self.payer, amount, number, reason),)


@dataclass(frozen=True, slots=True)
class RequestEvent(Event[FreeBankState]):
    """Base class for the events of a request: who asked whom for how much."""

    addresses = "payer"
    seat: int
    payer: int
    amount: int
    number: int
    """The number of the request, counted from 1."""

    def display_value(self, state: FreeBankState, name: str) -> object:
        if name == "amount":
            return state.said(self.amount)
        return state.name(self.payer) if name == "payer" else getattr(self, name)


@event("payment_asked")
class PaymentAsked(RequestEvent):
    """A seat asked another one for a payment."""

    line = say("{name} asks {payer} for {amount}.").to_you("{name} asks you for {amount}.")
    reason: str = ""

    def apply(self, state: FreeBankState) -> FreeBankState:
        asked = PaymentRequest(self.number, self.seat, self.payer, self.amount, self.reason)
        return replace(state, asked_for=(*state.asked_for, asked), requested=self.number)


@event("request_closed")
class RequestClosed(RequestEvent):
    """A request was paid, declined or withdrawn."""

    how: Literal["paid", "declined", "withdrawn"]

    def apply(self, state: FreeBankState) -> FreeBankState:
        left = tuple(one for one in state.asked_for if one.number != self.number)
        return replace(state, asked_for=left)

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        if self.how == "paid":
            return None
        if self.how == "withdrawn":
            return say("{name} no longer asks {payer} for {amount}.").to_you(
                "{name} no longer asks you for {amount}."
            )
        return say("{payer} declines to pay {name} {amount}.").to_you(
            "You decline to pay {name} {amount}."
        )


def _numbers(state: FreeBankState) -> tuple[int, ...]:
    return tuple(one.number for one in state.requests)


@dataclass(frozen=True, slots=True)
class AnswerRequest(SeatAction[FreeBankState]):
    """Base class for the ways to close a request, by its payer or by the seat that asked."""

    turn_bound: ClassVar[bool] = False
    keeps_turn: ClassVar[bool] = True
    needs: ClassVar[str] = "requests"
    values: ClassVar[Values] = {"number": _numbers}
    how: ClassVar[Literal["paid", "declined", "withdrawn"]]
    number: int

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        return (self.closed(self.require_request(state)),)

    def closed(self, asked: PaymentRequest) -> Event:
        return RequestClosed(asked.seat, asked.payer, asked.amount, asked.number, self.how)

    def require_request(self, state: FreeBankState) -> PaymentRequest:
        """Return the open request, or raise ``no_such_request`` if the seat cannot answer it."""
        require_player(state, self.seat)
        for one in state.requests:
            is_own = self.seat == (one.seat if self.how == "withdrawn" else one.payer)
            if one.number == self.number and is_own:
                return one
        words = say("This request is no longer open. Ask for the payment again.")
        raise Refusal("no_such_request", "FB-M8", words)


@action("accept_payment")
class AcceptPayment(AnswerRequest):
    """Pay what another player asked for."""

    how = "paid"

    def label(self, state: FreeBankState) -> Sentence:
        amount = next((one.amount for one in state.requests if one.number == self.number), 0)
        return say("Pay {amount}", amount=state.said(amount))

    def decide(self, state: FreeBankState) -> tuple[Event, ...]:
        asked = self.require_request(state)
        source, target = purse(asked.payer), purse(asked.seat)
        require_player(state, asked.seat)
        require_payment(state, [source], [target], asked.amount)
        paid = MoneyMoved((source,), (target,), asked.amount, asked.reason, self.seat)
        return (self.closed(asked), paid)


@action("decline_payment")
class DeclinePayment(AnswerRequest):
    """Decline a request, so that no money moves."""

    button = Button(say("Decline"))
    reads_purse = False
    how = "declined"


@action("withdraw_payment")
class WithdrawPayment(AnswerRequest):
    """Withdraw the seat's own request."""

    button = Button(say("Withdraw"))
    reads_purse = False
    how = "withdrawn"
