"""Folding: each fact's effect on the state. Nothing here judges."""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_shot import facts
from companion.games.big_shot.state import BigShotState, Shown, Sold
from companion.mechanics.auction import Auction, speaking_order
from companion.mechanics.folding import Effects, evolved
from companion.mechanics.game import Fact


def evolve(state: BigShotState, fact: Fact) -> BigShotState:
    """Return the state after a fact, its transfers posted."""
    return evolved(_EFFECTS, state, fact)


def _lead_chosen(state: BigShotState, fact: facts.LeadChosen) -> BigShotState:
    return replace(state, stage="roll", turn=1, leader=fact.seat)


def _die_rolled(state: BigShotState, fact: facts.DieRolled) -> BigShotState:
    seats = len(state.setup.seats)
    order = speaking_order(seats, (fact.seat + 1) % seats)
    auction = Auction.opened(order, free_for_last=True)
    return replace(state, stage="auction", die=fact.value, auction=auction)


def _loan_taken(state: BigShotState, fact: facts.LoanTaken) -> BigShotState:
    return replace(
        state,
        loans={**state.loans, fact.account: fact.number},
        borrowed=state.borrowed | {fact.account},
        asked=state.asked | {fact.seat},
        shown=None,
    )


def _bid_made(state: BigShotState, fact: facts.BidMade) -> BigShotState:
    assert state.auction is not None
    return replace(state, auction=state.auction.bid(fact.seat, fact.amount), shown=None)


def _passed(state: BigShotState, fact: facts.Passed) -> BigShotState:
    assert state.auction is not None
    return replace(state, auction=state.auction.pass_by(fact.seat), shown=None)


def _auction_won(state: BigShotState, fact: facts.AuctionWon) -> BigShotState:
    return replace(
        state,
        stage="pay" if fact.amount else "place",
        winner=fact.seat,
        price=fact.amount,
    )


def _auction_restarted(state: BigShotState, fact: facts.AuctionRestarted) -> BigShotState:
    assert state.auction is not None
    opened = {fact.seat} if state.edition == "it" else set()
    return replace(
        state,
        stage="auction",
        auction=state.auction.restarted(),
        asked=frozenset(),
        winner=None,
        price=0,
        open_purses=state.open_purses | opened,
        shown=Shown(fact.seat, fact.purses),
    )


def _paid(state: BigShotState, fact: facts.Paid) -> BigShotState:
    return replace(state, stage="place", price=0)


def _cube_placed(state: BigShotState, fact: facts.CubePlaced) -> BigShotState:
    lying = dict(state.counts.get(fact.lot, {}))
    lying[fact.colour] = lying.get(fact.colour, 0) + 1
    return replace(state, counts={**state.counts, fact.lot: lying})


def _lot_closed(state: BigShotState, fact: facts.LotSold | facts.LotSettled) -> BigShotState:
    sold = Sold(fact.owner, fact.counts, fact.cancelled)
    return _with_sold(state, fact.lot, sold)


def _lot_assigned(state: BigShotState, fact: facts.LotAssigned) -> BigShotState:
    return _with_sold(state, fact.lot, Sold(fact.owner, fact.counts, is_by_hand=True))


def _with_sold(state: BigShotState, lot: str, sold: Sold) -> BigShotState:
    lying = {name: counts for name, counts in state.counts.items() if name != lot}
    return replace(state, sold={**state.sold, lot: sold}, counts=lying)


def _turn_ended(state: BigShotState, fact: facts.TurnEnded) -> BigShotState:
    last = fact.leader is None
    return replace(
        state,
        stage="settle" if last else "roll",
        turn=fact.turn if last else fact.turn + 1,
        leader=state.leader if last else fact.leader,
        die=None,
        auction=None,
        borrowed=frozenset(),
        asked=frozenset(),
        winner=None,
        price=0,
        shown=None,
    )


def _game_ended(state: BigShotState, fact: facts.GameEnded) -> BigShotState:
    return replace(state, stage="over")


def _fell_back(state: BigShotState, fact: facts.FellBack) -> BigShotState:
    return replace(state, tracking="light")


def _lot_set(state: BigShotState, fact: facts.LotSet) -> BigShotState:
    return replace(state, counts={**state.counts, fact.lot: fact.counts})


def _lot_reopened(state: BigShotState, fact: facts.LotReopened) -> BigShotState:
    sold = {name: lot for name, lot in state.sold.items() if name != fact.lot}
    # Where cubes are not followed the account waits until the lot is settled again.
    waits = state.tracking == "light" and state.stage == "over"
    return replace(
        state,
        sold=sold,
        counts={**state.counts, fact.lot: fact.counts},
        stage="settle" if waits else state.stage,
    )


def _loans_set(state: BigShotState, fact: facts.LoansSet) -> BigShotState:
    return replace(state, loans={**state.loans, fact.account: fact.loans})


_EFFECTS: Effects[BigShotState] = {
    facts.LeadChosen: _lead_chosen,
    facts.DieRolled: _die_rolled,
    facts.LoanTaken: _loan_taken,
    facts.BidMade: _bid_made,
    facts.Passed: _passed,
    facts.AuctionWon: _auction_won,
    facts.AuctionRestarted: _auction_restarted,
    facts.Paid: _paid,
    facts.CubePlaced: _cube_placed,
    facts.LotSold: _lot_closed,
    facts.LotSettled: _lot_closed,
    facts.TurnEnded: _turn_ended,
    facts.GameEnded: _game_ended,
    facts.FellBack: _fell_back,
    facts.LotSet: _lot_set,
    facts.LotAssigned: _lot_assigned,
    facts.LotReopened: _lot_reopened,
    facts.LoansSet: _loans_set,
}
