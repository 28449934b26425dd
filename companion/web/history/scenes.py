"""The scenes of the latest move, which the big screen shows once.

A push contains the number of the newest step and the scenes of that step. The script ``live.js``
starts the scenes when it first receives the step. Later pushes of the same step do not restart
them, and the next step removes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from companion.mechanics.actions.base import Event
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.money.corrections import Adjustment
from companion.tables.live.cache import OpenTable
from companion.web.situation import Situation

MOST = 4
"""Maximum number of groups of scenes after one move. The style sheet has durations for up to this
many."""


def scenes_of(table: OpenTable, situation: Situation) -> list[tuple[Scene, ...]]:
    """Return the scenes of the newest step, oldest first.

    Consecutive scenes of the same kind form a group, which is shown as one scene. If there are more
    than MOST groups, only the last ones are returned.

    Undo, redo, corrections and imported steps have no scenes.
    """
    entry = table.newest
    if entry is None or entry.is_about_the_log or entry.is_from_a_record:
        return []
    action = table.game.action_kinds.get(str(entry.action.get("kind")))
    if action is None or issubclass(action, Adjustment):
        return []
    found = (*_scenes_in(table, entry.events), *_winner_scene(table, situation))
    return [tuple(group) for _, group in groupby(found, attrgetter("kind"))][-MOST:]


def _scenes_in(table: OpenTable, events: tuple[Event, ...]) -> Iterator[Scene]:
    """Yield the scenes of the events of the newest step."""
    # Most steps have no scenes. The events of other steps are applied again, because a scene may
    # depend on the state right after its event.
    if all(type(event).scenes is Event.scenes for event in events):
        return
    for state in table.timeline.recent[-1:]:
        for event in events:
            state = table.game.apply(state, event)
            yield from event.scenes(state)


def _winner_scene(table: OpenTable, situation: Situation) -> Iterator[Scene]:
    """Yield the scene with the standings if the newest step has ended the game."""
    before, outcome = table.timeline.recent[-1:], situation.outcome
    if outcome is None or not outcome.has_result or not before:
        return
    if table.game.final.outcome(before[0]) is not None:
        return
    places = tuple(
        (rank, place.seat, place.total, place.seat in outcome.winners)
        for rank, place in zip(outcome.ranks, outcome.standings, strict=True)
    )
    yield Scene("winner", outcome.sentence, {"places": places})
