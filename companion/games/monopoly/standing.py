"""From a table to its account: holdings, wealth on the way, and the outcome at the end."""

from __future__ import annotations

from companion.games.monopoly import account
from companion.games.monopoly.copy import Space
from companion.games.monopoly.holdings import Holding, Holdings, Player
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.game import Outcome, Term


def player_of(state: MonopolyState, seat: int) -> Player:
    """Return a seat as the account reads it."""
    held = tuple(_holding(state, space) for space in state.owned(seat))
    return Player(state.name(seat), state.cash(seat), held, _place(state, seat))


def _place(state: MonopolyState, seat: int) -> int:
    return state.bankrupt.index(seat) + 1 if seat in state.bankrupt else 0


def _holding(state: MonopolyState, space: Space) -> Holding:
    deed = state.deeds[space.position]
    return Holding(space.price, deed.mortgaged, deed.houses, int(deed.hotel), space.house_price)


def terms(state: MonopolyState, seat: int) -> tuple[Term, ...]:
    """Return the terms of a seat's wealth as it stands (MO-F4)."""
    return account.wealth_terms(player_of(state, seat), state.variant)


def wealth(state: MonopolyState) -> tuple[int, ...]:
    """Return what each seat is worth as it stands (MO-F4)."""
    return tuple(account.wealth(player_of(state, seat), state.variant) for seat in state.seats)


def outcome(state: MonopolyState) -> Outcome | None:
    """Return the final account, None while the game goes on."""
    if state.stage != "over" or state.end is None:
        return None
    players = tuple(player_of(state, seat) for seat in state.seats)
    return account.final_account(Holdings(players, state.variant, state.end))


def holdings(state: MonopolyState) -> dict[str, object]:
    """Return the holdings as a JSON object; see ``account``."""
    return {
        "variant": state.variant,
        "reason": state.end,
        "seats": [
            {
                "name": state.name(seat),
                "cash": state.cash(seat),
                "keys": state.keys[seat],
                "bankrupt": _place(state, seat),
                "properties": [_written(state, space) for space in state.owned(seat)],
            }
            for seat in state.seats
        ],
    }


def _written(state: MonopolyState, space: Space) -> dict[str, object]:
    deed = state.deeds[space.position]
    return {
        "position": space.position,
        "name": space.name,
        "price": space.price,
        "mortgaged": deed.mortgaged,
        "houses": deed.houses,
        "hotels": int(deed.hotel),
        "house_price": space.house_price,
    }
