"""Mortgaging a property and lifting its mortgage (MO-M1, MO-M2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.monopoly.board import interest
from companion.games.monopoly.buildings import DeedAction, require_bid_kept
from companion.games.monopoly.endings import require_time_left
from companion.games.monopoly.state import (
    Deed,
    MonopolyState,
    PropertyEvent,
    require_money,
    require_no_debt,
    require_own,
    require_player,
    with_deed,
)
from companion.mechanics.actions.base import Event, action, event
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say


@action("mortgage", turn_bound=False, keeps_turn=True)
class Mortgage(DeedAction):
    """Mortgage a property (MO-M1)."""

    @classmethod
    def is_candidate(cls, deeds: Mapping[int, Deed], position: int) -> bool:
        return not deeds[position].mortgaged

    def beside(self, state: MonopolyState) -> Sentence:
        return say("Mortgage +{price}", price=state.board[self.position].mortgage)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the mortgage event.

        A street with buildings cannot be mortgaged (MO-M1).
        """
        require_player(state, self.seat)
        deed = require_own(state, self.seat, self.position, "MO-M1")
        space = state.board[self.position]
        if deed.mortgaged:
            sentence = say("{name} is already mortgaged.", name=space.words)
            raise Refusal("already_mortgaged", "MO-M1", sentence)
        if state.level(self.position):
            sentence = say("Sell the buildings on {name} first.", name=space.words)
            raise Refusal("buildings_on_it", "MO-M1", sentence)
        mortgaged = Mortgaged(self.seat, self.position, space.mortgage)
        require_bid_kept(state, (mortgaged,))
        require_time_left(state, self.at, self.seat)
        return (mortgaged,)


@event("mortgaged")
class Mortgaged(PropertyEvent):
    """A seat mortgaged a property (MO-M1)."""

    line = say("{name} mortgages {space} for {amount}.").to_you(
        "You mortgage {space} for {amount}."
    )
    earns = "amount", say("mortgage")
    amount: int

    def apply(self, state: MonopolyState) -> MonopolyState:
        return _with_mortgage(state, self.position, mortgaged=True)


def _with_mortgage(state: MonopolyState, position: int, *, mortgaged: bool) -> MonopolyState:
    return with_deed(state, position, replace(state.deeds[position], mortgaged=mortgaged))


@action("lift", turn_bound=False, keeps_turn=True)
class Lift(DeedAction):
    """Lift a mortgage by paying its value plus 10 % (MO-M2)."""

    @classmethod
    def is_candidate(cls, deeds: Mapping[int, Deed], position: int) -> bool:
        return deeds[position].mortgaged

    def beside(self, state: MonopolyState) -> Sentence:
        return say("Lift −{price}", price=lift_price(state, self.position))

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        require_player(state, self.seat)
        require_no_debt(state, self.seat)
        deed = require_own(state, self.seat, self.position, "MO-M2")
        if not deed.mortgaged:
            name = state.board[self.position].words
            raise Refusal("not_mortgaged", "MO-M2", say("{name} is not mortgaged.", name=name))
        lifted = Lifted(self.seat, self.position, lift_price(state, self.position))
        require_money(state, self.seat, lifted.amount, "MO-M2")
        require_bid_kept(state, (lifted,))
        require_time_left(state, self.at, self.seat)
        return (lifted,)


def lift_price(state: MonopolyState, position: int) -> int:
    """Return the price of lifting a mortgage: its value plus 10 %, rounded up (MO-M2)."""
    mortgage = state.board[position].mortgage
    return mortgage + interest(mortgage)


@event("lifted")
class Lifted(PropertyEvent):
    """A seat lifted a mortgage (MO-M2)."""

    line = say("{name} lifts the mortgage on {space} for {amount}.").to_you(
        "You lift the mortgage on {space} for {amount}."
    )
    costs = "amount", say("mortgage lifted")
    amount: int
    """The amount paid, including the interest of 10 %."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return _with_mortgage(state, self.position, mortgaged=False)
