"""Tables of the free bank at various points of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.free_bank import GAME
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.game import Action, Setup, TimedAction
from companion.mechanics.money.ledger import BANK
from companion.mechanics.values.codec import from_json
from companion.testing import households

NOON = 1_800_000_000
"""A fixed time, in seconds since the epoch."""


def a_setup(players: int = 3, **options: object) -> Setup:
    """Return a prepared setup for a number of players; every seat starts with 100."""
    return GAME.rules.prepare(Setup({"start": 100, **options}, households.seated(players)))


def seated(players: int = 3, **options: object) -> FreeBankState:
    """Return a table before anything happened."""
    state: FreeBankState = GAME.rules.begin(a_setup(players, **options))
    return state


def asked(kind: str, **fields: Any) -> Action:
    """Return an action as a phone posts it."""
    return from_json({"kind": kind, **fields}, GAME.action_kinds)


def decided(state: FreeBankState, kind: str, **fields: Any) -> tuple[Any, ...]:
    """Return the events of an action; dice that the app rolls show their highest face."""
    action = asked(kind, **fields)
    if isinstance(action, TimedAction):
        action = replace(action, at=NOON)
    return action.with_chance(state, lambda sides: sides).decide(state)


def after(state: FreeBankState, *steps: Mapping[str, Any]) -> FreeBankState:
    """Return the table after these actions, all of them legal."""
    for step in steps:
        for event in decided(state, **step):
            state = GAME.apply(state, event)
    return state


def up(how: str = "open", what: str = "Mill", **more: Any) -> FreeBankState:
    """Return a table of three with an auction under way."""
    put_up: dict[str, Any] = {"kind": "put_up", "what": what, "how": how}
    put_up |= {name: more.pop(name) for name in ("target", "amount") if name in more}
    return after(seated(**more), put_up)


def bid(seat: int, amount: int, kind: str = "bid") -> dict[str, Any]:
    """Return a bid, called out or sealed."""
    return {"kind": kind, "seat": seat, "amount": amount}


def sealed(*amounts: int | None, **more: Any) -> FreeBankState:
    """Return a table where the seats made these sealed bids; None: no bid yet."""
    bids = [
        bid(seat, amount, "seal_bid") for seat, amount in enumerate(amounts) if amount is not None
    ]
    return after(up("sealed", **more), *bids)


def money(state: FreeBankState) -> list[int]:
    """Return the money of each seat, in order."""
    return [state.money(seat) for seat in state.seats]


def bank(state: FreeBankState) -> int:
    """Return the balance of the bank, negative once it has paid out more than it got."""
    return state.ledger.balance(BANK)
