"""What a seat may see of a table: the game's view and the balances, without others' secrets."""

from __future__ import annotations

from companion.tables.live.cache import OpenTable


def player_view(table: OpenTable, seat: int | None) -> object:
    """Return the game's view of a table for a seat, without the secrets of other seats.

    seat: the seat, or None for the view that everybody may see.
    """
    return table.game.screen.view(table.state, seat)


def visible_balances(table: OpenTable, seat: int | None) -> dict[str, int]:
    """Return the balances that a seat may see, by account in the order of the ledger."""
    hidden = table.state.hidden_accounts(seat)
    balances = table.state.ledger.balances
    return {name: amount for name, amount in balances.items() if name not in hidden}
