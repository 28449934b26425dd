"""Loans: what they pay, which purse may take one, how far money reaches (BS-L1 to BS-L3, BS-2b).

They are asked for in the auction, where ``auction.Borrow`` is.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_shot.board import CERTIFICATES, DEBT, colour_words
from companion.games.big_shot.hidden_money import why_not_asked
from companion.games.big_shot.state import BigShotState
from companion.mechanics.ledger import BANK, Transfer
from companion.mechanics.refusal import Refusal
from companion.mechanics.steps import Fact, fact
from companion.mechanics.words import Sentence, say


@fact("loan_taken")
class LoanTaken(Fact):
    """A seat borrowed: its ``number``-th certificate (of that purse) paid out ``payout``."""

    seat: int
    account: str
    number: int
    payout: int
    colour: str | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the payout."""
        return (Transfer(BANK, self.account, self.payout, say("loan")),)

    def apply(self, state: BigShotState) -> BigShotState:
        return replace(
            state,
            loans={**state.loans, self.account: self.number},
            borrowed=state.borrowed | {self.account},
            asked=state.asked | {self.seat},
            shown=None,
        )

    def tell(self, state: BigShotState, seat: int | None) -> Sentence | None:
        values = {"name": state.name(self.seat), "payout": self.payout, "debt": DEBT}
        if self.colour is None:
            return say("{name} borrows: gets {payout}, owes {debt}.", **values)
        return say(
            "{name} borrows for {colour}: gets {payout}, owes {debt}.",
            colour=colour_words(self.colour),
            **values,
        )


def require_certificates(loans: int) -> None:
    """Raise ``no_certificates_left`` for more loans in all than there are certificates."""
    if loans > CERTIFICATES:
        raise Refusal(
            "no_certificates_left",
            "BS-L3",
            say("There are {count} loan certificates in all.", count=CERTIFICATES),
        )


def why_no_loan(state: BigShotState, seat: int, account: str) -> Refusal | None:
    """Return why one of a seat's purses may not borrow in the auction that is on, None if it may.

    The refusals: ``loan_before_auction``, ``loan_out_of_order``, ``loan_taken_this_turn``,
    ``loan_pays_nothing``, ``no_certificates_left``.
    """
    return (
        _too_late(state, seat)
        or why_not_asked(state, seat)
        or _taken_this_turn(state, account)
        or _no_certificate(state, account)
    )


def _too_late(state: BigShotState, seat: int) -> Refusal | None:
    """Return the refusal where loans come before the first word and it is said."""
    assert state.auction is not None
    if state.is_hidden:
        is_late, rule = bool(state.auction.spoken), "BS-V2"
    elif not state.has_two_purses:
        return None
    elif state.edition == "fr":
        is_late, rule = seat in state.auction.spoken, "BS-2b"
    else:
        is_late, rule = bool(state.auction.spoken), "BS-2b"
    if not is_late:
        return None
    return Refusal(
        "loan_before_auction",
        rule,
        say("Loans are taken before the bidding, and it has begun."),
    )


def _taken_this_turn(state: BigShotState, account: str) -> Refusal | None:
    if account not in state.borrowed:
        return None
    return Refusal(
        "loan_taken_this_turn",
        "BS-2b" if state.has_two_purses else "BS-L1",
        say("One loan a turn, and this turn’s is taken."),
    )


def _no_certificate(state: BigShotState, account: str) -> Refusal | None:
    if state.next_payout(account) <= 0:
        return Refusal(
            "loan_pays_nothing",
            "BS-L3",
            say("The tenth loan would pay nothing; there are no more loans for this purse."),
        )
    if sum(state.loans.values()) >= CERTIFICATES:
        return Refusal(
            "no_certificates_left",
            "BS-L3",
            say("All {count} loan certificates are out.", count=CERTIFICATES),
        )
    return None


def reach(state: BigShotState, seat: int) -> int:
    """Return the most that one purse of a seat can pay, with a loan if it may take one."""
    return max(
        state.ledger.balances[account]
        + (state.next_payout(account) if why_no_loan(state, seat, account) is None else 0)
        for _, account in state.purses[seat]
    )
