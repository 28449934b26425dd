"""The parts of a table that a seat may see, without the secrets of other seats."""

from __future__ import annotations

from companion.tables.live.cache import OpenTable


def player_view(table: OpenTable, seat: int | None) -> object:
    """Return the game's view of a table for a seat, without the secrets of other seats.

    seat: the seat, or None for the public view.
    """
    return table.game.screen.view(table.state, seat)


def visible_balances(table: OpenTable, seat: int | None) -> dict[str, int]:
    """Return the balances that a seat may see, by account name, in ledger order.

    seat: the seat, or None for the balances that everybody may see.
    """
    hidden = table.state.hidden_accounts(seat)
    balances = table.state.ledger.balances
    return {name: amount for name, amount in balances.items() if name not in hidden}
