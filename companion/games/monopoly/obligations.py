"""Events that many rules share: payments and debts, the start of an auction, the next turn.

An amount that falls due is paid at once if the seat has the cash. Otherwise the seat owes the
amount (MO-X1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.monopoly.pot import fill_pot
from companion.games.monopoly.state import (
    Building,
    Debt,
    MonopolyEvent,
    MonopolyState,
    Pending,
    Reason,
    Sale,
    SeatEvent,
)
from companion.mechanics.actions.base import event
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.auctions.open_auction import OpenAuction
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.ledger import BANK, Transfer, purse

REASON_WORDS: Mapping[Reason, Sentence] = {
    "rent": say("rent"),
    "tax": say("tax"),
    "line": say("list"),
    "auction": say("auction"),
    "bail": say("bail"),
    "interest": say("interest on a mortgage"),
    "deed": say("price"),
}


def can_pay(state: MonopolyState, seat: int, amount: int) -> bool:
    """Return whether a seat has enough cash for an amount and no open debts."""
    return not state.debts_of(seat) and state.money(seat) >= amount


def charge(
    pending: Pending,
    seat: int,
    creditor: int | None,
    amount: int,
    reason: Reason,
    position: int | None = None,
) -> bool:
    """Charge an amount to a seat, and return whether the amount was paid at once.

    The amount becomes a debt if the seat lacks the cash or already has debts. An amount of 0 counts
    as paid.
    creditor: the seat that is paid, or None for the bank.
    position: the position of the property that the amount is for, if any.
    """
    if not amount:
        return True
    if can_pay(pending.state, seat, amount):
        pending.emit(Paid(seat, creditor, amount=amount, reason=reason, position=position))
        pending.emit(*fill_pot(pending.state, creditor, reason, amount))
        return True
    number = pending.state.debts_opened + 1
    opened = DebtOpened(
        number=number, seat=seat, creditor=creditor, amount=amount, reason=reason, position=position
    )
    pending.emit(opened)
    return False


@dataclass(frozen=True, slots=True)
class DueEvent(MonopolyEvent):
    """Base class for events about a payment or a debt, with the reason for it."""

    ends_with_reason = False

    def display_value(self, state: MonopolyState, name: str) -> object:
        if name != "reason":
            return MonopolyEvent.display_value(self, state, name)
        due: Any = self
        return self.because(state, REASON_WORDS[due.reason])


@dataclass(frozen=True, slots=True)
class Payment(DueEvent):
    """Base class for events in which a seat paid another seat or the bank."""

    def transfers(self) -> tuple[Transfer, ...]:
        due: Any = self
        ends = purse(due.seat), account_of(due.creditor)
        return (Transfer(*ends, due.amount, REASON_WORDS[due.reason]),)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        due: Any = self
        if due.creditor is None:
            return say("{name} pays the bank {amount} ({reason}).").to_you(
                "You pay the bank {amount} ({reason})."
            )
        return say("{name} pays {creditor} {amount} ({reason}).").to_you(
            "You pay {creditor} {amount} ({reason})."
        )

    def tell_you(self, state: MonopolyState, seat: int) -> Sentence | None:
        due: Any = self
        if seat != due.creditor:
            return MonopolyEvent.tell_you(self, state, seat)
        return self.fill(state, say("{name} pays you {amount} ({reason})."))

    def scenes(self, state: MonopolyState) -> tuple[Scene, ...]:
        due: Any = self
        if due.reason != "rent":
            return ()
        shows = {"seat": due.seat, "to": due.creditor, "amount": due.amount}
        return (self.scene(state, "payment", shows),)


@event("paid")
class Paid(Payment):
    """A seat paid an amount when it fell due."""

    seat: int
    creditor: int | None
    """The seat that was paid, or None for the bank."""
    amount: int
    reason: Reason
    position: int | None = None
    """The position of the property that the payment is for, or None."""

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        # The history line of ``AuctionClosed`` already names the price.
        return None if self.reason == "auction" else Payment.line_for(self, state, seat)


def account_of(seat: int | None) -> str:
    """Return the account of a seat, or of the bank if ``seat`` is None."""
    return BANK if seat is None else purse(seat)


@dataclass(frozen=True, slots=True)
class DebtEvent(Debt, DueEvent):
    """Base class for events about a debt."""


@event("debt_opened")
class DebtOpened(DebtEvent):
    """A seat could not pay an amount at once and now owes it (MO-X1)."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, debts=(*state.debts, Debt.of(self)), debts_opened=self.number)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.creditor is None:
            return say("{name} owes the bank {amount} and cannot pay yet ({reason}).").to_you(
                "You owe the bank {amount} and cannot pay yet ({reason})."
            )
        return say("{name} owes {creditor} {amount} and cannot pay yet ({reason}).").to_you(
            "You owe {creditor} {amount} and cannot pay yet ({reason})."
        )

    def tell_you(self, state: MonopolyState, seat: int) -> Sentence | None:
        if seat != self.creditor:
            return DebtEvent.tell_you(self, state, seat)
        line = say("{name} owes you {amount} and cannot pay yet ({reason}).")
        return self.fill(state, line)


@event("auction_opened")
class AuctionOpened(MonopolyEvent):
    """The bank began an auction of one deed or one building (MO-A1, MO-B3)."""

    seats: tuple[int, ...]
    """The seats that may bid."""
    floor: int = 1
    """The minimum first bid."""
    position: int | None = None
    """The position of the deed for sale, or None if a building is for sale."""
    building: Building | None = None
    """The kind of building for sale, or None if a deed is for sale."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        auction = OpenAuction.opened(self.seats, floor=self.floor)
        estate = tuple(position for position in state.estate if position != self.position)
        number = state.sales_opened + 1
        sale = Sale(auction, self.position, self.building, number)
        return replace(state, sale=sale, sales_opened=number, estate=estate)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.position is not None:
            return say("Up for auction: {space}, from {floor}.")
        if self.building == "house":
            return say("Up for auction: a house, from {floor}.")
        return say("Up for auction: a hotel, from {floor}.")


def pass_turn(pending: Pending) -> None:
    """End the running turn and begin the turn of the next seat that is not bankrupt."""
    state = pending.state
    assert state.turn_seat is not None
    following = next(iter(state.others(state.turn_seat)), state.turn_seat)
    pending.emit(TurnPassed(following, state.turn + 1))


@event("turn_passed")
class TurnPassed(SeatEvent):
    """The turn of a seat began."""

    turn: int
    """The number of the new turn."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(with_turn(state, self.seat), turn=self.turn)


def with_turn(state: MonopolyState, seat: int) -> MonopolyState:
    """Return the state at the start of a seat's turn, before the first roll."""
    return replace(
        state, stage="roll", turn_seat=seat, doubles=0, again=False, moving=False, line=None
    )
