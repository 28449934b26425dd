"""What a seat could still raise, term by term (MO-X1)."""

from __future__ import annotations

from companion.games.monopoly.board import GROUP_WORDS
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.game import Term
from companion.mechanics.words import say


def half_price(state: MonopolyState, position: int) -> int:
    """Return what the bank pays for one building of a street, of a hotel's price too (MO-B4)."""
    return state.board[position].house_price // 2


def raising(state: MonopolyState, seat: int) -> tuple[Term, ...]:
    """Return cash, buildings at half price by group, mortgages, and rents not asked for yet.

    All of it can be had together: buildings are sold before their streets are mortgaged. What a
    deal would bring is for the players to find out.
    """
    terms = [Term(say("cash"), state.cash(seat), "MO-X1")]
    buildings: dict[str, int] = {}
    mortgages: list[Term] = []
    for space in state.owned(seat):
        level = state.level(space.position)
        if level and space.group is not None:
            worth = level * half_price(state, space.position)
            buildings[space.group] = buildings.get(space.group, 0) + worth
        if not state.deeds[space.position].mortgaged:
            label = say("mortgage of {name}", name=space.name)
            mortgages.append(Term(label, space.mortgage, "MO-M1"))
    terms.extend(
        Term(say("buildings: {group}", group=GROUP_WORDS[group]), amount, "MO-B4")
        for group, amount in buildings.items()
    )
    return (*terms, *mortgages, *_rents(state, seat))


def _rents(state: MonopolyState, seat: int) -> tuple[Term, ...]:
    """Return the rents a seat may ask for of those who can pay them at once."""
    return tuple(
        Term(say("rent of {name}", name=state.name(claim.debtor)), claim.amount, "MO-T4")
        for claim in state.claims
        if claim.owner == seat and claim.amount <= state.cash(claim.debtor)
    )


def could_raise(state: MonopolyState, seat: int) -> int:
    """Return the sum of the terms, cash included."""
    return sum(term.amount for term in raising(state, seat))
