"""Folding: each fact's effect on the state. Nothing here judges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.free_bank import facts
from companion.games.free_bank.auctioneer import winners_of
from companion.games.free_bank.box import named_account
from companion.games.free_bank.state import (
    Fallen,
    FreeBankState,
    Opened,
    PointsLine,
    UpForAuction,
)
from companion.mechanics.corrections import CashCounted, MoneyCorrected
from companion.mechanics.game import Fact
from companion.mechanics.ledger import Ledger
from companion.mechanics.open_auction import OpenAuction


def evolve(state: FreeBankState, fact: Fact) -> FreeBankState:
    """Return the state after a fact, its transfers posted.

    Opened bids lie there until their auction is decided and the next thing happens after it; then
    they are swept off the table, and the history keeps them.
    """
    if state.opened is not None and state.auction is None:
        state = replace(state, opened=None)
    moved = fact.transfers()
    if moved:
        state = replace(state, ledger=state.ledger.posted(moved), steps=state.steps + 1)
    return _EFFECTS[type(fact)](state, fact)


def _as_it_was(state: FreeBankState, fact: Fact) -> FreeBankState:
    """Return the state: all that the fact did was to move money."""
    return state


def _money_moved(state: FreeBankState, fact: facts.MoneyMoved) -> FreeBankState:
    moved_by = {**state.moved_by, fact.by: state.moved_by.get(fact.by, 0) + 1}
    return replace(state, moved_by=moved_by)


def _salary_set(state: FreeBankState, fact: facts.SalarySet) -> FreeBankState:
    return replace(state, salary=fact.amount)


def _account_added(state: FreeBankState, fact: facts.AccountAdded) -> FreeBankState:
    account = named_account(fact.name)
    ledger = state.ledger
    balances, floors = {**ledger.balances, account: 0}, {**ledger.floors, account: 0}
    return replace(state, ledger=Ledger(balances, floors, ledger.opening))


def _put_up(state: FreeBankState, fact: facts.AuctionOpened) -> FreeBankState:
    bids = OpenAuction.opened(state.seats, floor=fact.lowest)
    auction = UpForAuction(fact.number, fact.what, fact.how, fact.target, fact.lowest, bids)
    return replace(state, auction=auction, auctions=fact.number)


def _bid_made(state: FreeBankState, fact: facts.BidMade) -> FreeBankState:
    assert state.auction is not None
    bids = state.auction.bids.bid(fact.seat, fact.amount)
    return replace(state, auction=replace(state.auction, bids=bids))


def _passed(state: FreeBankState, fact: facts.Passed) -> FreeBankState:
    assert state.auction is not None
    bids = state.auction.bids.pass_by(fact.seat)
    return replace(state, auction=replace(state.auction, bids=bids))


def _bid_sealed(state: FreeBankState, fact: facts.BidSealed) -> FreeBankState:
    auction = state.auction
    assert auction is not None
    replaced = fact.seat in auction.sealed
    sealed = {**auction.sealed, fact.seat: fact.amount}
    return replace(state, auction=replace(auction, sealed=sealed), unread=state.unread or replaced)


def _opened(state: FreeBankState, fact: facts.BidsOpened) -> FreeBankState:
    auction = state.auction
    assert auction is not None
    winners = winners_of(fact)
    tied = winners if len(winners) > 1 else ()
    opened = Opened(auction.what, fact.bids, fact.void)
    return replace(state, auction=replace(auction, tied=tied), opened=opened)


def _sold(state: FreeBankState, fact: facts.Sold) -> FreeBankState:
    return replace(state, auction=None)


def _not_sold(state: FreeBankState, fact: facts.NotSold) -> FreeBankState:
    auction = state.auction
    assert auction is not None
    unread = fact.called_off and bool(auction.sealed) and not auction.tied
    return replace(state, auction=None, unread=state.unread or unread)


def _rolled(state: FreeBankState, fact: facts.Rolled) -> FreeBankState:
    return replace(state, fallen=Fallen(fact.seat, fact.sides, fact.values))


def _round_began(state: FreeBankState, fact: facts.RoundBegan) -> FreeBankState:
    return replace(state, round=fact.round)


def _clock_started(state: FreeBankState, fact: facts.ClockStarted) -> FreeBankState:
    return replace(state, clock=(fact.seconds, fact.at))


def _clock_stopped(state: FreeBankState, fact: facts.ClockStopped) -> FreeBankState:
    return replace(state, clock=None)


def _points_given(state: FreeBankState, fact: facts.PointsGiven) -> FreeBankState:
    line = PointsLine(fact.seat, fact.points, state.round, fact.reason)
    return replace(state, lines=(*state.lines, line), steps=state.steps + 1)


def _ended(state: FreeBankState, fact: facts.GameEnded) -> FreeBankState:
    return replace(state, is_over=True, clock=None)


_EFFECTS: dict[type[Fact], Callable[[FreeBankState, Any], FreeBankState]] = {
    facts.MoneyMoved: _money_moved,
    facts.SalaryPaid: _as_it_was,
    facts.SalarySet: _salary_set,
    facts.AccountAdded: _account_added,
    facts.AuctionOpened: _put_up,
    facts.BidMade: _bid_made,
    facts.Passed: _passed,
    facts.BidSealed: _bid_sealed,
    facts.BidsOpened: _opened,
    facts.Sold: _sold,
    facts.NotSold: _not_sold,
    facts.Rolled: _rolled,
    facts.RoundBegan: _round_began,
    facts.ClockStarted: _clock_started,
    facts.ClockStopped: _clock_stopped,
    facts.PointsGiven: _points_given,
    facts.GameEnded: _ended,
    MoneyCorrected: _as_it_was,
    CashCounted: _as_it_was,
}
