"""Mortgages, and all that a seat could raise (MO-M1, MO-M2, MO-X1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.monopoly.board import GROUP_WORDS, interest
from companion.games.monopoly.buildings import DeedAction, half_price, require_bid_kept
from companion.games.monopoly.endings import require_time_for
from companion.games.monopoly.state import (
    MonopolyState,
    PropertyFact,
    require_money,
    require_no_debt,
    require_own,
    require_player,
    with_deed,
)
from companion.mechanics.game import Term
from companion.mechanics.refusal import Refusal
from companion.mechanics.steps import Fact, action, fact, its
from companion.mechanics.words import Sentence, say


@action("mortgage", turn_bound=False, is_aside=True)
class Mortgage(DeedAction):
    """Mortgage a property (MO-M1)."""

    @classmethod
    def is_thought_of(cls, state: MonopolyState, seat: int, position: int) -> bool:
        return not state.deeds[position].mortgaged

    def label(self, state: MonopolyState) -> Sentence:
        return say("Mortgage +{price}", price=state.board[self.position].mortgage)

    def decide(self, state: MonopolyState) -> tuple[Fact, ...]:
        """Return the mortgage and what the bank pays; buildings on it are sold first (MO-M1).

        Raises ``unknown_seat``, ``seat_bankrupt``, ``game_over``, ``not_your_property``,
        ``already_mortgaged``, ``buildings_on_it``, ``bid_stands``, ``time_over``.
        """
        require_player(state, self.seat)
        deed = require_own(state, self.seat, self.position, "MO-M1")
        space = state.board[self.position]
        if deed.mortgaged:
            sentence = say("{name} is mortgaged already.", name=space.name)
            raise Refusal("already_mortgaged", "MO-M1", sentence)
        if state.level(self.position):
            sentence = say("First sell the buildings on {name}.", name=space.name)
            raise Refusal("buildings_on_it", "MO-M1", sentence)
        mortgaged = Mortgaged(self.seat, self.position, space.mortgage)
        require_bid_kept(state, (mortgaged,))
        require_time_for(state, self.seat, self.at)
        return (mortgaged,)


@fact("mortgaged")
class Mortgaged(PropertyFact):
    """A seat mortgaged a property (MO-M1)."""

    line = say("{name} mortgages {space} for {amount}.")
    earns = its("amount"), say("mortgage")
    amount: int

    def apply(self, state: MonopolyState) -> MonopolyState:
        return _with_side(state, self.position, mortgaged=True)


def _with_side(state: MonopolyState, position: int, *, mortgaged: bool) -> MonopolyState:
    return with_deed(state, position, replace(state.deeds[position], mortgaged=mortgaged))


@action("lift", turn_bound=False, is_aside=True)
class Lift(DeedAction):
    """Lift a mortgage, with its tenth (MO-M2)."""

    @classmethod
    def is_thought_of(cls, state: MonopolyState, seat: int, position: int) -> bool:
        return state.deeds[position].mortgaged

    def label(self, state: MonopolyState) -> Sentence:
        return say("Lift −{price}", price=lift_price(state, self.position))

    def decide(self, state: MonopolyState) -> tuple[Fact, ...]:
        """Return that a mortgage was paid back with its tenth.

        Raises also ``debt_open``, ``not_mortgaged``, ``not_enough_money``.
        """
        require_player(state, self.seat)
        require_no_debt(state)
        deed = require_own(state, self.seat, self.position, "MO-M2")
        if not deed.mortgaged:
            name = state.board[self.position].name
            raise Refusal("not_mortgaged", "MO-M2", say("{name} is not mortgaged.", name=name))
        lifted = Lifted(self.seat, self.position, lift_price(state, self.position))
        require_money(state, self.seat, lifted.amount, "MO-M2")
        require_bid_kept(state, (lifted,))
        require_time_for(state, self.seat, self.at)
        return (lifted,)


def lift_price(state: MonopolyState, position: int) -> int:
    """Return what lifting costs: the mortgage and a tenth, rounded up (MO-M2)."""
    mortgage = state.board[position].mortgage
    return mortgage + interest(mortgage)


@fact("lifted")
class Lifted(PropertyFact):
    """A seat lifted a mortgage; amount: with the tenth (MO-M2)."""

    line = say("{name} lifts the mortgage of {space} for {amount}.")
    costs = its("amount"), say("mortgage lifted")
    amount: int

    def apply(self, state: MonopolyState) -> MonopolyState:
        return _with_side(state, self.position, mortgaged=False)


def raising(state: MonopolyState, seat: int) -> tuple[Term, ...]:
    """Return cash, buildings at half price by group, mortgages, and rents not asked for yet.

    All of it can be had together: buildings are sold before their streets are mortgaged. What a
    deal would bring is for the players to find out.
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
            label = say("mortgage of {name}", name=space.name)
            mortgages.append(Term(label, space.mortgage, "MO-M1"))
    terms.extend(
        Term(say("buildings: {group}", group=GROUP_WORDS[group]), amount, "MO-B4")
        for group, amount in buildings.items()
    )
    return (*terms, *mortgages, *_rents(state, seat))


def _rents(state: MonopolyState, seat: int) -> Iterator[Term]:
    """Yield what a seat can ask each debtor for in rents, as far as his cash goes."""
    claims = [claim for claim in state.claims if claim.owner == seat]
    for debtor in dict.fromkeys(claim.debtor for claim in claims):
        sums = {0}
        for claim in claims:
            if claim.debtor == debtor:
                sums |= {paid + claim.amount for paid in sums}
        most = max(paid for paid in sums if paid <= state.money(debtor))
        if most:
            yield Term(say("rent of {name}", name=state.name(debtor)), most, "MO-T4")


def could_raise(state: MonopolyState, seat: int) -> int:
    """Return the sum of the terms, cash included."""
    return sum(term.amount for term in raising(state, seat))
