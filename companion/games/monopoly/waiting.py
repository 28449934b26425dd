"""What the table waits for, in one sentence."""

from __future__ import annotations

from companion.games.monopoly.state import MonopolyState, Sale, Wants
from companion.mechanics.game import Waiting
from companion.mechanics.words import Sentence, say


def waiting(state: MonopolyState) -> Waiting:
    """Return what the table waits for, or that the game is over; no seats: the banker."""
    if state.stage == "over":
        return Waiting(say("The game is over."))
    if state.debts:
        return _for_debts(state)
    if state.sale is not None:
        return _for_bids(state, state.sale)
    if state.wants is not None:
        return _for_wants(state, state.wants)
    if state.stage == "deal":
        return Waiting(say("Two deeds are dealt to everybody."), state.undealt_seats)
    if state.stage == "start":
        return Waiting(say("Everyone rolls two dice; the highest begins."))
    seat = state.turn_seat if state.stage == "roll" else state.mover
    assert seat is not None
    return Waiting(_for_seat(state, seat), (seat,))


def _for_debts(state: MonopolyState) -> Waiting:
    debt = state.debts[0]
    debtors = tuple(dict.fromkeys(other.debtor for other in state.debts))
    values = {"name": state.name(debt.debtor), "amount": debt.amount}
    if debt.creditor is None:
        return Waiting(say("{name} owes the bank {amount}.", **values), debtors)
    creditor = state.name(debt.creditor)
    return Waiting(say("{name} owes {creditor} {amount}.", creditor=creditor, **values), debtors)


def _for_bids(state: MonopolyState, sale: Sale) -> Waiting:
    bidding = tuple(
        seat
        for seat in sale.auction.active
        if sale.auction.standing is None or sale.auction.standing.seat != seat
    )
    lowest = sale.auction.lowest_bid
    if sale.position is not None:
        name = state.board[sale.position].name
        return Waiting(say("{space} is up: {lowest} or more.", space=name, lowest=lowest), bidding)
    if sale.building == "house":
        return Waiting(say("A house is up: {lowest} or more.", lowest=lowest), bidding)
    return Waiting(say("A hotel is up: {lowest} or more.", lowest=lowest), bidding)


def _for_wants(state: MonopolyState, wants: Wants) -> Waiting:
    names = tuple(map(state.name, wants.asked))
    if wants.building == "house":
        return Waiting(say("{names}: who wants the last houses?", names=names), wants.asked)
    return Waiting(say("{names}: who wants the last hotels?", names=names), wants.asked)


def _for_seat(state: MonopolyState, seat: int) -> Sentence:
    name, space = state.name(seat), state.board[state.spaces[seat]].name
    if state.stage == "space":
        return say("Where does {name}'s token stand?", name=name)
    if state.stage == "buy":
        return say("{name} buys {space}, or it is auctioned.", name=name, space=space)
    if state.stage == "list":
        return say("{name} rolls three dice for {space}.", name=name, space=space)
    if state.stage == "line":
        assert state.line is not None
        return say("What does {space} say at {total}?", space=space, total=state.line[1])
    if state.jail[seat] is not None:
        return say("{name} is in jail: a double, a key or the bail.", name=name)
    if state.doubles:
        return say("{name} rolls again after the double.", name=name)
    return say("{name} rolls two dice.", name=name)
