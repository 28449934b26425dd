"""The parts of a table that a seat may see, without the secrets of other seats."""

from __future__ import annotations

from copy import copy
from typing import Any

from companion.mechanics.play.seat_order import Seated
from companion.tables.live.cache import OpenTable


def player_view(table: OpenTable, seat: int | None) -> object:
    """Return the game's view of a table for a seat, without the secrets of other seats.

    Its seats are in the order in which the players sit.

    seat: the seat, or None for the public view.
    """
    state = table.state
    view: Any = table.game.screen.view(state, seat)
    order = state.order
    if order and hasattr(view, "seats"):
        view = copy(view)
        # Any object can be a view, and many are frozen.
        object.__setattr__(view, "seats", Seated.of(view.seats, order))
    return view


def visible_balances(table: OpenTable, seat: int | None) -> dict[str, int]:
    """Return the balances that a seat may see, by account name, in ledger order.

    seat: the seat, or None for the balances that everybody may see.
    """
    hidden = table.state.hidden_accounts(seat)
    balances = table.state.ledger.balances
    return {name: amount for name, amount in balances.items() if name not in hidden}
