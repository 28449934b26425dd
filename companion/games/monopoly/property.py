"""Buying what one stands on, or leaving it to the auction (MO-T3)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.monopoly.obligations import AuctionOpened
from companion.games.monopoly.state import (
    Deed,
    MonopolyState,
    Pending,
    PropertyEvent,
    require_money,
    require_stage,
    with_deed,
)
from companion.games.monopoly.turn import finish
from companion.mechanics.event_sourcing import Button, Event, SeatAction, action, event, its
from companion.mechanics.words import Sentence, say


@action("buy")
class Buy(SeatAction):
    """Buy the property one stands on at its printed price (MO-T3)."""

    def label(self, state: MonopolyState) -> Sentence:
        return say("Buy for {price}", price=state.board[state.spaces[self.seat]].price)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        require_stage(state, self.seat, "buy", "MO-T3")
        space = state.board[state.spaces[self.seat]]
        require_money(state, self.seat, space.price, "MO-T3")
        pending = Pending(state, PropertyBought(self.seat, space.position, space.price))
        finish(pending)
        return pending.events


@event("property_bought")
class PropertyBought(PropertyEvent):
    """A seat bought the property it stands on at its printed price (MO-T3)."""

    line = say("{name} buys {space} for {price}.")
    costs = its("price"), say("price")
    price: int

    def apply(self, state: MonopolyState) -> MonopolyState:
        return with_deed(replace(state, stage="roll"), self.position, Deed(self.seat))


@action("decline")
class Decline(SeatAction):
    """Leave the property one stands on to the auction (MO-T3, MO-A1)."""

    button = Button(say("Auction it"))

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the auction, open to all; the turn goes on when it is over (MO-A1)."""
        require_stage(state, self.seat, "buy", "MO-T3")
        position = state.spaces[self.seat]
        pending = Pending(state)
        opened = AuctionOpened(state.active, position=position)
        pending.emit(PropertyLeft(self.seat, position), opened)
        finish(pending)
        return pending.events


@event("property_left")
class PropertyLeft(PropertyEvent):
    """A seat does not buy the property it stands on."""

    line = say("{name} does not buy {space}.")
    sets = {"stage": "roll"}
