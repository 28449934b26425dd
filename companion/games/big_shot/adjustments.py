"""The banker's last word: cubes, owners, loans and money put right outside the rules.

Money behind a bid stays where it is: in an open game the standing bidder's purse (with two
players one that covers the bid) is not corrected below the bid. With hidden money the app does
not hold the banker back, because that would tell the purse.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.big_shot.actions import AssignLot, ReopenLot, SetLoans, SetLot
from companion.games.big_shot.bidding import require_own_colour
from companion.games.big_shot.cubes import sale_at_seven, settlement
from companion.games.big_shot.facts import LoansSet, LotAssigned, LotReopened, LotSet
from companion.games.big_shot.guards import (
    require_certificates,
    require_colour,
    require_counts,
    require_followed,
    require_lot,
    require_not_negative,
    require_seat,
    require_unsold,
)
from companion.games.big_shot.state import BigShotState
from companion.mechanics.corrections import Correct, CountCash, decide_correction
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def decide_set_lot(state: BigShotState, action: SetLot) -> tuple[Fact, ...]:
    """Return the cubes said to lie on an unsold lot, with its sale where they decide it."""
    require_followed(state)
    require_unsold(state, action.lot)
    require_counts(state, action.lot, action.counts)
    said = LotSet(action.lot, dict(action.counts), action.reason)
    return (said, *_closing(state, action.lot, action.counts))


def _closing(state: BigShotState, lot: str, counts: Mapping[str, int]) -> tuple[Fact, ...]:
    """Return the sale of a lot with seven cubes, or with any once the game has ended."""
    if state.stage == "over" and any(counts.values()):
        return sale_at_seven(lot, counts) or (settlement(lot, counts),)
    return sale_at_seven(lot, counts)


def decide_assign_lot(state: BigShotState, action: AssignLot) -> tuple[Fact, ...]:
    """Return the owner the banker names; nobody only once the last turn is over."""
    require_lot(state, action.lot)
    if action.colour is not None:
        require_colour(state, action.colour)
    elif state.stage not in ("settle", "over"):
        raise Refusal(
            "nobody_not_yet",
            "BS-M1",
            say("Until the last turn is over a lot is owned by a colour or not sold."),
        )
    known = action.lot in state.sold or state.tracking == "full"
    counts = dict(state.lot_counts(action.lot)) if known else {}
    return (LotAssigned(action.lot, action.colour, counts, action.reason),)


def decide_reopen_lot(state: BigShotState, action: ReopenLot) -> tuple[Fact, ...]:
    """Return that a sale is taken back, with the cubes that lie there now."""
    require_lot(state, action.lot)
    if action.lot not in state.sold:
        raise Refusal(
            "lot_not_sold",
            "BS-M1",
            say("{lot} is not sold.", lot=state.copy.titled(action.lot)),
        )
    if action.counts:
        require_followed(state)
        require_counts(state, action.lot, action.counts)
    reopened = LotReopened(action.lot, dict(action.counts), action.reason)
    return (reopened, *_closing(state, action.lot, action.counts))


def decide_set_loans(state: BigShotState, action: SetLoans) -> tuple[Fact, ...]:
    """Return how many certificates a purse owes for; no money moves."""
    require_seat(state, action.seat)
    colour = action.colour
    if colour is None:
        if state.has_two_purses:
            raise Refusal("colour_needed", "BS-2b", say("Say which colour owes."))
        colour = state.setup.seats[action.seat].colours[0]
    require_own_colour(state, action.seat, colour)
    require_not_negative(action.loans)
    account = state.account(action.seat, colour)
    require_certificates(sum(state.loans.values()) - state.loans[account] + action.loans)
    said = colour if state.has_two_purses else None
    return (LoansSet(action.seat, account, action.loans, said, action.reason),)


def decide_money(state: BigShotState, action: Correct | CountCash) -> tuple[Fact, ...]:
    """Return a correction of money."""
    committed = {} if state.is_hidden else _committed(state, action)
    return decide_correction(state.ledger, action, committed, state.hidden_accounts(None))


def _committed(state: BigShotState, action: Correct | CountCash) -> dict[str, int]:
    """Return the account that must keep what is bid: with two purses the one left fullest."""
    seat, amount = state.winner, state.price
    if state.stage == "auction":
        assert state.auction is not None
        standing = state.auction.standing
        if standing is None:
            return {}
        seat, amount = standing.seat, standing.amount
    if seat is None or not amount:
        return {}
    accounts = [account for _, account in state.purses(seat)]
    covering = [account for account in accounts if state.ledger.can_pay(account, amount)]
    if not covering:
        return {}
    return {max(covering, key=lambda account: _left_in(state, account, action)): amount}


def _left_in(state: BigShotState, account: str, action: Correct | CountCash) -> int:
    held = state.ledger.balances[account]
    if isinstance(action, CountCash):
        return action.amounts.get(account, held)
    return held - action.amount if account == action.source else held
