"""Helpers for auctions with the option that the app passes for seats that must pass."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from companion.mechanics.game import Action
from companion.mechanics.play.table import TableState

S = TypeVar("S", bound=TableState)


def passing(state: S, passes: object = True) -> S:
    """Return a table with the option set."""
    options = {**state.setup.options, "app_passes": passes}
    return replace(state, setup=replace(state.setup, options=options))


def out(state: TableState, action: Action) -> list[tuple[str, int]]:
    """Return the kinds and seats of all events of an action after the first."""
    return [(event.kind, getattr(event, "seat", -1)) for event in action.decide(state)[1:]]
