"""Buying the property on which a token stands, or having it auctioned (MO-T3)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.monopoly.agenda import proceed
from companion.games.monopoly.obligations import AuctionOpened
from companion.games.monopoly.state import (
    Deed,
    MonopolyState,
    Pending,
    PropertyEvent,
    TurnAction,
    require_money,
    require_stage,
    with_deed,
)
from companion.games.monopoly.whole_groups import whole_groups
from companion.mechanics.actions.base import Button, Event, action, event
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.words import Sentence, say


@action("buy")
class Buy(TurnAction):
    """Buy the property on which the token stands at its printed price (MO-T3)."""

    stage = "buy"

    def label(self, state: MonopolyState) -> Sentence:
        return say("Buy for {price}", price=state.board[state.spaces[self.seat]].price)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        require_stage(state, self.seat, "buy", "MO-T3")
        space = state.board[state.spaces[self.seat]]
        require_money(state, self.seat, space.price, "MO-T3")
        pending = Pending(state, PropertyBought(self.seat, space.position, space.price))
        proceed(pending)
        return pending.events


@event("property_bought")
class PropertyBought(PropertyEvent):
    """A seat bought a property at its printed price (MO-T3)."""

    line = say("{name} buys {space} for {price}.").to_you("You buy {space} for {price}.")
    costs = "price", say("price")
    price: int

    def apply(self, state: MonopolyState) -> MonopolyState:
        return with_deed(replace(state, stage="roll"), self.position, Deed(self.seat))

    def scenes(self, state: MonopolyState) -> tuple[Scene, ...]:
        return whole_groups(state, self.seat, (self.position,))


@action("decline")
class Decline(TurnAction):
    """Decline to buy the property on which the token stands, and auction it (MO-T3, MO-A1)."""

    button = Button(say("Auction it"))
    stage = "buy"

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the events of declining, and of opening an auction for all seats (MO-A1).

        The turn continues after the auction.
        """
        require_stage(state, self.seat, "buy", "MO-T3")
        position = state.spaces[self.seat]
        opened = AuctionOpened(state.active, position=position)
        pending = Pending(state, PropertyLeft(self.seat, position), opened)
        proceed(pending)
        return pending.events


@event("property_left")
class PropertyLeft(PropertyEvent):
    """A seat chose not to buy the property on which its token stands."""

    line = say("{name} does not buy {space}.").to_you("You do not buy {space}.")

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, stage="roll")
