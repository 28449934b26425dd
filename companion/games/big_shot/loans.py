"""Loans: what they pay, which purse may take one, how far money reaches (BS-L1 to BS-L3, BS-2b).

They are asked for in the auction, where ``auction.Borrow`` is.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_shot.board import colour_words
from companion.games.big_shot.hidden_money import why_not_asked
from companion.games.big_shot.state import BigShotState
from companion.mechanics import loans
from companion.mechanics.event_sourcing import event
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


@event("loan_taken")
class LoanTaken(loans.LoanTaken[BigShotState]):
    """A seat borrowed, with two players for one of its colours."""

    line = say("{name} borrows for {colour}: gets {payout}, owes {debt}.")
    unless = "colour", None, loans.LoanTaken.line
    colour: str | None = None

    def apply(self, state: BigShotState) -> BigShotState:
        later = loans.LoanTaken.apply(self, state)
        borrowed = state.borrowed | {self.account}
        return replace(later, borrowed=borrowed, asked=state.asked | {self.seat})

    def display_value(self, state: BigShotState, name: str) -> object:
        said = loans.LoanTaken.display_value(self, state, name)
        return colour_words(str(said)) if name == "colour" else said


def why_not_now(state: BigShotState, seat: int, account: str) -> Refusal | None:
    """Return why now is no time for one of a seat's purses to borrow, None if it is.

    The refusals: ``loan_before_auction``, ``loan_out_of_order``, ``loan_taken_this_turn``.
    """
    refusal = _too_late(state, seat) or why_not_asked(state, seat)
    if refusal is not None or account not in state.borrowed:
        return refusal
    return Refusal(
        "loan_taken_this_turn",
        "BS-2b" if state.has_two_purses else "BS-L1",
        say("One loan a turn, and this turn’s is taken."),
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
        "loan_before_auction", rule, say("Loans are taken before the bidding, and it has begun.")
    )


def reach(state: BigShotState, seat: int) -> int:
    """Return the most that one purse of a seat can pay, with a loan if it may take one."""
    most = 0
    for _, account in state.purses[seat]:
        money = state.ledger.balances[account]
        refusal = why_not_now(state, seat, account)
        if (refusal or state.certificates.why_no_more(state.loans, account)) is None:
            money += state.certificates.next_payout(state.loans[account])
        most = max(most, money)
    return most
