"""Steps that make the pending forms of other players stale, in every recorded game."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest

from companion.games import all_games, from_elsewhere
from companion.mechanics.game import Action, AnyGame
from companion.mechanics.history.log import Entry
from companion.mechanics.history.timeline import Timeline
from companion.mechanics.values.codec import from_json
from companion.tables.decide import is_late
from tests.games.records import setup_in
from tests.transcripts.kept import recorded

IN_TIME = {
    name: {action.kind for action in game.actions if action.keeps_turn}
    for name, game in all_games().items()
    if name not in from_elsewhere().games
    and any(action.turn_bound and action.by != "banker" for action in game.actions)
}
"""Kinds of actions that do not make the forms of other players stale, by game.

Games in which no move of a player belongs to a turn are left out.
"""


@cache
def first_steps(game: AnyGame) -> tuple[tuple[Timeline[Any], Action, Entry], ...]:
    """Return the first action of each kind in the recorded games, with the state before it."""
    found: dict[str, tuple[Timeline[Any], Action, Entry]] = {}
    for name, record in recorded():
        if not name.startswith(f"{game.name}/") or "actions" not in record:
            continue
        timeline = Timeline.begun(game, setup_in(game, record))
        for number, data in enumerate(record["actions"], 1):
            action = from_json(data, game.action_kinds)
            entry = Entry(number, data, action.decide(timeline.state), seat=data.get("seat"))
            found.setdefault(action.kind, (timeline, action, entry))
            timeline = timeline.after(entry)
    return tuple(found.values())


@pytest.mark.parametrize("name", IN_TIME)
def test_only_moves_that_keep_the_turn_leave_others_taps_valid(name: str) -> None:
    game = all_games()[name]
    steps = first_steps(game)
    tap = next(action for _, action, _ in steps if action.turn_bound and action.by != "banker")

    in_time, met = set(), {action.kind for _, action, _ in steps}
    for before, action, entry in steps:
        other = 1 if entry.seat == 0 else 0
        has_seat = "seat" in {field.name for field in fields(tap)}
        late = replace(tap, seat=other) if has_seat else tap  # type: ignore[call-arg]
        if not is_late(before.after(entry), late, other, before.sequence):
            in_time.add(action.kind)

    assert in_time == IN_TIME[name] & met
    assert len(met) > 5
