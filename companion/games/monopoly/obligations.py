"""What follows from one action, step by step, and the steps that many rules lead to.

Each event is folded before the next is thought of. What falls due is paid at once where the cash is
there, else it is owed (MO-X1); an auction opens; the turn passes on.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from typing import Any

from companion.games.monopoly.pot import filling
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
from companion.mechanics.event_sourcing import event
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.open_auction import OpenAuction
from companion.mechanics.words import Sentence, say

REASON_WORDS: dict[str, Sentence] = {
    "rent": say("rent"),
    "tax": say("tax"),
    "line": say("list"),
    "auction": say("auction"),
    "bail": say("bail"),
    "interest": say("interest on a mortgage"),
    "deed": say("price"),
}


def can_pay(state: MonopolyState, seat: int, amount: int) -> bool:
    """Tell whether what falls due to a seat now would be paid at once."""
    return not state.debts_of(seat) and state.money(seat) >= amount


def charge(
    pending: Pending,
    seat: int,
    creditor: int | None,
    amount: int,
    reason: Reason,
    position: int | None = None,
) -> bool:
    """Let an amount fall due to a seat or the bank (None); tell whether it was paid at once.

    A seat that owes already owes this too, after what it owes.
    """
    if not amount:
        return True
    if can_pay(pending.state, seat, amount):
        pending.emit(Paid(seat, creditor, amount, reason, position))
        pending.emit(*filling(pending.state, creditor, reason, amount))
        return True
    number = pending.state.debts_opened + 1
    pending.emit(DebtOpened(number, seat, creditor, amount, reason, position))
    return False


@dataclass(frozen=True, slots=True)
class Due(MonopolyEvent):
    """What a seat pays or owes, what for, and the property it is about."""

    ends_with_reason = False

    def display_value(self, state: MonopolyState, name: str) -> object:
        said = MonopolyEvent.display_value(self, state, name)
        return self.because(state, REASON_WORDS[str(said)]) if name == "reason" else said


@dataclass(frozen=True, slots=True)
class Payment(Due):
    """What a seat paid a seat, or the bank (None)."""

    line = say("{name} pays {creditor} {amount} ({reason}).")
    unless = "creditor", None, say("{name} pays the bank {amount} ({reason}).")

    def transfers(self) -> tuple[Transfer, ...]:
        due: Any = self
        ends = purse(due.seat), account_of(due.creditor)
        return (Transfer(*ends, due.amount, REASON_WORDS[due.reason]),)


@event("paid")
class Paid(Payment):
    """A seat paid at once what fell due."""

    seat: int
    creditor: int | None
    amount: int
    reason: Reason
    position: int | None = None


def account_of(seat: int | None) -> str:
    """Return the account of a seat, the bank's for None."""
    return BANK if seat is None else purse(seat)


@dataclass(frozen=True, slots=True)
class DebtEvent(Due):
    """What happened to a debt of that number."""

    number: int
    seat: int
    creditor: int | None
    amount: int
    reason: Reason
    position: int | None = None


@event("debt_opened")
class DebtOpened(DebtEvent):
    """A seat could not pay what fell due; it owes it (MO-X1)."""

    line = say("{name} cannot pay yet and owes {creditor} {amount} ({reason}).")
    unless = "creditor", None, say("{name} cannot pay yet and owes the bank {amount} ({reason}).")

    def apply(self, state: MonopolyState) -> MonopolyState:
        debts = (*state.debts, Debt(*astuple(self)))
        return replace(state, debts=debts, debts_opened=self.number)


@event("auction_opened")
class AuctionOpened(MonopolyEvent):
    """The bank auctions a deed, or one building, among these seats (MO-A1, MO-B3)."""

    seats: tuple[int, ...]
    floor: int = 1
    position: int | None = None
    building: Building | None = None

    def apply(self, state: MonopolyState) -> MonopolyState:
        auction = OpenAuction.opened(self.seats, floor=self.floor)
        estate = tuple(position for position in state.estate if position != self.position)
        number = state.sales_opened + 1
        sale = Sale(auction, self.position, self.building, number)
        return replace(state, sale=sale, sales_opened=number, estate=estate)

    def tell(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.position is not None:
            return self.fill(state, say("Up for auction: {space}, from {floor}."))
        if self.building == "house":
            return self.fill(state, say("Up for auction: a house, from {floor}."))
        return self.fill(state, say("Up for auction: a hotel, from {floor}."))


def pass_turn(pending: Pending) -> None:
    """Let the next seat that is not bankrupt have its turn."""
    state = pending.state
    assert state.turn_seat is not None
    following = next(iter(state.others(state.turn_seat)), state.turn_seat)
    pending.emit(TurnPassed(following, state.turn + 1))


@event("turn_passed")
class TurnPassed(SeatEvent):
    """The next turn is a seat's."""

    turn: int

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(with_turn(state, self.seat), turn=self.turn)


def with_turn(state: MonopolyState, seat: int) -> MonopolyState:
    """Return the state before the first roll of a seat's turn."""
    return replace(
        state, stage="roll", turn_seat=seat, doubles=0, again=False, moving=False, line=None
    )
