"""From a table to its account: holdings, wealth on the way, and the outcome at the end."""

from __future__ import annotations

from companion.games.big_deal.account import Player, final_account, read_holdings, terms_of
from companion.games.big_deal.box import RESOURCES
from companion.games.big_deal.state import BigDealState
from companion.mechanics.game import Outcome


def outcome(state: BigDealState) -> Outcome | None:
    """Return the final account, None while the game goes on."""
    return final_account(read_holdings(holdings(state))) if state.is_over else None


def wealth(state: BigDealState) -> tuple[int, ...]:
    """Return what each seat would have if all that lies open were sold at the end's price.

    Hands are secret and count nothing before they are shown. With hidden money this is not for
    other players' eyes while the game goes on.
    """
    return tuple(
        sum(term.amount for term in terms_of(_player(state, seat))) for seat in state.seats
    )


def _player(state: BigDealState, seat: int) -> Player:
    return Player(
        state.name(seat),
        state.cash(seat),
        sum(group.shares for group in state.groups_of(seat)),
        state.hands.get(seat, 0),
        sum(state.tokens[seat].values()),
    )


def holdings(state: BigDealState) -> dict[str, object]:
    """Return what the account is made from, as a JSON object."""
    return {"seats": [_holdings_of(state, seat) for seat in state.seats]}


def _holdings_of(state: BigDealState, seat: int) -> dict[str, object]:
    opened: dict[str, int] = {}
    for group in state.groups_of(seat):
        opened[group.company] = opened.get(group.company, 0) + group.shares
    tokens = state.tokens[seat]
    return {
        "name": state.name(seat),
        "cash": state.cash(seat),
        "open": opened,
        "hand": state.hands.get(seat, 0),
        "resources": {name: tokens[name] for name in RESOURCES if tokens.get(name)},
    }
