"""The history of rent, debts, auctions and bankruptcies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.monopoly import money_facts as facts
from companion.games.monopoly.money_facts import REASON_WORDS
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.game import Fact
from companion.mechanics.words import Sentence, say


def reason_words(state: MonopolyState, reason: str, position: int | None) -> Sentence:
    """Return what a payment is for, with the property it is about."""
    words = REASON_WORDS[reason]
    if position is None:
        return words
    return say("{reason}, {space}", reason=words, space=state.board[position].name)


def _claimable(state: MonopolyState, fact: facts.RentClaimable) -> Sentence:
    return say(
        "{owner} may ask {name} for {amount}: {space}.",
        owner=state.name(fact.owner),
        name=state.name(fact.debtor),
        amount=fact.amount,
        space=state.board[fact.position].name,
    )


def _asked(state: MonopolyState, fact: facts.RentAsked) -> Sentence:
    return say(
        "{owner} asks for the rent of {space}.",
        owner=state.name(fact.owner),
        space=state.board[fact.position].name,
    )


def _lost(state: MonopolyState, fact: facts.RentLost) -> Sentence:
    return say(
        "{owner} did not ask {name} for {amount} in time: {space} (MO-T4).",
        owner=state.name(fact.owner),
        name=state.name(fact.debtor),
        amount=fact.amount,
        space=state.board[fact.position].name,
    )


def _paid(state: MonopolyState, fact: facts.Paid | facts.DebtPaid) -> Sentence:
    name, reason = state.name(fact.seat), reason_words(state, fact.reason, fact.position)
    if fact.creditor is None:
        return say(
            "{name} pays the bank {amount} ({reason}).",
            name=name,
            amount=fact.amount,
            reason=reason,
        )
    return say(
        "{name} pays {creditor} {amount} ({reason}).",
        name=name,
        creditor=state.name(fact.creditor),
        amount=fact.amount,
        reason=reason,
    )


def _debt_opened(state: MonopolyState, fact: facts.DebtOpened) -> Sentence:
    name, reason = state.name(fact.seat), reason_words(state, fact.reason, fact.position)
    if fact.creditor is None:
        return say(
            "{name} cannot pay yet and owes the bank {amount} ({reason}).",
            name=name,
            amount=fact.amount,
            reason=reason,
        )
    return say(
        "{name} cannot pay yet and owes {creditor} {amount} ({reason}).",
        name=name,
        creditor=state.name(fact.creditor),
        amount=fact.amount,
        reason=reason,
    )


def _bought(state: MonopolyState, fact: facts.PropertyBought) -> Sentence:
    return say(
        "{name} buys {space} for {price}.",
        name=state.name(fact.seat),
        space=state.board[fact.position].name,
        price=fact.price,
    )


def _taken(state: MonopolyState, fact: facts.DeedTaken) -> Sentence:
    return say(
        "{name} gets {space}.",
        name=state.name(fact.seat),
        space=state.board[fact.position].name,
    )


def _opened(state: MonopolyState, fact: facts.AuctionOpened) -> Sentence:
    if fact.position is not None:
        name = state.board[fact.position].name
        return say("Up: {space}, from {floor}.", space=name, floor=fact.floor)
    if fact.building == "house":
        return say("Up: a house, from {floor}.", floor=fact.floor)
    return say("Up: a hotel, from {floor}.", floor=fact.floor)


def _bid(state: MonopolyState, fact: facts.BidMade) -> Sentence:
    return say("{name} bids {amount}.", name=state.name(fact.seat), amount=fact.amount)


def _passed(state: MonopolyState, fact: facts.Passed) -> Sentence:
    return say("{name} passes.", name=state.name(fact.seat))


def _closed(state: MonopolyState, fact: facts.AuctionClosed) -> Sentence:
    if fact.seat is None:
        return say("No bid: it stays with the bank.")
    return say("Sold to {name} for {amount}.", name=state.name(fact.seat), amount=fact.amount)


def _bankrupt(state: MonopolyState, fact: facts.WentBankrupt) -> Sentence:
    name = state.name(fact.seat)
    if fact.creditor is None:
        return say("{name} is bankrupt; the bank gets it all (MO-X2).", name=name)
    return say(
        "{name} is bankrupt; {creditor} gets it all: {cash} and {deeds} (MO-X2).",
        name=name,
        creditor=state.name(fact.creditor),
        cash=fact.cash,
        deeds=state.names(fact.deeds) or say("no deed"),
    )


LINES: dict[type[Fact], Callable[[MonopolyState, Any], Sentence | None]] = {
    facts.RentClaimable: _claimable,
    facts.RentAsked: _asked,
    facts.RentLost: _lost,
    facts.Paid: _paid,
    facts.DebtOpened: _debt_opened,
    facts.DebtPaid: _paid,
    facts.PropertyBought: _bought,
    facts.DeedTaken: _taken,
    facts.AuctionOpened: _opened,
    facts.BidMade: _bid,
    facts.Passed: _passed,
    facts.AuctionClosed: _closed,
    facts.WentBankrupt: _bankrupt,
}
