"""Loans of money: a certificate pays out now, and what it costs is paid back at the end.

A game's state has its ``certificates`` and how many each purse took, ``loans`` by account.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, TypeVar

from companion.mechanics.codec import LARGEST
from companion.mechanics.event_sourcing import Event, SeatAction, event
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.outcome import Term
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import require_running, require_seat
from companion.mechanics.words import Sentence, say, say_many


@dataclass(frozen=True, slots=True)
class Certificates:
    """The loans there are.

    payouts: of a purse's first loan, its second, and so on; it gets no more. repayment: what each
    costs at the end. rule: what refusals cite. in_all: how many the box has.
    no_more: said where a purse gets no more.
    """

    payouts: tuple[int, ...]
    repayment: int
    rule: str
    in_all: int = LARGEST
    no_more: Sentence = say("There are no more loans for this colour.")

    def next_payout(self, taken: int) -> int:
        """Return what one more loan pays out, 0 where a purse gets none any more."""
        return self.payouts[taken] if taken < len(self.payouts) else 0

    def require_enough(self, count: int) -> None:
        """Raise ``no_certificates_left`` for more loans than there are certificates."""
        if count > self.in_all:
            sentence = say("There are {count} loan certificates in all.", count=self.in_all)
            raise Refusal("no_certificates_left", self.rule, sentence)

    def why_no_more(self, loans: Mapping[str, int], account: str) -> Refusal | None:
        """Return why a purse gets no more: ``loan_pays_nothing`` or ``no_certificates_left``."""
        if not self.next_payout(loans.get(account, 0)):
            return Refusal("loan_pays_nothing", self.rule, self.no_more)
        if sum(loans.values()) >= self.in_all:
            sentence = say("All {count} loan certificates are out.", count=self.in_all)
            return Refusal("no_certificates_left", self.rule, sentence)
        return None

    def term(self, taken: int, rule: str) -> Term:
        """Return what a purse's loans take away in the final account."""
        owed = say_many(
            "{count} loan of {debt}", "{count} loans of {debt}", count=taken, debt=self.repayment
        )
        return Term(owed, -self.repayment * taken, rule)


def reach(state: Any, seat: int) -> int:
    """Return what the one purse of a seat can pay with a loan, if it may take one."""
    held: int = state.money(seat)
    return held + int(state.certificates.next_payout(state.loans.get(purse(seat), 0)))


def owed(state: Any, seat: int) -> int:
    """Return what the loans of the one purse of a seat come to; 0 at a table without loans."""
    taken: int = getattr(state, "loans", {}).get(purse(seat), 0)
    return taken and taken * int(state.certificates.repayment)


class Borrowing(Protocol):
    """A table's state: a frozen dataclass with the loans of each purse in ``loans``."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def loans(self) -> Mapping[str, int]:
        """How many certificates each purse took, by account."""


S = TypeVar("S", bound=Borrowing)


def with_loans(state: S, account: str, count: int) -> S:
    """Return the state with so many loans of a purse."""
    return replace(state, loans={**state.loans, account: count})


@event("loan_taken")
class LoanTaken(Event):
    """A seat borrowed: its ``number``-th certificate (of that purse) paid out ``payout``."""

    line: ClassVar[Sentence | None] = say("{name} borrows: gets {payout}, owes {debt}.")
    seat: int
    account: str
    number: int
    payout: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the payout."""
        return (Transfer(BANK, self.account, self.payout, say("loan")),)

    def apply(self, state: Any) -> Any:
        return with_loans(state, self.account, self.number)

    def display_value(self, state: Any, name: str) -> object:
        return (
            state.certificates.repayment
            if name == "debt"
            else Event.display_value(self, state, name)
        )


@dataclass(frozen=True, slots=True)
class Borrow(SeatAction):
    """Take a loan."""

    def label(self, state: Any) -> Sentence:
        account, loans = purse(self.seat), state.certificates
        return say(
            "Borrow: you would get {payout}, owe {debt}",
            payout=loans.next_payout(state.loans.get(account, 0)),
            debt=loans.repayment,
        )

    def borrower(self, state: Any) -> str:
        """Return the purse that borrows, if now is the time for it; raises Refusal.

        A game that says nothing lets each seat borrow until the end.
        """
        require_running(state)
        return purse(require_seat(state, self.seat, state.certificates.rule))

    def taken(self, state: Any, account: str, number: int, payout: int) -> tuple[Event, ...]:
        """Return the loan, and what follows from it."""
        return (LoanTaken(self.seat, account, number, payout),)

    def decide(self, state: Any) -> tuple[Event, ...]:
        """Return the loan; raises what ``borrower`` does, and where the purse gets no more."""
        account = self.borrower(state)
        refusal = state.certificates.why_no_more(state.loans, account)
        if refusal is not None:
            raise refusal
        taken = state.loans.get(account, 0)
        return self.taken(state, account, taken + 1, state.certificates.next_payout(taken))
