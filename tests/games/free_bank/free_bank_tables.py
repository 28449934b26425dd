"""Tables of the free bank at a moment of a game, for tests that begin in the middle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.free_bank import GAME
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.codec import from_json
from companion.mechanics.game import Action, Setup, TimedAction
from companion.mechanics.ledger import BANK
from companion.testing import households

NOON = 1_800_000_000
"""A moment in seconds since the epoch; no clock is asked."""


def a_setup(players: int = 3, **options: object) -> Setup:
    """Return a prepared set-up with the first so many names; everybody starts with 100."""
    return GAME.rules.prepare(Setup({"start": 100, **options}, households.seated(players)))


def seated(players: int = 3, **options: object) -> FreeBankState:
    """Return a table before anything happened."""
    state: FreeBankState = GAME.rules.begin(a_setup(players, **options))
    return state


def asked(kind: str, **fields: Any) -> Action:
    """Return an action as a phone posts it."""
    return from_json({"kind": kind, **fields}, GAME.action_kinds)


def decided(state: FreeBankState, kind: str, **fields: Any) -> tuple[Any, ...]:
    """Return the events of an action, its typed amounts read; the app's dice show their sides."""
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
    """Return a table of three where something is up for auction."""
    put_up: dict[str, Any] = {"kind": "put_up", "what": what, "how": how}
    put_up |= {name: more.pop(name) for name in ("target", "amount") if name in more}
    return after(seated(**more), put_up)


def bid(seat: int, amount: int, kind: str = "bid") -> dict[str, Any]:
    """Return a bid, called out or sealed."""
    return {"kind": kind, "seat": seat, "amount": amount}


def sealed(*amounts: int | None, **more: Any) -> FreeBankState:
    """Return a table where the seats put in these sealed bids, None: nothing yet."""
    bids = [
        bid(seat, amount, "seal_bid") for seat, amount in enumerate(amounts) if amount is not None
    ]
    return after(up("sealed", **more), *bids)


def money(state: FreeBankState) -> list[int]:
    """Return what the purses hold, in the order of the seats."""
    return [state.money(seat) for seat in state.seats]


def bank(state: FreeBankState) -> int:
    """Return what the bank holds; below zero: what it has given out."""
    return state.ledger.balance(BANK)
