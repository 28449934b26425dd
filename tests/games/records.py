"""Recorded games of every game: how they are read, and played again by today's rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.mechanics.codec import from_json, to_json
from companion.mechanics.game import AnyGame, Outcome, Setup, Sitting


def read_record(folder: Path, name: str) -> dict[str, Any]:
    """Return what a record holds."""
    loaded: dict[str, Any] = json.loads((folder / f"{name}.json").read_text("utf-8"))
    return loaded


def setup_in(game: AnyGame, data: dict[str, Any]) -> Setup:
    """Return the prepared set-up of a record."""
    seats = tuple(Sitting(seat["name"], tuple(seat.get("colours", ()))) for seat in data["seats"])
    return game.rules.prepare(Setup(data["options"], seats, data.get("copy", {})))


def replay(game: AnyGame, data: dict[str, Any]) -> Any:
    """Return the table after all actions of a record, each judged by today's rules.

    Facts go through JSON and back, as they do on disk.
    """
    state = game.rules.begin(setup_in(game, data))
    for action in data["actions"]:
        for fact in from_json(action, game.action_kinds).decide(state):
            written = json.loads(json.dumps(to_json(fact)))
            state = game.evolve(state, from_json(written, game.fact_kinds))
    return state


def account_of(game: AnyGame, state: Any) -> Outcome:
    """Return the final account of a table that is over."""
    outcome = game.final.outcome(state)
    assert outcome is not None
    return outcome


def totals(outcome: Outcome) -> list[tuple[str, int]]:
    """Return names and totals as they stand in the account, best first."""
    for place in outcome.standings:
        assert place.total == sum(term.amount for term in place.terms)
    return [(place.name, place.total) for place in outcome.standings]
