"""Loans: when a seat may take one, and how much it can then pay (BS-L1 to BS-L3, BS-2b).

The action for taking a loan is ``auction.Borrow``.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_shot.board import colour_words
from companion.games.big_shot.hidden_money import why_not_asked
from companion.games.big_shot.state import BigShotState
from companion.mechanics.actions.base import event
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money import loans


@event("loan_taken")
class LoanTaken(loans.LoanTaken[BigShotState]):
    """A seat took a loan."""

    colour: str | None = None
    """The colour that borrowed; None unless each seat has two purses."""

    def apply(self, state: BigShotState) -> BigShotState:
        later = loans.LoanTaken.apply(self, state)
        borrowed = state.borrowed | {self.account}
        return replace(later, borrowed=borrowed, asked=state.asked | {self.seat})

    def line_for(self, state: BigShotState, seat: int | None) -> Sentence | None:
        if self.colour is None:
            return loans.LoanTaken.line_for(self, state, seat)
        return say("{name} borrows for {colour}: gets {payout}, owes {debt}.").to_you(
            "You borrow for {colour}: you get {payout} and owe {debt}."
        )

    def display_value(self, state: BigShotState, name: str) -> object:
        value = loans.LoanTaken.display_value(self, state, name)
        return colour_words(str(value)) if name == "colour" else value


def why_not_now(state: BigShotState, seat: int, account: str) -> Refusal | None:
    """Return the refusal that prevents a seat's purse from borrowing now, or None.

    The refusal is ``loan_before_auction``, ``loan_out_of_order`` or ``loan_taken_this_turn``.
    """
    refusal = _why_too_late(state, seat) or why_not_asked(state, seat)
    if refusal is not None or account not in state.borrowed:
        return refusal
    return Refusal(
        "loan_taken_this_turn",
        "BS-2b" if state.has_two_purses else "BS-L1",
        say("Only one loan per turn. This turn’s is already taken."),
    )


def _why_too_late(state: BigShotState, seat: int) -> Refusal | None:
    """Return ``loan_before_auction`` if it is too late to borrow this turn, otherwise None.

    With hidden money or two players, loans are taken before the bidding begins. In a two-player
    game of the French edition with open money, a seat may borrow until its own first bid or pass.
    """
    if not (state.is_hidden or state.has_two_purses):
        return None
    spoken = not_none(state.auction).spoken
    is_each_on_its_own = state.edition == "fr" and not state.is_hidden
    if not (seat in spoken if is_each_on_its_own else spoken):
        return None
    return Refusal(
        "loan_before_auction",
        "BS-V2" if state.is_hidden else "BS-2b",
        say("You can only borrow before the bidding begins."),
    )


def credit(state: BigShotState, seat: int, account: str) -> int:
    """Return how much more money a purse can get before its next bid: the payout of one more loan.

    Prompts, refusals of bids, and passes by the app all follow from it. If a rule lets a player get
    money from the bank in another way, it adds that amount here.
    """
    if why_not_now(state, seat, account) or state.certificates.why_no_more(state.loans, account):
        return 0
    return state.certificates.next_payout(state.loans[account])


def reach(state: BigShotState, seat: int) -> int:
    """Return the most that any one purse of a seat could pay, with its credit."""
    balances = state.ledger.balances
    return max(balances[one] + credit(state, seat, one) for _, one in state.purses[seat])
