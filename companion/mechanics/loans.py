"""Loans of money: a certificate pays out now, and its repayment is due at the end.

The state of a game with loans has its ``certificates``, and in ``loans`` the number of loans by
purse.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from companion.mechanics.codec import LARGEST
from companion.mechanics.event_sourcing import Event, SeatAction, event
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.outcome import Term
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import require_running, require_seat
from companion.mechanics.words import Sentence, say, say_many


@dataclass(frozen=True, slots=True)
class Certificates:
    """The terms of a game's loans."""

    payouts: tuple[int, ...]
    """The payouts of a purse's first loan, second loan and so on; after that it gets none."""
    repayment: int
    """The amount due at the end for each loan."""
    rule: str
    """The rule that refusals cite."""
    in_all: int = LARGEST
    """The number of certificates in the game."""
    no_more: Sentence = say("There are no more loans for this colour.")
    """The refusal of a loan after the last payout."""

    def next_payout(self, taken: int) -> int:
        """Return the payout of one more loan, 0 if the purse gets none."""
        return self.payouts[taken] if taken < len(self.payouts) else 0

    def require_enough(self, count: int) -> None:
        """Raise ``no_certificates_left`` for more loans than certificates in the game."""
        if count > self.in_all:
            sentence = say("There are {count} loan certificates in all.", count=self.in_all)
            raise Refusal("no_certificates_left", self.rule, sentence)

    def why_no_more(self, loans: Mapping[str, int], account: str) -> Refusal | None:
        """Return ``loan_pays_nothing`` or ``no_certificates_left``, None if a loan is left."""
        if not self.next_payout(loans.get(account, 0)):
            return Refusal("loan_pays_nothing", self.rule, self.no_more)
        if sum(loans.values()) >= self.in_all:
            sentence = say("All {count} loan certificates are out.", count=self.in_all)
            return Refusal("no_certificates_left", self.rule, sentence)
        return None

    def term(self, taken: int, rule: str) -> Term:
        """Return the repayment of a purse's loans as a term of the final scores."""
        owed = say_many(
            "{count} loan of {debt}", "{count} loans of {debt}", count=taken, debt=self.repayment
        )
        return Term(owed, -self.repayment * taken, rule)


class Borrowing(Protocol):
    """The state of a table with loans: a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def certificates(self) -> Certificates:
        """The terms of the loans."""

    @property
    def loans(self) -> Mapping[str, int]:
        """The number of loans by purse."""

    def money(self, seat: int) -> int:
        """Return the money in the purse of a seat."""


def reach(state: object, seat: int) -> int:
    """Return the money of a seat with one purse, plus the payout of one more loan."""
    table = cast(Borrowing, state)
    taken = table.loans.get(purse(seat), 0)
    return table.money(seat) + table.certificates.next_payout(taken)


def owed(state: object, seat: int) -> int:
    """Return the repayment due for the loans of a seat's one purse, 0 at a table without loans."""
    if not hasattr(state, "certificates"):
        return 0
    table = cast(Borrowing, state)
    return table.loans.get(purse(seat), 0) * table.certificates.repayment


S = TypeVar("S", bound=Borrowing)


def with_loans(state: S, account: str, count: int) -> S:
    """Return the state after a change of a purse's number of loans."""
    return replace(state, loans={**state.loans, account: count})


@event("loan_taken")
class LoanTaken(Event, Generic[S]):
    """A seat borrowed."""

    line: ClassVar[Sentence | None] = say("{name} borrows: gets {payout}, owes {debt}.")
    seat: int
    account: str
    number: int
    """The number of loans of the account, this one included."""
    payout: int

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(BANK, self.account, self.payout, say("loan")),)

    def apply(self, state: S) -> S:
        return with_loans(state, self.account, self.number)

    def display_value(self, state: S, name: str) -> object:
        if name == "debt":
            return state.certificates.repayment
        return Event.display_value(self, state, name)


@dataclass(frozen=True, slots=True)
class Borrow(SeatAction, Generic[S]):
    """Take a loan."""

    def label(self, state: S) -> Sentence:
        account, loans = purse(self.seat), state.certificates
        return say(
            "Borrow: you would get {payout}, owe {debt}",
            payout=loans.next_payout(state.loans.get(account, 0)),
            debt=loans.repayment,
        )

    def borrower(self, state: S) -> str:
        """Return the purse that borrows; raises Refusal.

        By default each seat may borrow until the end.
        """
        table: Any = state  # No type is both a TableState and a table with loans.
        require_running(table)
        return purse(require_seat(table, self.seat, state.certificates.rule))

    def taken(self, state: S, account: str, number: int, payout: int) -> tuple[Event, ...]:
        """Return the loan, and what follows from it."""
        return (LoanTaken(self.seat, account, number, payout),)

    def decide(self, state: S) -> tuple[Event, ...]:
        """Return the loan; raises the refusals of ``borrower`` and ``Certificates.why_no_more``."""
        account = self.borrower(state)
        refusal = state.certificates.why_no_more(state.loans, account)
        if refusal is not None:
            raise refusal
        taken = state.loans.get(account, 0)
        return self.taken(state, account, taken + 1, state.certificates.next_payout(taken))
