"""Auctions in which the app passes for whoever can do nothing else, where the table chose so."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from companion.mechanics.game import Action
from companion.mechanics.table import TableState

S = TypeVar("S", bound=TableState)


def passing(state: S, passes: object = True) -> S:
    """Return the same table at which the app passes, or not."""
    options = {**state.setup.options, "app_passes": passes}
    return replace(state, setup=replace(state.setup, options=options))


def out(state: TableState, word: Action) -> list[tuple[str, int]]:
    """Return who passes by a word, and what else it leads to."""
    return [(event.kind, getattr(event, "seat", -1)) for event in word.decide(state)[1:]]
