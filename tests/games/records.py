"""Read the recorded games, and replay them with the current rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.mechanics.game import AnyGame, Event, Outcome, SeatSetup, Setup, apply_events
from companion.mechanics.values.codec import from_json, to_json


def folder_of(game: str) -> Path:
    """Return the folder with the recorded games of a game."""
    return Path(__file__).parent / game / "recorded"


def record_files(game: str) -> list[Path]:
    """Return the files of the recorded games of a game."""
    return sorted(folder_of(game).glob("*.json"))


def records_of(game: str) -> list[str]:
    """Return the names of the recorded games of a game."""
    return [path.stem for path in record_files(game)]


def read_record(game: str, name: str) -> dict[str, Any]:
    """Return the JSON object of a recorded game."""
    loaded: dict[str, Any] = json.loads((folder_of(game) / f"{name}.json").read_text("utf-8"))
    return loaded


def setup_in(game: AnyGame, data: dict[str, Any]) -> Setup:
    """Return the prepared setup of a recorded game."""
    seats = tuple(SeatSetup(seat["name"], tuple(seat.get("colours", ()))) for seat in data["seats"])
    return game.rules.prepare(Setup(data["options"], seats, data.get("copy", {})))


def steps_of(game: AnyGame, data: dict[str, Any]) -> Iterator[tuple[list[Event], Any]]:
    """Decide each action of a recorded game; yield its events and the state after it.

    The events are converted to JSON and back, as in the database.
    """
    state = game.rules.begin(setup_in(game, data))
    for action in data["actions"]:
        decided = from_json(action, game.action_kinds).decide(state)
        written = json.loads(json.dumps([to_json(event) for event in decided]))
        events = [from_json(event, game.event_kinds) for event in written]
        state = apply_events(game, state, events)
        yield events, state


def replay(game: AnyGame, name: str) -> Any:
    """Return the state after all actions of a recorded game."""
    *_, (_, state) = steps_of(game, read_record(game.name, name))
    return state


def replayed(game: AnyGame, name: str) -> tuple[Any, Outcome]:
    """Return the final state of a recorded game and its outcome."""
    state = replay(game, name)
    outcome = game.final.outcome(state)
    assert outcome is not None
    return state, outcome


def totals(outcome: Outcome) -> list[tuple[str, int]]:
    """Return the names and totals of an outcome, best first; check the sums of the terms."""
    for place in outcome.standings:
        assert place.total == sum(term.amount for term in place.terms)
    return [(place.name, place.total) for place in outcome.standings]
