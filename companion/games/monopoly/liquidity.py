"""The money that a seat could raise: cash, buildings, mortgages, rents and debts owed (MO-X1).

Decided where the book is silent: rents that are not collected yet count up to the cash of their
debtors. Debts owed to the seat count with the money that they are certain to bring in. This is
computed by settling the open debts in order: each is paid, or its debtor goes bankrupt. The seat is
assumed to wait for this money.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.monopoly.board import GROUP_WORDS
from companion.games.monopoly.state import Debt, MonopolyState
from companion.mechanics.game import Term
from companion.mechanics.language.words import say


def half_price(state: MonopolyState, position: int) -> int:
    """Return the price at which the bank buys back a house or hotel on a street (MO-B4)."""
    return state.board[position].house_price // 2


def could_raise(state: MonopolyState, seat: int) -> int:
    """Return the total amount of money that a seat could raise, including its cash."""
    return sum(term.amount for term in raising(state, seat))


def raising(state: MonopolyState, seat: int) -> tuple[Term, ...]:
    """Return the sources from which a seat could raise money, with the amount from each.

    The sources can all be used together, because buildings are sold before their streets are
    mortgaged. Deals are not counted.
    """
    brought = _certain_income(state, seat)
    owed = (Term(say("owed by others"), brought, "MO-X1"),) if brought else ()
    return (*_own_sources(state, seat), *owed)


def _own_sources(state: MonopolyState, seat: int) -> tuple[Term, ...]:
    """Return the sources of money apart from debts owed to the seat.

    These are cash, buildings at half price by group, mortgages, and rents not collected yet.
    """
    terms = [Term(say("cash"), state.money(seat), "MO-X1")]
    buildings: dict[str, int] = {}
    mortgages: list[Term] = []
    for space in state.owned(seat):
        level = state.level(space.position)
        if level and space.group is not None:
            worth = level * half_price(state, space.position)
            buildings[space.group] = buildings.get(space.group, 0) + worth
        if not state.deeds[space.position].mortgaged:
            label = say("mortgage on {name}", name=space.words)
            mortgages.append(Term(label, space.mortgage, "MO-M1"))
    terms.extend(
        Term(say("buildings: {group}", group=GROUP_WORDS[group]), amount, "MO-B4")
        for group, amount in buildings.items()
    )
    rents = (
        Term(say("rent from {name}", name=state.name(debtor)), amount, "MO-T4")
        for debtor, amount in _collectable_rents(state, seat).items()
    )
    return (*terms, *mortgages, *rents)


def _collectable_rents(state: MonopolyState, seat: int) -> Mapping[int, int]:
    """Return the greatest total rent that a seat can still collect from each debtor, by debtor.

    Each rent counts in full or not at all. The debtor must have the cash for the total.
    """
    found: dict[int, int] = {}
    claims = [claim for claim in state.claims if claim.owner == seat]
    for debtor in dict.fromkeys(claim.debtor for claim in claims):
        sums = {0}
        for claim in claims:
            if claim.debtor == debtor:
                sums |= {paid + claim.amount for paid in sums}
        if most := max(paid for paid in sums if paid <= state.money(debtor)):
            found[debtor] = most
    return found


def _certain_income(state: MonopolyState, seat: int) -> int:
    """Return the money that a seat is certain to get from open debts if it waits.

    The debts of the other seats are settled in order: each is paid, or its debtor goes bankrupt.
    """
    debts = state.debts
    if all(debt.creditor != seat for debt in debts):
        return 0
    has = {other: sum(term.amount for term in _own_sources(state, other)) for other in state.active}
    for debtor, rent in _collectable_rents(state, seat).items():
        has[debtor] -= rent
    before = has[seat]
    while debt := _next_settled(debts, has, seat):
        paid = min(has[debt.debtor], debt.amount)
        has[debt.debtor] -= paid
        if debt.creditor is not None:
            has[debt.creditor] += paid
        if paid == debt.amount:
            debts = tuple(one for one in debts if one.number != debt.number)
        else:
            debts = inherited(debts, debt.debtor, debt.creditor)
    return has[seat] - before


def _next_settled(debts: tuple[Debt, ...], has: Mapping[int, int], waits: int) -> Debt | None:
    """Return the next debt that is certain to be paid or to bankrupt its debtor, or None.

    has: the money that each seat could raise on its own.
    waits: the seat that waits for its money. Its own debts are left out.
    """
    firsts = {debt.debtor: debt for debt in reversed(debts) if debt.debtor != waits}
    for debtor, debt in firsts.items():
        owed = sum(one.amount for one in debts if one.creditor == debtor)
        if not has[debtor] < debt.amount <= has[debtor] + owed:
            return debt
    return None


def inherited(debts: tuple[Debt, ...], seat: int, heir: int | None) -> tuple[Debt, ...]:
    """Return the debts that are still open after a seat's bankruptcy.

    The heir, or the bank if ``heir`` is None, becomes the creditor of the debts that were owed to
    the seat. The seat's own debts, and any that the heir owed to the seat, are cancelled.
    """
    kept = [
        replace(debt, creditor=heir) if debt.creditor == seat else debt
        for debt in debts
        if debt.debtor != seat
    ]
    return tuple(debt for debt in kept if debt.debtor != debt.creditor)
