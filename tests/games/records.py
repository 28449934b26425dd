"""Recorded games of every game: how they are read, and played again by today's rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.mechanics.codec import from_json, to_json
from companion.mechanics.game import AnyGame, Event, Outcome, SeatSetup, Setup, apply_events


def folder_of(game: str) -> Path:
    """Return where the recorded games of a game are kept."""
    return Path(__file__).parent / game / "recorded"


def record_files(game: str) -> list[Path]:
    """Return the files of the recorded games of a game."""
    return sorted(folder_of(game).glob("*.json"))


def records_of(game: str) -> list[str]:
    """Return what the recorded games of a game are called."""
    return [path.stem for path in record_files(game)]


def read_record(game: str, name: str) -> dict[str, Any]:
    """Return what a record holds."""
    loaded: dict[str, Any] = json.loads((folder_of(game) / f"{name}.json").read_text("utf-8"))
    return loaded


def setup_in(game: AnyGame, data: dict[str, Any]) -> Setup:
    """Return the prepared set-up of a record."""
    seats = tuple(SeatSetup(seat["name"], tuple(seat.get("colours", ()))) for seat in data["seats"])
    return game.rules.prepare(Setup(data["options"], seats, data.get("copy", {})))


def steps_of(game: AnyGame, data: dict[str, Any]) -> Iterator[tuple[list[Event], Any]]:
    """Yield what each action of a record leads to by today's rules, and the table after it.

    Events go through JSON and back, as they do on disk.
    """
    state = game.rules.begin(setup_in(game, data))
    for action in data["actions"]:
        decided = from_json(action, game.action_kinds).decide(state)
        written = json.loads(json.dumps([to_json(event) for event in decided]))
        events = [from_json(event, game.event_kinds) for event in written]
        state = apply_events(game, state, events)
        yield events, state


def replay(game: AnyGame, name: str) -> Any:
    """Return the table after all actions of a record."""
    *_, (_, state) = steps_of(game, read_record(game.name, name))
    return state


def replayed(game: AnyGame, name: str) -> tuple[Any, Outcome]:
    """Return the table after a recorded game that is over, and its account."""
    state = replay(game, name)
    outcome = game.final.outcome(state)
    assert outcome is not None
    return state, outcome


def totals(outcome: Outcome) -> list[tuple[str, int]]:
    """Return names and totals as they stand in the account, best first."""
    for place in outcome.standings:
        assert place.total == sum(term.amount for term in place.terms)
    return [(place.name, place.total) for place in outcome.standings]
