"""Folding the facts about rent, debts, auctions and bankruptcies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.monopoly import money_facts as facts
from companion.games.monopoly.state import Claim, Debt, Deed, MonopolyState, Sale
from companion.games.monopoly.turn_fold import with_jail, with_keys
from companion.mechanics.game import Fact
from companion.mechanics.open_auction import OpenAuction

PENDING = ("space", "buy", "list", "line")
"""Stages in which the mover's landing is not settled."""


def with_valid_claims(state: MonopolyState) -> MonopolyState:
    """Return the state without claims to rent whose owner has lost or mortgaged the property."""
    valid = tuple(
        claim
        for claim in state.claims
        if (deed := state.deeds.get(claim.position)) is not None
        and deed.owner == claim.owner
        and not deed.mortgaged
    )
    return state if valid == state.claims else replace(state, claims=valid)


def _claim(fact: facts.RentClaimable | facts.RentAsked | facts.RentLost) -> Claim:
    return Claim(fact.owner, fact.debtor, fact.position, fact.amount)


def _without(state: MonopolyState, claim: Claim) -> MonopolyState:
    return replace(state, claims=tuple(other for other in state.claims if other != claim))


def _claimable(state: MonopolyState, fact: facts.RentClaimable) -> MonopolyState:
    return replace(state, claims=(*state.claims, _claim(fact)))


def _asked(state: MonopolyState, fact: facts.RentAsked) -> MonopolyState:
    return _without(state, _claim(fact))


def _lost(state: MonopolyState, fact: facts.RentLost) -> MonopolyState:
    claim = _claim(fact)
    return replace(_without(state, claim), late=(*state.late, claim))


def _paid(state: MonopolyState, fact: facts.Paid) -> MonopolyState:
    return state


def _debt_opened(state: MonopolyState, fact: facts.DebtOpened) -> MonopolyState:
    debt = Debt(fact.number, fact.seat, fact.creditor, fact.amount, fact.reason, fact.position)
    return replace(state, debts=(*state.debts, debt), debts_opened=fact.number)


def _debt_paid(state: MonopolyState, fact: facts.DebtPaid) -> MonopolyState:
    return replace(state, debts=tuple(debt for debt in state.debts if debt.number != fact.number))


def _bought(state: MonopolyState, fact: facts.PropertyBought) -> MonopolyState:
    deeds = {**state.deeds, fact.position: Deed(fact.seat)}
    return replace(state, stage="roll", deeds=deeds)


def _taken(state: MonopolyState, fact: facts.DeedTaken) -> MonopolyState:
    return replace(state, deeds={**state.deeds, fact.position: Deed(fact.seat)})


def _opened(state: MonopolyState, fact: facts.AuctionOpened) -> MonopolyState:
    auction = OpenAuction.opened(fact.seats, floor=fact.floor)
    estate = tuple(position for position in state.estate if position != fact.position)
    return replace(state, sale=Sale(auction, fact.position, fact.building), estate=estate)


def _bid(state: MonopolyState, fact: facts.BidMade) -> MonopolyState:
    assert state.sale is not None
    auction = state.sale.auction.bid(fact.seat, fact.amount)
    return replace(state, sale=replace(state.sale, auction=auction))


def _passed(state: MonopolyState, fact: facts.Passed) -> MonopolyState:
    assert state.sale is not None
    return replace(state, sale=replace(state.sale, auction=state.sale.auction.pass_by(fact.seat)))


def _closed(state: MonopolyState, fact: facts.AuctionClosed) -> MonopolyState:
    return replace(state, sale=None)


def _bankrupt(state: MonopolyState, fact: facts.WentBankrupt) -> MonopolyState:
    """Return the state without a seat: what it had, owed, was owed and offered goes its way."""
    seat, heir = fact.seat, fact.creditor
    deeds = {place: deed for place, deed in state.deeds.items() if deed.owner != seat}
    unpaid = (debt.position for debt in state.debts_of(seat) if debt.reason == "auction")
    unsold = tuple(place for place in unpaid if place is not None)
    state = replace(state, estate=(*state.estate, *unsold))
    if heir is None:
        state = replace(state, estate=(*state.estate, *fact.deeds))
    else:
        deeds |= {place: replace(state.deeds[place], owner=heir) for place in fact.deeds}
        state = with_keys(state, heir, state.keys[heir] + fact.keys)
    state = with_keys(with_jail(state, seat, None), seat, 0)
    state = replace(
        state,
        bankrupt=(*state.bankrupt, seat),
        deeds=deeds,
        debts=_inherited(state.debts, seat, heir),
        claims=tuple(claim for claim in state.claims if claim.debtor != seat),
        deals={
            number: deal
            for number, deal in state.deals.items()
            if seat not in (deal.seat, deal.other)
        },
    )
    return with_valid_claims(_off_the_board(state, seat))


def _inherited(debts: tuple[Debt, ...], seat: int, heir: int | None) -> tuple[Debt, ...]:
    """Return the debts without a bankrupt's; what he was owed is owed to his heir."""
    kept = [
        replace(debt, creditor=heir) if debt.creditor == seat else debt
        for debt in debts
        if debt.debtor != seat
    ]
    return tuple(debt for debt in kept if debt.debtor != debt.creditor)


def _off_the_board(state: MonopolyState, seat: int) -> MonopolyState:
    """Return the state with nothing left to settle or to say for a bankrupt."""
    if state.mover == seat:
        stage = "roll" if state.stage in PENDING else state.stage
        state = replace(state, stage=stage, again=False, line=None)
    wants = state.wants
    if wants is None:
        return state
    said = {other: places for other, places in wants.said.items() if other != seat}
    asked = tuple(other for other in wants.asked if other != seat)
    return replace(state, wants=replace(wants, said=said, asked=asked))


EFFECTS: dict[type[Fact], Callable[[MonopolyState, Any], MonopolyState]] = {
    facts.RentClaimable: _claimable,
    facts.RentAsked: _asked,
    facts.RentLost: _lost,
    facts.Paid: _paid,
    facts.DebtOpened: _debt_opened,
    facts.DebtPaid: _debt_paid,
    facts.PropertyBought: _bought,
    facts.DeedTaken: _taken,
    facts.AuctionOpened: _opened,
    facts.BidMade: _bid,
    facts.Passed: _passed,
    facts.AuctionClosed: _closed,
    facts.WentBankrupt: _bankrupt,
}
