"""Loans: who may take one and when (BS-L1 to BS-L3, BS-2b, BS-V2).

With hidden money in the French edition seats are asked in order from the leader's left: once a
later seat has borrowed, an earlier one has let its chance go. An auction run again (BS-V3) is
asked anew from the start, for those who have not borrowed this turn.
"""

from __future__ import annotations

from companion.games.big_shot.actions import Borrow
from companion.games.big_shot.bidding import require_own_colour
from companion.games.big_shot.box import CERTIFICATES, DEBT
from companion.games.big_shot.facts import LoanTaken
from companion.games.big_shot.guards import require_seat, require_stage
from companion.games.big_shot.state import BigShotState
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def require_borrow(state: BigShotState, seat: int, colour: str | None) -> None:
    """Raise a refusal unless that seat may borrow for that colour now.

    Raises ``not_now``, ``colour_needed``, ``not_your_colour``, ``loan_before_auction``,
    ``loan_out_of_order``, ``loan_taken_this_turn``, ``loan_pays_nothing``,
    ``no_certificates_left``.
    """
    require_seat(state, seat)
    require_stage(state, "auction", "BS-L1")
    account = state.account(seat, _colour(state, seat, colour))
    _require_moment(state, seat)
    _require_order(state, seat)
    if account in state.borrowed:
        raise Refusal(
            "loan_taken_this_turn",
            "BS-2b" if state.has_two_purses else "BS-L1",
            say("One loan a turn; the next one in the next turn."),
        )
    _require_certificate(state, account)


def _colour(state: BigShotState, seat: int, colour: str | None) -> str:
    """Return the colour a loan is for; with one colour nobody needs to say it."""
    if colour is None:
        if state.has_two_purses:
            raise Refusal("colour_needed", "BS-2b", say("Say for which colour the loan is."))
        return state.setup.seats[seat].colours[0]
    require_own_colour(state, seat, colour)
    return colour


def _require_moment(state: BigShotState, seat: int) -> None:
    """Raise ``loan_before_auction`` where loans come before the first word and it is said."""
    assert state.auction is not None
    if state.is_hidden:
        too_late, rule = bool(state.auction.spoken), "BS-V2"
    elif not state.has_two_purses:
        return
    elif state.edition == "fr":
        too_late, rule = seat in state.auction.spoken, "BS-2b"
    else:
        too_late, rule = bool(state.auction.spoken), "BS-2b"
    if too_late:
        raise Refusal(
            "loan_before_auction",
            rule,
            say("Loans are taken before the bidding; the next chance is the next turn."),
        )


def _require_order(state: BigShotState, seat: int) -> None:
    """Raise ``loan_out_of_order`` once a seat that is asked later has borrowed (BS-V2, fr)."""
    if not state.is_hidden or state.edition != "fr":
        return
    assert state.auction is not None
    order = state.auction.order
    if any(other in state.asked for other in order[order.index(seat) + 1 :]):
        raise Refusal(
            "loan_out_of_order",
            "BS-V2",
            say(
                "Loans are asked for in order from the leader's left; {name} has been asked.",
                name=state.name(seat),
            ),
        )


def _require_certificate(state: BigShotState, account: str) -> None:
    if state.next_payout(account) <= 0:
        raise Refusal(
            "loan_pays_nothing",
            "BS-L3",
            say("The tenth loan would pay nothing; there are no more loans for this purse."),
        )
    if sum(state.loans.values()) >= CERTIFICATES:
        raise Refusal(
            "no_certificates_left",
            "BS-L3",
            say("All {count} loan certificates are out.", count=CERTIFICATES),
        )


def decide_borrow(state: BigShotState, action: Borrow) -> tuple[Fact, ...]:
    """Return the loan: the debt is 10, the k-th pays out 10 - k (BS-L1)."""
    require_borrow(state, action.seat, action.colour)
    colour = _colour(state, action.seat, action.colour)
    account = state.account(action.seat, colour)
    number = state.loans[account] + 1
    said = colour if state.has_two_purses else None
    return (LoanTaken(action.seat, account, number, DEBT - number, said),)
