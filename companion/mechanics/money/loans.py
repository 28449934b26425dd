"""Loans, which pay out money at once and must be repaid at the end of the game.

Each loan takes one of the game's loan certificates.

The state of a game with loans has two attributes: ``certificates``, the terms of the loans, and
``loans``, the number of loans taken by each purse.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from companion.mechanics.actions.base import Event, SeatAction, event
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.money.ledger import purse
from companion.mechanics.play.table import require_running, require_seat
from companion.mechanics.scoring.outcome import Term
from companion.mechanics.values.codec import LARGEST


@dataclass(frozen=True, slots=True)
class Certificates:
    """The terms of a game's loans."""

    payouts: tuple[int, ...]
    """The payouts of a purse's loans, in order. A purse cannot take more loans than listed here."""
    repayment: int
    """The amount due at the end of the game for each loan."""
    rule: str
    """The rule that refusals cite."""
    in_all: int = LARGEST
    """The number of certificates in the game, which limits the loans of all players together."""
    no_more: Sentence = say("There are no more loans for this colour.")
    """The sentence of the refusal if a purse has already taken all its loans."""

    def next_payout(self, taken: int) -> int:
        """Return the payout of one more loan, or 0 if the purse cannot get one.

        taken: the number of loans that the purse already has.
        """
        return self.payouts[taken] if taken < len(self.payouts) else 0

    def require_enough(self, count: int) -> None:
        """Raise ``no_certificates_left`` if the game has fewer than ``count`` certificates."""
        if count > self.in_all:
            sentence = say("There are {count} loan certificates in all.", count=self.in_all)
            raise Refusal("no_certificates_left", self.rule, sentence)

    def why_no_more(self, loans: Mapping[str, int], account: str) -> Refusal | None:
        """Return the refusal of one more loan for an account, or None if it may borrow.

        loans: the number of loans taken, by account.

        The refusal is ``loan_pays_nothing`` or ``no_certificates_left``.
        """
        if not self.next_payout(loans.get(account, 0)):
            return Refusal("loan_pays_nothing", self.rule, self.no_more)
        if sum(loans.values()) >= self.in_all:
            sentence = say("All {count} loan certificates are out.", count=self.in_all)
            return Refusal("no_certificates_left", self.rule, sentence)
        return None

    def term(self, taken: int, rule: str) -> Term:
        """Return the repayment of a purse's loans as a line of the final scores.

        taken: the number of loans.
        rule: the id of the rule that the line cites.
        """
        owed = say_many(
            "{count} loan of {debt}", "{count} loans of {debt}", count=taken, debt=self.repayment
        )
        return Term(owed, -self.repayment * taken, rule)


class HasLoans(Protocol):
    """The interface of the state of a table with loans.

    The state must be a frozen dataclass.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def certificates(self) -> Certificates:
        """The terms of the loans."""

    @property
    def loans(self) -> Mapping[str, int]:
        """The number of loans taken, by purse."""

    def money(self, seat: int) -> int:
        """Return the money in a seat's purse."""


def reach(state: object, seat: int) -> int:
    """Return the money that a seat could pay if it took one more loan.

    Use this function only in games where each seat has a single purse.
    """
    table = cast(HasLoans, state)
    taken = table.loans.get(purse(seat), 0)
    return table.money(seat) + table.certificates.next_payout(taken)


def owed(state: object, seat: int) -> int:
    """Return the repayment due for a seat's loans, or 0 if the game has no loans.

    Use this function only in games where each seat has a single purse.
    """
    if not hasattr(state, "certificates"):
        return 0
    table = cast(HasLoans, state)
    return table.loans.get(purse(seat), 0) * table.certificates.repayment


S = TypeVar("S", bound=HasLoans)


def with_loans(state: S, account: str, count: int) -> S:
    """Return the state with the number of loans of an account set to ``count``."""
    return replace(state, loans={**state.loans, account: count})


@event("loan_taken")
class LoanTaken(Event, Generic[S]):
    """A seat took a loan."""

    line: ClassVar[Sentence | None] = say("{name} borrows: gets {payout}, owes {debt}.").to_you(
        "You borrow: you get {payout} and owe {debt}."
    )
    earns = "payout", say("loan")
    seat: int
    account: str
    number: int
    """The number of loans of the account, including this one."""
    payout: int

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
            "Borrow: get {payout}, owe {debt}",
            payout=loans.next_payout(state.loans.get(account, 0)),
            debt=loans.repayment,
        )

    def borrower(self, state: S) -> str:
        """Return the purse that borrows; raise a Refusal if the seat may not borrow now.

        By default every seat may borrow until the game ends. Games override this method to restrict
        borrowing or to choose among several purses.
        """
        table: Any = state  # Any, because ``HasLoans`` does not include ``TableState``.
        require_running(table)
        return purse(require_seat(table, self.seat, state.certificates.rule))

    def taken(self, state: S, account: str, number: int, payout: int) -> tuple[Event, ...]:
        """Return the ``LoanTaken`` event.

        Games override this method to add further events.

        number: the account's number of loans, including this one.
        """
        return (LoanTaken(self.seat, account, number, payout),)

    def require_legal(self, state: S) -> None:
        """Raise the refusals of ``borrower`` and ``Certificates.why_no_more``."""
        refusal = state.certificates.why_no_more(state.loans, self.borrower(state))
        if refusal is not None:
            raise refusal

    def decide(self, state: S) -> tuple[Event, ...]:
        """Return the events of the loan; see ``require_legal`` for the refusals."""
        self.require_legal(state)
        account = self.borrower(state)
        taken = state.loans.get(account, 0)
        return self.taken(state, account, taken + 1, state.certificates.next_payout(taken))
