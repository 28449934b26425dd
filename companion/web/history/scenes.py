"""The scenes of the latest move, which the big screen shows once.

A push contains the number of the newest step and the scenes of that step. The script ``live.js``
starts the scenes when it first receives the step. Later pushes of the same step do not restart
them, and the next step removes them. Until they end, the big screen shows the moment before.

A phone shows in gold what its own player got, and the dice that its player rolled.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any

from companion.mechanics.actions.base import Event
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.auctions.auction import AuctionEvent
from companion.mechanics.language.words import say
from companion.mechanics.money.corrections import Adjustment
from companion.tables.live.cache import OpenTable
from companion.web.situation import Situation, leaders_in

MOST = 3
"""Maximum number of groups of scenes after one move. The style sheet has durations for up to this
many."""


def scenes_of(table: OpenTable, situation: Situation) -> list[tuple[Scene, ...]]:
    """Return the scenes that the big screen shows for the newest step, oldest first.

    Consecutive scenes of the same kind form a group, which is shown as one scene. If there are more
    than MOST groups, only the last ones are returned.
    """
    shown = [scene for scene in _all_scenes(table, situation) if not scene.is_private]
    return [tuple(group) for _, group in groupby(shown, attrgetter("kind"))][-MOST:]


def cheers_for(table: OpenTable, situation: Situation, seat: int | None) -> list[Scene]:
    """Return the scenes of the newest step that a seat's own phone shows in gold."""
    if seat is None or situation.outcome is not None:
        return []
    return [scene for scene in _all_scenes(table, situation) if scene.cheers == seat]


def end_scenes(table: OpenTable, situation: Situation) -> int:
    """Return the number of groups of scenes if the newest step has ended the game, otherwise 0."""
    groups = scenes_of(table, situation) if situation.outcome is not None else []
    return len(groups) if groups and groups[-1][0].kind == "winner" else 0


@lru_cache(maxsize=256)
def _all_scenes(table: OpenTable, situation: Situation) -> tuple[Scene, ...]:
    """Return all scenes of the newest step, oldest first.

    Undo, redo, corrections and imported steps have no scenes.
    """
    entry = table.newest
    if entry is None or entry.is_about_the_log or entry.is_from_a_record:
        return ()
    action = table.game.action_kinds.get(str(entry.action.get("kind")))
    if action is None or issubclass(action, Adjustment):
        return ()
    ends = _winner_scene(table, situation)
    return (*_scenes_in(table, entry.events), *(ends or _leader(table, situation)))


def _scenes_in(table: OpenTable, events: tuple[Event, ...]) -> Iterator[Scene]:
    """Yield the scenes of the events of the newest step."""
    # Most steps have no scenes. The events of other steps are applied again, because a scene may
    # depend on the state right after its event.
    if all(_is_silent(event) for event in events):
        return
    for state in table.timeline.recent[-1:]:
        for event in events:
            before, state = state, table.game.apply(state, event)
            yield from event.scenes(state)
            if isinstance(event, AuctionEvent):
                yield from _outbid(event, before, state)


def _is_silent(event: Event) -> bool:
    return type(event).scenes is Event.scenes and not isinstance(event, AuctionEvent)


def _outbid(event: AuctionEvent, before: Any, after: Any) -> Iterator[Scene]:
    """Yield the scene of a bid that is higher than another seat's."""
    old, new = event.standing(before), event.standing(after)
    if old is None or new is None or old.seat == new.seat:
        return
    written = after.denomination.figure
    line = say(
        "{name} outbids {other} with {amount}.",
        name=after.name(new.seat),
        other=after.name(old.seat),
        amount=written(new.amount),
    )
    yield Scene("outbid", line, {"old": old, "new": new, "written": written})


def _leader(table: OpenTable, situation: Situation) -> tuple[Scene, ...]:
    """Return the scene of a seat that has taken the lead alone from others."""
    before, now = table.timeline.recent[-1:], situation.leaders
    if not before or not now or (len(now) > 1 and not table.state.teams):
        return ()
    was = leaders_in(table.game, before[0])
    if not was or now[0] in was:
        return ()
    names = table.state.side_names(now)
    if len(names) > 1:
        return ()
    line = say("{name} takes the lead.", name=names[0])
    return (Scene("leader", line, {"seat": now[0]}),)


def _winner_scene(table: OpenTable, situation: Situation) -> tuple[Scene, ...]:
    """Return the scene with the standings if the newest step has ended the game."""
    before, outcome = table.timeline.recent[-1:], situation.outcome
    if outcome is None or not outcome.has_result or not before:
        return ()
    if table.game.final.outcome(before[0]) is not None:
        return ()
    places = tuple(
        (rank, place.seat, place.total, place.seat in outcome.winners)
        for rank, place in zip(outcome.ranks, outcome.standings, strict=True)
    )
    return (
        Scene(
            "winner", outcome.sentence, {"places": places, "written": outcome.denomination.figure}
        ),
    )
